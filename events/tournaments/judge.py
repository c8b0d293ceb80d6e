"""Every command of a tournament's log asked for again: its events must be those in the log.

The judge is the one of tournaments in service, `tournaments.rules`; the rounds are drawn again from
the tournament's secret on the way. What only its tables can tell is taken at the log's word.
"""

from collections.abc import Sequence
from typing import Any

from events.record.codec import unsealed_events
from events.record.logfile import ParsedEvent
from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.event_commands import MAY_BE_DONE, command_of_event, result_of
from events.verify.report import Fault, Unreadable
from events.verify.tables.commands import MALFORMED, is_actor_name
from events.verify.tables.differences import difference_fault, is_wanted_event
from events.verify.tables.form import require_public, require_seals
from events.verify.tables.judge import UNKNOWN
from events.verify.tables.outline import require_fields
from games import GAMES
from games.core.contract import Illegal
from games.core.type_hints.values import BadValue, join_audience_parts
from tournaments import events as ev
from tournaments import refusals
from tournaments.commands import COMMANDS, Advance, Open, TakeResult
from tournaments.evolve import fold_tournament
from tournaments.rules import decide, draft_due_events
from tournaments.state import AdjudicatedResult, Tournament

KINDS = {
    refusals.NOT_A_DIRECTOR.code: "wrong_holder",
    refusals.DIRECTOR_PLAYS.code: "wrong_holder",
    refusals.HAS_PAIRED.code: "wrong_holder",
    refusals.NOT_THE_SERVER.code: "wrong_holder",
    refusals.NOT_YOUR_ENTRY.code: "wrong_holder",
    refusals.ENTROPY_DIFFERS.code: "wrong_entropy",
    refusals.NOT_AWAITED.code: "wrong_entropy",
    refusals.OTHER_CLOSING.code: "wrong_entropy",
    refusals.TOO_LATE.code: "late_action",
    refusals.CLOSED.code: "after_close",
}
FIELDS = {  # what a wrong value of a field is called, by type of the event
    (ev.TournamentClosed, "places"): "wrong_result",
    (ev.TournamentClosed, "why"): "wrong_result",
    (ev.TableAdjudicated, "final"): "wrong_result",
    (ev.Started, "entropies"): "wrong_entropy",
    (ev.Started, "withheld"): "wrong_entropy",
    (ev.RoundPlanned, "tables"): "wrong_pairing",
    (ev.RoundPlanned, "byes"): "wrong_pairing",
    (ev.RoundPlanned, "beacon"): "wrong_beacon",
    (ev.TableReplayed, "beacon"): "wrong_beacon",
}
ACTORS = ("player:", "server", "clock")
Public = dict[str, Any]


