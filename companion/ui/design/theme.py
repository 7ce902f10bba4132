"""The look of the companion: paper and ink by day, felt and lamplight by night, one colour per game.

Components never ask which theme is on. They name a role (``ft.Colors.SURFACE``, or one of the names below) and the
client resolves it, so a change of theme redraws nothing on our side. A game brings one colour as a hex string; every
shade that is needed for text, containers and card backs is derived from it, at a contrast that can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

import flet as ft

from companion import resources

# Font families. A family holds one file each, so weight is part of the name and never synthesised.
SERIF, SANS, SANS_BOLD, SYMBOLS = resources.FONTS
FALLBACK: Final = (SYMBOLS,)
WEIGHTS: Final = {SERIF: ft.FontWeight.W_600, SANS: ft.FontWeight.W_400, SANS_BOLD: ft.FontWeight.W_700}

NEUTRAL: Final = "#6B5B45"
"""The colour of the app, and of a game without one."""

#: Height of a phone's navigation bar, in pixels; Material's default of 80 leaves less of the table.
_TABS: Final = 64.0

# Colours of the drawings, mapped on roles that Material's widgets do not use.
SHEET: Final = ft.Colors.SURFACE_CONTAINER_LOW
ACCENT: Final = ft.Colors.ON_TERTIARY_FIXED_VARIANT
"""The game's colour in its most vivid tone: for stripes and marks, not for text."""
CARD_FACE: Final = ft.Colors.SECONDARY_FIXED
CARD_EDGE: Final = ft.Colors.SECONDARY_FIXED_DIM
CARD_BLACK: Final = ft.Colors.ON_SECONDARY_FIXED
CARD_RED: Final = ft.Colors.ON_TERTIARY_FIXED
CARD_BACK: Final = ft.Colors.PRIMARY_FIXED
CARD_BACK_LINE: Final = ft.Colors.ON_PRIMARY_FIXED
GOLD: Final = ft.LinearGradient(
    begin=ft.Alignment.TOP_LEFT, end=ft.Alignment.BOTTOM_RIGHT, colors=["#E9C65B", "#F7E3A1", "#D9AE3C"]
)
GOLD_INK: Final = "#2B1E00"
CHIP_BLACK: Final = "#2A2622"
CHIP_GREEN: Final = "#2C6B48"
CHIP_RED: Final = "#A62B2B"
CHIP_MARK: Final = ft.Colors.TERTIARY_FIXED
CHIP_RIM: Final = ft.Colors.TERTIARY_FIXED_DIM


class Space:
    """Distances, in logical pixels."""

    xs: Final = 4.0
    s: Final = 8.0
    m: Final = 12.0
    l: Final = 16.0  # noqa: E741
    xl: Final = 24.0
    xxl: Final = 32.0
    target: Final = 48.0


class Radii:
    """Corner radii, in logical pixels."""

    paper: Final = 10.0
    button: Final = 14.0
    sheet: Final = 22.0
    badge: Final = 6.0


class Durations:
    """Durations of animations, in milliseconds."""

    calm: Final = 220


#: The type scale at text scale 1: family, size, line height, letter spacing. Parts refer to it by theme style, so that it
#: follows the setting.
TYPE: Final[Mapping[str, tuple[str, float, float, float]]] = {
    "display_large": (SERIF, 68.0, 1.05, -0.8),
    "display_medium": (SERIF, 50.0, 1.08, -0.5),
    "display_small": (SERIF, 38.0, 1.12, -0.3),
    "headline_large": (SERIF, 32.0, 1.15, -0.2),
    "headline_medium": (SERIF, 27.0, 1.18, -0.1),
    "headline_small": (SERIF, 23.0, 1.22, 0.0),
    "title_large": (SERIF, 21.0, 1.25, 0.0),
    "title_medium": (SANS_BOLD, 18.0, 1.3, 0.0),
    "title_small": (SANS_BOLD, 15.5, 1.3, 0.0),
    "body_large": (SANS, 18.0, 1.42, 0.0),
    "body_medium": (SANS, 16.0, 1.42, 0.0),
    "body_small": (SANS, 14.0, 1.4, 0.0),
    "label_large": (SANS_BOLD, 16.5, 1.25, 0.1),
    "label_medium": (SANS_BOLD, 14.0, 1.3, 0.1),
    "label_small": (SANS_BOLD, 12.5, 1.3, 0.2),
}

