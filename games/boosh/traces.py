"""What others did in a hand, and how likely either kind of player would have done so with a hand.

A regular calls, shows its two lowest cards with a good hand and its highest when it bluffs, as
`regular` does; a boaster, as beginners and `plain` do, wants more points to call, shows its two
highest cards, and folds to high ones.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.boosh import plain
from games.boosh.determinise import since_deal
from games.boosh.regular import HABITS, WOOF
from games.boosh.sight import HIGH, LOW, TOP, total_of_ranks
from games.core.contract import Card, Cards, ReceivedEvent, Seat, View

ODD: Final = 0.05  # how likely a card is kept that is lower than one discarded or left
DOUBT: Final = 0.02  # that somebody does what its kind never does
BLUFF: Final = 0.1  # how likely a regular calls with less
SLOW: Final = 0.5  # how likely there is no call with a hand to call with
WHIMS: Final = 4  # of a boaster: 0 to 3 points more
TURNS: Final = ("boosh.card_replaced.v1", "boosh.card_discarded.v1")
ANSWERS: Final = ("boosh.folded.v1", "boosh.stayed.v1")


class Trace(NamedTuple):
    """What a player did in the hand, as far as it tells of its cards.

    Attributes:
        least: who plays well holds no lower card.
        called: turns before its call.
        passed: turns before its last pass, if it holds the same hand still.
        stays: whether it stayed in; None: it has not said.
    """

    least: int = 0
    called: int | None = None
    passed: int | None = None
    stays: bool | None = None


def _traces_by_seat(view: View, seen: Sequence[ReceivedEvent]) -> list[Trace]:
    """Return by seat what was done in the hand."""
    ranks, events = LOW if view["call"] == "woof" else HIGH, since_deal(view, seen)
    turns = view["turns"] - sum(kind in TURNS for kind, _ in events)
    deck = view["deck"] + sum(kind == "boosh.deck_card_taken.v1" for kind, _ in events)
    found, top = [Trace() for _ in view["totals"]], 0
    for kind, data in events:
        if kind == "boosh.cherry_turned.v1" or kind in TURNS:
            top = ranks[data["card"]] or TOP
        if kind == "boosh.deck_card_taken.v1":
            deck -= 1
        turns += kind in TURNS
        if (seat := data.get("seat")) is not None:
            asked = turns if deck >= len(view["players"]) - 1 else None
            found[seat] = _trace_after_event(found[seat], kind, top, turns, asked)
    return found


def _trace_after_event(trace: Trace, kind: str, top: int, turns: int, asked: int | None) -> Trace:
    """Return what is known of a player after an event, with the rank of the face-up card."""
    if kind == "boosh.deck_card_taken.v1" and top > plain.AVERAGE:
        return trace._replace(least=max(trace.least, top - 1))
    if kind in TURNS:
        kept = trace.passed if kind == "boosh.card_discarded.v1" else None
        return trace._replace(least=max(trace.least, top), passed=kept)
    if kind == "boosh.passed.v1":
        return trace._replace(passed=asked)
    if kind == "boosh.boosh_called.v1":
        return trace._replace(called=turns)
    if kind in ANSWERS:
        return trace._replace(stays=kind == "boosh.stayed.v1")
    return trace


class HandEvidence:
    """What all that was done in a hand says of the cards of others."""

    def __init__(self, view: View, seen: Sequence[ReceivedEvent]) -> None:
        self.traces = _traces_by_seat(view, seen)
        self.woof, self.caller = view["call"] == "woof", view["caller"]
        self.ranks = LOW if self.woof else HIGH
        self.players = len(view["players"])
        self.fewest = WOOF if self.woof else HABITS[self.players].least
        self.exposed: list[Sequence[int]] = [
            public["exposed"] if public else () for public in view["hands"]
        ]
        self.against = 0 if self.caller is None else self.seems(view["hands"][self.caller])

    def seems(self, public: Any) -> int:
        """Return what a caller has by what all know of it, for a boaster."""
        known: Sequence[Card | None] = public["known"]
        return sum(plain.KEPT if one is None else self.ranks[one] or TOP for one in known)

    def kinds(self, seat: Seat, hand: Cards) -> tuple[float, float]:
        """Return how likely a boaster and a regular would have done so with this hand."""
        trace, raw = self.traces[seat], [self.ranks[card] for card in hand]
        ranks = [one or TOP for one in raw]
        boaster = regular = 1.0
        for one in ranks:
            if one < trace.least:
                boaster *= ODD
        regular = boaster
        if seat == self.caller or trace.passed is not None:
            enough = total_of_ranks(raw) >= self.fewest
            calls = self.boasts(sum(ranks), trace)
            if seat == self.caller:
                boaster *= _limit_certainty(calls)
                regular *= 1.0 if enough else BLUFF
            else:
                boaster *= _limit_certainty(1 - calls)
                regular *= SLOW if enough else 1.0
        if self.exposed[seat]:
            low, high = self.shows(seat, ranks)
            boaster *= 1.0 if high else DOUBT
            as_regular = low if seat == self.caller and total_of_ranks(raw) >= self.fewest else high
            regular *= 1.0 if as_regular else DOUBT
        if trace.stays is not None:
            stays = _share_of_whims(sum(ranks) - self.against - 1)
            boaster *= _limit_certainty(stays if trace.stays else 1 - stays)
            regular *= SLOW
        return boaster, regular

    def boasts(self, points: int, trace: Trace) -> float:
        """Return how likely a boaster calls."""
        if self.woof:
            return float(points >= WOOF)
        turns = trace.passed if trace.called is None else trace.called
        rounds = (turns or 0) // self.players
        return _share_of_whims(points - 41 - self.players + max(0, rounds - 4))

    def shows(self, seat: Seat, ranks: Sequence[int]) -> tuple[bool, bool]:
        """Return whether the two cards that a player shows are its lowest, and its highest."""
        at = self.exposed[seat]
        shown = [ranks[one] for one in at]
        hidden = [rank for one, rank in enumerate(ranks) if one not in at]
        return min(hidden) >= max(shown), max(hidden) <= min(shown)


def _share_of_whims(missing: int) -> float:
    """Return with how many of the whims a boaster has enough, if it has so much too much."""
    return min(WHIMS, max(0, missing + WHIMS)) / WHIMS


def _limit_certainty(likely: float) -> float:
    """Return how likely something is, with some doubt."""
    return min(1 - DOUBT, max(DOUBT, likely))