class TournamentJudge:
    """A tournament judged again from its log, event by event.

    Attributes:
        tournament: after the last whole command that was judged.
        since: the first event that cannot be judged, since what it depends on is not open.
        missing: the first event of which a part is not open.
    """

    def __init__(self, stream: str) -> None:
        self.tournament = Tournament(stream)
        self.lines: list[ParsedEvent] = []  # of the command that is read
        self.at = self.commands = self.rounds = 0
        self.since: int | None = None
        self.missing: int | None = None
        self.closed = False
        self.running: set[int] = set()  # deal groups, by what everybody may read
        self.taken: dict[int, TakeResult] = {}
        self.counted: list[tuple[int, AdjudicatedResult]] = []

    def take(self, line: ParsedEvent) -> None:
        """Hold the next event to what the rules make of its command; Fault if it is another."""
        require_public(line, ev.EVENTS)
        public = line.public
        n, kind = public["n"], ev.EVENTS[public["type"]]
        require_fields(kind, public)
        if public["at"] < self.at:
            back = self.at - public["at"]
            raise Fault(
                "time_reversed", n, f"event {n} is {back} ms earlier than the one before it"
            )
        self.at = public["at"]
        if self.lines:
            _require_same_command(self.lines[0].public, public)
        else:
            _require_command(public)
        if line.parts.keys() < public["seals"].keys():
            require_seals(line)
            self.missing = self.missing or n
        self.see(kind, public["data"])
        self.lines.append(line)
        if n == self.lines[0].public["cause"]["last"]:
            self.judge()

    def see(self, kind: type[Any], data: Public) -> None:
        """Keep what tells when the secret is to be open."""
        if kind is ev.RoundPlanned:
            self.running |= {table["group"] for table in data["tables"]}
            self.rounds += 1
        elif kind is ev.TableReplayed:
            self.running.add(data["group"])
        elif kind is ev.GroupEnded:
            self.running.discard(data["group"])
        self.closed = self.closed or kind is ev.TournamentClosed

    @property
    def is_over(self) -> bool:
        """Whether all must be open: it is closed, and no deal is played any more."""
        return self.closed and not self.running

    def judge(self) -> None:
        """Judge a whole command, as far as what is open allows."""
        lines, self.lines = self.lines, []
        if self.since is None and self.is_hidden(lines):
            self.since = lines[0].stored.n
        if self.since is not None:
            return
        public = lines[0].public
        try:
            made = self.expected_events(lines[0])
        except (Illegal, BadValue, *MALFORMED) as error:
            raise _illegal_command_fault(public["n"], error) from None
        self.commands += 1
        if not made:
            why = f"nothing follows from what was asked for in event {public['n']}"
            raise Fault("wrong_event", public["n"], why)
        for wanted, line in zip(made, lines, strict=False):  # the first tells how many there are
            if not is_wanted_event(wanted, line):
                raise _classify_field_fault(
                    difference_fault(wanted, line.public, line.parts), wanted
                )
        facts = [one.fact(line.stored.h) for one, line in zip(made, lines, strict=True)]
        for fact in facts:
            self.keep(fact.event)
        self.tournament = fold_tournament(self.tournament, facts)

    def keep(self, event: Any) -> None:
        """Keep what the tables and their disputes are held to."""
        if isinstance(event, ev.ResultTaken):
            self.taken[event.index] = result_of(self.tournament, event)
        elif isinstance(event, ev.TableAdjudicated) and event.dispute is not None:
            ruling = AdjudicatedResult(event.places, event.scores, event.dispute)
            self.counted.append((event.index, ruling))

    def is_hidden(self, lines: Sequence[ParsedEvent]) -> bool:
        """Say whether what a command depends on is not open; of the opening the rest is judged."""
        if lines[0].stored.n == 1:
            return False
        lacking = any(line.parts.keys() < line.public["seals"].keys() for line in lines)
        kinds = {ev.EVENTS[line.public["type"]] for line in lines}
        return self.missing is not None and (lacking or ev.RoundPlanned in kinds)

    def expected_events(self, line: ParsedEvent) -> Sequence[Any]:
        """Return the events that the rules make of what was asked for here."""
        public, parts = line.public, line.parts
        n, at, by, t = public["n"], public["at"], public["by"], self.tournament
        kind = COMMANDS[public["cause"]["action"]["type"]]
        if kind is Open:
            _require_games(public["data"])
            parts = {"table": {"secret": UNKNOWN}, **parts}
        event = join_audience_parts(ev.EVENTS[public["type"]], public["data"], parts)
        name = public["cause"]["action"]["type"]
        if (command := command_of_event(t, kind, event)) is not None:
            return unsealed_events(
                TOURNAMENT_DECIDER, n - 1, at, by, command, decide(t, by, command, at)
            )
        if kind not in MAY_BE_DONE:
            raise Fault("wrong_event", n, f"{name} does not begin with {public['type']}")
        made = unsealed_events(
            TOURNAMENT_DECIDER, n - 1, at, by, Advance(), draft_due_events(t, at)
        )
        return [
            one if isinstance(one.cause, int) else one._replace(cause=public["cause"])
            for one in made
        ]

    def finish(self) -> None:
        """Refuse a log that ends in the middle of a command."""
        if self.lines:
            n = self.lines[-1].stored.n + 1
            raise Fault("cut", n, "the last command makes more events")


def _require_command(public: Public) -> None:
    """Refuse an event that must begin a command, and does not begin one of a tournament."""
    n, cause, by = public["n"], public["cause"], public["by"]
    if not isinstance(cause, dict):
        why = f"event {n} must begin a command, since the one before it is whole"
        raise Fault("wrong_cause", n, why)
    name = cause["action"]["type"]
    if name not in COMMANDS or (COMMANDS[name] is Open) != (n == 1):
        raise Fault("wrong_cause", n, f"{name!r} is not asked of a tournament at event {n}")
    if set(cause) != {"action", "last", "seat"} or set(cause["action"]) != {"type"}:
        raise Fault(
            "wrong_cause", n, f"the cause of event {n} has fields that no tournament's cause has"
        )
    if not is_actor_name(by) or not by.startswith(ACTORS):
        raise Fault("wrong_holder", n, f"the command of event {n} cannot be asked by {by}")


def _require_same_command(begin: Public, public: Public) -> None:
    """Refuse an event in the middle of a command that says another cause, time or asker."""
    n = public["n"]
    if [public[word] for word in ("cause", "at", "by")] != [begin["n"], begin["at"], begin["by"]]:
        raise Fault("wrong_cause", n, f"event {n} belongs to the command of event {begin['n']}")


def _require_games(data: Public) -> None:
    """Say that nothing can be judged where a game is not installed."""
    games = data["settings"].get("games")
    for one in games if isinstance(games, list) else ():
        name, rules = (one.get("game"), one.get("rules")) if isinstance(one, dict) else (None, None)
        if isinstance(name, str) and type(rules) is int and (name, rules) not in GAMES:
            why = f"the tournament is of {name} with rules {rules}, which are not installed here"
            raise Unreadable(f"{why}: install the game's package, and verify it again")


def _illegal_command_fault(n: int, error: Exception) -> Fault:
    """Return the fault of a command that the rules refuse, or cannot take."""
    if isinstance(error, Illegal):
        why = f"the rules refuse the command of event {n}: {error} ({error.code})"
        return Fault(KINDS.get(error.code, "illegal_action"), n, why)
    return Fault("illegal_action", n, f"the rules cannot take the command of event {n}: {error}")


def _classify_field_fault(fault: Fault, wanted: Any) -> Fault:
    """Return a difference under the name of what differs."""
    field = fault.why.partition(" ")[0]
    kind = FIELDS.get((type(wanted.event), field), fault.kind)
    return Fault(kind, fault.n, fault.why)
