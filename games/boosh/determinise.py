"""A state that agrees with all that a seat has seen, its hidden cards dealt at random."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.boosh.cards import DECK
from games.boosh.events import HandScored
from games.boosh.options import Options
from games.boosh.state import State
from games.core.contract import Card, Luck, ReceivedEvent, Seat, View
from games.core.options import validate_options
from games.core.presentation.scene import deeds_from_facts
from games.core.type_hints.values import from_json

Known = list[list[Card | None]]  # by seat and position


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Deal the cards that the viewer cannot know at random, all ways alike likely."""
    state = public_state(view)
    _deal_hidden(state, view, known_hands(view, seen), luck)
    return state


def _deal_hidden(state: State, view: View, known: Known, luck: Luck) -> None:
    """Put the cards that are not known into hands and [A].

    A reshuffle tells which cards can lie where: what was in [B] then is in [A] or came from there
    since. So each hidden card belongs to a draw pile by the number of reshuffles before it.
    """
    unseen = unseen_cards(view, known, luck)
    state.hands = tuple(
        tuple(
            card or unseen[pile_of(view, placed)].pop()
            for card, placed in card_placements(view, seat, row)
        )
        for seat, row in enumerate(known)
    )
    taken = view["taken"]
    state.taken = taken and (taken["card"] or unseen[-1].pop())
    assert len(unseen[-1]) == view["deck"]
    state.deck = tuple(unseen[-1])


def card_placements(
    view: View, seat: int, row: list[Card | None]
) -> Iterator[tuple[Card | None, int]]:
    """Return card and turn of placement of each position of a hand."""
    public = view["hands"][seat]
    return zip(row, public["placed"] if public else (), strict=True)


def pile_of(view: View, placed: int) -> int:
    """Return from which draw pile of the hand a card placed in that turn came; 0 is the first."""
    return sum(reshuffle["turns"] < placed for reshuffle in view["reshuffles"])


def unseen_cards(view: View, known: Known, luck: Luck) -> list[list[Card]]:
    """Return the cards that the viewer does not see, shuffled, by the draw pile they were in."""
    seen = {*view["pile"], *(card for row in known for card in row)}
    if view["taken"]:
        seen.add(view["taken"]["card"])
    last = dict.fromkeys(DECK, 0)
    for number, reshuffle in enumerate(view["reshuffles"], 1):
        last.update(dict.fromkeys(reshuffle["cards"], number))
    unseen: list[list[Card]] = [[] for _ in range(len(view["reshuffles"]) + 1)]
    for card, number in last.items():
        if card not in seen:
            unseen[number].append(card)
    for cards in unseen:
        luck.shuffle(cards)
    return unseen


def known_hands(view: View, seen: Sequence[ReceivedEvent]) -> Known:
    """Return the cards of all hands as far as the viewer knows them."""
    known = [list(public["known"]) if public else [] for public in view["hands"]]
    for shown, row in zip(_final_showdown_hands(view), known, strict=False):
        row[: len(shown)] = shown
    seat = view["seat"]
    if seat is not None and known[seat]:
        own = view["own_cards"] or remembered_own_cards(view, seen)
        known[seat] = [mine or public for mine, public in zip(own, known[seat], strict=True)]
    return known


def _final_showdown_hands(view: View) -> Sequence[Sequence[Card]]:
    """Return the hands of a finished table that its last showdown revealed."""
    last = view["last_showdown"]
    if view["phase"] != "finished" or last is None or last["hand"] != view["hand"]:
        return ()
    hands: Sequence[Sequence[Card]] = last["hands"]
    return hands


def remembered_own_cards(view: View, seen: Sequence[ReceivedEvent]) -> list[Card | None]:
    """Return the own cards by position as the events told them (W24); None if they did not."""
    seat = view["seat"]
    own: list[Card | None] = [None] * 4
    taken = None
    for kind, data in since_deal(view, seen):
        if kind == "boosh.hand_dealt.v1":
            own = list(data["hands"]) or own
        elif data.get("seat") != seat:
            continue
        elif kind in ("boosh.deck_card_taken.v1", "boosh.face_up_card_taken.v1"):
            taken = data["card"]
        elif kind == "boosh.card_replaced.v1":
            own[data["position"]] = taken
    return own


def since_deal(view: View, seen: Sequence[ReceivedEvent]) -> Sequence[ReceivedEvent]:
    """Return the seen events of the hand, or all of them if its deal is not among them."""
    for at in range(len(seen) - 1, -1, -1):
        if seen[at].type == "boosh.hand_dealt.v1":
            return seen[at:] if seen[at].data["hand"] == view["hand"] else seen[at + 1 :]
    return seen


def public_state(view: View) -> State:
    """Return the state of the view but for hands, [A] and the card that is held."""
    seats = len(view["totals"])
    public = [each or {"known": (), "placed": (), "exposed": ()} for each in view["hands"]]
    last = view["last_showdown"]
    return State(
        options=validate_options(Options, view["options"], seats),
        seats=seats,
        players=tuple(view["players"]),
        totals=tuple(view["totals"]),
        out=tuple(view["eliminated_in"]),
        phase=view["phase"],
        dealer=view["dealer"],
        hand=view["hand"],
        queue=tuple(map(Seat, view["queue"])),
        known=tuple(tuple(each["known"]) for each in public),
        placed=tuple(tuple(each["placed"]) for each in public),
        pile=tuple(view["pile"]),
        taken_from=view["taken"] and view["taken"]["pile"],
        turns=view["turns"],
        call=view["call"],
        caller=view["caller"],
        stopped=view["stopped"],
        exposed=tuple(tuple(each["exposed"]) for each in public),
        folded=tuple(view["folded"]),
        reshuffled=tuple(tuple(each["cards"]) for each in view["reshuffles"]),
        reshuffled_after=tuple(each["turns"] for each in view["reshuffles"]),
        history=tuple(map(tuple, view["history"])),
        voided=tuple(view["voided"]),
        revealed=tuple(map(tuple, last["hands"])) if last else (),
        scored=last and _scored_of(last),
        why=view["why"],
        winner=view["winner"],
        places=tuple(view["places"]),
        deeds=deeds_from_facts(view["deeds"]),
        deeds_before=deeds_from_facts(view["deeds_before"]),
    )


def _scored_of(last: Mapping[str, Any]) -> HandScored:
    """Return the event behind the newest showdown of a view."""
    data = {name: each for name, each in last.items() if name != "hands"}
    scored = from_json(HandScored, data)
    assert isinstance(scored, HandScored)
    return scored
