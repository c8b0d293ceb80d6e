"""What a person sees at a table of Boojum, from what one viewer may know."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.boojum.cards import RANK_ORDERS
from games.boojum.scoring import pile_value
from games.boojum.view import BoojumPlayView, Slot
from games.core.contract import Card, Cards, Seat
from games.core.presentation.scene import (
    Board,
    DeedFacts,
    Pile,
    Scene,
    SceneDeed,
    SceneRound,
    SeatScene,
    clockwise_seats,
    make_pile,
)
from games.core.presentation.texts import plain_text, template

COUNT: Final = "{count, plural, one {# card} other {# cards}}"
TOKEN: Final = template("boojum.asset.token", "{token} token", token="word")
SLOT: Final = template("boojum.pile.slot", "slot {number}", number="number")
CLAIMS: Final = template("boojum.round.claims", "Claims of round {round}", round="number")
AUCTION: Final = template("boojum.round.auction", "Auction of slot {slot}", slot="number")
TAKES: Final = template("boojum.deed.takes", "takes the {token} token for", token="word")
BIDS: Final = template(
    "boojum.deed.bids", f"bids {COUNT} for {{pips}}", count="number", pips="word"
)
RAISES: Final = template(
    "boojum.deed.raises", f"raises to {COUNT} for {{pips}}", count="number", pips="word"
)

PHASES: Final[Mapping[str, str]] = {
    "deal": "The cards are about to be dealt.",
    "turn_up": "The cards in the slots are about to be turned up.",
    "auction": "The slot is auctioned: bid more cards, or as many with more pips, or pass.",
    "build": "The slots grow.",
    "claims": "All at once: claim tokens with sets of cards until you are done.",
    "over": "The game is over.",
}


def scene(view: BoojumPlayView) -> Scene:
    """Return what a person sees."""
    seats = [_seat_scene(view, Seat(seat)) for seat in range(view["seats"])]
    return {"seats": seats, "board": _board(view)}


def _seat_scene(view: BoojumPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    auction, tokens = view["auction"], view["tokens"][seat] if view["tokens"] else []
    held = {
        "dealer": seat == view["dealer"],
        "first to bid": seat == view["first_to_bid"],
        "out of this auction": auction is not None and seat in auction["passed"],
        "done with claims": view["phase"] == "claims" and seat in view["done"],
    }
    return {
        "cards": view["hand_sizes"][seat] if view["hand_sizes"] else 0,
        "score": len(tokens),
        "roles": [role for role, has_it in held.items() if has_it],
        "assets": [plain_text(TOKEN, token) for token in tokens],
    }


def _board(view: BoojumPlayView) -> Board:
    """Return the table but for the seats."""
    starter = view["first_to_bid"]
    return {
        "phase": view["phase"],
        "counts": "suit tokens",
        "order": clockwise_seats(starter or 0, view["seats"]),
        "dealer": view["dealer"],
        "starter": starter,
        "mine": _own_hand_by_rank(view),
        "open": _piles(view),
        "current": _current(view),
        "previous": _previous(view),
    }


def _own_hand_by_rank(view: BoojumPlayView) -> Sequence[Card] | None:
    """Return the own hand by rank."""
    if view["seat"] is None:
        return None
    order = RANK_ORDERS[view["options"]["pawns"], view["options"]["courts"]].place
    return sorted(view["cards"] or (), key=lambda card: (order[card], card))


def _piles(view: BoojumPlayView) -> list[Pile]:
    """Return slots, bids, what is set aside, stack and discards."""
    found = [_slot_pile(number, slot) for number, slot in enumerate(view["slots"])]
    auction = view["auction"]
    for seat, bid in enumerate(auction["bids"] if auction else ()):
        if bid:
            found.append(make_pile("bid", bid, seat=Seat(seat)))
    for seat, count in enumerate(view["set_aside"]):
        if count:
            found.append(make_pile("set aside", hidden=count, seat=Seat(seat)))
    if view["hand"]:
        found.append(make_pile("draw stack", hidden=view["stack"]))
    if view["discards"]:
        found.append(make_pile("discards", view["discards"]))
    return found


def _slot_pile(number: int, slot: Slot) -> Pile:
    """Return a slot: the cards that may be seen, and how many lie face down."""
    seen = slot["cards"] or ()
    name = plain_text(SLOT, number + 1)  # people count from 1
    return make_pile(name, seen, hidden=slot["count"] - len(seen))


def _current(view: BoojumPlayView) -> SceneRound | None:
    """Return the auction that goes on, or the claims."""
    auction = view["auction"]
    if auction is not None:
        highest = auction["highest"]
        winner = None if highest is None else highest["seat"]
        return _auction_scene(auction["slot"], _auction_scene_deeds(view, view["deeds"]), winner)
    if view["phase"] == "claims":
        return _claims_scene(plain_text(CLAIMS, view["round"]), view["deeds"])
    return None


def _previous(view: BoojumPlayView) -> SceneRound | None:
    """Return the auction before, or the claims."""
    before = view["deeds_before"]
    if not before:
        return None
    if before[0]["action"] in ("claim", "done"):
        return _claims_scene("Claims of the round before", before)
    bidders = [deed["seat"] for deed in before if deed["action"] == "bid"]
    slot = view["auction"]["slot"] - 1 if view["auction"] else view["seats"] - 2
    return _auction_scene(
        slot, _auction_scene_deeds(view, before), bidders[-1] if bidders else None
    )


def _auction_scene(slot: int, deeds: list[SceneDeed], winner: Seat | None) -> SceneRound:
    """Return who bid what for a slot."""
    name = plain_text(AUCTION, slot + 1)
    return {"kind": "auction", "name": name, "deeds": deeds, "winner": winner}


def _claims_scene(name: str, deeds: Sequence[DeedFacts]) -> SceneRound:
    """Return who claimed what."""
    shown = [
        _done(
            deed,
            plain_text(TAKES, deed["word"]) if deed["word"] else "is done",
            deed["cards"],
        )
        for deed in deeds
    ]
    return {"kind": "round", "name": name, "deeds": shown, "winner": None}


def _auction_scene_deeds(view: BoojumPlayView, deeds: Sequence[DeedFacts]) -> list[SceneDeed]:
    """Return who bid and passed; of a bid the whole pile that it is for (B33)."""
    laid: dict[Seat, Cards] = {}
    shown: list[SceneDeed] = []
    for deed in deeds:
        seat, before = deed["seat"], laid.get(deed["seat"], ())
        if deed["action"] == "pass":
            shown.append(_done(deed, "passes", ()))
            continue
        cards = laid[seat] = (*before, *deed["cards"])
        count, pips = pile_value(cards, view["options"]["pawns"], view["options"]["courts"])
        text = plain_text(RAISES if before else BIDS, count, pips or "nothing")
        shown.append(_done(deed, text, cards))
    return shown


def _done(deed: DeedFacts, text: str, cards: Sequence[Card]) -> SceneDeed:
    """Return what a seat did."""
    return {"seat": deed["seat"], "action": deed["action"], "cards": cards, "text": text}
