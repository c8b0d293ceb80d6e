"""How suits look: each has a symbol, a colour and an outline, so that colour is never alone.

The colours of a deck can be told apart by those too who see no red, no green or no blue.
"""

from typing import Annotated, Final, NamedTuple


class SuitFace(NamedTuple):
    """How a suit looks."""

    suit: Annotated[str, "As in the `suits` of a card."]
    name: str
    symbol: Annotated[str, "One character that most fonts have."]
    colour: Annotated[str, "Six hex digits behind a #; it can be read on white."]
    outline: Annotated[str, "Its shape as an SVG path within 100 by 100, to be filled."]


FRENCH: Final = (
    SuitFace(
        "clubs",
        "Clubs",
        "♣",
        "#1c8f70",
        "M50 4 a22 22 0 1 1 -.01 0 Z M26 40 a22 22 0 1 1 -.01 0 Z M74 40 a22 22 0 1 1 -.01 0 Z"
        " M42 40 H58 V66 H42 Z M46 60 H54 C54 80 59 90 68 96 L32 96 C41 90 46 80 46 60 Z",
    ),
    SuitFace("diamonds", "Diamonds", "♦", "#163cab", "M50 3 L88 50 L50 97 L12 50 Z"),
    SuitFace(
        "hearts",
        "Hearts",
        "♥",
        "#d4101c",
        "M50 92 C22 66 4 48 4 28 C4 14 15 6 27 6 C38 6 46 13 50 23"
        " C54 13 62 6 73 6 C85 6 96 14 96 28 C96 48 78 66 50 92 Z",
    ),
    SuitFace(
        "spades",
        "Spades",
        "♠",
        "#16181c",
        "M50 4 C66 30 94 42 94 64 C94 78 84 85 74 85 C65 85 58 80 54 73 C56 83 60 91 67 96 L33 96"
        " C40 91 44 83 46 73 C42 80 35 85 26 85 C16 85 6 78 6 64 C6 42 34 30 50 4 Z",
    ),
)