#: The colours that no game changes, by their role: in the light and in the dark theme.
COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "surface": ("#F3ECDD", "#16130E"),
    "surface_dim": ("#E1D5BD", "#0E0C08"),
    "surface_bright": ("#FFFEFA", "#3E3528"),
    "surface_container_lowest": ("#FFFEFA", "#0E0C08"),
    "surface_container_low": ("#FDF9EF", "#201B15"),
    "surface_container": ("#EDE5D3", "#28221A"),
    "surface_container_high": ("#E8DDC8", "#322B21"),
    "surface_container_highest": ("#E1D5BD", "#3E3528"),
    "surface_tint": ("#00000000", "#00000000"),
    "on_surface": ("#211B14", "#F4EBDB"),
    "on_surface_variant": ("#574C3D", "#CDBFA8"),
    "inverse_surface": ("#211B14", "#EADFC9"),
    "on_inverse_surface": ("#FDF9EF", "#211B14"),
    "outline": ("#736750", "#978A72"),
    "outline_variant": ("#D3C6AC", "#4A4032"),
    # amber
    "secondary": ("#7A4F00", "#EBBE62"),
    "on_secondary": ("#FFFDF6", "#2C1D00"),
    "secondary_container": ("#F7DFA8", "#4C3710"),
    "on_secondary_container": ("#4A3000", "#F9DFA6"),
    # felt
    "tertiary": ("#285F43", "#93CDA9"),
    "on_tertiary": ("#FFFDF6", "#0B2718"),
    "tertiary_container": ("#CFE3CE", "#1F4330"),
    "on_tertiary_container": ("#173D29", "#C9EBD4"),
    # brick
    "error": ("#9C2B1F", "#F2A08F"),
    "on_error": ("#FFFDF6", "#3A0B03"),
    "error_container": ("#F6D5CB", "#5E2219"),
    "on_error_container": ("#641509", "#FBD8CF"),
    # cards: their face, its edge, black and red; chips: their marks and their rim
    "secondary_fixed": ("#FFFEF9", "#EFE6D2"),
    "secondary_fixed_dim": ("#C9BB9E", "#8D8067"),
    "on_secondary_fixed": ("#1F1B17", "#1F1B17"),
    "on_secondary_fixed_variant": ("#1F1B17", "#1F1B17"),
    "on_tertiary_fixed": ("#B3271E", "#A8221A"),
    "tertiary_fixed": ("#F4ECDA", "#E9DFC8"),
    "tertiary_fixed_dim": ("#B9AA8C", "#8D8067"),
    "shadow": ("#3A2C17", "#000000"),
    "scrim": ("#000000", "#000000"),
}


def _rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of ``#rrggbb``, each from 0 to 1."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red / 255, green / 255, blue / 255


