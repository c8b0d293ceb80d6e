"""The sheet of cards in docs: ``python -m tests.docs.cards`` draws it anew."""

from games import NEWEST
from service.games.card_svg import HEIGHT, WIDTH, render_card_svg
from tests.folders import ROOT

SHEET = ROOT / "docs" / "cards.svg"
SHOWN = {
    "boosh": ("AC", "7D", "10H", "JS", "QH", "KD", "JK"),
    "boon": ("blue-1", "green-6", "red-5", "gold-7", "gold-14"),
    "boojum": (
        "ace-moons", "author", "desert", "sailor", "forest", "watchman", "consul", "huntress",
        "calamity", "excuse",
    ),
    "bum": ("3-1", "K-1", "2-1", "JK-1"),
}  # fmt: skip
ROW, GAP, SIZE = 13, 10, 75  # cards, and pixels


def svg() -> str:
    """Return cards of every deck in rows."""
    high = SIZE * HEIGHT // WIDTH
    found = []
    for name, cards in SHOWN.items():
        game = NEWEST[name]
        suits = {suit.suit: suit for suit in game.presentation.suits}
        found += [
            render_card_svg(face, suits) for face in game.presentation.faces if face.id in cards
        ]
    rows = -(-len(found) // ROW)
    width, height = ROW * (SIZE + GAP) + GAP, rows * (high + GAP) + GAP
    placed = [
        one.replace("<svg ", f'<svg x="{x}" y="{y}" width="{SIZE}" height="{high}" ', 1)
        for at, one in enumerate(found)
        for x, y in [(GAP + at % ROW * (SIZE + GAP), GAP + at // ROW * (high + GAP))]
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
            '<rect width="100%" height="100%" rx="8" fill="#2e6b4f"/>',
            *placed,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    SHEET.write_text(svg())
