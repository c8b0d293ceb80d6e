"""Guess the hidden cards: a state that agrees with all that a seat has seen."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.bum.cards import JOKER, NUMBER, PLACE, RANK, Combination, deck, in_order, usual_jokers
from games.bum.options import Options
from games.bum.rules import NEVER, needed_jokers
from games.bum.state import State
from games.core.contract import Card, Cards, Luck, Seat, Seen, View
from games.core.scene import read

TRIES = 50
Hands = list[list[Card]]


def determinise(view: View, seen: Sequence[Seen], luck: Luck) -> State:
    """Return a state with the cards that the seat of the view does not see dealt at random."""
    state = public_part(view)
    known = known_cards(view)
    hands = guess(view, known, luck)
    state.hands = tuple(in_order(tuple(hand)) for hand in hands)
    for play in view["plays"]:
        hands[play["seat"]] += play["cards"]
    state.given = tuple(exchanged(row, hands) for row in view["exchange"])
    return state


def public_part(view: View) -> State:
    """Return the state but for the cards in the hands."""
    lead = view["lead"]
    return State(
        Options(**view["options"]),
        view["seats"],
        view["target"],
        totals=tuple(view["totals"]),
        hand=view["hand"],
        phase=view["phase"],
        seated=tuple(view["seated"]),
        order=tuple(view["order"]),
        ranked=view["ranked"],
        called_off=view["called_off"],
        moved=tuple(map(tuple, view["points_by_hand"])),
        shown=tuple(map(tuple, view["shown"])),
        plays=tuple((play["seat"], tuple(play["cards"])) for play in view["plays"]),
        trick=view["trick"],
        lead=lead and Combination(**{**lead, "rank": NUMBER[lead["rank"]]}),
        last=view["last"],
        passes=view["passes"],
        turn=view["turn"],
        after=after(view["order"], view["out"]),
        out=tuple(view["out"]),
        winner=view["winner"],
        deeds=read(view["deeds"]),
        deeds_before=read(view["deeds_before"]),
    )


def after(order: Sequence[Seat], out: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return for each seat the next to the left who holds cards."""
    following: dict[Seat, Seat] = {}
    for place, seat in enumerate(order):
        others = [*order[place + 1 :], *order[: place + 1]]
        following[seat] = next((one for one in others if one not in out), seat)
    return tuple(following[Seat(seat)] for seat in range(len(order)))


def all_cards(view: View) -> Cards:
    """Return the deck of the table."""
    return deck(view["seats"], view["options"]["jokers"] or usual_jokers(view["seats"]))


def played_cards(view: View) -> set[Card]:
    """Return the cards that lie on the table."""
    return {card for play in view["plays"] for card in play["cards"]}


def known_cards(view: View) -> Hands:
    """Return for each seat the cards that it must hold: one's own, shown ones, those one gave."""
    played = played_cards(view)
    hands: Hands = [[c for c in jokers if c not in played] for jokers in view["shown"]]
    mine = view["seat"]
    for row in view["exchange"]:
        if row["giver"] == mine and row["cards"] is not None:
            hands[row["receiver"]] += [card for card in row["cards"] if card not in played]
    if mine is not None and hands:
        hands[mine] = list(view["cards"])
    return hands


def guess(view: View, known: Hands, luck: Luck) -> Hands:
    """Deal the hidden cards until they agree with what the exchange told, as far as can be."""
    held = played_cards(view).union(*known) if known else set()
    hidden = [card for card in all_cards(view) if card not in held]
    for _ in range(TRIES):
        hands = [list(hand) for hand in known]
        room = [count - len(hand) for count, hand in zip(view["counts"], hands, strict=True)]
        if deal(view, hands, room, hidden, luck):
            break
    return hands


def deal(view: View, hands: Hands, room: list[int], hidden: list[Card], luck: Luck) -> bool:
    """Fill the hands at random; say whether they agree with what is known."""
    jokers = [card for card in hidden if RANK[card] == JOKER]
    naturals = [card for card in hidden if RANK[card] != JOKER]
    agrees = deal_jokers(view, hands, room, jokers, luck)
    luck.shuffle(naturals)
    for giver, fits in bounds(view).items():
        first = sorted(naturals, key=lambda card: not fits[0] < PLACE[card] < fits[1])
        count = room[giver]
        agrees &= all(fits[0] < PLACE[card] < fits[1] for card in first[:count])
        hands[giver] += first[:count]
        naturals, room[giver] = first[count:], 0
        luck.shuffle(naturals)
    for seat, count in enumerate(room):
        hands[seat] += naturals[:count]
        del naturals[:count]
    return agrees


def deal_jokers(view: View, hands: Hands, room: list[int], jokers: list[Card], luck: Luck) -> bool:
    """Deal hidden Jokers so that nobody had to declare a revolution that was not declared."""
    spare = spare_jokers(view)
    for joker in jokers:
        free = [seat for seat, count in enumerate(room) for _ in range(count)]
        fitting = [seat for seat in free if spare[seat] > 0]
        seat = (fitting or free)[luck.randrange(len(fitting or free))]
        hands[seat].append(joker)
        room[seat] -= 1
        spare[seat] -= 1
    return min(spare, default=0) >= 0


def spare_jokers(view: View) -> list[int]:
    """Return how many hidden Jokers each seat may hold, by what was shown after the deal."""
    spare = [0 if jokers else NEVER for jokers in view["shown"]]
    if not view["seated"] or not spare:
        return spare
    turned = view["seated"] != view["order"]
    for seat, needed in zip(view["seated"][-2:], needed_jokers(view["seats"]), strict=True):
        if spare[seat] and not (turned and view["options"]["revolution"] == "bum_only"):
            spare[seat] = needed - 1 - jokers_played(view, seat)
    return spare


def jokers_played(view: View, seat: Seat) -> int:
    """Return how many Jokers a seat has played in this hand."""
    cards = [card for play in view["plays"] if play["seat"] == seat for card in play["cards"]]
    return sum(RANK[card] == JOKER for card in cards)


def bounds(view: View) -> dict[Seat, tuple[int, int]]:
    """Return between which cards those lie that the partner of one's exchange was dealt (U12)."""
    found: dict[Seat, tuple[int, int]] = {}
    for row in view["exchange"]:
        if row["receiver"] == view["seat"] and row["cards"] is not None:
            places = [PLACE[card] for card in row["cards"]]
            gave_low = view["order"].index(row["giver"]) < view["order"].index(row["receiver"])
            found[row["giver"]] = (max(places), len(PLACE)) if gave_low else (-1, min(places))
    return found


def exchanged(row: Mapping[str, Any], had: Hands) -> tuple[Seat, Seat, Cards]:
    """Return one side of the exchange; hidden cards are guessed from what the receiver had."""
    cards = row["cards"]
    if cards is None:
        cards = [card for card in had[row["receiver"]] if RANK[card] != JOKER][: row["count"]]
    return row["giver"], row["receiver"], tuple(cards)
