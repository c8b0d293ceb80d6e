"""OpenSpiel's ISMCTS as a bot in the arena."""

from typing import Any

import pytest

pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'fairdeal[openspiel]'"
)

from bots.arena import Match
from bots.deals import Dealer
from bots.entrants import BadEntrant, player_factory
from bots.programs import USUAL
from bots.research import ismcts
from bots.research.gains import usual_players
from bots.table import ArenaTable
from games import NEWEST
from games.core.bots import Budget
from games.core.fairness.chance import Chance
from tests.games.every import every

SIMULATIONS = 6


def chosen(game: Any, table: ArenaTable, simulations: int = SIMULATIONS) -> tuple[Any, int]:
    """Return what ISMCTS does at a table, and how many simulations it made."""
    question, budget = table.question(game.rules.to_act(table.state)[0]), Budget(simulations)
    bot = ismcts.bot_of(game)
    view, choices, luck = question.view, question.choices, Chance(question.seed)
    return bot.choose(view, choices, question.hand, luck, budget), budget.done


@every("name")
def test_ismcts_plays_legally_and_the_same_again_for_a_number_of_simulations(name: str) -> None:
    game = NEWEST[name]
    table = ArenaTable(Dealer(game, usual_players(game), {}, False, "ismcts").deal(1))
    searched = 0
    for _ in range(6):
        seat = game.rules.to_act(table.state)[0]
        action, done = chosen(game, table)
        assert chosen(game, table) == (action, done)
        assert done % SIMULATIONS == 0, "each step of a row is searched with all of them"
        events = game.rules.decide(table.state, seat, action)
        table.move_on(events, game.fold(table.state, events))
        table.settle()
        searched += done
    assert searched


def test_without_a_number_of_simulations_it_searches_for_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A time that has passed already still leaves the least number."""
    monkeypatch.setattr(ismcts, "SECONDS", 0.0)
    table = ArenaTable(Dealer(NEWEST["boon"], 3, {}, False, "ismcts").deal(1))
    assert chosen(NEWEST["boon"], table, 0)[1] == ismcts.LEAST


def test_it_has_a_seat_in_the_arena_by_its_name() -> None:
    name = "python:bots.research.ismcts:boosh@4"
    dealer = Dealer(NEWEST["boosh"], 2, {}, False, "ismcts")
    (one, two) = Match(dealer, (name, "regular")).played(0)
    for table in (one, two):
        own = table.result.conduct[table.lineup.index(name)]
        assert own.fallbacks == 0
        assert own.playouts > 0


def test_a_game_that_there_is_not_has_no_ismcts() -> None:
    with pytest.raises(BadEntrant, match="there is no game whist"):
        player_factory(NEWEST["boon"], "python:bots.research.ismcts:whist", USUAL)
