"""What a program is told and asked at a table, and what it answers: protocol 1.

docs/bots.md describes it for those who write programs.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from bots.deals import Deal
from bots.programs import PROTOCOL, Limits, Program, ProgramLost
from bots.table import Answer, PlayerFailed, Question
from games.core.contract import Outcome, Seat, Seen
from games.core.options import written
from games.core.values import BadValue, read_action
from games.table.view import choice_forms


class ProgramPlayer:
    """A program in a seat, started for this table alone."""

    def __init__(self, command: Sequence[str], limits: Limits, deal: Deal, seat: Seat) -> None:
        """Start it and tell it what is played."""
        self.game, self.limits, self.failures = deal.game, limits, 0
        self.lost: str | None = None
        self.program: Program | None = None
        try:
            self.program = Program(command, limits)
            self.start(deal, seat)
        except OSError as error:
            self.lose(f"could not be started: {error}")
        except PlayerFailed as error:
            self.lose(f"was not ready: it {error}")

    def start(self, deal: Deal, seat: Seat) -> None:
        """Ask whether it is ready."""
        answer = self.running().ask(opening(deal, seat, self.limits), self.limits.start)
        if answer.get("protocol") != PROTOCOL:
            raise PlayerFailed(f"speaks protocol {answer.get('protocol')!r}, not {PROTOCOL}")

    def clock(self) -> float:
        """Return the time on the wall, by which it is limited."""
        return monotonic()

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

    def choose(self, question: Question) -> Answer:
        """Return the action that it names."""
        try:
            answer = self.running().ask(self.message(question), self.limits.move)
            return Answer(read_action(self.game, wanted(answer)))
        except ProgramLost as error:
            self.lose(str(error))
            raise
        except BadValue as error:
            raise PlayerFailed(f"named no action of {self.game.title}: {error}") from None

    def message(self, question: Question) -> dict[str, Any]:
        """Return a question as JSON."""
        return {
            "type": "move",
            "n": question.n,
            "view": question.view,
            "choices": choice_forms(self.game, question.choices, question.view),
            "events": events(question.news),
        }

    def fail(self, n: int, why: str) -> None:
        """Tell it that the fallback was played for it; end it if that happens too often."""
        self.failures += 1
        if self.program is not None:
            self.program.tell({"type": "fallback", "of": n, "why": why})
            if self.failures >= self.limits.failures:
                self.lose(f"was ended after {self.failures} failures, the last of which: {why}")

    def end(self, outcome: Outcome | None, news: Sequence[Seen]) -> None:
        """Tell it how the table ended, and end it."""
        if self.program is not None:
            told = {} if outcome is None else {"scores": outcome.scores, "places": outcome.places}
            self.program.tell({"type": "end", **told, "events": events(news)})
            self.program.end()


def opening(deal: Deal, seat: Seat, limits: Limits) -> dict[str, Any]:
    """Return the first message: what is played, where the program sits, and what it may take."""
    return {
        "type": "table",
        "n": 0,
        "protocol": PROTOCOL,
        "game": deal.game.name,
        "rules": deal.game.version,
        "seats": deal.seats,
        "seat": seat,
        "options": written(deal.options),
        "seed": deal.seed(seat, 0),
        "limits": {"move": limits.move, "line": limits.line, "failures": limits.failures},
    }


def wanted(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the action in an answer, as it was sent."""
    action = answer.get("action")
    if not isinstance(action, dict):
        raise BadValue("action", "is missing: an answer is {n, action}")
    return action


def events(seen: Sequence[Seen]) -> list[Mapping[str, Any]]:
    """Return events as JSON."""
    return [{"type": one.type, "data": one.data} for one in seen]
