"""Judge what is asked of a tournament, in the order of docs/reference/tournaments.md."""

from collections.abc import Callable
from typing import Any, Final

from games.core.dispatch import DispatchEntry as Judge
from games.core.dispatch import by_kind
from games.core.fairness.commitment import entropy_commitment
from games.core.fairness.signature import is_hex
from games.core.type_hints.values import BadValue
from games.table import Draft
from games.table.checks import is_digest
from games.table.entropy import DIGITS, require_commitment
from tournaments import commands as cm
from tournaments import events as ev
from tournaments import refusals
from tournaments.adjudication import adjudicate_table, take_result
from tournaments.checks import (
    entry_in,
    own_entry,
    require_director,
    require_going,
    require_hash,
    require_members,
    require_playing,
    require_server,
)
from tournaments.directing import forbid_pairs, reschedule, return_entrant, swap_entrants
from tournaments.following import (
    ABANDONED,
    PLAYED,
    TournamentProgress,
    entrants_needed,
    start_call_events,
    tournament_close_event,
)
from tournaments.invitations import MOST_INVITED, invited_mistakes
from tournaments.pairings import planned_own
from tournaments.settings import settings_in, settings_to_json
from tournaments.state import Tournament
from tournaments.tables import Entrant

MOST_DIRECTORS = 32
MOST_PLANNED = 1_000  # tables of one plan
MILLION = 1_000_000  # ratings in the log are whole numbers of its parts
LATE_ENTRY = ("swiss", "ladder", "own")  # formats in which one may enter late


def decide(t: Tournament, by: str, command: cm.TournamentCommand, now: int) -> list[Draft]:
    """Return what `command` of `by` makes happen at `now` (milliseconds), or raise Illegal.

    `by` is ``player:<id>``, ``server`` or ``clock``. All that follows by itself is among it.
    """
    happening = TournamentProgress(t, by, now)
    if isinstance(command, cm.Open):
        _open_with_settings(happening, by, command)
    else:
        assert t.n, f"{t.id} is not opened"
        JUDGES[type(command)](happening, by, command)
    happening.go_on(is_clock=isinstance(command, cm.Advance))
    return [Draft(event) for event in happening.events]


def draft_due_events(t: Tournament, now: int) -> list[Draft]:
    """Return what a command makes happen that finds all done: what it is time for."""
    happening = TournamentProgress(t, "clock", now)
    happening.go_on(is_clock=False)
    return [Draft(event) for event in happening.events]


def _open_with_settings(happening: TournamentProgress, by: str, command: cm.Open) -> None:
    """Rule U1: begin with checked settings."""
    if happening.tournament.n:
        raise refusals.OPENED()
    if not is_digest(command.secret):
        raise BadValue("secret", "must be 32 bytes, 64 hex digits")
    require_hash("name", command.name)
    director, own = by.removeprefix("player:"), command.directors
    if len({director, *own}) != 1 + len(own) or len(own) > MOST_DIRECTORS:
        why = f"must be up to {MOST_DIRECTORS} players, each once, besides the one who opens it"
        raise BadValue("directors", why)
    settings = settings_to_json(settings_in(command.settings))
    happening.happen(ev.Opened(command.name, director, own, settings, command.secret))


def _register_entrant(happening: TournamentProgress, by: str, command: cm.Register) -> None:
    """Rules U2 and U3: enter oneself, or as a director anybody."""
    t, entry = happening.tournament, happening.tournament.rules.entrants
    require_going(t)
    itself = command.members == (by.removeprefix("player:"),) and entry.register
    if not itself:
        require_director(t, by, "U2", "enter others")
    _require_entry(t)
    require_members(t, command.kind, command.members, "U3")
    if len(t.entries) >= entry.most:
        raise refusals.FULL(entry.most)
    require_hash("name", command.name)
    _require_promise(command.commitment, may=itself and t.phase == "registration")
    _require_byes(t, command.byes)
    if itself and not t.directs(command.members[0]):
        if not t.invites(command.members[0]):
            raise refusals.NOT_INVITED()
        _require_rating(t, command.rating or 0)
    happening.happen(
        ev.EntrantRegistered(
            Entrant(len(t.entries)),
            command.kind,
            command.members,
            command.name,
            command.commitment,
            (command.rating or 0) if t.rules.needs_ratings else None,
            command.byes or None,
        )
    )


