"""The Decktet: 45 cards of up to three suits each, as typed values with their lookup tables."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from games.core.contract import Card, CardFace, Cards

Suit = Literal["moons", "suns", "waves", "leaves", "wyrms", "knots"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "Pawn", "Court", "Crown"]
Type = Literal["personality", "location", "event"]

SUITS: Final[tuple[Suit, ...]] = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
NUMBERS: Final[tuple[Rank, ...]] = ("2", "3", "4", "5", "6", "7", "8", "9")
RANKS: Final[tuple[Rank, ...]] = ("A", *NUMBERS, "Pawn", "Court", "Crown")  # lowest first
TYPES: Final[tuple[Type, ...]] = ("personality", "location", "event")


class Face(NamedTuple):
    """What is printed on a card; the Excuse has no rank, no suit and no type."""

    id: Card
    name: str
    rank: Rank | None
    suits: tuple[Suit, ...]  # in the order of SUITS
    types: tuple[Type, ...]  # Aces have none


FACES: Final[tuple[Face, ...]] = (
    Face(Card("ace-moons"), "Ace of Moons", "A", ("moons",), ()),
    Face(Card("ace-suns"), "Ace of Suns", "A", ("suns",), ()),
    Face(Card("ace-waves"), "Ace of Waves", "A", ("waves",), ()),
    Face(Card("ace-leaves"), "Ace of Leaves", "A", ("leaves",), ()),
    Face(Card("ace-wyrms"), "Ace of Wyrms", "A", ("wyrms",), ()),
    Face(Card("ace-knots"), "Ace of Knots", "A", ("knots",), ()),
    Face(Card("author"), "The Author", "2", ("moons", "knots"), ("personality",)),
    Face(Card("desert"), "The Desert", "2", ("suns", "wyrms"), ("location",)),
    Face(Card("origin"), "The Origin", "2", ("waves", "leaves"), ("location", "event")),
    Face(Card("journey"), "The Journey", "3", ("moons", "waves"), ("event",)),
    Face(Card("painter"), "The Painter", "3", ("suns", "knots"), ("personality",)),
    Face(Card("savage"), "The Savage", "3", ("leaves", "wyrms"), ("personality",)),
    Face(Card("mountain"), "The Mountain", "4", ("moons", "suns"), ("location",)),
    Face(Card("sailor"), "The Sailor", "4", ("waves", "leaves"), ("personality",)),
    Face(Card("battle"), "The Battle", "4", ("wyrms", "knots"), ("event",)),
    Face(Card("forest"), "The Forest", "5", ("moons", "leaves"), ("location",)),
    Face(Card("discovery"), "The Discovery", "5", ("suns", "waves"), ("event",)),
    Face(Card("soldier"), "The Soldier", "5", ("wyrms", "knots"), ("personality",)),
    Face(Card("lunatic"), "The Lunatic", "6", ("moons", "waves"), ("personality",)),
    Face(Card("penitent"), "The Penitent", "6", ("suns", "wyrms"), ("personality",)),
    Face(Card("market"), "The Market", "6", ("leaves", "knots"), ("location", "event")),
    Face(Card("chance-meeting"), "The Chance Meeting", "7", ("moons", "leaves"), ("event",)),
    Face(Card("castle"), "The Castle", "7", ("suns", "knots"), ("location",)),
    Face(Card("cave"), "The Cave", "7", ("waves", "wyrms"), ("location",)),
    Face(Card("diplomat"), "The Diplomat", "8", ("moons", "suns"), ("personality",)),
    Face(Card("mill"), "The Mill", "8", ("waves", "leaves"), ("location",)),
    Face(Card("betrayal"), "The Betrayal", "8", ("wyrms", "knots"), ("event",)),
    Face(Card("pact"), "The Pact", "9", ("moons", "suns"), ("event",)),
    Face(Card("darkness"), "The Darkness", "9", ("waves", "wyrms"), ("location",)),
    Face(Card("merchant"), "The Merchant", "9", ("leaves", "knots"), ("personality",)),
    Face(Card("harvest"), "The Harvest", "Pawn", ("moons", "suns", "leaves"), ("event",)),
    Face(Card("watchman"), "The Watchman", "Pawn", ("moons", "wyrms", "knots"), ("personality",)),
    Face(
        Card("light-keeper"),
        "The Light Keeper",
        "Pawn",
        ("suns", "waves", "knots"),
        ("personality",),
    ),
    Face(Card("borderland"), "The Borderland", "Pawn", ("waves", "leaves", "wyrms"), ("location",)),
    Face(Card("consul"), "The Consul", "Court", ("moons", "waves", "knots"), ("personality",)),
    Face(Card("rite"), "The Rite", "Court", ("moons", "leaves", "wyrms"), ("event",)),
    Face(Card("island"), "The Island", "Court", ("suns", "waves", "wyrms"), ("location",)),
    Face(Card("window"), "The Window", "Court", ("suns", "leaves", "knots"), ("location",)),
    Face(Card("huntress"), "The Huntress", "Crown", ("moons",), ("personality",)),
    Face(Card("bard"), "The Bard", "Crown", ("suns",), ("personality",)),
    Face(Card("sea"), "The Sea", "Crown", ("waves",), ("location",)),
    Face(Card("end"), "The End", "Crown", ("leaves",), ("location", "event")),
    Face(Card("calamity"), "The Calamity", "Crown", ("wyrms",), ("event",)),
    Face(Card("windfall"), "The Windfall", "Crown", ("knots",), ("event",)),
    Face(Card("excuse"), "The Excuse", None, (), ()),
)

FACE: Final[Mapping[Card, Face]] = {face.id: face for face in FACES}
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
