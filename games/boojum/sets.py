"""The 22 kinds of sets, and the judge of what is turned in for a token (rule 9)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

from games.boojum import refusals
from games.boojum.actions import Claim
from games.boojum.cards import (
    ALL_SUITS,
    EXCUSE,
    SUIT_MASK,
    SUIT_NUMBERS,
    SUITS,
    TYPE_NUMBERS,
    RankOrder,
)
from games.boojum.faults import (
    aces_and_crowns_fault,
    can_supply,
    one_rank_fault,
    run_fault,
    symbols_fault,
)
from games.boojum.options import Options
from games.core.cards.decktet import RANK
from games.core.contract import Advice, Cards, Illegal
from games.core.dispatch import by_word
from games.core.presentation.texts import english_text

PEOPLE, LOCATIONS, EVENTS = range(3)  # numbers of decktet.TYPES
TYPE_WORDS: Final = ("people", "locations", "events")


Form = Literal[
    "straight",
    "run",
    "flush",
    "one_rank",
    "typed",
    "typed_suit",
    "typed_run",
    "symbols",
    "aces_and_crowns",
]
FORMS: Final[tuple[Form, ...]] = get_args(Form)


class SetKind(NamedTuple):
    """One way to a token.

    Attributes:
        form: how the cards hang together; names the function that judges it.
        size: number of cards; 0 for any number.
        number: of the type of all cards in typed sets, symbols of each suit in symbol sets.
        must: the condition in words.
    """

    token: str
    kind: str
    form: Form
    size: int
    number: int
    must: str


def _typed_set_kinds(token: str, size: int, number: int) -> tuple[SetKind, ...]:
    """Return the kinds that ask for one type: any cards of it, or the two stricter ones."""
    word = TYPE_WORDS[number]
    if token == "leaves":
        return (SetKind(token, word, "typed", size, number, f"{size} {word}"),)
    return (
        SetKind(
            token,
            f"{word}_of_a_suit",
            "typed_suit",
            size,
            number,
            f"{size} {word} that share a suit",
        ),
        SetKind(
            token,
            f"{word}_in_sequence",
            "typed_run",
            size,
            number,
            f"{size} {word} of consecutive ranks",
        ),
    )


def _untyped_set_kind(token: str, kind: Form, size: int) -> SetKind:
    """Return a straight, run, flush or set of one rank."""
    must = {
        "straight": f"{size} cards of consecutive ranks that share a suit",
        "run": f"{size} cards of consecutive ranks",
        "flush": f"{size} cards that share a suit",
        "one_rank": f"{size} cards of one rank",
    }[kind]
    return SetKind(token, kind, kind, size, 0, must)


KINDS: Final[tuple[SetKind, ...]] = (
    _untyped_set_kind("moons", "straight", 6),
    SetKind("moons", "aces_and_crowns", "aces_and_crowns", 8, 0, "four Aces and four Crowns"),
    _untyped_set_kind("moons", "one_rank", 6),
    _untyped_set_kind("suns", "straight", 5),
    _untyped_set_kind("suns", "one_rank", 5),
    _untyped_set_kind("suns", "flush", 8),
    _untyped_set_kind("waves", "straight", 4),
    _untyped_set_kind("waves", "one_rank", 4),
    _untyped_set_kind("waves", "flush", 7),
    SetKind("leaves", "symbols", "symbols", 0, 2, "exactly two symbols of each of the six suits"),
    *_typed_set_kinds("leaves", 6, LOCATIONS),
    *_typed_set_kinds("leaves", 6, PEOPLE),
    *_typed_set_kinds("leaves", 6, EVENTS),
    *_typed_set_kinds("wyrms", 3, LOCATIONS),
    *_typed_set_kinds("wyrms", 3, PEOPLE),
    *_typed_set_kinds("wyrms", 3, EVENTS),
    SetKind("knots", "symbols", "symbols", 0, 1, "exactly one symbol of each of the six suits"),
    _untyped_set_kind("knots", "run", 5),
    _untyped_set_kind("knots", "flush", 5),
)
KINDS_OF: Final[Mapping[str, tuple[SetKind, ...]]] = {
    suit: tuple(one for one in KINDS if one.token == suit) for suit in SUITS
}
KIND: Final[Mapping[tuple[str, str], SetKind]] = {(one.token, one.kind): one for one in KINDS}


class TurnedInCards(NamedTuple):
    """What is turned in: the cards without Excuses, the number of Excuses, the words for them."""

    cards: Cards
    excuses: int
    named: tuple[str, ...]


def standing_for(
    kind: SetKind, cards: Cards, named: tuple[str, ...], options: Options
) -> tuple[str, ...]:
    """Return what each Excuse of a set stands for; Illegal when the cards are no such set."""
    if not cards:
        raise refusals.EMPTY_CLAIM(kind.must)
    real = tuple(card for card in cards if card != EXCUSE)
    turned = TurnedInCards(real, len(cards) - len(real), named)
    if kind.size and len(cards) != kind.size:
        raise refusals.WRONG_SIZE(kind.size, len(cards), kind.must)
    if not real:
        raise refusals.ONLY_EXCUSES()
    if len(named) > turned.excuses:
        raise refusals.TOO_MANY_NAMES(turned.excuses)
    return JUDGES[kind.form](kind, turned, options)


def _require_no_names(kind: SetKind, turned: TurnedInCards) -> tuple[str, ...]:
    """B29: where the other cards fix what an Excuse stands for, it is not named."""
    if turned.named:
        unnamed = Advice("leave it unnamed", (_claim_of(kind, turned, ()),))
        raise refusals.NOTHING_TO_NAME(unnamed)
    return ()


def _claim_of(kind: SetKind, turned: TurnedInCards, named: tuple[str, ...]) -> Claim:
    """Return the claim of these cards with other words for its Excuses."""
    cards = turned.cards + (EXCUSE,) * turned.excuses
    return Claim(kind.token, kind.kind, cards, named)


def _misnamed(kind: SetKind, turned: TurnedInCards, right: Iterable[str]) -> Illegal:
    """B29: say that the cards are a set, and which names for one of its Excuses would be right."""
    words = [*right]
    claims = tuple(_claim_of(kind, turned, named) for named in ((), *((word,) for word in words)))
    name_first = english_text(refusals.NAME_FIRST(words=" or ".join(words)))
    advice = Advice(name_first, claims)
    return refusals.MISNAMED(" and ".join(turned.named), advice)


def _require_set(kind: SetKind, fault: str | None) -> None:
    """Rule 9: refuse cards that are no such set, whatever the Excuses among them are named."""
    if fault is not None:
        raise refusals.NOT_THIS_SET(kind.must, fault)


def _require_shared_suit(cards: Cards) -> None:
    """B1: one suit is printed on every card."""
    shared = ALL_SUITS
    for card in cards:
        shared &= SUIT_MASK[card]
    if not shared:
        raise refusals.NO_SHARED_SUIT()


def _require_type(kind: SetKind, cards: Cards) -> None:
    """Rule 9, B14, B15: all cards show the type."""
    for card in cards:
        if kind.number not in TYPE_NUMBERS[card]:
            rule = "B15" if RANK[card] == "A" else "9"
            raise refusals.WRONG_TYPE.under(rule)(card, TYPE_WORDS[kind.number], kind.must)


def _judge_flush(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """All cards share a suit; an Excuse shows it."""
    _require_shared_suit(turned.cards)
    return _require_no_names(kind, turned)


def _judge_one_rank(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """All cards have one rank; duplicates are welcome (B31 for Pawns and Courts)."""
    _require_set(kind, one_rank_fault(turned.cards))
    return _require_no_names(kind, turned)


def _judge_typed(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """All cards are of one type."""
    _require_type(kind, turned.cards)
    return _require_no_names(kind, turned)


def _judge_typed_suit(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """All cards are of one type and share a suit."""
    _require_type(kind, turned.cards)
    _require_shared_suit(turned.cards)
    return _require_no_names(kind, turned)


def _judge_typed_run(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """All cards are of one type and their ranks are consecutive."""
    _require_type(kind, turned.cards)
    return _judge_run(kind, turned, options)


def _judge_straight(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """Consecutive ranks, and all cards share a suit."""
    _require_shared_suit(turned.cards)
    return _judge_run(kind, turned, options)


def _judge_run(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """Consecutive ranks, one card a rank; Excuses fill the lowest gaps (B29)."""
    ranks, size = options.ranks, kind.size
    places = [ranks.place[card] for card in turned.cards]
    _require_set(kind, run_fault(places, size, ranks))
    named = _named_places(turned.named, ranks)
    highest_start = min(*places, len(ranks.ranks) - size + 1)
    starts = range(max(1, max(places) - size + 1), highest_start + 1)
    fit = [at for at in starts if all(at <= place < at + size for place in named)]
    if not fit or len({*places, *named}) < len(places) + len(named):
        gaps = {place for at in starts for place in range(at, at + size)} - {*places}
        raise _misnamed(kind, turned, [ranks.ranks[gap - 1] for gap in sorted(gaps)])
    gaps = {*range(fit[0], fit[0] + size)} - {*places, *named}
    return turned.named + tuple(ranks.ranks[gap - 1] for gap in sorted(gaps))


def _named_places(named: Sequence[str], ranks: RankOrder) -> list[int]:
    """Return the places of the ranks that Excuses name (B18)."""
    for word in named:
        if word not in ranks.ranks:
            raise refusals.NO_RANK_IN_PLAY(word, ", ".join(ranks.ranks))
    known: tuple[str, ...] = ranks.ranks
    return [known.index(word) + 1 for word in named]


def _judge_aces_and_crowns(
    kind: SetKind, turned: TurnedInCards, options: Options
) -> tuple[str, ...]:
    """Four Aces and four Crowns of any suits."""
    _require_set(kind, aces_and_crowns_fault(turned.cards))
    if any(word not in ("A", "Crown") for word in turned.named):
        raise refusals.NO_ACE_OR_CROWN()
    real: list[str | None] = [RANK[card] for card in turned.cards]
    left = {rank: 4 - real.count(rank) - turned.named.count(rank) for rank in ("A", "Crown")}
    if min(left.values()) < 0:
        raise _misnamed(kind, turned, [rank for rank in left if real.count(rank) < 4])
    return turned.named + ("A",) * left["A"] + ("Crown",) * left["Crown"]


def _judge_symbols(kind: SetKind, turned: TurnedInCards, options: Options) -> tuple[str, ...]:
    """Exactly one (two) symbols of each suit; each Excuse supplies named ones (B16)."""
    missing, most = [kind.number] * len(SUITS), options.excuse_symbols
    for card in turned.cards:
        for number in SUIT_NUMBERS[card]:
            missing[number] -= 1
    _require_set(kind, symbols_fault(missing, turned.excuses, most))
    unnamed = turned.excuses - len(turned.named)
    left = [*missing]
    for word in turned.named:
        left = _without_symbols(left, _named_suits(word, most))
    if not can_supply(left, unnamed, most):
        right = [
            suit for number, suit in enumerate(SUITS)
            if can_supply(_without_symbols(missing, [number]), turned.excuses - 1, most)
        ]  # fmt: skip
        raise _misnamed(kind, turned, right)
    wanted = [suit for suit, count in zip(SUITS, left, strict=True) for _ in range(count)]
    return turned.named + tuple("/".join(wanted[at::unnamed]) for at in range(unnamed))


def _without_symbols(missing: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Return what is still missing when a symbol of each of these suits is supplied."""
    return [count - numbers.count(number) for number, count in enumerate(missing)]


