"""The look of the companion: paper and ink by day, felt and lamplight by night, one colour per game.

Components never ask which theme is on. They name a role (``ft.Colors.SURFACE``, or one of the names below) and the
client resolves it, so a change of theme redraws nothing on our side. A game brings one colour as a hex string; every
shade that is needed for text, containers and card backs is derived from it, at a contrast that can be read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import flet as ft
from attrs import frozen

__all__ = [
    "DARK",
    "LIGHT",
    "NEUTRAL",
    "Durations",
    "Palette",
    "Radii",
    "Space",
    "Type",
    "color_scheme",
    "contrast",
    "fonts",
    "markdown_style",
    "roles",
    "text_theme",
    "theme",
]

# Font families. A family holds one file each, so weight is part of the name and never synthesised.
SERIF: Final = "Fraunces"
SANS: Final = "Atkinson"
SANS_BOLD: Final = "Atkinson Bold"
SYMBOLS: Final = "Symbols"
FALLBACK: Final = (SYMBOLS,)

NEUTRAL: Final = "#6B5B45"
"""The colour of the app itself, and of a game that names none."""

# Names for what our drawings need, mapped on colour roles that Material's own widgets do not use.
SHEET: Final = ft.Colors.SURFACE_CONTAINER_LOW
ACCENT: Final = ft.Colors.ON_TERTIARY_FIXED_VARIANT
"""The game's own colour at its most vivid: for stripes and marks, never for text."""
CARD_FACE: Final = ft.Colors.SECONDARY_FIXED
CARD_EDGE: Final = ft.Colors.SECONDARY_FIXED_DIM
CARD_BLACK: Final = ft.Colors.ON_SECONDARY_FIXED
CARD_RED: Final = ft.Colors.ON_TERTIARY_FIXED
CARD_BACK: Final = ft.Colors.PRIMARY_FIXED
CARD_BACK_LINE: Final = ft.Colors.ON_PRIMARY_FIXED
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
    verdict: Final = 64.0


class Radii:
    """Corners: paper is nearly square, things to press are rounder."""

    paper: Final = 10.0
    button: Final = 14.0
    sheet: Final = 22.0
    badge: Final = 6.0


class Durations:
    """Motion, in milliseconds; it explains a change and is then over."""

    quick: Final = 120
    calm: Final = 220


class Type:
    """The type scale at text scale 1; parts refer to it by theme style, so that it follows the setting."""

    display_large: Final = 68.0
    display_medium: Final = 50.0
    display_small: Final = 38.0
    headline_large: Final = 32.0
    headline_medium: Final = 27.0
    headline_small: Final = 23.0
    title_large: Final = 21.0
    title_medium: Final = 18.0
    title_small: Final = 15.5
    body_large: Final = 18.0
    body_medium: Final = 16.0
    body_small: Final = 14.0
    label_large: Final = 16.5
    label_medium: Final = 14.0
    label_small: Final = 12.5


@frozen(kw_only=True)
class Palette:
    """The colours of one theme that no game changes."""

    dark: bool
    surface: str
    lowest: str
    low: str
    container: str
    high: str
    highest: str
    ink: str
    ink_soft: str
    outline: str
    outline_soft: str
    amber: str
    on_amber: str
    amber_container: str
    on_amber_container: str
    felt: str
    on_felt: str
    felt_container: str
    on_felt_container: str
    brick: str
    on_brick: str
    brick_container: str
    on_brick_container: str
    card_face: str
    card_edge: str
    card_black: str
    card_red: str
    chip_mark: str
    chip_rim: str
    shadow: str