def _hex(red: float, green: float, blue: float) -> str:
    """Return the nearest ``#RRGGBB``."""
    return "#" + "".join(f"{round(min(max(part, 0.0), 1.0) * 255):02X}" for part in (red, green, blue))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    part = max(part, 0.0)
    return part * 12.92 if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG defines it, 1 to 21.

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """
    a, b = _luminance(one), _luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def _mix(one: str, other: str, share: float) -> str:
    """Return a mixture of two colours."""
    (r, g, b), (x, y, z) = _rgb(one), _rgb(other)
    return _hex(r + (x - r) * share, g + (y - g) * share, b + (z - b) * share)


def _oklab(colour: str) -> tuple[float, float, float]:
    r, g, b = map(_linear, _rgb(colour))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _from_oklab(light: float, a: float, b: float) -> tuple[float, float, float]:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _tone(colour: str, light: float) -> str:
    """Return a colour in another perceived lightness, with its hue and the greatest chroma a screen can show."""
    _, a, b = _oklab(colour)
    for step in range(21):
        vivid = 1 - step / 20
        parts = _from_oklab(light, a * vivid, b * vivid)
        if all(-0.002 <= part <= 1.002 for part in parts):
            return _hex(*map(_gamma, parts))
    return _hex(*(_gamma(light**3),) * 3)


def _readable(colour: str, on: str, ratio: float) -> str:
    """Return the nearest tone of a colour that is readable on a background."""
    if contrast(colour, on) >= ratio:
        return colour
    start, ground_is_dark = _oklab(colour)[0], _luminance(on) < 0.18
    reached: Callable[[int], float] = (
        (lambda n: start + (1 - start) * n / 100) if ground_is_dark else (lambda n: start * (1 - n / 100))
    )
    for n in range(1, 101):
        if contrast(tone := _tone(colour, reached(n)), on) >= ratio:
            return tone
    return "#FFFFFF" if ground_is_dark else "#000000"


#: The colours of a theme by the names of their roles.
Roles: TypeAlias = Mapping[str, str]


@cache
def roles(game_colour: str | None, *, dark: bool) -> Roles:
    """Return all colour roles of a theme by name, including the game's own."""
    fixed = {role: by_night if dark else by_day for role, (by_day, by_night) in COLOURS.items()}
    base = game_colour or NEUTRAL
    lightness = _oklab(base)[0]
    light, container, highest = (fixed[f"surface{part}"] for part in ("", "_container", "_container_highest"))
    vivid = _tone(base, max(lightness, 0.6))
    if dark:
        primary = _readable(_tone(base, max(lightness, 0.74)), highest, 4.6)
        on_primary = _readable(_tone(base, 0.22), primary, 4.6)
        primary_container = _mix(container, _tone(base, 0.55), 0.34)
        inverse = base
    else:
        primary = _readable(base, container, 4.6)
        on_primary = fixed["on_tertiary"]
        primary_container = _mix(light, vivid, 0.3)
        inverse = _tone(base, 0.8)
    back = _tone(base, min(max(lightness, 0.36), 0.46))
    return fixed | {
        "primary": primary,
        "on_primary": on_primary,
        "primary_container": primary_container,
        "on_primary_container": _readable(_tone(base, 0.9) if dark else primary, primary_container, 7.0),
        "primary_fixed": back,
        "primary_fixed_dim": _tone(base, 0.32),
        "on_primary_fixed": _mix(back, "#FFF6E0", 0.62),
        "on_primary_fixed_variant": "#FFF6E0",
        "on_tertiary_fixed_variant": _readable(vivid if dark else base, highest, 3.0),
        "inverse_primary": _readable(inverse, fixed["inverse_surface"], 4.6),
    }


def _style(family: str, size: float, height: float, colour: ft.ColorValue | None, spacing: float) -> ft.TextStyle:
    return ft.TextStyle(
        font_family=family,
        font_family_fallback=list(FALLBACK),
        size=size,
        height=height,
        letter_spacing=spacing,
        color=colour,
        weight=WEIGHTS[family],
    )


def text_theme(text_scale: float = 1.0, colour: ft.ColorValue | None = None) -> ft.TextTheme:
    """Return the type scale: a serif for headlines, a highly legible sans for everything else."""
    return ft.TextTheme(
        **{
            name: _style(family, round(size * text_scale, 1), height, colour, spacing)
            for name, (family, size, height, spacing) in TYPE.items()
        }
    )


def _rounded(radius: float, side: ft.BorderSide | None = None) -> ft.RoundedRectangleBorder:
    return ft.RoundedRectangleBorder(radius=radius, side=side)


