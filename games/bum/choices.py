"""What a seat may do: every combination of ranks once, in its lowest cards.

Cards of one rank are interchangeable, so a `Pick` stands beside the list for all other cards of
the same ranks. Where Jokers are ranked (U35), a combination of which a Joker is the highest card
stands there once for each Joker that this may be.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from games.bum.actions import Action, Give, Pass, Play
from games.bum.cards import (
    A_TYPE,
    ACE,
    JOKER,
    RANK,
    RANK_WORDS,
    TOP_RANK,
    TWO,
    Combination,
    Kind,
    by_rank,
    possible_combinations,
    type_note,
)
from games.bum.scoring import exchanged_cards
from games.bum.state import State
from games.core.contract import Card, Cards, Choices, Pick, Seat
from games.core.presentation.texts import english_text, template

Rows = tuple[Cards, ...]  # the cards of a hand by rank
PASS = Pass()
ONLY_PASS: Choices[Action] = Choices((PASS,))
NOTHING: Choices[Action] = Choices()
SINGLE = {card: Play((Card(card),)) for card in RANK}
GIVE = template(
    "bum.pick.give", "Give {count, plural, one {# card} other {# cards}}", count="number"
)
MUST_BE = template(
    "bum.pick.must", "{what} of a rank higher than {rank}", what="notes", rank="word"
)
PLAY_PICK = template("bum.pick.play", "Play {must}", must="notes")
LEAD = "Lead a set or a sequence"
TO_LEAD = (
    "one set (cards of one rank; Twos and Jokers are wild) or one sequence (three or more "
    "consecutive ranks, equally many of each, nothing wild); A, 2 and Joker in equal numbers "
    "must be declared set or sequence"
)


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Return what a seat may do now; nothing when it is not its turn."""
    if seat != state.turn:
        return NOTHING
    hand = state.hands[seat]
    if state.phase == "exchange":
        return _gift_choices(*cards_to_give(state, seat))
    ranked = state.options.ranked_jokers
    if state.lead is None:
        return lead_choices(hand, ranked)
    plays = _plays_beating(by_rank(hand), state.lead, ranked)
    if not plays:
        return ONLY_PASS
    size, text, must, bounds = _requirements_to_beat(state.lead)
    pick: Pick[Action] = Pick(plays[0], "cards", hand, size, size, text, must, bounds)
    return Choices((*plays, PASS), (pick,))


def cards_to_give(state: State, seat: Seat) -> tuple[int, Cards]:
    """U36: return how many cards the seat gives that chooses now, and which those may be."""
    count = exchanged_cards(state.seats)[state.order.index(seat)]
    return count, tuple([card for card in state.hands[seat] if RANK[card] != JOKER])


def _gift_choices(count: int, cards: Cards) -> Choices[Action]:
    """U36: any cards but Jokers, the lowest for example."""
    text = english_text(GIVE(count=count))
    return Choices((), (Pick(Give(cards[:count]), "cards", cards, count, count, text),))


@lru_cache(maxsize=256)
def _requirements_to_beat(lead: Combination) -> tuple[int, str, str, dict[str, Any]]:
    """Return what a play must be to beat this one: how many cards, in words, and in numbers."""
    kind, size, length, rank = lead
    must = MUST_BE(what=(A_TYPE(what=(type_note(lead),)),), rank=RANK_WORDS[rank])
    bounds = {"kind": kind, "size": size, "length": length, "above": RANK_WORDS[rank]}
    return size * length, english_text(PLAY_PICK(must=(must,))), english_text(must), bounds


def fallback(state: State, seat: Seat) -> Action:
    """Return what is done for a seat whose time is up: pass; as leader the lowest single card.

    In the exchange (U36) it gives its lowest cards.
    """
    if state.phase == "exchange":
        count, cards = cards_to_give(state, seat)
        return Give(cards[:count])
    return PASS if state.lead is not None else SINGLE[state.hands[seat][0]]


@lru_cache(maxsize=1024)
def lead_choices(hand: Cards, ranked: bool = False) -> Choices[Action]:
    """Return all that may be led, single cards and sets first, each from low to high.

    `ranked` says whether Jokers are (U35).
    """
    rows = by_rank(hand)
    plays = (*_set_leads(rows), *_sequence_leads(rows))
    if ranked:
        plays = tuple(_with_each_top_joker(plays, rows[JOKER]))
    return Choices(plays, (Pick(plays[0], "cards", hand, 1, len(hand), LEAD, TO_LEAD),))