LIGHT: Final = Palette(
    dark=False,
    surface="#F3ECDD",
    lowest="#FFFEFA",
    low="#FDF9EF",
    container="#EDE5D3",
    high="#E8DDC8",
    highest="#E1D5BD",
    ink="#211B14",
    ink_soft="#574C3D",
    outline="#736750",
    outline_soft="#D3C6AC",
    amber="#7A4F00",
    on_amber="#FFFDF6",
    amber_container="#F7DFA8",
    on_amber_container="#4A3000",
    felt="#285F43",
    on_felt="#FFFDF6",
    felt_container="#CFE3CE",
    on_felt_container="#173D29",
    brick="#9C2B1F",
    on_brick="#FFFDF6",
    brick_container="#F6D5CB",
    on_brick_container="#641509",
    card_face="#FFFEF9",
    card_edge="#C9BB9E",
    card_black="#1F1B17",
    card_red="#B3271E",
    chip_mark="#F4ECDA",
    chip_rim="#B9AA8C",
    shadow="#3A2C17",
)

DARK: Final = Palette(
    dark=True,
    surface="#16130E",
    lowest="#0E0C08",
    low="#201B15",
    container="#28221A",
    high="#322B21",
    highest="#3E3528",
    ink="#F4EBDB",
    ink_soft="#CDBFA8",
    outline="#978A72",
    outline_soft="#4A4032",
    amber="#EBBE62",
    on_amber="#2C1D00",
    amber_container="#4C3710",
    on_amber_container="#F9DFA6",
    felt="#93CDA9",
    on_felt="#0B2718",
    felt_container="#1F4330",
    on_felt_container="#C9EBD4",
    brick="#F2A08F",
    on_brick="#3A0B03",
    brick_container="#5E2219",
    on_brick_container="#FBD8CF",
    card_face="#EFE6D2",
    card_edge="#8D8067",
    card_black="#1F1B17",
    card_red="#A8221A",
    chip_mark="#E9DFC8",
    chip_rim="#8D8067",
    shadow="#000000",
)


def _rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of ``#rgb`` or ``#rrggbb``, each from 0 to 1.

    >>> _rgb("#f00")
    (1.0, 0.0, 0.0)
    """
    digits = colour.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    if len(digits) != 6:
        raise ValueError(f"not a colour: {colour!r}")
    return int(digits[:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:], 16) / 255


def _hex(red: float, green: float, blue: float) -> str:
    """The nearest ``#RRGGBB``."""
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
    """The first colour with a share of the other."""
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
    """The colour at another perceived lightness, hue kept, only as vivid as the screen allows."""
    _, a, b = _oklab(colour)
    for step in range(21):
        vivid = 1 - step / 20
        parts = _from_oklab(light, a * vivid, b * vivid)
        if all(-0.002 <= part <= 1.002 for part in parts):
            return _hex(*map(_gamma, parts))
    return _hex(*(_gamma(light**3),) * 3)


def _readable(colour: str, on: str, ratio: float) -> str:
    """The tone of the colour nearest to it that can be read on a ground."""
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


