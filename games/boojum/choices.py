"""What a seat may do now, from what it may know."""

from collections.abc import Mapping
from functools import lru_cache

from games.boojum.actions import Action, Bid, Claim, Done, Pass
from games.boojum.cards import RankOrder
from games.boojum.payable import PayableSet, payable_sets
from games.boojum.scoring import bid_of, pile_worth
from games.boojum.sets import SetKind, open_tokens
from games.boojum.state import State
from games.core.contract import Cards, Choices, Pick, Seat
from games.core.presentation.texts import Text, english_text, template

MUST_BEAT = template(
    "boojum.pick.beat",
    "together with your pile they must beat {cards} for {pips}",
    cards="number", pips="number",
)  # fmt: skip
PILE_MUST_BEAT = template(
    "boojum.pick.pile",
    "together with your pile of {own} for {own_pips} they must beat {cards} for {pips}",
    own="number", own_pips="number", cards="number", pips="number",
)  # fmt: skip
CLAIM_SET = template(
    "boojum.pick.claim", "Claim the {token} token with {must}", token="word", must="word"
)
PASS, DONE = Pass(), Done()
ONLY_PASS: Choices[Action] = Choices((PASS,))
NOTHING: Choices[Action] = Choices()


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Return pass and what a bid must beat, or done and the sets that can be claimed."""
    if state.phase == "auction":
        return _to_bid(state, seat) if seat == state.turn else NOTHING
    if state.phase == "claims" and state.drawer is None and seat not in state.done:
        return _to_claim(state, seat)
    return NOTHING


def _to_bid(state: State, seat: Seat) -> Choices[Action]:
    """Rule 5, B6: a bid where the hand can make one, and always a pass; any cards open (B5)."""
    hand, ranks = state.hands[seat], state.options.ranks
    mine = pile_worth(state.piles[seat], ranks)
    cheapest = lowest_bid(hand, state.best - mine, ranks)
    if not cheapest:
        return ONLY_PASS
    must, bounds = _to_beat(state.best, mine)
    text = "Raise your bid" if mine else "Bid"
    pick: Pick[Action] = Pick(
        Bid(cheapest), "cards", hand, len(cheapest), len(hand), text, must, bounds
    )
    return Choices((PASS,), (pick,))


@lru_cache(maxsize=1024)
def _to_beat(best: int, mine: int) -> tuple[str | None, Mapping[str, Mapping[str, int]]]:
    """Return in words and in numbers what more than the own pile of a worth must beat."""
    leads, pile = bid_of(best), bid_of(mine)
    must = None
    if leads.cards:
        lead = {"cards": leads.cards, "pips": leads.pips}
        made = MUST_BEAT(**lead)
        if mine:
            made = PILE_MUST_BEAT(own=pile.cards, own_pips=pile.pips, **lead)
        must = english_text(made)
    bounds = {
        "beat": {"count": leads.cards, "pips": leads.pips},
        "pile": {"count": pile.cards, "pips": pile.pips},
    }
    return must, bounds


def lowest_bid(hand: Cards, beat: int, ranks: RankOrder) -> Cards:
    """Return the fewest cards worth more than `beat`, low ones if they do; () if none do."""
    of = ranks.worth
    dear = sorted(hand, key=of.__getitem__, reverse=True)
    total = count = 0
    for card in dear:
        total += of[card]
        count += 1
        if total > beat:
            break
    else:
        return ()
    low = tuple(dear[-count:])
    return low if pile_worth(low, ranks) > beat else tuple(dear[:count])


def _to_claim(state: State, seat: Seat) -> Choices[Action]:
    """Rule 9: done, and one pick for each kind of set that the hand can pay."""
    options, hand = state.options, state.hands[seat]
    wanted = open_tokens(state.tokens[seat], options)
    found = payable_sets(hand, wanted, options.ranks, options.excuse_symbols)
    return Choices((DONE,), tuple(_as_pick(one, hand) for one in found))


@lru_cache(64)  # there are 22 kinds
def _claim_text(kind: SetKind) -> Text:
    """Return what is done with a set of a kind."""
    return english_text(CLAIM_SET(token=kind.token, must=kind.must))


def _as_pick(one: PayableSet, hand: Cards) -> Pick[Action]:
    """Return the choice of a set of one kind."""
    kind = one.kind
    example = Claim(kind.token, kind.kind, one.cards)
    least, most = (kind.size, kind.size) if kind.size else (1, len(hand))
    bounds = {"token": kind.token, "kind": kind.kind, "others": one.others}
    text = _claim_text(kind)
    return Pick(example, "cards", hand, least, most, text, kind.must, bounds)


def fallback(state: State, seat: Seat) -> Action:
    """Pass; done."""
    return PASS if state.phase == "auction" else DONE
