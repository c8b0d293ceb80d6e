"""The picture of a card, drawn from its face: nothing in it is fetched, run, or somebody else's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from games.core.cards.suits import SuitFace
from games.core.contract import CardFace

WIDTH, HEIGHT = 250, 350
INK, PAPER, EDGE = "#1f2328", "#fffdf7", "#8a8f98"
FONT = "Georgia, 'DejaVu Serif', 'Noto Serif', serif"
EMBLEMS: Final = {  # within 100 by 100, as the outlines of suits
    "crown": "M8 76 L2 26 L28 48 L50 10 L72 48 L98 26 L92 76 Z M8 82 H92 V92 H8 Z",
    "tiara": (
        "M14 76 L4 42 Q20 62 34 32 Q50 66 66 32 Q80 62 96 42 L86 76 Z M14 82 H86 V92 H14 Z"
        " M50 14 a9 9 0 1 1 -.01 0 Z"
    ),
    "shield": "M50 4 L90 16 V50 C90 74 72 89 50 97 C28 89 10 74 10 50 V16 Z"
    " M50 24 L26 46 V58 L50 36 L74 58 V46 Z",
    "pawn": (
        "M50 6 a20 20 0 0 1 13 35 L60 45 H68 V55 H60 C61 68 66 75 80 82 V94 H20 V82"
        " C34 75 39 68 40 55 H32 V45 H40 L37 41 A20 20 0 0 1 50 6 Z"
    ),
    "court": (
        "M50 6 L94 30 V38 H6 V30 Z M14 44 H28 V80 H14 Z M43 44 H57 V80 H43 Z M72 44 H86 V80 H72 Z"
        " M6 84 H94 V94 H6 Z"
    ),
    "cap": (
        "M50 58 C46 32 24 14 6 34 C18 36 22 46 24 62 H76 C78 46 82 36 94 34 C76 14 54 32 50 58 Z"
        " M18 68 H82 V82 H18 Z M7 40 a7 7 0 1 1 -.01 0 Z M93 40 a7 7 0 1 1 -.01 0 Z"
    ),
}
OF_RANK: Final = {
    "K": "crown", "Crown": "crown", "Q": "tiara", "J": "shield", "Pawn": "pawn", "Court": "court",
    "JK": "cap", None: "cap",
}  # fmt: skip
# By number of suits: middle and size of their great symbols; those of a card with an emblem.
GREAT: Final[Mapping[int, Sequence[tuple[int, int, int]]]] = {
    1: ((136, 190, 146),),
    2: ((124, 142, 96), (176, 240, 96)),
    3: ((150, 126, 80), (108, 226, 80), (192, 226, 80)),
}
EMBLEM_BESIDE: Final = {
    0: (125, 198, 150),
    1: (150, 148, 100),
    2: (150, 148, 100),
    3: (150, 196, 140),
}
BELOW: Final[Mapping[int, Sequence[tuple[int, int, int]]]] = {
    0: (),
    1: ((150, 246, 82),),
    2: ((108, 246, 70), (192, 246, 70)),
    3: (),  # they stand in the corner
}


def render_card_svg(face: CardFace, suits: Mapping[str, SuitFace]) -> str:
    """Return the picture of a card as SVG; it scales to any size."""
    own = [suits[suit] for suit in face.suits if suit in suits][:3]
    name = escape(face.name)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' role="img" aria-label={quoteattr(face.name)}><title>{name}</title>',
            f'<rect x="3" y="3" width="{WIDTH - 6}" height="{HEIGHT - 6}" rx="20" fill="{PAPER}"'
            f' stroke="{EDGE}" stroke-width="5"/>',
            *_corner_svg(face, own),
            *_middle_svg(face, own),
            _text_svg(
                face.name, (125, 326), min(24, 370 // max(1, len(face.name))), INK, weight="normal"
            ),
            "</svg>",
        ]
    )


def _corner_svg(face: CardFace, own: Sequence[SuitFace]) -> Iterator[str]:
    """Yield what still tells the card where it is small: its rank and its suits."""
    rank = face.rank or face.label
    size = {1: 82, 2: 74, 3: 50}.get(len(rank), 42)
    colour = own[0].colour if len(own) == 1 else INK
    yield _text_svg(rank, (18, 76 if size > 60 else 66), size, colour, anchor="start")
    for at, suit in enumerate(own):
        yield _shape_svg(suit.outline, suit.colour, 42, 118 + 54 * at, 46)


def _middle_svg(face: CardFace, own: Sequence[SuitFace]) -> Iterator[str]:
    """Yield the great symbols of the suits, below an emblem where the rank has one."""
    emblem = OF_RANK.get(face.rank)
    if emblem is None and not own:
        yield _text_svg(face.rank or face.label, (125, 252), 150, INK)
        return
    places = GREAT[len(own)] if emblem is None else BELOW[len(own)]
    if emblem is not None:
        x, y, size = EMBLEM_BESIDE[len(own)]
        colour = own[0].colour if len(own) == 1 else INK
        yield _shape_svg(EMBLEMS[emblem], colour, x, y, size)
    for suit, (x, y, size) in zip(own, places, strict=False):
        yield _shape_svg(suit.outline, suit.colour, x, y, size)


def _shape_svg(outline: str, colour: str, x: int, y: int, size: int) -> str:
    """Return an outline, filled, with its middle at a point."""
    left, top = x - size / 2, y - size / 2
    where = f"translate({left:g} {top:g}) scale({size / 100:g})"
    return f'<path d={quoteattr(outline)} fill="{colour}" transform="{where}"/>'


def _text_svg(
    words: str, at: tuple[int, int], size: int, colour: str, *,
    anchor: str = "middle", weight: str = "bold",
) -> str:  # fmt: skip
    """Return words with their line at a point."""
    return (
        f'<text x="{at[0]}" y="{at[1]}" font-family="{FONT}" font-size="{size}"'
        f' font-weight="{weight}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )
