"""The photograph of a game: added or replaced from the device's pictures or camera, enlarged, removed."""

from functools import partial
from typing import Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.stats.played_games import Played
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.dialogs import attempt, use_above
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, soft
from companion.ui.design.layout import flowing
from companion.ui.runtime.hooks import component, use_value
from companion.ui.stats.shared import Back, room

T, N = messages("companion")

#: Greatest height of a photograph as a share of the screen's: within the page, and enlarged.
_SMALL: Final = 0.4
_LARGE: Final = 0.7
#: Greatest width of an enlarged photograph in pixels; browsers scale photographs to this width.
_WIDEST: Final = 1280.0


@component
def Photograph(back: Back, game: Played) -> ft.Control:
    """The photograph of a game with its buttons; empty if there is none and none can be added."""
    context, access = back.context, back.context.access
    opened, open_ = use_value(False)

    def kept() -> bytes | None:
        try:
            return access.photograph(game.id)
        except StorageError:
            return None  # the page says so itself

    shown = ft.use_memo(kept, dependencies=[access.moment])
    called = back.title(game)
    label = context.say(T("Photo: {game}, {day}", game=called, day=context.renderer().date(game.at)))
    wide, high = context.size
    window = min(wide - 2 * theme.Space.xl, _WIDEST)
    large = _drawn(back, shown, label, window - 2 * theme.Space.l, _LARGE * high) if shown and opened else None
    use_above(context, label, large and ft.InteractiveViewer(large), lambda: open_(False), width=window)

    def put(content: bytes | None, said: Text, before: bytes | None = None) -> None:
        """Store another photograph or none, and offer to undo that."""
        access.keep_photograph(game.id, content)
        access.changed()
        undo = attempt(context, partial(put, before, T("The photo was restored."))) if before else None
        context.toast(context.say(said), action=context.say(T("Restore")) if undo else None, on_action=undo)

    def add(content: bytes) -> None:
        attempt(context, partial(put, content, T("The photo is saved."), access.photograph(game.id)))()

    picked = files.use_picker(add, photograph=True)
    controls: list[ft.Control] = []
    if shown:
        small = _drawn(back, shown, None, room(context), _SMALL * high)
        controls.append(pressable(small, lambda _: open_(True), "photograph", label=label))
    if back.writes:
        text = T("Another photo") if shown else T("Add a photo")
        ways = [quiet_button(context, text, None, "photograph-add", icon=ft.Icons.ADD_A_PHOTO_OUTLINED, action=picked)]
        if shown:
            remove = partial(put, None, T("The photo was deleted."), shown)
            ways.append(quiet_button(context, T("Remove it"), remove, "photograph-remove", outlined=False))
        controls.append(flowing(ways, apart=10.0))
    if not controls:
        return ft.Container(visible=False)
    return design.section(context.say(T("Photo")), controls, spacing=theme.Space.m)


def _drawn(back: Back, content: bytes, label: str | None, width: float, height: float) -> ft.Control:
    """Return a photograph, not cropped.

    :param label: description for screen readers, unless the control around it has one.
    """
    broken = soft(back.context.say(T("This photo cannot be shown here.")), ft.TextThemeStyle.BODY_LARGE)
    image = ft.Image(
        src=content,
        width=width,
        height=height,
        fit=ft.BoxFit.CONTAIN,
        border_radius=theme.Radii.badge,
        gapless_playback=True,
        error_content=broken,
    )
    return drawing(image, label=label)
