"""Messages to the client are packed, and not formatted as text in addition."""

from flet.messaging.protocol import Message, MessageAction

import companion.ui.shell  # noqa: F401


class Unspeakable:
    """An object whose text form never ends, such as a component that refers to all the rules."""

    def __repr__(self) -> str:
        raise AssertionError("written out for a log that nobody reads")


def test_a_message_is_not_formatted_for_the_log() -> None:
    assert f"{Message(MessageAction.PATCH_CONTROL, Unspeakable())}" == "PATCH_CONTROL"
