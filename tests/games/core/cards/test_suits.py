"""Suits can be told apart: by symbol and outline, and by colour with any kind of sight."""

import itertools

import pytest

from games.core.cards.suits import SuitFace
from games.core.game import AnyGame
from tests.games.every import every_game

Triple = tuple[float, float, float]
PAPER = "#fffdf7"
# What is left of colours without the cones for red, green or blue (Machado, Oliveira, Fernandes).
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
APART = 20.0  # differences of colour (CIE 1976); 2 is what one can just see side by side
CONTRAST = 3.0  # what WCAG 2 asks of shapes


def light(colour: str) -> Triple:
    """Return how much light of each kind a colour is."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def luminance(colour: Triple) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def seen(colour: str, sight: str) -> Triple:
    """Return a colour as a kind of sight has it, in CIELAB."""
    given = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, given, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (
        one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116
        for one in (x, luminance((red, green, blue)), z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: SuitFace, other: SuitFace, sight: str) -> float:
    pairs = zip(seen(one.colour, sight), seen(other.colour, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_differences_of_colour_are_measured_as_usual() -> None:
    black, red = (SuitFace("", "", "", colour, "") for colour in ("#000000", "#ff0000"))
    assert difference(black, red, "usual") == pytest.approx(117.3, abs=0.2)
    assert difference(black, red, "no red") < 0.6 * difference(black, red, "usual")


@every_game
@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_suits_differ_for_every_kind_of_sight(game: AnyGame, sight: str) -> None:
    for one, other in itertools.combinations(game.presentation.suits, 2):
        assert difference(one, other, sight) >= APART, (one.suit, other.suit)


@every_game
def test_every_suit_has_a_symbol_and_an_outline_of_its_own_that_stand_out(game: AnyGame) -> None:
    assert {suit for face in game.presentation.faces for suit in face.suits} <= {
        one.suit for one in game.presentation.suits
    }
    for field in ("suit", "name", "symbol", "outline"):
        assert len({getattr(one, field) for one in game.presentation.suits}) == len(
            game.presentation.suits
        )
    for suit in game.presentation.suits:
        contrast = (luminance(light(PAPER)) + 0.05) / (luminance(light(suit.colour)) + 0.05)
        assert contrast >= CONTRAST, suit.suit
        assert len(suit.symbol) == 1
