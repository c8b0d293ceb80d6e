"""Rule T20: moves of bots chosen again, each from its seed and what its seat had seen."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from events.record.codec import ACTION_NAMES
from events.verify.report import Fault
from events.verify.tables.differences import differing_excerpts
from games.core.bots import Bot, Budget
from games.core.type_hints.values import to_json
from games.core.words import count_phrase
from games.table import Act, Fact, Table
from games.table.bots import allowed_budgets, choose_for_seat, events_seen_by

MOST = 3  # reasons that are told
LONG = 40  # characters of a word from a report


class BotMoves:
    """The moves of bots in a log so far, and the facts of its newest hand."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.same = 0
        self.unchecked: Counter[str] = Counter()  # by what keeps them from being checked

    def follow(self, table: Table, facts: Sequence[Fact]) -> None:
        """Take in what a command has made happen; `table` is the one after it."""
        first = table.hands[-1] if table.hands else 1
        self.facts = [fact for fact in (*self.facts, *facts) if fact.n >= first]

    def check(self, table: Table, command: Act, n: int, at: int) -> None:
        """Let the bot choose again, if a bot made the move; `table` is the one before it.

        Raises:
            Fault: it chooses another action.
        """
        holder, report = table.holders[command.seat], command.bot
        if holder is None or holder.bot is None:
            return
        if report is None:
            self.unchecked["the log does not say how they were found"] += 1
        elif not _is_installed(report, holder.bot, table.game.bots.ladder):
            self.unchecked[f"{_reported_bot_name(report)} is not installed here"] += 1
        elif not _may_have_done(report, allowed_budgets(table, command.seat, at)):
            self.unchecked[
                f"{_reported_bot_name(report)} may not do {_reported_effort(report)} there"
            ] += 1
        else:
            self.compare(table, command, failed="failed" in report, n=n)

    def compare(self, table: Table, command: Act, *, failed: bool, n: int) -> None:
        """Hold an action to what the bot chooses, or to the fallback if it failed or fails."""
        report = command.bot
        assert report is not None
        seat, game = command.seat, table.game
        budget = Budget.of(report["budget"], report["playouts"])
        try:
            events = events_seen_by(table, self.facts, seat)
            wanted = choose_for_seat(table, seat, events, report["seed"], budget)
            game.rules.decide(table.play, seat, wanted)
            fails = False
        except Exception:  # as in play, where a bot that fails plays the fallback
            fails = True
        if failed or fails:
            wanted = game.rules.fallback(table.play, seat)
        elif budget.done != report["playouts"]:
            why = (
                f"the bot of seat {seat} is said to have done {_reported_effort(report)} in event"
                f" {n}; its search does {budget.done}"
            )
            raise Fault("wrong_bot_move", n, why)
        if command.action != wanted:
            have, want = differing_excerpts(
                _typed_action_json(command.action), _typed_action_json(wanted)
            )
            why = f"the bot of seat {seat} plays {have} in event {n}; from its seed follows {want}"
            raise Fault("wrong_bot_move", n, why)
        if failed == fails:
            self.same += 1
        else:
            where = "in play, and not here" if failed else "here, and not in play"
            self.unchecked[f"the bot failed {where}"] += 1

    def proven(self) -> Iterator[str]:
        """Yield what was checked."""
        if self.same:
            moves = count_phrase(self.same, "move of a bot was", "moves of bots were")
            yield f"{moves} chosen again from the seed, with the same action"

    def not_proven(self) -> Iterator[str]:
        """Yield what was not, and why."""
        for why, count in self.unchecked.most_common(MOST):
            yield f"{count_phrase(count, 'move of a bot', 'moves of bots')}: unchecked: {why}"
        if others := sum(count for _, count in self.unchecked.most_common()[MOST:]):
            moves = count_phrase(others, "move of a bot", "moves of bots")
            yield f"{moves}: unchecked for other reasons"


def _is_installed(report: Mapping[str, Any], level: str, bots: Mapping[str, Bot[Any]]) -> bool:
    """Say whether a move is said to be by the bot of the seat's level as it is installed here."""
    version = report.get("version")
    if type(version) is not int or level not in bots:
        return False
    return report.get("level") == level and version == bots[level].version


def _may_have_done(report: Mapping[str, Any], given: Collection[int]) -> bool:
    """Say whether a bot may have done that of a budget that it may have been given."""
    budget, done = report.get("budget"), report.get("playouts")
    if type(budget) is not int or type(done) is not int:
        return False
    return budget in given and 0 <= done <= budget


def _reported_bot_name(report: Mapping[str, Any]) -> str:
    """Return which bot is said to have made a move; a file may hold any words."""
    level, version = (ascii(report.get(name))[:LONG] for name in ("level", "version"))
    return f"the bot {level}, version {version},"


def _reported_effort(report: Mapping[str, Any]) -> str:
    """Return what a bot is said to have done."""
    done, budget = (ascii(report.get(name))[:LONG] for name in ("playouts", "budget"))
    return f"{done} playouts of {budget}"


def _typed_action_json(action: Any) -> dict[str, Any]:
    """Return an action in JSON."""
    return {"type": ACTION_NAMES[type(action)], **to_json(action)}
