"""Codes that a phone's camera reads: the end of a link takes as little room as it can."""

import re

import pytest

from companion.qr import FINEST, _code, qr_png, room

BEGIN = "https://example.org/companion/#/bring/"


@pytest.mark.parametrize("begin", [BEGIN, "http://192.168.178.123:8550/pocket/#/bring/", "https://ä.example/#/bring/"])
def test_a_code_holds_as_much_as_is_promised_and_no_more(begin: str) -> None:
    most = room(begin)
    assert _code(begin + "A" * most, "l").version == FINEST
    assert _code(begin + "A" * (most + 5), "l").version == FINEST + 1


def test_the_dense_end_of_a_link_is_written_densely() -> None:
    link = BEGIN + "1-2-3-ABCDEFGH-" + "AZ27" * 200
    assert _code(link, "l").version < _code(link.lower(), "l").version - 2
    width, height = (int.from_bytes(qr_png(link, scale=1, fine=True)[at : at + 4]) for at in (16, 20))
    assert width == height == 17 + 4 * _code(link, "l").version + 8


def test_what_has_no_dense_end_is_a_code_as_before() -> None:
    for link in ("http://192.168.1.2:8551/?key=abcdefgh", "HTTP", "ABCDEFGHIJK"):
        assert re.fullmatch(r"\d+-[MQH]", _code(link).designator)
