"""What a person sees at a table of Goblin Market, from what one viewer may know."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.contract import Seat
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
from games.core.presentation.texts import count_text, plain_text, template
from games.goblin_market.view import GoblinMarketPlayView

AUCTION: Final = template("goblin_market.round", "Auction {number}", number="number")
LAST_AUCTION: Final = template(
    "goblin_market.round.last", "Auction {number}, the last one", number="number"
)
BIDS: Final = template(
    "goblin_market.deed.bids", "bids {coins, plural, one {# coin} other {# coins}}", coins="number"
)
PAYS: Final = template(
    "goblin_market.deed.pays",
    "pays {coins, plural, one {# coin} other {# coins}} for",
    coins="number",
)
HAS_BID: Final = template("goblin_market.asset.bid", "has bid {coins}", coins="number")
PHASES: Final[Mapping[str, str]] = {
    "drawing": "The first bidder is drawn.",
    "dealing": "The Auction Deck is shuffled.",
    "goblins": "The Goblin Deck is shuffled.",
    "between": "The next auction is about to open.",
    "bidding": "Bid more coins than all before, or pass.",
    "taking": "The winner takes all cards or one; then the next bidders take one each.",
    "sisterhood": "Sisterhood money is about to be paid.",
    "goblin_money": "Goblin money is about to be paid.",
    "over": "The market is closed.",
}


def scene(view: GoblinMarketPlayView) -> Scene:
    """Return what a person sees."""
    seats = [_seat_scene(view, Seat(seat)) for seat in range(view["seats"])]
    return {"seats": seats, "board": _board(view)}


def _seat_scene(view: GoblinMarketPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    auction, player = view["auction"], view["players"][seat]
    bid = auction["bids"][seat] if auction["bids"] else None
    held = {
        "starter": seat == auction["starter"],
        "highest bidder": seat == auction["leader"],
        "out of this auction": view["phase"] == "bidding" and seat not in auction["still"],
    }
    coins = [] if player["coins"] is None else [count_text(player["coins"], "coin")]
    bids = [] if bid is None else [plain_text(HAS_BID, bid)]
    return {
        "cards": len(player["cards"]),
        "score": player["points"],
        "roles": [role for role, has_it in held.items() if has_it],
        "assets": [*coins, *bids],
    }


def _board(view: GoblinMarketPlayView) -> Board:
    """Return the table but for the seats."""
    deeds = view["deeds"]
    starter = deeds[0]["seat"] if deeds else view["auction"]["starter"]
    seat = view["seat"]
    return {
        "phase": view["phase"],
        "counts": "points",
        "order": clockwise_seats(starter or 0, view["seats"]),
        "dealer": None,
        "starter": starter,
        "mine": None if seat is None else view["players"][seat]["cards"],
        "open": _piles(view),
        "current": _current(view),
        "previous": _previous(view),
    }


def _piles(view: GoblinMarketPlayView) -> list[Pile]:
    """Return what is for sale, the decks, and what the others own."""
    found = [make_pile("for sale", view["auction"]["row"])] if view["auction"]["row"] else []
    if view["hand"]:
        found.append(make_pile("Auction Deck", hidden=view["deck_count"]))
        found.append(make_pile("Goblin Deck", hidden=view["goblin_count"]))
    named = {
        "goblins shown": view["goblins_shown"],
        "size cards": view["set_aside"],
        "discards": view["discards"],
    }
    found += [make_pile(name, cards) for name, cards in named.items() if cards]
    for seat, player in enumerate(view["players"]):
        if player["cards"] and seat != view["seat"]:
            found.append(make_pile("owns", player["cards"], seat=Seat(seat)))
    return found


def _current(view: GoblinMarketPlayView) -> SceneRound | None:
    """Return the auction that goes on."""
    if view["phase"] not in ("bidding", "taking"):
        return None
    auction = view["auction"]
    name = plain_text(LAST_AUCTION if auction["final"] else AUCTION, auction["number"])
    return _auction_round(name, view["deeds"], auction["leader"])


def _previous(view: GoblinMarketPlayView) -> SceneRound | None:
    """Return the auction before."""
    before, number = view["deeds_before"], view["auction"]["number"] - 1
    if view["phase"] == "over":
        before, number = view["deeds"], view["auction"]["number"]
    if not before:
        return None
    bidders = [deed["seat"] for deed in before if deed["action"] == "bid"]
    name = plain_text(AUCTION, number)
    return _auction_round(name, before, bidders[-1] if bidders else None)


def _auction_round(name: str, deeds: Sequence[DeedFacts], winner: Seat | None) -> SceneRound:
    """Return who did what in an auction."""
    return {"kind": "auction", "name": name, "deeds": list(map(_done, deeds)), "winner": winner}


def _done(deed: DeedFacts) -> SceneDeed:
    """Return what a seat did."""
    text = _deed_text(deed["action"], deed["number"])
    return {"seat": deed["seat"], "action": deed["action"], "cards": deed["cards"], "text": text}


def _deed_text(action: str, coins: int) -> str:
    """Return what a seat did, in words."""
    if action == "bid":
        return plain_text(BIDS, coins)
    if action == "take":
        return plain_text(PAYS, coins)
    return {"pass": "passes", "refuse": "refuses a share"}[action]