def _named_suits(word: str, most: int) -> list[int]:
    """Return the numbers of the suits that one Excuse names (B16)."""
    suits = word.split("/")
    if len(suits) > most or len(set(suits)) < len(suits) or not set(SUITS).issuperset(suits):
        raise refusals.WRONG_SYMBOLS(
            "one symbol" if most == 1 else english_text(refusals.SYMBOLS(most=most))
        )
    known: tuple[str, ...] = SUITS
    return [known.index(suit) for suit in suits]


JUDGES: Final[Mapping[Form, Callable[[SetKind, TurnedInCards, Options], tuple[str, ...]]]] = (
    by_word(
        FORMS,
        {
            "straight": _judge_straight,
            "run": _judge_run,
            "flush": _judge_flush,
            "one_rank": _judge_one_rank,
            "typed": _judge_typed,
            "typed_suit": _judge_typed_suit,
            "typed_run": _judge_typed_run,
            "symbols": _judge_symbols,
            "aces_and_crowns": _judge_aces_and_crowns,
        },
    )
)


def open_tokens(tokens: Sequence[str], options: Options) -> tuple[str, ...]:
    """Return the tokens that a seat with these tokens may still take (B11)."""
    if options.allow_duplicate_token:
        return SUITS
    return tuple(suit for suit in SUITS if suit not in tokens)
