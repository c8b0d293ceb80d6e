"""Rules U11, U13 and U16 to U19: who returns or sits out, times, pairings, texts."""

from collections.abc import Sequence
from typing import Final

from games.core.type_hints.values import BadValue
from tournaments import commands as cm
from tournaments import events as ev
from tournaments import refusals
from tournaments.checks import (
    entry_in,
    own_entry,
    require_director,
    require_going,
    require_hash,
    require_pairer,
    require_playing,
)
from tournaments.following import TournamentProgress
from tournaments.moments import require_future_start
from tournaments.settings import LONGEST
from tournaments.state import EntrantState, Tournament
from tournaments.tables import Entrant

# Formats that pair who is there; pools do, until the knockout behind them begins.
TAKING_BACK: Final = ("round_robin", "swiss", "ladder", "own", "pools")
MOST_APART: Final = 1_000  # pairs
MOST_SWAPS: Final = 1_000  # of one round
MOST_ANNOUNCEMENTS: Final = 200  # of a tournament
PAIRING: Final = ("round_robin", "swiss", "knockout", "pools")  # formats with rounds by the clock


def return_entrant(happening: TournamentProgress, by: str, command: cm.Return) -> None:
    """Rule U11: pair an entrant again who was withdrawn; nothing where that was done."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U11", "let an entrant return")
    entry = entry_in(t, command.entrant, "U11")
    if t.phase == "called":
        raise refusals.NOT_LATE_NOW()
    if t.phase == "running" and (kind := _stage(t)) not in TAKING_BACK:
        raise refusals.NO_RETURN(kind)
    if entry.withdrawn:
        happening.happen(ev.EntrantReturned(entry.number))


def _stage(t: Tournament) -> str:
    """Return by which format the newest round was paired."""
    kind = t.rules.format.kind
    is_behind_pools = kind == "pools" and any(one.stage is not None for one in t.rounds)
    return "knockout" if is_behind_pools else kind


def reschedule(happening: TournamentProgress, by: str, command: cm.Reschedule) -> None:
    """Rule U13: change when the start is called for, or postpone the next round."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U13", "change its times")
    if t.phase == "registration":
        if command.next_round_at is not None:
            raise BadValue("next_round_at", "must be null until the tournament has started")
        require_future_start(command.starts_at, happening.now, "starts_at")
    else:
        _require_next_round(t, command, happening.now)
    happening.happen(ev.Rescheduled(command.starts_at, command.next_round_at))


def _require_next_round(t: Tournament, command: cm.Reschedule, now: int) -> None:
    """Refuse a time that no next round can have."""
    if t.phase == "called" or command.starts_at is not None:
        raise refusals.REGISTRATION_OVER.under("U13")("change when it starts")
    if t.rules.format.kind not in PAIRING:
        raise refusals.NO_POSTPONING(t.rules.format.kind)
    if command.next_round_at is None:
        raise BadValue("next_round_at", "is missing: when the next round is paired at the earliest")
    require_future_start(command.next_round_at, now, "next_round_at")
    if command.next_round_at > now + 1000 * LONGEST:
        raise BadValue("next_round_at", f"must be within {LONGEST // 86_400} days from now")


def sit_out(happening: TournamentProgress, by: str, command: cm.SitOut) -> None:
    """Rule U19: let an entrant sit out rounds to come; nothing where it does so already."""
    t = happening.tournament
    require_going(t)
    entry = _entry_sitting_out(t, by, command.entrant)
    first, last = len(t.rounds), t.rules.format.rounds or 1
    require_rounds_to_come("rounds", command.rounds, first, last)
    past = tuple(one for one in entry.byes if one < first)
    most = t.rules.entrants.most_byes or 0
    if len(past) + len(command.rounds) > most and not t.directs(by.removeprefix("player:")):
        raise BadValue("rounds", f"must not be more than {most} with those of before: {len(past)}")
    if (*past, *command.rounds) != entry.byes:
        happening.happen(ev.ByesRequested(entry.number, command.rounds))


