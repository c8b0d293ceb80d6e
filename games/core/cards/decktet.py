"""The Decktet: 45 cards of up to three suits each, as typed values with their lookup tables.

The deck is by P.D. Magnus (http://www.decktet.com), who shares it under a Creative Commons licence;
its names of cards and suits are used here, its pictures are not.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from games.core.cards.suits import SuitFace
from games.core.contract import Card, CardFace, Cards

Suit = Literal["moons", "suns", "waves", "leaves", "wyrms", "knots"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "Pawn", "Court", "Crown"]
Type = Literal["personality", "location", "event"]

SUITS: Final[tuple[Suit, ...]] = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
NUMBERS: Final[tuple[Rank, ...]] = ("2", "3", "4", "5", "6", "7", "8", "9")
RANKS: Final[tuple[Rank, ...]] = ("A", *NUMBERS, "Pawn", "Court", "Crown")  # lowest first
TYPES: Final[tuple[Type, ...]] = ("personality", "location", "event")


class DecktetFace(NamedTuple):
    """What is printed on a card; the Excuse has no rank, no suit and no type."""

    id: Card
    name: str
    rank: Rank | None
    suits: tuple[Suit, ...]  # in the order of SUITS
    types: tuple[Type, ...]  # Aces have none


FACES: Final[tuple[DecktetFace, ...]] = (
    DecktetFace(Card("ace-moons"), "Ace of Moons", "A", ("moons",), ()),
    DecktetFace(Card("ace-suns"), "Ace of Suns", "A", ("suns",), ()),
    DecktetFace(Card("ace-waves"), "Ace of Waves", "A", ("waves",), ()),
    DecktetFace(Card("ace-leaves"), "Ace of Leaves", "A", ("leaves",), ()),
    DecktetFace(Card("ace-wyrms"), "Ace of Wyrms", "A", ("wyrms",), ()),
    DecktetFace(Card("ace-knots"), "Ace of Knots", "A", ("knots",), ()),
    DecktetFace(Card("author"), "The Author", "2", ("moons", "knots"), ("personality",)),
    DecktetFace(Card("desert"), "The Desert", "2", ("suns", "wyrms"), ("location",)),
    DecktetFace(Card("origin"), "The Origin", "2", ("waves", "leaves"), ("location", "event")),
    DecktetFace(Card("journey"), "The Journey", "3", ("moons", "waves"), ("event",)),
    DecktetFace(Card("painter"), "The Painter", "3", ("suns", "knots"), ("personality",)),
    DecktetFace(Card("savage"), "The Savage", "3", ("leaves", "wyrms"), ("personality",)),
    DecktetFace(Card("mountain"), "The Mountain", "4", ("moons", "suns"), ("location",)),
    DecktetFace(Card("sailor"), "The Sailor", "4", ("waves", "leaves"), ("personality",)),
    DecktetFace(Card("battle"), "The Battle", "4", ("wyrms", "knots"), ("event",)),
    DecktetFace(Card("forest"), "The Forest", "5", ("moons", "leaves"), ("location",)),
    DecktetFace(Card("discovery"), "The Discovery", "5", ("suns", "waves"), ("event",)),
    DecktetFace(Card("soldier"), "The Soldier", "5", ("wyrms", "knots"), ("personality",)),
    DecktetFace(Card("lunatic"), "The Lunatic", "6", ("moons", "waves"), ("personality",)),
    DecktetFace(Card("penitent"), "The Penitent", "6", ("suns", "wyrms"), ("personality",)),
    DecktetFace(Card("market"), "The Market", "6", ("leaves", "knots"), ("location", "event")),
    DecktetFace(Card("chance-meeting"), "The Chance Meeting", "7", ("moons", "leaves"), ("event",)),
    DecktetFace(Card("castle"), "The Castle", "7", ("suns", "knots"), ("location",)),
    DecktetFace(Card("cave"), "The Cave", "7", ("waves", "wyrms"), ("location",)),
    DecktetFace(Card("diplomat"), "The Diplomat", "8", ("moons", "suns"), ("personality",)),
    DecktetFace(Card("mill"), "The Mill", "8", ("waves", "leaves"), ("location",)),
    DecktetFace(Card("betrayal"), "The Betrayal", "8", ("wyrms", "knots"), ("event",)),
    DecktetFace(Card("pact"), "The Pact", "9", ("moons", "suns"), ("event",)),
    DecktetFace(Card("darkness"), "The Darkness", "9", ("waves", "wyrms"), ("location",)),
    DecktetFace(Card("merchant"), "The Merchant", "9", ("leaves", "knots"), ("personality",)),
    DecktetFace(Card("harvest"), "The Harvest", "Pawn", ("moons", "suns", "leaves"), ("event",)),
    DecktetFace(
        Card("watchman"), "The Watchman", "Pawn", ("moons", "wyrms", "knots"), ("personality",)
    ),
    DecktetFace(
        Card("light-keeper"),
        "The Light Keeper",
        "Pawn",
        ("suns", "waves", "knots"),
        ("personality",),
    ),
    DecktetFace(
        Card("borderland"), "The Borderland", "Pawn", ("waves", "leaves", "wyrms"), ("location",)
    ),
    DecktetFace(
        Card("consul"), "The Consul", "Court", ("moons", "waves", "knots"), ("personality",)
    ),
    DecktetFace(Card("rite"), "The Rite", "Court", ("moons", "leaves", "wyrms"), ("event",)),
    DecktetFace(Card("island"), "The Island", "Court", ("suns", "waves", "wyrms"), ("location",)),
    DecktetFace(Card("window"), "The Window", "Court", ("suns", "leaves", "knots"), ("location",)),
    DecktetFace(Card("huntress"), "The Huntress", "Crown", ("moons",), ("personality",)),
    DecktetFace(Card("bard"), "The Bard", "Crown", ("suns",), ("personality",)),
    DecktetFace(Card("sea"), "The Sea", "Crown", ("waves",), ("location",)),
    DecktetFace(Card("end"), "The End", "Crown", ("leaves",), ("location", "event")),
    DecktetFace(Card("calamity"), "The Calamity", "Crown", ("wyrms",), ("event",)),
    DecktetFace(Card("windfall"), "The Windfall", "Crown", ("knots",), ("event",)),
    DecktetFace(Card("excuse"), "The Excuse", None, (), ()),
)

FACE: Final[Mapping[Card, DecktetFace]] = {face.id: face for face in FACES}
NAME: Final[Mapping[Card, str]] = {face.id: face.name for face in FACES}
RANK: Final[Mapping[Card, Rank | None]] = {face.id: face.rank for face in FACES}
SUITS_OF: Final[Mapping[Card, tuple[Suit, ...]]] = {face.id: face.suits for face in FACES}
TYPES_OF: Final[Mapping[Card, tuple[Type, ...]]] = {face.id: face.types for face in FACES}


def of_rank(*ranks: Rank) -> Cards:
    """Return the cards of these ranks, in the order of FACES."""
    return tuple(face.id for face in FACES if face.rank in ranks)


def of_suit(suit: Suit) -> Cards:
    """Return the cards that show this suit, in the order of FACES."""
    return tuple(face.id for face in FACES if suit in face.suits)


def of_type(kind: Type) -> Cards:
    """Return the cards of this type, in the order of FACES."""
    return tuple(face.id for face in FACES if kind in face.types)


ACES: Final[Cards] = of_rank("A")
CROWNS: Final[Cards] = of_rank("Crown")
PAWNS: Final[Cards] = of_rank("Pawn")
COURTS: Final[Cards] = of_rank("Court")
EXCUSE: Final = Card("excuse")
BASIC: Final[Cards] = of_rank("A", *NUMBERS, "Crown")  # the 36 cards of the basic deck
EXTENDED: Final[Cards] = tuple(FACE)  # all 45, the Excuse last

INITIALS: Final[Mapping[Suit, str]] = {
    "moons": "M", "suns": "S", "waves": "Wa", "leaves": "L", "wyrms": "Wy", "knots": "K",
}  # fmt: skip
CARD_FACES: Final = tuple(
    CardFace(
        face.id,
        face.name,
        face.rank,
        face.suits,
        f"{face.rank or 'Ex'}{''.join(INITIALS[suit] for suit in face.suits)}",
    )
    for face in FACES
)
SUIT_FACES: Final = (
    SuitFace(
        "moons",
        "Moons",
        "☾",
        "#23272e",
        "M70 6 A46 46 0 1 0 70 94 A37 37 0 1 1 70 6 Z",
    ),
    SuitFace(
        "suns",
        "Suns",
        "☼",
        "#c47a00",
        "M50 26 a24 24 0 1 1 -.01 0 Z M50 2 L57 20 L43 20 Z M84 16 L77 34 L66 23 Z M98 50 L80"
        " 57 L80 43 Z M84 84 L66 77 L77 66 Z M50 98 L43 80 L57 80 Z M16 84 L23 66 L34 77 Z M2"
        " 50 L20 43 L20 57 Z M16 16 L34 23 L23 34 Z",
    ),
    SuitFace(
        "waves",
        "Waves",
        "≈",
        "#0b5cc0",
        "M4 34 C16 14 32 14 50 30 C68 46 82 46 96 28 L96 46 C82 64 66 64 50 48 C34 32 18 34 4"
        " 52 Z M4 66 C16 46 32 46 50 62 C68 78 82 78 96 60 L96 78 C82 96 66 96 50 80 C34 64"
        " 18 66 4 84 Z",
    ),
    SuitFace(
        "leaves",
        "Leaves",
        "❧",
        "#1a9a55",
        "M50 3 C86 22 92 58 54 82 V97 H46 V82 C8 58 14 22 50 3 Z M48.5 24 V70 H51.5 V24 Z",
    ),
    SuitFace(
        "wyrms",
        "Wyrms",
        "§",
        "#960808",
        "M62 4 C84 0 98 14 96 32 L70 36 C62 24 40 22 40 32 C40 44 92 40 92 68 C92 92 56 102"
        " 30 94 C18 90 8 84 3 72 L20 76 C40 86 72 82 72 68 C72 54 18 60 18 34 C18 14 40 8 62"
        " 4 Z M77 11 a6 6 0 1 0 .01 0 Z",
    ),
    SuitFace(
        "knots",
        "Knots",
        "⌘",
        "#8f4a96",
        "M26 6 a20 20 0 1 1 -.01 0 Z M26 16 a10 10 0 1 0 .01 0 Z M26 54 a20 20 0 1 1 -.01 0 Z"
        " M26 64 a10 10 0 1 0 .01 0 Z M74 6 a20 20 0 1 1 -.01 0 Z M74 16 a10 10 0 1 0 .01 0 Z"
        " M74 54 a20 20 0 1 1 -.01 0 Z M74 64 a10 10 0 1 0 .01 0 Z M36 26 H46 V74 H36 Z M54"
        " 26 H64 V74 H54 Z M26 36 H74 V46 H26 Z M26 54 H74 V64 H26 Z",
    ),
)
