"""What a player by rules goes by: made from a view, or, in a search, from a state.

A Woof hand is a Boosh hand with the ranks turned round: where an ace brings 13 and a king 1, the
highest hand is best and the Joker equals the highest other card. So the rules know one game only.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.boosh.cards import DECK, JOKER, POINTS
from games.boosh.determinise import known_hands
from games.boosh.state import Phase, State
from games.core.contract import Card, ReceivedEvent, Seat, View

Row = Sequence[Card | None]
Ranks = Sequence[int]

TOP = 13
WILD = 0  # what stands for the Joker among ranks
UNKNOWN = 7  # rank of an own card that one cannot remember
HIGH: dict[Card | None, int] = {JOKER: WILD, None: UNKNOWN}
LOW = HIGH.copy()
for one, points in POINTS.items():
    HIGH[one], LOW[one] = points, TOP + 1 - points
WHOLE = [sum(HIGH[card] == rank for card in DECK) for rank in range(TOP + 1)]


class BotView(NamedTuple):
    """What a seat knows when it has to move.

    Attributes:
        own: its cards by position; None: it cannot remember.
        known: by seat and position, what everybody knows.
        deck, pile, taken: cards left in [A], those of [B], and the card in its hand.
        may_discard: whether that card may go straight to [B].
        players: how many are still in the game.
        stayed: how many others have said that they stay.
    """

    seat: Seat
    phase: Phase
    own: Row
    known: Sequence[Row]
    deck: int
    pile: Sequence[Card]
    taken: Card | None
    may_discard: bool
    players: int
    turns: int
    woof: bool
    caller: Seat | None
    caller_wins_ties: bool
    stayed: int


def sight_of_viewer(view: View, seen: Sequence[ReceivedEvent]) -> BotView:
    """Return what the reader of a view goes by."""
    taken, options, seat = view["taken"], view["options"], view["seat"]
    queue, folded = view["queue"], view["folded"]
    return BotView(
        seat,
        view["phase"],
        known_hands(view, seen)[seat],
        [public["known"] if public else () for public in view["hands"]],
        view["deck"],
        view["pile"],
        taken and taken["card"],
        not taken or taken["pile"] == "A" or options["allow_returning_faceup"],
        len(view["players"]),
        view["turns"],
        view["call"] == "woof",
        view["caller"],
        options["caller_wins_ties"],
        len(view["players"]) - 1 - len(queue) - len(folded),
    )


def sight_of_seat(state: State, seat: Seat) -> BotView:
    """Return what a seat goes by."""
    options = state.options
    return BotView(
        seat,
        state.phase,
        state.hands[seat],
        state.known,
        len(state.deck),
        state.pile,
        state.taken,
        state.taken_from != "B" or options.allow_returning_faceup,
        len(state.players),
        state.turns,
        state.call == "woof",
        state.caller,
        options.caller_wins_ties,
        len(state.players) - 1 - len(state.queue) - len(state.folded),
    )


def ranks_of(sight: BotView) -> Mapping[Card | None, int]:
    """Return what cards bring in this hand."""
    return LOW if sight.woof or sight.phase == "laying_out" else HIGH


def unseen_rank_counts(sight: BotView, ranks: Mapping[Card | None, int]) -> list[int]:
    """Count by rank the cards that the seat does not see."""
    left = WHOLE.copy()
    for row in (sight.pile, sight.own, *sight.known[: sight.seat], *sight.known[sight.seat + 1 :]):
        for card in row:
            if card is not None:
                left[ranks[card]] -= 1
    if sight.taken is not None:
        left[ranks[sight.taken]] -= 1
    return left