def _set_leads(rows: Rows) -> Iterator[Play]:
    """Yield every set once: natural cards of a rank, then Twos, then Jokers."""
    twos, jokers = rows[TWO], rows[JOKER]
    wilds = [
        twos[:two] + jokers[:joker]
        for two in range(len(twos) + 1)
        for joker in range(len(jokers) + 1)
    ]
    for rank, own in enumerate(rows[:TWO]):
        if own:
            yield SINGLE[own[0]]
        for count in range(1, len(own) + 1):
            base = own[:count]
            for wild in wilds[count == 1 :]:
                yield Play(
                    base + wild,
                    "set" if rank == ACE and _is_set_and_sequence(base + wild) else None,
                )
    for wild in wilds[1:]:
        yield Play(wild)


def _is_set_and_sequence(cards: Cards) -> bool:
    """U6: say whether cards from Ace upwards are a set and a sequence."""
    return len(possible_combinations(cards)) > 1


def _sequence_leads(rows: Rows) -> Iterator[Play]:
    """Yield every sequence once, by cards of each rank, then from low to high."""
    for size in range(1, max(map(len, rows)) + 1):
        first = 0
        for end in range(len(rows) + 1):
            if end < len(rows) and len(rows[end]) >= size:
                continue
            yield from _sequences_within(rows, first, end, size)
            first = end + 1


def _sequences_within(rows: Rows, first: int, end: int, size: int) -> Iterator[Play]:
    """Yield the sequences within ranks `first` to `end` - 1, which all have `size` cards."""
    for start in range(first, end - 2):
        for stop in range(start + 3, end + 1):
            yield _sequence_play(rows, start, stop, size, "sequence" if start == ACE else None)


def _sequence_play(rows: Rows, start: int, stop: int, size: int, declared: Any = None) -> Play:
    """Return one sequence of the lowest cards."""
    return Play(tuple([card for row in rows[start:stop] for card in row[:size]]), declared)


def _with_each_top_joker(
    plays: Iterable[Play], jokers: Cards, kind: Kind | None = None, above: int = JOKER
) -> Iterator[Play]:
    """U35: yield plays, those of rank Joker once for each Joker above `above` as their highest.

    `kind` is what they are played as; None: what they declare, or are without that.
    """
    for play in plays:
        wanted = kind or play.declared
        made = possible_combinations(play.cards)
        if next(one.rank for one in made if wanted in (None, one.kind)) < JOKER:
            yield play
            continue
        count = sum(RANK[card] == JOKER for card in play.cards)
        for top in jokers[count - 1 :]:
            if TOP_RANK[top] > above:
                others = play.cards[:-count] + jokers[: count - 1]
                yield Play((*others, top), play.declared)


def _plays_beating(rows: Rows, lead: Combination, ranked: bool) -> list[Play]:
    """Return all plays that beat `lead`, from low to high; `ranked`: Jokers are (U35)."""
    if ranked:
        usual = lead._replace(rank=min(lead.rank, TWO))  # which every Joker beats
        plays = _plays_beating(rows, usual, False)
        return [*_with_each_top_joker(plays, rows[JOKER], lead.kind, lead.rank)]
    kind, size, length, rank = lead
    if kind == "sequence":
        return _higher_sequences(rows, size, length, rank)
    if size == 1:
        return [SINGLE[row[0]] for row in rows[rank + 1 :] if row]
    return _higher_sets(rows, size, rank)


def _higher_sequences(rows: Rows, size: int, length: int, rank: int) -> list[Play]:
    """Return the sequences of a type with a top rank above `rank`."""
    found: list[Play] = []
    long_enough = 0
    for top in range(rank + 2 - length, len(rows)):
        long_enough = long_enough + 1 if len(rows[top]) >= size else 0
        if long_enough >= length:
            found.append(_sequence_play(rows, top + 1 - length, top + 1, size))
    return found


def _higher_sets(rows: Rows, size: int, rank: int) -> list[Play]:
    """Return the sets of `size` cards above `rank`, natural cards before wild ones."""
    twos, jokers = rows[TWO], rows[JOKER]
    wild = len(twos) + len(jokers)
    found: list[Play] = []
    for own in rows[rank + 1 : TWO]:
        count = len(own)
        if count and count + wild >= size:
            for natural in range(min(count, size), 0, -1):
                found += _sets_with_wilds(own[:natural], twos, jokers, size - natural)
    if rank < TWO and twos:
        found += [
            play for play in _sets_with_wilds((), twos, jokers, size) if RANK[play.cards[0]] == TWO
        ]
    if rank < JOKER and len(jokers) >= size:
        found.append(Play(jokers[:size]))
    return found


def _sets_with_wilds(base: Cards, twos: Cards, jokers: Cards, wild: int) -> list[Play]:
    """Return `base` with `wild` Twos and Jokers in all ways, Twos first."""
    most, least = min(wild, len(twos)), max(0, wild - len(jokers))
    return [Play(base + twos[:two] + jokers[: wild - two]) for two in range(most, least - 1, -1)]
