"""What a search must know of Boosh: where the hidden cards may lie, and what is worth trying."""

from collections.abc import Iterator, Sequence

from games.boosh import determinise
from games.boosh.actions import Action
from games.boosh.regular import HABITS, WOOF, move, total
from games.boosh.sight import HIGH, LOW, TOP, of_state
from games.boosh.state import State
from games.core.bots import Guide
from games.core.chance import Chance
from games.core.contract import Choices, Seat, Seen, View

ODD = 0.1  # how likely a card is kept that is lower than one discarded, and a call with less
SLOW = 0.5  # how likely there is no call with a hand to call with


def policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`."""
    return move(of_state(state, seat))


def worlds(view: View, seen: Sequence[Seen], luck: Chance) -> Iterator[State]:
    """Yield states that agree with all that was seen, all alike likely."""
    return determinise.worlds(view, seen, luck.fork)


def candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return all that may be done; what others than the caller show changes little."""
    if view["phase"] == "exposing" and view["seat"] != view["caller"]:
        return ()
    return choices.actions


def over(root: State, state: State) -> bool:
    """Say whether the hand has been scored."""
    return len(state.history) > len(root.history)


def worth(root: State, state: State, seat: Seat) -> float:
    """Return by how much the seat has gained more than all on the average."""
    gained = [now - before for now, before in zip(state.totals, root.totals, strict=True)]
    return gained[seat] - sum(gained) / len(root.players)


def likelihood(world: State, view: View, seen: Sequence[Seen]) -> float:
    """Return how likely the others would have kept these cards, and called with them or not."""
    ranks = LOW if world.call == "woof" else HIGH
    least = WOOF if world.call == "woof" else HABITS[len(world.players)].least
    likely, highest = 1.0, discards(view, seen)
    for seat in world.players:
        if seat == view["seat"]:
            continue
        hand = [ranks[card] for card in world.hands[seat]]
        for rank in hand:
            if (rank or TOP) < highest[seat]:
                likely *= ODD
        if seat == world.caller and total(hand) < least:
            likely *= ODD
        if world.call is None and world.turns >= len(world.players) and total(hand) >= least:
            likely *= SLOW
    return likely


def discards(view: View, seen: Sequence[Seen]) -> list[int]:
    """Return by seat the highest rank that it has discarded: whoever plays well keeps no lower."""
    ranks = LOW if view["call"] == "woof" else HIGH
    highest = [0] * len(view["totals"])
    for kind, data in determinise.since_deal(view, seen):
        if kind in ("boosh.card_replaced.v1", "boosh.card_discarded.v1"):
            seat = data["seat"]
            highest[seat] = max(highest[seat], ranks[data["card"]] or TOP)
    return highest


GUIDE: Guide[State, Action] = Guide(worlds, candidates, over, worth, policy, likelihood)