def roles(game_colour: str | None, *, dark: bool) -> dict[str, str]:
    """Every colour role of a theme by its name, the game's own among them, none left to chance."""
    p = DARK if dark else LIGHT
    base = game_colour or NEUTRAL
    lightness = _oklab(base)[0]
    primary = _readable(_tone(base, max(lightness, 0.74)) if dark else base, p.highest if dark else p.container, 4.6)
    container = (
        _mix(p.container, _tone(base, 0.55), 0.34) if dark else _mix(p.surface, _tone(base, max(lightness, 0.6)), 0.3)
    )
    on_container = _readable(_tone(base, 0.9) if dark else primary, container, 7.0)
    on_primary = _readable(_tone(base, 0.22), primary, 4.6) if dark else LIGHT.on_felt
    back = _tone(base, min(max(lightness, 0.36), 0.46))
    return {
        "primary": primary,
        "on_primary": on_primary,
        "primary_container": container,
        "on_primary_container": on_container,
        "primary_fixed": back,
        "primary_fixed_dim": _tone(base, 0.32),
        "on_primary_fixed": _mix(back, "#FFF6E0", 0.62),
        "on_primary_fixed_variant": "#FFF6E0",
        "secondary": p.amber,
        "on_secondary": p.on_amber,
        "secondary_container": p.amber_container,
        "on_secondary_container": p.on_amber_container,
        "secondary_fixed": p.card_face,
        "secondary_fixed_dim": p.card_edge,
        "on_secondary_fixed": p.card_black,
        "on_secondary_fixed_variant": p.card_black,
        "tertiary": p.felt,
        "on_tertiary": p.on_felt,
        "tertiary_container": p.felt_container,
        "on_tertiary_container": p.on_felt_container,
        "tertiary_fixed": p.chip_mark,
        "tertiary_fixed_dim": p.chip_rim,
        "on_tertiary_fixed": p.card_red,
        "on_tertiary_fixed_variant": _readable(_tone(base, max(lightness, 0.6)) if dark else base, p.highest, 3.0),
        "error": p.brick,
        "on_error": p.on_brick,
        "error_container": p.brick_container,
        "on_error_container": p.on_brick_container,
        "surface": p.surface,
        "on_surface": p.ink,
        "on_surface_variant": p.ink_soft,
        "surface_dim": p.highest if not dark else p.lowest,
        "surface_bright": p.lowest if not dark else p.highest,
        "surface_container_lowest": p.lowest,
        "surface_container_low": p.low,
        "surface_container": p.container,
        "surface_container_high": p.high,
        "surface_container_highest": p.highest,
        "outline": p.outline,
        "outline_variant": p.outline_soft,
        "shadow": p.shadow,
        "scrim": "#000000",
        "surface_tint": "#00000000",
        "inverse_surface": p.ink if not dark else "#EADFC9",
        "on_inverse_surface": LIGHT.low if not dark else LIGHT.ink,
        "inverse_primary": _readable(_tone(base, 0.8), LIGHT.ink, 4.6) if not dark else _readable(base, "#EADFC9", 4.6),
    }


def color_scheme(game_colour: str | None, *, dark: bool) -> ft.ColorScheme:
    """The roles as the client wants them."""
    return ft.ColorScheme(**roles(game_colour, dark=dark))


def _style(family: str, size: float, height: float, colour: ft.ColorValue | None, spacing: float = 0.0) -> ft.TextStyle:
    bold = family != SANS
    return ft.TextStyle(
        font_family=family,
        font_family_fallback=list(FALLBACK),
        size=size,
        height=height,
        letter_spacing=spacing,
        color=colour,
        weight=ft.FontWeight.W_400 if not bold else ft.FontWeight.W_600 if family == SERIF else ft.FontWeight.W_700,
    )


def text_theme(text_scale: float = 1.0, colour: ft.ColorValue | None = None) -> ft.TextTheme:
    """The type scale: a serif for what is announced, a very legible sans for everything else."""

    def size(points: float) -> float:
        return round(points * text_scale, 1)

    return ft.TextTheme(
        display_large=_style(SERIF, size(Type.display_large), 1.05, colour, -0.8),
        display_medium=_style(SERIF, size(Type.display_medium), 1.08, colour, -0.5),
        display_small=_style(SERIF, size(Type.display_small), 1.12, colour, -0.3),
        headline_large=_style(SERIF, size(Type.headline_large), 1.15, colour, -0.2),
        headline_medium=_style(SERIF, size(Type.headline_medium), 1.18, colour, -0.1),
        headline_small=_style(SERIF, size(Type.headline_small), 1.22, colour),
        title_large=_style(SERIF, size(Type.title_large), 1.25, colour),
        title_medium=_style(SANS_BOLD, size(Type.title_medium), 1.3, colour),
        title_small=_style(SANS_BOLD, size(Type.title_small), 1.3, colour),
        body_large=_style(SANS, size(Type.body_large), 1.42, colour),
        body_medium=_style(SANS, size(Type.body_medium), 1.42, colour),
        body_small=_style(SANS, size(Type.body_small), 1.4, colour),
        label_large=_style(SANS_BOLD, size(Type.label_large), 1.25, colour, 0.1),
        label_medium=_style(SANS_BOLD, size(Type.label_medium), 1.3, colour, 0.1),
        label_small=_style(SANS_BOLD, size(Type.label_small), 1.3, colour, 0.2),
    )


def _rounded(radius: float, side: ft.BorderSide | None = None) -> ft.RoundedRectangleBorder:
    return ft.RoundedRectangleBorder(radius=radius, side=side)


