"""What players are told of a tournament in which they take part."""

from typing import Any

from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.news import NEWS_TYPES
from games.table.planned import table_id
from tests.tournaments.case import ID, Case, brought_in, commitment, reveal
from tests.tournaments.settings import PEOPLE, settings
from tournaments import commands as cm
from tournaments.tables import Entrant


class Told(Case):
    """A tournament, and what each command makes players hear."""

    def hear(self, command: cm.TournamentCommand, by: str) -> list[tuple[str, str, Any]]:
        """Let a command happen; return whom it tells what, and the rest that is not null."""
        before, count = self.tournament, len(self.facts)
        self.ask(command, by)
        news = TOURNAMENT_DECIDER.news(before, self.tournament, self.facts[count:])
        rows = []
        for player, message in news:
            assert (message["type"], message["tournament"]) == ("tournament", ID)
            fact = self.facts[message["n"] - 1]
            assert TOURNAMENT_DECIDER.names[type(fact.event)] in NEWS_TYPES
            told = {"until", "table", "round", "why", "place"} & message.keys()
            own = {name: message[name] for name in told if message[name] is not None}
            rows.append((player, message["what"], own))
        return rows


def test_entrants_are_told_when_there_is_something_to_do_and_how_it_ends() -> None:
    case, dora = Told(settings(PEOPLE, format={"rounds": 1})), "player:dora"
    for player in ("ann", "ben"):
        enters = cm.Register(
            "player", (player,), None, commitment(0, "ann") if player == "ann" else None
        )
        assert case.hear(enters, f"player:{player}") == [(player, "registered", {})]
    assert case.hear(cm.Register("bot", ("bot:regular",)), dora) == []
    assert case.hear(cm.Register("program", ("cat",)), dora) == [("cat", "registered", {})]
    until = case.at + 60_000
    everybody = ["ann", "ben", "cat"]
    assert case.hear(cm.Call(), dora) == [(one, "called", {"until": until}) for one in everybody]
    started = case.hear(reveal(case.tournament, 0), "player:ann")
    assert started == [(one, "started", {}) for one in everybody]
    announced = case.hear(cm.Announce("ab" * 32), dora)
    assert announced == [(one, "announced", {}) for one in everybody]
    assert case.hear(cm.Replace(Entrant(1), "player", ("eve",)), dora) == [
        ("ben", "replaced", {}), ("eve", "registered", {}),
    ]  # fmt: skip
    assert case.hear(cm.Advance(), "clock") == []
    where = {
        member: table_id(ID, at)
        for at, table in enumerate(case.tournament.tables)
        for member in table.members
    }
    told = case.hear(cm.NoteOpened(1), "server")
    assert {player: own["table"] for player, what, own in told if what == "table"} == {
        one: where[one] for one in ("ann", "cat", "eve")
    }
    assert all(own["round"] == 0 for _, _, own in told)
    assert case.hear(cm.Withdraw(Entrant(3)), "player:cat") == [
        ("cat", "withdrawn", {"why": "asked"})
    ]
    assert case.hear(brought_in(case, 0), "server") == []
    told = case.hear(brought_in(case, 1), "server")
    assert told == [(one, "round_ended", {"round": 0}) for one in ("ann", "eve")]
    for command in (cm.NoteReleased(0), cm.Advance()):
        told = case.hear(command, "server")
    places = {one.number: case.tournament.final[one.number] for one in case.tournament.entries}
    assert told == [
        (player, "closed", {"why": "played", "place": places[Entrant(number)]})
        for number, player in ((0, "ann"), (1, "eve"), (3, "cat"))
    ]


def test_who_has_no_place_is_told_of_the_close_without_one() -> None:
    case = Told(PEOPLE)
    case.hear(cm.Register("player", ("ann",)), "player:ann")
    told = case.hear(cm.Close(abandon=True), "player:dora")
    assert told == [("ann", "closed", {"why": "abandoned"})]