def _require_byes(t: Tournament, byes: tuple[int, ...]) -> None:
    """Rule U61: who enters may ask to sit out some of the rounds to come."""
    most, first, last = t.rules.entrants.most_byes or 0, len(t.rounds), t.rules.format.rounds or 0
    if len(byes) > most:
        raise BadValue("byes", f"must be {most} rounds at most" if most else "must be empty here")
    if sorted({*byes}) != [*byes] or not all(first <= one < last for one in byes):
        why = f"must be numbers of rounds to come, from {first} to {last - 1}, in their order"
        raise BadValue("byes", why)


def _require_rating(t: Tournament, rating: int) -> None:
    """Rule U2: who enters alone has a rating, in millionths, within the bounds."""
    least, most = t.rules.entrants.least_rating, t.rules.entrants.most_rating
    if least is not None and rating < least * MILLION:
        raise refusals.RATING_TOO_LOW(f"{rating / MILLION:.2f}", least)
    if most is not None and rating > most * MILLION:
        raise refusals.RATING_TOO_HIGH(f"{rating / MILLION:.2f}", most)


def _invite_players(happening: TournamentProgress, by: str, command: cm.Invite) -> None:
    """Rule U2: a director invites more players; nothing where all of them are."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U2", "invite players")
    if t.rules.entrants.invited is None:
        raise refusals.NOT_BY_INVITATION()
    for path, why in invited_mistakes(command.players):
        raise BadValue(f"players{path}", why)
    if len(t.invited) + len(command.players) > MOST_INVITED:
        raise BadValue("players", f"must not be more than {MOST_INVITED} in all")
    new = tuple(one for one in command.players if not t.invites(one))
    if new:
        happening.happen(ev.Invited(new))


def _seed_entrants(happening: TournamentProgress, by: str, command: cm.Seed) -> None:
    """Rule U2: a director says who counts as stronger, until the call."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U2", "seed the entrants")
    if t.phase != "registration":
        raise refusals.REGISTRATION_OVER.under("U2")("seed the entrants")
    for number in command.entrants:
        entry_in(t, number, "U2")
    if len({*command.entrants}) < len(command.entrants):
        raise BadValue("entrants", "must name each entrant once at most")
    happening.happen(ev.Seeded(command.entrants))


def _require_entry(t: Tournament) -> None:
    """Rule U2: one enters before the call for the start; late only where that is possible."""
    if t.phase == "registration":
        return
    if not (t.rules.entrants.late and t.rules.format.kind in LATE_ENTRY):
        raise refusals.REGISTRATION_OVER.under("U2")("enter")
    if t.phase == "called":
        raise refusals.NOT_LATE_NOW()


def _require_promise(commitment: str | None, *, may: bool) -> None:
    """Rule U4: entropy is promised by who brings it, before anybody's is known."""
    if commitment is None:
        return
    require_commitment(commitment)
    if not may:
        why = "is taken only from the entrants themselves, before the start is called for"
        raise BadValue("commitment", why)


def _check_in(happening: TournamentProgress, by: str, command: cm.CheckIn) -> None:
    """Rule U4: be there, and perhaps promise entropy; once more changes nothing."""
    t = happening.tournament
    require_going(t)
    entry = own_entry(t, by, command.entrant, "U4")
    require_playing(entry, "U4")
    if t.phase != "registration":
        raise refusals.REGISTRATION_OVER.under("U4")("check in")
    _require_promise(command.commitment, may=True)
    if command.commitment not in (None, entry.commitment) and entry.commitment is not None:
        raise refusals.COMMITTED()
    if not entry.checked_in or command.commitment not in (None, entry.commitment):
        happening.happen(ev.CheckedIn(entry.number, command.commitment))