def theme(game_colour: str | None = None, *, dark: bool, text_scale: float = 1.0) -> ft.Theme:
    """The whole Material theme in the companion's identity, for one game and one brightness."""
    # Inside a theme the client resolves role names against its own default scheme, so colours are given plainly here.
    c = roles(game_colour, dark=dark)
    text = text_theme(text_scale, c["on_surface"])
    label, sheet = text.label_large, c["surface_container_low"]
    padding = ft.Padding.symmetric(horizontal=20.0, vertical=14.0)
    state = ft.ControlState
    hairline = ft.BorderSide(width=1.0, color=c["outline_variant"])
    filled = ft.ButtonStyle(
        elevation=0.0,
        padding=padding,
        shape=_rounded(Radii.button),
        text_style=label,
    )
    return ft.Theme(
        color_scheme=ft.ColorScheme(**c),
        text_theme=text,
        primary_text_theme=text,
        font_family=SANS,
        scaffold_bgcolor=c["surface"],
        canvas_color=c["surface"],
        card_bgcolor=sheet,
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
        bottom_appbar_theme=ft.BottomAppBarTheme(bgcolor=c["surface_container"], elevation=0.0),
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
        card_theme=ft.CardTheme(color=sheet, elevation=0.0, shape=_rounded(Radii.paper, hairline), margin=0.0),
        button_theme=ft.ButtonTheme(style=filled),
        filled_button_theme=ft.FilledButtonTheme(style=filled),
        outlined_button_theme=ft.OutlinedButtonTheme(
            style=ft.ButtonStyle(
                padding=padding,
                shape=_rounded(Radii.button),
                text_style=label,
                color={state.DISABLED: c["outline"], state.DEFAULT: c["on_surface"]},
                side=ft.BorderSide(width=1.5, color=c["outline"]),
            )
        ),
        text_button_theme=ft.TextButtonTheme(
            style=ft.ButtonStyle(padding=padding, shape=_rounded(Radii.button), text_style=label)
        ),
        icon_button_theme=ft.IconButtonTheme(
            style=ft.ButtonStyle(padding=12.0, shape=_rounded(Radii.button), icon_size=24.0)
        ),
        floating_action_button_theme=ft.FloatingActionButtonTheme(
            bgcolor=c["primary"],
            foreground_color=c["on_primary"],
            elevation=0.0,
            focus_elevation=0.0,
            hover_elevation=0.0,
            highlight_elevation=0.0,
            shape=_rounded(Radii.button),
            text_style=label,
        ),
        segmented_button_theme=ft.SegmentedButtonTheme(
            style=ft.ButtonStyle(
                shape=_rounded(Radii.button),
                text_style=text.label_medium,
                bgcolor={state.SELECTED: c["primary_container"]},
                color={state.SELECTED: c["on_primary_container"], state.DEFAULT: c["on_surface"]},
                side=ft.BorderSide(width=1.0, color=c["outline"]),
            )
        ),
        navigation_bar_theme=ft.NavigationBarTheme(
            bgcolor=c["surface_container"],
            indicator_color=c["primary_container"],
            indicator_shape=_rounded(Radii.button),
            elevation=0.0,
            label_text_style=text.label_small,
        ),
        navigation_rail_theme=ft.NavigationRailTheme(
            bgcolor=c["surface_container"],
            indicator_color=c["primary_container"],
            indicator_shape=_rounded(Radii.button),
            elevation=0.0,
            selected_label_text_style=text.label_small,
            unselected_label_text_style=text.label_small,
        ),
        tab_bar_theme=ft.TabBarTheme(
            label_text_style=text.label_large,
            unselected_label_text_style=text.label_large,
            label_color=c["primary"],
            unselected_label_color=c["on_surface_variant"],
            indicator_color=c["primary"],
            divider_color=c["outline_variant"],
        ),
        chip_theme=ft.ChipTheme(
            bgcolor=sheet,
            selected_color=c["primary_container"],
            shape=_rounded(Radii.button),
            border_side=ft.BorderSide(width=1.0, color=c["outline"]),
            label_text_style=text.label_medium,
            padding=10.0,
        ),
        list_tile_theme=ft.ListTileTheme(
            title_text_style=text.body_large,
            subtitle_text_style=text.body_small,
            leading_and_trailing_text_style=text.label_medium,
            icon_color=c["on_surface_variant"],
            text_color=c["on_surface"],
            selected_color=c["primary"],
            content_padding=ft.Padding.symmetric(horizontal=Space.l, vertical=Space.xs),
            shape=_rounded(Radii.paper),
        ),
        expansion_tile_theme=ft.ExpansionTileTheme(
            icon_color=c["primary"],
            text_color=c["on_surface"],
            collapsed_text_color=c["on_surface"],
            collapsed_icon_color=c["on_surface_variant"],
            shape=_rounded(Radii.paper),
            collapsed_shape=_rounded(Radii.paper),
        ),
        divider_theme=ft.DividerTheme(color=c["outline_variant"], thickness=1.0, space=1.0),
        snackbar_theme=ft.SnackBarTheme(
            bgcolor=c["inverse_surface"],
            action_text_color=c["inverse_primary"],
            content_text_style=_in_colour(text.body_medium, c["on_inverse_surface"]),
            behavior=ft.SnackBarBehavior.FLOATING,
            shape=_rounded(Radii.button),
            elevation=0.0,
        ),
        checkbox_theme=ft.CheckboxTheme(
            border_side=ft.BorderSide(width=2.0, color=c["outline"]), shape=_rounded(Radii.badge)
        ),
        popup_menu_theme=ft.PopupMenuTheme(
            color=sheet,
            elevation=2.0,
            shape=_rounded(Radii.paper, hairline),
            label_text_style=text.body_medium,
        ),
        progress_indicator_theme=ft.ProgressIndicatorTheme(
            color=c["primary"], linear_track_color=c["surface_container_highest"]
        ),
        tooltip_theme=ft.TooltipTheme(
            text_style=_in_colour(text.body_small, c["on_inverse_surface"]),
            decoration=ft.BoxDecoration(bgcolor=c["inverse_surface"], border_radius=ft.BorderRadius.all(Radii.badge)),
        ),
        icon_theme=ft.IconTheme(color=c["on_surface"], size=24.0),
        system_overlay_style=ft.SystemOverlayStyle(
            status_bar_color=ft.Colors.TRANSPARENT,
            status_bar_icon_brightness=ft.Brightness.LIGHT if dark else ft.Brightness.DARK,
            system_navigation_bar_icon_brightness=ft.Brightness.LIGHT if dark else ft.Brightness.DARK,
        ),
    )


