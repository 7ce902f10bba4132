"""JSON as it comes from anywhere: what is nested too deep is refused before anybody tries to read it."""

import json

import pytest

from companion.storage.limits import parsed


@pytest.mark.parametrize(
    "text",
    [
        "[" * 101 + "]" * 101,
        "[" * 100_000,
        '{"a":' * 100_000,
        '["' + "]" * 101 + '",' + "[" * 100 + "]" * 101,
        '["\\"' + "]" * 101 + '",' + "[" * 100 + "]" * 101,
    ],
    ids=lambda text: text[:10],
)
def test_what_is_nested_too_deep_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        parsed(text)
    with pytest.raises(ValueError, match="nested too deep"):
        parsed(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100 + "]" * 100,
        json.dumps([[]] * 1000),
        json.dumps({"words": "[" * 1000 + "{" * 1000}),
        json.dumps(["\\", '\\"' + "[" * 200, "\n["]),
        json.dumps("Ä[" * 200, ensure_ascii=False),
    ],
    ids=lambda text: text[:10],
)
def test_what_is_not_is_read_whole(text: str) -> None:
    assert parsed(text) == parsed(text.encode()) == json.loads(text)
