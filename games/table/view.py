"""What a seat (or None: a spectator) may know of a table; built up from nothing."""

from typing import Any

from games.core.contract import Choices, Pick, Seat
from games.core.options import written
from games.core.values import to_json
from games.table.commands import Rule
from games.table.events import Ruled
from games.table.notes import notes
from games.table.state import Table


def view(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return the view of a seat as JSON values; times are milliseconds since 1970."""
    shown = facts(table)
    shown["seat"] = seat
    if table.play is None:
        return shown
    acting = table.to_act()
    shown["to_act"] = acting
    shown["simultaneous"] = len(acting) > 1
    shown["deadlines"] = [table.deadline(Seat(k)) for k in range(table.seats)]
    shown["play"] = table.game.view(table.play, seat)
    if seat is not None and seat in acting:
        shown["choices"] = choices(table, seat)
    return shown


def facts(table: Table) -> dict[str, Any]:
    """Return what everybody may know of a table, but for the play."""
    return {
        "table": table.id,
        "game": table.game.name,
        "rules": table.game.version,
        "phase": table.phase,
        "n": table.n,
        "at": table.at,
        "opened_at": table.opened_at,
        "opener": table.opener,
        "options": written(table.options),
        "clock": clock(table),
        "on_time_out": table.on_time_out,
        "reveal": table.reveal,
        "private": table.private,
        "spectator_delay": table.spectator_delay,
        "rematch_of": table.rematch_of,
        "continues": None if table.carried is None else table.carried["table"],
        "deal": deal(table),
        "seats": [seat_facts(table, seat) for seat in range(table.seats)],
        "reveal_until": table.ready_until,
        "adjourn_agreed": sorted(table.agreed),
        "hand": table.hand,
        "to_act": (),
        "simultaneous": False,
        "deadlines": (None,) * table.seats,
        "notes": notes(table),
        "play": None,
        "choices": None,
        "outcome": None if table.outcome is None else table.outcome._asdict(),
        "rulings": [ruling_facts(one) for one in table.rulings],
        "corrected": None,  # a ruling after the close is not in this log: who serves it adds it
    }


def ruling_facts(one: Rule | Ruled) -> dict[str, Any]:
    """Return what everybody may know of a ruling; its reason is told to the players."""
    shown = ("dispute", "hand", "verdict", "remedy", "points")
    return {name: getattr(one, name) for name in shown}


def clock(table: Table) -> dict[str, int] | None:
    """Return seconds a turn and seconds in the bank at the start."""
    return None if table.turn is None else {"turn": table.turn // 1000, "bank": table.bank // 1000}


def deal(table: Table) -> str:
    """Say who had a hand in the deal."""
    if table.phase == "open":
        promised = any(commitment is not None for commitment in table.commitments)
    else:
        promised = any(table.entropies)
    return "with the players' entropy" if promised else "chosen by the server"


def seat_facts(table: Table, seat: int) -> dict[str, Any]:
    """Return who holds a seat or may take it (back), its entropy, and the time bank left."""
    holder = table.holders[seat]
    return {
        "seat": seat,
        "player": None if holder is None else holder.player,
        "bot": None if holder is None else holder.bot,
        "key": None if holder is None else holder.key,
        "away": table.away(Seat(seat)),
        "kept_for": table.kept_for(Seat(seat)) if table.phase == "open" else None,
        "commitment": table.commitments[seat],
        "revealed": table.revealed[seat] is not None,
        "bank": table.banks[seat],
    }


def choices(table: Table, seat: Seat) -> dict[str, Any]:
    """Return the choices of a seat with the exact JSON to send."""
    offered: Choices[Any] = table.game.choices(table.play, seat)
    names = {kind: name for name, kind in table.game.actions.items()}
    return {
        "actions": [{"type": names[type(one)], **to_json(one)} for one in offered.actions],
        "picks": [pick(one, names) for one in offered.picks],
    }


def pick(one: Pick[Any], names: dict[type[Any], str]) -> dict[str, Any]:
    """Return the bounds of a choice of cards."""
    return {
        "example": {"type": names[type(one.example)], **to_json(one.example)},
        "field": one.field,
        "cards": one.cards,
        "least": one.least,
        "most": one.most,
        "must": one.must,
        "bounds": one.bounds,
    }