def _call_for_start(happening: TournamentProgress, by: str, command: cm.Call) -> None:
    """Rule U5: call for the start, where enough are there."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U5", "call for the start")
    if t.phase != "registration":
        raise refusals.REGISTRATION_OVER.under("U5")("call for the start")
    calls = TournamentProgress(t, by, happening.now)
    while calls.tournament.phase == "registration":
        calls.happen(next(start_call_events(calls.tournament, happening.now)))
    if calls.tournament.phase == "closed":
        raise refusals.TOO_FEW(len(calls.tournament.active()), entrants_needed(t))
    happening.happen(*calls.events)


def _reveal_entrant_entropy(happening: TournamentProgress, by: str, command: cm.Reveal) -> None:
    """Rule U5: keep one's promise, in time."""
    t = happening.tournament
    require_going(t)
    entry = own_entry(t, by, command.entrant, "U5")
    if not is_hex(command.entropy, DIGITS):
        raise BadValue("entropy", "must be 16 random bytes, 32 lower-case hex digits")
    require_hash("closing", command.closing)
    if entry.entropy == command.entropy:
        return
    if t.phase != "called":
        raise refusals.NOT_CALLED()
    if happening.now >= t.until:
        raise refusals.TOO_LATE()
    if entry.number not in t.awaited():
        raise refusals.NOT_AWAITED()
    if t.closing is None or command.closing != t.closing.head:
        raise refusals.OTHER_CLOSING()
    if entropy_commitment(entry.committer, command.entropy) != entry.commitment:
        raise refusals.ENTROPY_DIFFERS(entry.committer)
    happening.happen(ev.EntropyRevealed(entry.number, command.entropy, command.closing))


def _plan_own_round(happening: TournamentProgress, by: str, command: cm.Plan) -> None:
    """Rule U7: the runner's own pairings, all of them or none."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U7", "send pairings")
    if t.rules.format.kind != "own":
        raise refusals.NOT_OWN(t.rules.format.kind)
    if t.phase != "running":
        raise refusals.NOT_STARTED.under("U7")()
    if t.paused:
        raise refusals.ON_PAUSE()
    if t.unsettled:
        raise refusals.ROUND_RUNNING.under("U7")(len(t.rounds) - 1, t.unsettled)
    if not 1 <= len(command.tables) <= MOST_PLANNED:
        raise BadValue("tables", f"must be 1 to {MOST_PLANNED} tables")
    last = len(t.rules.games) - 1
    for at, one in enumerate(command.tables):
        if not 0 <= one.game <= last:
            raise BadValue(f"tables.{at}.game", f"must be the number of a game, 0 to {last}")
    happening.happen(planned_own(t, command, happening.now))


def _note_opened(happening: TournamentProgress, by: str, command: cm.NoteOpened) -> None:
    """Rule U8: the tables up to one are there; nothing where that is known."""
    t = happening.tournament
    require_server(by, "U8", "say that tables are open")
    if not 0 <= command.last < len(t.tables):
        raise refusals.NOT_PLANNED.under("U8")(command.last, len(t.tables))
    if command.last >= t.opened:
        happening.happen(ev.TablesOpened(t.opened, command.last))


def _note_released(happening: TournamentProgress, by: str, command: cm.NoteReleased) -> None:
    """Rule U9: the tables of a deal group that has ended are closed; nothing where it is known."""
    t = happening.tournament
    require_server(by, "U9", "say that tables are closed")
    known = 0 <= command.group < len(t.groups)
    if not known or not t.groups[command.group].ended:
        raise refusals.GROUP_RUNNING(command.group)
    if not t.groups[command.group].released:
        happening.happen(ev.TablesReleased(command.group))


def _advance_time(happening: TournamentProgress, by: str, command: cm.Advance) -> None:
    """Rule U6: what it is time for follows by itself."""
    require_server(by, "U6", "say what time it is")


def _withdraw_entrant(happening: TournamentProgress, by: str, command: cm.Withdraw) -> None:
    """Rule U11: an entrant, or a director for one, leaves; nothing where that was done."""
    t = happening.tournament
    require_going(t)
    if not t.directs(by.removeprefix("player:")):
        own_entry(t, by, command.entrant, "U11")
    if not entry_in(t, command.entrant, "U11").withdrawn:
        happening.happen(ev.EntrantWithdrawn(command.entrant, "asked"))


def _replace_entrant(happening: TournamentProgress, by: str, command: cm.Replace) -> None:
    """Rule U11: others play on under the number of an entrant."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U11", "replace an entrant")
    entry = entry_in(t, command.entrant, "U11")
    same = (entry.kind, entry.members, entry.name)
    if same == (command.kind, command.members, command.name) and not entry.withdrawn:
        return
    require_members(t, command.kind, command.members, "U11")
    require_hash("name", command.name)
    happening.happen(
        ev.EntrantReplaced(command.entrant, command.kind, command.members, command.name)
    )


