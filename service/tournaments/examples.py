"""Examples of tournaments, made of one that is entered, played and closed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from events.cached_streams import CachedStream
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import Signer
from events.tournaments.decider import TOURNAMENT_DECIDER
from projections.tournaments.read_model import TOURNAMENTS
from service.tables.examples import read_model_row
from service.tournaments.access import TournamentFacts, facts_of
from service.tournaments.names import TournamentTexts, draw_places, entrant_facts
from service.tournaments.rounds import AdjudicationPreview, preview_facts
from service.tournaments.tournaments import COLUMNS
from service.wire.json_schema import Json
from tournaments import commands as cm
from tournaments.consequences import adjudication_consequences
from tournaments.state import Tournament
from tournaments.tables import Entrant

CUP = "c0d1f2a3b4c5d6e7f80"
NAME = "Sunday cup"
NAME_HASH = "1a" * 32
SALT = bytes(32)
CLOCK = {"turn": 30, "bank": 60}
SETTINGS: Mapping[str, Any] = {
    "games": [{"game": "boosh", "seats": 2, "clock": CLOCK}],
    "format": {"kind": "own", "rematches": True},
}
IN_FULL: Mapping[str, Any] = {
    "name": "Boon league", "directors": [],
    "games": [{"game": "boon", "seats": 4, "options": {"victory_cards": 2}, "on_time_out": "bot"}],
    "format": {"kind": "swiss", "rounds": 10, "duplicate": True, "rotate": True},
    "scoring": {"kind": "duplicate", "normalise": "none", "bye": "mean", "tie_breaks": ["wins"]},
    "schedule": {"starts_at": 1_798_761_600_000, "reveal_seconds": 60, "round_seconds": None},
    "policies": {"late": "keep", "late_tables": 2, "void": "replay"},
    "entrants": {"least": 8, "most": 64, "kinds": ["bot"], "register": False, "late": True},
    "reveal": "table", "beacon": None, "spectator_delay": 0,
}  # fmt: skip


class ExampleRequest(NamedTuple):
    """What is asked by Ada over the API, and the command that it becomes; `name`: its example."""

    name: str
    method: str
    path: str
    body: Json
    command: cm.TournamentCommand


def example_tournament_steps(
    ada: str, bob: str, commitment: str, entropy: str
) -> Sequence[ExampleRequest]:
    """Return what happens to the tournament after its opening, one after the other."""
    bot = {"kind": "bot", "members": ["bot:regular"]}
    expert = {"kind": "bot", "members": ["bot:expert"]}
    rows = [{"game": 0, "group": 0, "seats": [0, 1]}]
    places, scores = [1, 2], [34, 21]
    register = cm.Register("bot", ("bot:regular",))
    first = Entrant(0)
    return (
        ExampleRequest("AcceptedEntrant", "POST", "/entrants", {"commitment": commitment},
             cm.Register("player", (ada,), None, commitment)),
        ExampleRequest("", "POST", "/entrants", bot, register),
        ExampleRequest("", "POST", "/entrants", bot, register),
        ExampleRequest("", "POST", "/check-in", {"commitment": commitment},
             cm.CheckIn(first, commitment)),
        ExampleRequest("", "POST", "/entrants/2/replacement", expert,
             cm.Replace(Entrant(2), "bot", ("bot:expert",))),
        ExampleRequest("", "POST", "/seeding", {"entrants": [1, 0]},
             cm.Seed((Entrant(1), first))),
        ExampleRequest("", "POST", "/directors", {"player": bob},
             cm.AddDirector(bob)),
        ExampleRequest("", "POST", "/schedule", {"starts_at": 1_798_765_200_000},
             cm.Reschedule(1_798_765_200_000)),
        ExampleRequest("AcceptedCall", "POST", "/call", {}, cm.Call()),
        ExampleRequest("", "POST", "/reveal", {"entropy": entropy},
             cm.Reveal(first, entropy, "")),
        ExampleRequest("", "POST", "/pause", {}, cm.Pause()),
        ExampleRequest("", "POST", "/resume", {}, cm.Resume()),
        ExampleRequest("", "DELETE", "/entrants/2", {}, cm.Withdraw(Entrant(2))),
        ExampleRequest("", "POST", "/entrants/2/return", {}, cm.Return(Entrant(2))),
        ExampleRequest("", "POST", "/rounds", {"tables": rows, "byes": [2]},
             cm.Plan((cm.OwnTable(0, 0, (0, 1)),), (Entrant(2),))),
        ExampleRequest("", "POST", "/tables/0/adjudication",
             {"places": places, "scores": scores},
             cm.Adjudicate(0, tuple(places), tuple(scores))),
        ExampleRequest("", "DELETE", "/entrants/2", {}, cm.Withdraw(Entrant(2))),
        ExampleRequest("", "POST", "/close", {"abandon": True},
             cm.Close(abandon=True)),
    )  # fmt: skip


class ExampleTournament:
    """The stream of a tournament as it grows; Ada directs it and takes part."""

    def __init__(self, ada: str, at: int, signer: Signer) -> None:
        self.ada, self.at, self.signer = ada, at, signer
        self.held = CachedStream(Tournament(CUP), first_head(CUP))
        self.log: list[StoredEvent] = []

    def ask(self, command: cm.TournamentCommand) -> Json:
        """Take in what a command makes happen; return the answer to Ada."""
        t, by = self.held.state, f"player:{self.ada}"
        if isinstance(command, cm.Reveal) and t.closing is not None:
            command = replace(command, closing=t.closing.head)
        drafts = TOURNAMENT_DECIDER.decide(t, by, command, self.at)
        new = unsealed_events(TOURNAMENT_DECIDER, t.n, self.at, by, command, drafts)
        stored, facts = encode_events(self.held.head, new, new_salt=lambda: SALT)
        self.log += stored
        self.held = CachedStream(TOURNAMENT_DECIDER.evolve(t, facts), stored[-1].h)
        last = stored[-1]
        receipt = self.signer.receipt(CUP, last.n, last.h, self.at, "everysec")
        return {"receipt": receipt, "tournament": self.facts(self.ada)}

    def preview(self, command: cm.Adjudicate) -> AdjudicationPreview:
        """Return what an adjudication would change."""
        t, by = self.held.state, f"player:{self.ada}"
        return preview_facts(t, adjudication_consequences(t, by, command, self.at))

    def facts(self, caller: str | None) -> TournamentFacts:
        """Return what somebody may know of it."""
        return facts_of(self.held.state, self.held.head.hex(), TournamentTexts(NAME), caller)

    def row(self) -> Json:
        """Return it as lists show it."""
        row = read_model_row(TOURNAMENTS, CUP, self.log)
        return {name: row[name] for name in COLUMNS} | {"name": NAME}


def tournament_examples(
    ada: str, bob: str, promise: tuple[str, str], at: int, signer: Signer
) -> Json:
    """Return the examples of a tournament; `promise`: a commitment, and the entropy of it."""
    cup = ExampleTournament(ada, at, signer)
    cup.ask(cm.Open(NAME_HASH, dict(SETTINGS), "5a" * 32))
    found = _tournament_body_examples(bob, promise[0])
    for step in example_tournament_steps(ada, bob, *promise):
        if isinstance(step.command, cm.Adjudicate):
            found["AdjudicationPreview"] = cup.preview(step.command)
        result = cup.ask(step.command)
        if step.name:
            found[step.name] = result
        if step.name == "AcceptedEntrant":
            found[step.name] = {**result, "entrant": 0}
        if step.path == "/rounds":
            found["TournamentFacts"] = cup.facts(None)
            found["TournamentPage"] = {"tournaments": [cup.row()], "cursor": None}
            t, called = cup.held.state, {ada: "Ada"}
            places = draw_places(t)
            own = [entrant_facts(one, places[one.number], None, called) for one in t.entries]
            found["Entrants"] = {"entrants": own}
    return found


def _tournament_body_examples(bob: str, commitment: str) -> Json:
    """Return the examples of what is sent."""
    team = {"kind": "team", "members": [bob, "bot:expert"], "name": "Two of a kind"}
    return {
        "NewTournament": {"name": NAME, **SETTINGS},
        "NewTournamentInFull": dict(IN_FULL),
        "NewEntrant": {"commitment": commitment},
        "NewEntrantBot": {"kind": "bot", "members": ["bot:regular"], "name": "The house"},
        "NewEntrantTeam": team,
        "NewReplacement": {"kind": "bot", "members": ["bot:expert"]},
        "NewTournamentInvitations": {"players": [bob]},
        "NewSeeding": {"entrants": [1, 0]},
        "NewCheckIn": {"commitment": commitment},
        "NewRound": {"tables": [{"game": 0, "group": 0, "seats": [0, 1]}], "byes": [2]},
        "NewForbiddenPairs": {"pairs": [[0, 1]]},
        "NewSwap": {"round": 0, "entrants": [0, 2]},
        "NextRound": {
            "n": 9,
            "round": 0,
            "tables": [[2, 1]],
            "byes": [0],
            "swaps": [[0, 2]],
        },
        "NewAdjudication": {"places": [1, 2], "scores": [34, 21]},
        "NewTimes": {"starts_at": 1_798_765_200_000, "next_round_at": None},
        "NewByes": {"rounds": [2]},
        "NewDescription": {"text": "Three rounds, all in one evening"},
        "NewAnnouncement": {"text": "Round 2 begins at 8"},
        "NewClose": {"abandon": True},
        "NewDirector": {"player": bob},
    }