def theme(game_colour: str | None = None, *, dark: bool, text_scale: float = 1.0) -> ft.Theme:
    """Return the Material theme for one game and one brightness."""
    # Inside a theme the client resolves role names in its default scheme, so colours are given by value.
    c = roles(game_colour, dark=dark)
    text, inverse = (text_theme(text_scale, c[ink]) for ink in ("on_surface", "on_inverse_surface"))
    label, sheet = text.label_large, c["surface_container_low"]
    padding = ft.Padding.symmetric(horizontal=20.0, vertical=14.0)
    signs = ft.Brightness.LIGHT if dark else ft.Brightness.DARK
    hairline = ft.BorderSide(width=1.0, color=c["outline_variant"])
    return ft.Theme(
        color_scheme=ft.ColorScheme(**c),
        text_theme=text,
        primary_text_theme=text,
        font_family=SANS,
        scaffold_bgcolor=c["surface"],
        canvas_color=c["surface"],
        divider_color=c["outline_variant"],
        hint_color=c["on_surface_variant"],
        visual_density=ft.VisualDensity.STANDARD,
        page_transitions=ft.PageTransitionsTheme(
            android=ft.PageTransitionTheme.FADE_UPWARDS,
            ios=ft.PageTransitionTheme.CUPERTINO,
            linux=ft.PageTransitionTheme.NONE,
            macos=ft.PageTransitionTheme.NONE,
            windows=ft.PageTransitionTheme.NONE,
        ),
        appbar_theme=ft.AppBarTheme(
            bgcolor=c["surface"],
            color=c["on_surface"],
            elevation=0.0,
            elevation_on_scroll=0.0,
            center_title=False,
            title_text_style=text.title_large,
        ),
        bottom_sheet_theme=ft.BottomSheetTheme(
            bgcolor=sheet,
            elevation=0.0,
            show_drag_handle=True,
            drag_handle_color=c["outline"],
            shape=ft.RoundedRectangleBorder(radius=ft.BorderRadius.only(top_left=Radii.sheet, top_right=Radii.sheet)),
        ),
        dialog_theme=ft.DialogTheme(
            bgcolor=sheet,
            elevation=0.0,
            shape=_rounded(Radii.sheet, hairline),
            title_text_style=text.headline_small,
            content_text_style=text.body_medium,
        ),
        outlined_button_theme=ft.OutlinedButtonTheme(
            style=ft.ButtonStyle(
                padding=padding,
                shape=_rounded(Radii.button),
                text_style=label,
                color={ft.ControlState.DISABLED: c["outline"], ft.ControlState.DEFAULT: c["on_surface"]},
                side=ft.BorderSide(width=1.5, color=c["outline"]),
            )
        ),
        text_button_theme=ft.TextButtonTheme(
            style=ft.ButtonStyle(padding=padding, shape=_rounded(Radii.button), text_style=label)
        ),
        icon_button_theme=ft.IconButtonTheme(
            style=ft.ButtonStyle(padding=12.0, shape=_rounded(Radii.button), icon_size=24.0)
        ),
        navigation_bar_theme=ft.NavigationBarTheme(
            bgcolor=c["surface_container"],
            indicator_color=c["primary_container"],
            indicator_shape=_rounded(Radii.button),
            elevation=0.0,
            height=_TABS,
            label_text_style=text.label_small,
        ),
        divider_theme=ft.DividerTheme(color=c["outline_variant"], thickness=1.0, space=1.0),
        snackbar_theme=ft.SnackBarTheme(
            bgcolor=c["inverse_surface"],
            action_text_color=c["inverse_primary"],
            content_text_style=inverse.body_medium,
            behavior=ft.SnackBarBehavior.FLOATING,
            shape=_rounded(Radii.button),
            elevation=0.0,
        ),
        popup_menu_theme=ft.PopupMenuTheme(
            color=sheet,
            elevation=2.0,
            shape=_rounded(Radii.paper, hairline),
            label_text_style=text.body_medium,
        ),
        tooltip_theme=ft.TooltipTheme(
            text_style=inverse.body_small,
            decoration=ft.BoxDecoration(bgcolor=c["inverse_surface"], border_radius=ft.BorderRadius.all(Radii.badge)),
        ),
        icon_theme=ft.IconTheme(color=c["on_surface"], size=24.0),
        system_overlay_style=ft.SystemOverlayStyle(
            status_bar_color=ft.Colors.TRANSPARENT,
            status_bar_icon_brightness=signs,
            system_navigation_bar_icon_brightness=signs,
        ),
    )


def markdown_style(text_scale: float = 1.0, ink: ft.ColorValue = ft.Colors.ON_SURFACE) -> ft.MarkdownStyleSheet:
    """Return the style sheet of the rules' texts."""
    text = text_theme(text_scale, ink)
    return ft.MarkdownStyleSheet(
        p_text_style=text.body_large,
        strong_text_style=ft.TextStyle(font_family=SANS_BOLD, font_family_fallback=list(FALLBACK)),
        h1_text_style=text.headline_medium,
        h2_text_style=text.headline_small,
        h3_text_style=text.title_large,
        h4_text_style=text.title_medium,
        list_bullet_text_style=text.body_large,
        table_head_text_style=text.title_small,
        table_body_text_style=text.body_medium,
        table_cells_padding=ft.Padding.symmetric(horizontal=Space.s, vertical=6.0),
        table_head_text_align=ft.TextAlign.START,
        blockquote_text_style=text.body_large,
        blockquote_padding=ft.Padding.only(left=Space.l, top=Space.xs, bottom=Space.xs),
        blockquote_decoration=ft.BoxDecoration(
            border=ft.Border(left=ft.BorderSide(width=3.0, color=ft.Colors.PRIMARY))
        ),
        block_spacing=Space.m,
    )


def fonts() -> dict[str, str]:
    """Return the font files for ``page.fonts``, below the assets directory."""
    return {family: f"/{path}" for family, path in resources.FONTS.items()}