def _pause_tournament(happening: TournamentProgress, by: str, command: cm.Pause) -> None:
    """Rule U13: plan nothing for now; what is played goes on."""
    require_going(happening.tournament)
    require_director(happening.tournament, by, "U13", "pause it")
    if happening.tournament.paused:
        raise refusals.PAUSED_ALREADY()
    happening.happen(ev.Paused())


def _resume_tournament(happening: TournamentProgress, by: str, command: cm.Resume) -> None:
    """Rule U13: go on."""
    require_going(happening.tournament)
    require_director(happening.tournament, by, "U13", "resume it")
    if not happening.tournament.paused:
        raise refusals.NOT_PAUSED()
    happening.happen(ev.Resumed())


def _close_tournament(happening: TournamentProgress, by: str, command: cm.Close) -> None:
    """Rule U14: end it: own pairings when all tables have ended, other formats by abandoning."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U14", "close it")
    if t.unsettled:
        raise refusals.TABLES_RUNNING(t.unsettled)
    is_own = t.rules.format.kind == "own" and bool(t.rounds)
    if not is_own and not command.abandon:
        what = f"Rounds so far: {len(t.rounds)}" if t.rounds else "Nothing was played yet"
        raise refusals.EARLY(what)
    happening.happen(tournament_close_event(t, ABANDONED if command.abandon else PLAYED))


def _add_director(happening: TournamentProgress, by: str, command: cm.AddDirector) -> None:
    """Rule U15: one more player may do what directors may."""
    t = happening.tournament
    require_going(t)
    require_director(t, by, "U15", "name another director")
    if t.directs(command.player):
        raise refusals.DIRECTS()
    if len(t.directors) >= MOST_DIRECTORS:
        why = f"is one too many: it may have {MOST_DIRECTORS} directors besides the first"
        raise BadValue("player", why)
    happening.happen(ev.DirectorAdded(command.player))


JUDGES: Final[dict[type[Any], Callable[[TournamentProgress, str, Any], None]]] = by_kind(
    [kind for kind in cm.COMMANDS.values() if kind is not cm.Open],
    Judge(cm.Register, _register_entrant),
    Judge(cm.Seed, _seed_entrants),
    Judge(cm.Invite, _invite_players),
    Judge(cm.CheckIn, _check_in),
    Judge(cm.Call, _call_for_start),
    Judge(cm.Reveal, _reveal_entrant_entropy),
    Judge(cm.Plan, _plan_own_round),
    Judge(cm.ForbidPairs, forbid_pairs),
    Judge(cm.Swap, swap_entrants),
    Judge(cm.NoteOpened, _note_opened),
    Judge(cm.TakeResult, take_result),
    Judge(cm.NoteReleased, _note_released),
    Judge(cm.Advance, _advance_time),
    Judge(cm.Withdraw, _withdraw_entrant),
    Judge(cm.Return, return_entrant),
    Judge(cm.Replace, _replace_entrant),
    Judge(cm.Adjudicate, adjudicate_table),
    Judge(cm.Pause, _pause_tournament),
    Judge(cm.Resume, _resume_tournament),
    Judge(cm.Reschedule, reschedule),
    Judge(cm.Close, _close_tournament),
    Judge(cm.AddDirector, _add_director),
)
