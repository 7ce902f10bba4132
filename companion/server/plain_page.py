"""The frame of pages outside the program, which load nothing."""

from collections.abc import Mapping
from string import Template
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

#: Headers of such pages: they are not cached, and no other page learns their address.
PLAIN_HEADERS: Final[Mapping[str, str]] = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

_PAGE: Final = Template(
    """<!doctype html>
<html lang="$lang">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Companion</title>
<style>
:root { color-scheme: light dark; --ground: #f3ecdd; --ink: #211c15; --felt: #1f5c46; --on: #fff; --line: #8a7f6c }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16130e; --ink: #ece4d4; --felt: #8fd3b6; --on: #00382a; --line: #9a8f7c }
}
body { background: var(--ground); color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 26rem; margin: 0 auto; padding: min(12vh, 6rem) min(1.5rem, 5vw) 2rem }
h1 { font: 600 min(2rem, 12vw)/1.2 Georgia, serif; margin: 0 0 1rem; overflow-wrap: anywhere }
label { display: block; margin: 2rem 0 .5rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; min-height: 3.5rem; font: inherit; border-radius: .75rem }
input { font-size: 1.75rem; letter-spacing: .2em; text-align: center; color: inherit; background: none;
  border: 2px solid var(--line) }
button { margin-top: 1rem; border: 0; background: var(--felt); color: var(--on); font-weight: 600 }
:focus-visible { outline: 3px solid var(--felt); outline-offset: 2px }
$style</style>
<main>
$main</main>
$script</html>
"""
)


def plain_page(lang: str, main: str, style: str = "", script: str = "") -> str:
    """Return a page.

    :param main: the HTML of its content.
    :param style: CSS besides the common one.
    :param script: a ``<script>`` element.
    """
    return _PAGE.substitute(lang=lang, main=main, style=style, script=script)


def is_own(scope: Scope) -> bool:
    """Return whether a request comes from a page of this server: browsers say so, and foreign pages cannot."""
    return Headers(scope=scope).get("sec-fetch-site", "same-origin") == "same-origin"