def _in_colour(style: ft.TextStyle | None, colour: str) -> ft.TextStyle:
    assert style is not None
    return ft.TextStyle(
        font_family=style.font_family,
        font_family_fallback=list(FALLBACK),
        size=style.size,
        height=style.height,
        weight=style.weight,
        color=colour,
    )


def markdown_style(text_scale: float = 1.0) -> ft.MarkdownStyleSheet:
    """How the texts of the rules are set."""
    text = text_theme(text_scale, ft.Colors.ON_SURFACE)
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
        blockquote_text_style=text.body_large,
        blockquote_padding=ft.Padding.only(left=Space.l, top=Space.xs, bottom=Space.xs),
        blockquote_decoration=ft.BoxDecoration(
            border=ft.Border(left=ft.BorderSide(width=3.0, color=ft.Colors.PRIMARY))
        ),
        block_spacing=Space.m,
    )


def fonts() -> dict[str, str]:
    """The font files for ``page.fonts``, below the assets directory."""
    return {
        SERIF: "/fonts/Fraunces-SemiBold.ttf",
        SANS: "/fonts/AtkinsonHyperlegibleNext-Regular.ttf",
        SANS_BOLD: "/fonts/AtkinsonHyperlegibleNext-Bold.ttf",
        SYMBOLS: "/fonts/Symbols.ttf",
    }