def _entry_sitting_out(t: Tournament, by: str, number: Entrant) -> EntrantState:
    """Rule U19: return an entrant who may sit out rounds when somebody asks for that."""
    if not t.directs(by.removeprefix("player:")):
        own_entry(t, by, number, "U19")
        if not t.rules.entrants.most_byes:
            raise refusals.NO_BYES()
    entry = entry_in(t, number, "U19")
    require_playing(entry, "U19")
    if t.rules.format.kind != "swiss" or len(t.rounds) >= (t.rules.format.rounds or 1):
        raise refusals.NO_BYES()
    return entry


def require_rounds_to_come(path: str, rounds: Sequence[int], first: int, last: int) -> None:
    """Refuse what is no list of rounds to come, each once and in their order."""
    if sorted({*rounds}) != [*rounds] or not all(first <= one < last for one in rounds):
        why = f"must be numbers of rounds to come, from {first} to {last - 1}, in their order"
        raise BadValue(path, why)


def describe_tournament(happening: TournamentProgress, by: str, command: cm.Describe) -> None:
    """Rule U18: say what it is about; nothing where that is said already."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U18", "describe it")
    require_hash("text", command.text)
    if command.text != t.description:
        happening.happen(ev.Described(command.text))


def announce_text(happening: TournamentProgress, by: str, command: cm.Announce) -> None:
    """Rule U18: tell everybody something."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U18", "announce something")
    require_hash("text", command.text)
    if len(t.announcements) >= MOST_ANNOUNCEMENTS:
        raise BadValue("text", f"is one too many: it may have {MOST_ANNOUNCEMENTS} announcements")
    happening.happen(ev.Announced(command.text))


def forbid_pairs(happening: TournamentProgress, by: str, command: cm.ForbidPairs) -> None:
    """Rule U16: keep pairs apart from the next round on; nothing where they are so already."""
    t = happening.tournament
    require_going(t)
    require_pairer(t, by, "U16", "keep entrants apart")
    if (kind := t.rules.format.kind) != "swiss":
        raise refusals.NO_FORBIDDEN_PAIRS(kind)
    if len(command.pairs) > MOST_APART:
        raise BadValue("pairs", f"must be {MOST_APART} pairs at most")
    for at, (one, two) in enumerate(command.pairs):
        entry_in(t, one, "U16")
        entry_in(t, two, "U16")
        if one == two:
            raise BadValue(f"pairs.{at}", "must be two entrants")
    pairs = tuple(sorted({(min(pair), max(pair)) for pair in command.pairs}))
    if pairs != t.apart:
        happening.happen(ev.PairsForbidden(pairs))


def swap_entrants(happening: TournamentProgress, by: str, command: cm.Swap) -> None:
    """Rule U17: let two change places in the next round, of which nothing is fixed yet."""
    t = happening.tournament
    require_open_pairing(t, by)
    if command.round != len(t.rounds):
        raise refusals.NO_NEXT_ROUND(f"Round {command.round} is not the next one")
    for who in command.entrants:
        require_playing(entry_in(t, who, "U17"), "U17")
    if len({*command.entrants}) < len(command.entrants):
        raise BadValue("entrants", "must be two entrants")
    if len(t.swaps) >= MOST_SWAPS:
        raise BadValue("entrants", f"must not be more than {MOST_SWAPS} swaps in one round")
    happening.happen(ev.EntrantsSwapped(command.round, command.entrants))


def require_open_pairing(t: Tournament, by: str) -> None:
    """Rule U17: refuse who may not change the next round, and when there is none to be changed."""
    require_going(t)
    require_pairer(t, by, "U17", "change pairings")
    if (kind := t.rules.format.kind) != "swiss":
        raise refusals.NO_NEXT_ROUND(f"The format {kind} keeps to its own draw")
    if t.phase != "running":
        raise refusals.NOT_STARTED.under("U17")()
    if t.unsettled:
        raise refusals.ROUND_RUNNING.under("U17")(len(t.rounds) - 1, t.unsettled)
    if len(t.rounds) >= (t.rules.format.rounds or 1):
        raise refusals.NO_NEXT_ROUND("All rounds are planned")
