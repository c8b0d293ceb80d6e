"""What a program is told and asked at a table, and what it answers: protocol 1.

docs/reference/bot-protocol.md describes it for those who write programs.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from bots.deals import Deal
from bots.programs import PROTOCOL, Program, ProgramLimits, ProgramLost
from bots.table import ChosenAction, PlayerFailed, Question
from games.core.contract import Outcome, ReceivedEvent, Seat
from games.core.options import options_to_json
from games.core.type_hints.values import BadValue, read_action
from games.table.view import choice_forms


class ProgramSession:
    """A program that plays one seat of one table, wherever the table is; it is started for it.

    Attributes:
        failures: fallbacks that were played for it.
        lost: why it was ended before the table did; None: it was not.
    """

    def __init__(
        self, command: Sequence[str], limits: ProgramLimits, first: Mapping[str, Any]
    ) -> None:
        """Start it and tell it what is played."""
        self.limits, self.failures = limits, 0
        self.lost: str | None = None
        self.program: Program | None = None
        try:
            self.program = Program(command, limits)
            self.start(first)
        except OSError as error:
            self.lose(f"could not be started: {error}")
        except PlayerFailed as error:
            self.lose(f"was not ready: it {error}")

    def start(self, first: Mapping[str, Any]) -> None:
        """Ask whether it is ready."""
        answer = self.running().ask(first, self.limits.start)
        if answer.get("protocol") != PROTOCOL:
            raise PlayerFailed(f"speaks protocol {answer.get('protocol')!r}, not {PROTOCOL}")

    def running(self) -> Program:
        """Return the process, unless it has been ended."""
        if self.program is None:
            raise PlayerFailed(f"{self.lost}")
        return self.program

    def lose(self, why: str) -> None:
        """End it before the table ends."""
        self.lost = why
        if self.program is not None:
            self.program.end()
            self.program = None

    def ask(
        self, n: int, view: Any, choices: Any, news: Sequence[Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """Return the action that it names for its move `n`, as it was sent.

        All of it is JSON; `news` are the events behind those told before.

        Raises:
            PlayerFailed: there is no answer.
            BadValue: there is no action in it.
        """
        question = {"type": "move", "n": n, "view": view, "choices": choices, "events": [*news]}
        try:
            return _action_in_answer(self.running().ask(question, self.limits.move))
        except ProgramLost as error:
            self.lose(str(error))
            raise

    def fail(self, n: int, why: str) -> None:
        """Tell it that the fallback was played for it; end it if that happens too often."""
        self.failures += 1
        if self.program is not None:
            self.program.send_message({"type": "fallback", "of": n, "why": why})
            if self.failures >= self.limits.failures:
                self.lose(f"was ended after {self.failures} failures, the last of which: {why}")

    def end(self, result: Mapping[str, Any], news: Sequence[Mapping[str, Any]]) -> None:
        """Tell it how the table ended (scores and places; nothing: nobody knows), and end it."""
        if self.program is not None:
            self.program.send_message({"type": "end", **result, "events": [*news]})
            self.program.end()
            self.program = None


class ProgramPlayer:
    """A program in a seat of the arena."""

    def __init__(
        self, command: Sequence[str], limits: ProgramLimits, deal: Deal, seat: Seat
    ) -> None:
        self.game, self.speaker = (
            deal.game,
            ProgramSession(command, limits, _arena_first_message(deal, seat, limits)),
        )

    def clock(self) -> float:
        """Return the time on the wall, by which it is limited."""
        return monotonic()

    def choose(self, question: Question) -> ChosenAction:
        """Return the action that it names."""
        choices = choice_forms(self.game, question.choices, question.view)
        try:
            action = self.speaker.ask(
                question.n, question.view, choices, _seen_events_json(question.news)
            )
            return ChosenAction(read_action(self.game, action))
        except BadValue as error:
            raise PlayerFailed(f"named no action of {self.game.title}: {error}") from None

    def fail(self, n: int, why: str) -> None:
        """Tell it that the fallback was played for it."""
        self.speaker.fail(n, why)

    def end(self, outcome: Outcome | None, news: Sequence[ReceivedEvent]) -> None:
        """Tell it how the table ended, and end it."""
        message = {} if outcome is None else {"scores": outcome.scores, "places": outcome.places}
        self.speaker.end(message, _seen_events_json(news))


def _arena_first_message(deal: Deal, seat: Seat, limits: ProgramLimits) -> dict[str, Any]:
    """Return the first message of a table of the arena."""
    table = {
        "game": deal.game.name,
        "rules": deal.game.version,
        "seats": deal.seats,
        "seat": seat,
        "options": options_to_json(deal.options),
    }
    return first_message(table, deal.seed(seat, 0), limits)


def first_message(table: Mapping[str, Any], seed: int, limits: ProgramLimits) -> dict[str, Any]:
    """Return the first message: what is played, where the program sits, and what it may take."""
    own = {"move": limits.move, "line": limits.line, "failures": limits.failures}
    return {"type": "table", "n": 0, "protocol": PROTOCOL, **table, "seed": seed, "limits": own}


def _action_in_answer(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the action in an answer, as it was sent."""
    action = answer.get("action")
    if not isinstance(action, dict):
        raise BadValue("action", "is missing: an answer is {n, action}")
    return action


def _seen_events_json(seen: Sequence[ReceivedEvent]) -> list[Mapping[str, Any]]:
    """Return events as JSON."""
    return [{"type": one.type, "data": one.data} for one in seen]
