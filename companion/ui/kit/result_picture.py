"""The result of a game to share: a picture and a line of text."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from attrs import evolve, frozen

from companion.i18n import Renderer
from companion.kernel.text import Listing, Text, messages
from companion.stats.score_chart import chart
from companion.tables.avatars import Avatar
from companion.ui.design import theme
from companion.ui.design.player_badge import GROUND
from companion.ui.design.text_fit import ems
from companion.ui.kit.drawing import LEFT, MIDDLE, RIGHT, Drawing, Line, Pen, Words, broken, fitted
from companion.ui.kit.share_image import Shared

T, N = messages("companion")

#: Width of a picture and its margin, in pixels.
WIDTH: Final = 1080
MARGIN: Final = 64.0
ROOM: Final = WIDTH - 2 * MARGIN

#: Heights of a line of the ranking, with few players and with many.
_HIGH, _LOW, _FEW = 88.0, 66.0, 8
#: Height of the chart, and the width of the names at its right.
_CHART: Final = 430.0
_NAMES: Final = 230.0


@frozen
class Standing:
    """A player's result."""

    place: int
    name: str
    mark: Avatar
    points: int


@frozen
class Result:
    """The result of a game.

    :param game: its title.
    :param colour: the game's colour.
    :param outcome: the result in a sentence, without the points.
    :param over: whether the game is over.
    :param players: the players by seat.
    :param total: the points of all together in a cooperative game, which has no places.
    :param course: everybody's totals after each round.
    """

    game: str
    colour: str | None
    at: datetime
    outcome: Text
    over: bool
    players: tuple[Standing, ...]
    total: int | None
    course: Sequence[Sequence[int]]

    @property
    def ranked(self) -> list[Standing]:
        """The players by their places."""
        return sorted(self.players, key=lambda player: player.place)

    @property
    def level(self) -> bool:
        """Whether all players have the same place."""
        return all(player.place == 1 for player in self.players)

    def sentence(self, renderer: Renderer) -> Text:
        """Return the result with everybody's points."""

        def scored(player: Standing) -> str:
            return f"{player.name}\u00a0{renderer.number(player.points)}"

        def behind(player: Standing) -> str:
            return f"{player.name}\u00a0({renderer.number(player.points)})"

        def named(players: Sequence[Standing]) -> Listing:
            return Listing(tuple(player.name for player in players))

        everybody = self.ranked
        if self.total is not None:
            return T(
                "{game}: {players} scored {points} together.",
                game=self.game,
                players=named(everybody),
                points=self.total,
            )
        if not self.over:
            stand = Listing(tuple(map(scored, everybody)))
            return T("{game}, not over yet: {players}.", game=self.game, players=stand)
        if self.level:
            return T("{game}, a draw: {players}.", game=self.game, players=Listing(tuple(map(scored, everybody))))
        first = [player for player in everybody if player.place == 1]
        return N(
            "{game}: {players} wins with {points}, ahead of {others}.",
            "{game}: {players} win with {points} each, ahead of {others}.",
            n=len(first),
            players=named(first),
            game=self.game,
            points=first[0].points,
            others=Listing(tuple(behind(player) for player in everybody if player.place > 1)),
        )

    def shared(self, renderer: Renderer) -> Shared:
        """Return the picture and the line of text."""
        title = f"{self.game}, {renderer.date(self.at)}"
        text = renderer.text(evolve(self, game=title).sentence(renderer))
        return Shared(self.drawn(renderer), title, text, self.at.astimezone().date())

    def drawn(self, renderer: Renderer) -> Drawing:
        """Return the picture. Decision: it is the light paper also in the dark theme, since others see it elsewhere."""
        ink, pen = theme.roles(self.colour, dark=False), Pen(WIDTH)
        picture_head(pen, ink, self.game, renderer.date(self.at))
        for line in _wrapped(renderer.text(self.outcome), 60.0):
            pen.words(line, MARGIN, ROOM, 76.0, size=60.0, colour=ink["on_surface"], family=theme.SERIF)
            pen.y += 76.0
        pen.y += 28.0
        self._places(pen, ink, renderer)
        if len(self.course) > 1:
            pen.y += 40.0
            self._chart(pen, ink)
        pen.y += MARGIN
        return pen.done(ink["surface"])

    def _places(self, pen: Pen, ink: theme.Roles, renderer: Renderer) -> None:
        high = _HIGH if len(self.players) <= _FEW else _LOW
        scale = high / _HIGH
        pen.box(MARGIN, ROOM, high * len(self.players), ink["surface_container_low"], 24.0)
        together = self.total is not None
        for player in self.ranked:
            if player.place == 1 and not together and not self.level:
                pen.box(MARGIN, ROOM, high, ink["primary_container"], 24.0)
            left, right = MARGIN + 32.0, MARGIN + ROOM - 32.0
            if not together:
                place = renderer.text(T("{place}.", place=player.place))
                pen.words(place, left, 90.0, high, size=44.0 * scale, colour=ink["on_surface"], family=theme.SERIF)
                left += 90.0
                points = renderer.number(player.points)
                colour = ink["primary"]
                size = 48.0 * scale
                pen.words(points, right, 260.0, high, size=size, colour=colour, family=theme.SERIF, anchor=RIGHT)
                right -= ems(points) * size + 24.0
            disc(pen, ink, player.mark, left, high, 44.0 * scale)
            left += 44.0 * scale + 20.0
            size, family = 42.0 * scale, theme.SANS_BOLD
            pen.words(player.name, left, right - left, high, size=size, colour=ink["on_surface"], family=family)
            pen.y += high

    def _chart(self, pen: Pen, ink: theme.Roles) -> None:
        """Draw the course of the points: a line for each player, with the name at its end."""
        # drawn at half its size on a page, for larger type
        drawn, soft = chart(self.course, ROOM / 2, _CHART / 2, right=_NAMES / 2), ink["on_surface_variant"]
        end = drawn.width - _NAMES / 2

        def at(x: float, y: float) -> tuple[float, float]:
            return MARGIN + 2 * x, pen.y + 2 * y

        for level in drawn.levels:
            pen.shapes.append(Line((at(drawn.left, level.at), at(end, level.at)), ink["outline_variant"], 2.0))
            pen.shapes.append(Words(*at(drawn.left - 8.0, level.at), level.text, theme.SANS, 24.0, soft, RIGHT))
        for round in drawn.rounds:
            pen.shapes.append(Words(*at(round.at, drawn.height - 8.0), round.text, theme.SANS, 24.0, soft, MIDDLE))
        for player, line in zip(self.players, drawn.lines, strict=True):
            through = tuple(at(*point) for point in line)
            # a dark line below it gives every colour enough contrast
            pen.shapes += [Line(through, soft, 9.0), Line(through, GROUND[player.mark.colour][0], 6.0)]
        top = pen.y
        for player, y in zip(self.players, drawn.ends, strict=True):
            x, middle = at(end + 12.0, y)
            name, size = fitted(player.name, 26.0, _NAMES - 54.0)
            pen.shapes.append(Words(x + 30.0, middle, name, theme.SANS_BOLD, size, ink["on_surface"], LEFT))
            pen.y = middle - 10.0
            disc(pen, ink, player.mark, x, 20.0, 20.0)
            pen.y = top
        pen.y += _CHART


def picture_head(pen: Pen, ink: theme.Roles, title: str, below: str) -> None:
    """Draw the head of a picture: a title and what stands below it, on the game's colour."""
    pen.box(0.0, WIDTH, 212.0, ink["primary"])
    pen.y += 40.0
    pen.words(title, MARGIN, ROOM, 84.0, size=68.0, colour=ink["on_primary"], family=theme.SERIF)
    pen.y += 84.0
    pen.words(below, MARGIN, ROOM, 48.0, size=34.0, colour=ink["on_primary"])
    pen.y += 88.0 + 40.0


def disc(pen: Pen, ink: theme.Roles, mark: Avatar, x: float, high: float, size: float) -> None:
    """Draw the disc of a player's colour, in the middle of a line."""
    before, pen.y = pen.y, pen.y + (high - size) / 2
    pen.box(x, size, size, ink["outline"], size / 2)
    pen.y += 2.0
    pen.box(x + 2.0, size - 4.0, size - 4.0, GROUND[mark.colour][0], size / 2 - 2.0)
    pen.y = before


def _wrapped(text: str, size: float) -> list[str]:
    return broken(text.split(" "), size, ROOM)
