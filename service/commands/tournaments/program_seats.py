"""A program of the arena in a seat of a server's table: protocol 1 on one side, HTTP on the other.

The program needs no change. Whatever it does costs it alone: where it gives no answer that is one,
a fallback is sent for it at once, a pass or else the first of its choices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bots.programs import ProgramLimits
from bots.protocol import ProgramSession, first_message
from bots.table import Conduct, PlayerFailed
from games.core.type_hints.values import BadValue
from service.commands.client import ApiProblem, Client

BESIDE: Final = ("action", "bot", "signed")  # in parts of events, besides the event's own data
OVER: Final = ("finished", "closed")  # phases in which nobody acts any more
WAIT: Final = 5  # seconds that a read waits for news
Json = dict[str, Any]


@dataclass
class ProgramSeat:
    """A seat that a program holds, from the moment at which it is started for it.

    Attributes:
        client: with the token of the account that holds the seat.
        seed: from which it draws; the same for a table whenever it is started.
    """

    client: Client
    table: str
    command: Sequence[str]
    limits: ProgramLimits
    seed: int
    conduct: Conduct = field(default_factory=Conduct)
    last: int = 0  # number of the newest event that it was told
    failed: Callable[[str], None] = lambda why: None  # hears of the first fallback

    @property
    def path(self) -> str:
        """Return where the table is."""
        return f"/v1/tables/{self.table}"

    def play(self, goes_on: Callable[[], bool] = lambda: True) -> Json:
        """Play to the end of the table, or until it shall not go on; return the last view."""
        view: Json = self.client.get(f"{self.path}/view")
        while view["play"] is None and view["phase"] not in OVER and goes_on():
            view = self.later(view)
        speaker = ProgramSession(self.command, self.limits, self.first(view))
        try:
            while view["phase"] not in OVER and goes_on():
                view = self.later(view) if view["choices"] is None else self.act(view, speaker)
            outcome = view["outcome"] or {}
            result = {name: outcome[name] for name in ("scores", "places") if name in outcome}
            news = self.news(view) if view["phase"] in OVER else []
        finally:
            if view["phase"] not in OVER:
                speaker.lose("the table goes on without it")
        speaker.end(result, news)
        return view

    def later(self, view: Json) -> Json:
        """Return the view when something has happened, or after a while."""
        found: Json = self.client.get(f"{self.path}/view?after={view['n']}&wait={WAIT}")
        return found

    def first(self, view: Json) -> Json:
        """Return what the program is told first."""
        table = {name: view[name] for name in ("game", "rules", "options", "seat")}
        return first_message({**table, "seats": len(view["seats"])}, self.seed, self.limits)

    def act(self, view: Json, speaker: ProgramSession) -> Json:
        """Send what the program wants, or the fallback; return the view after it."""
        number, choices = self.conduct.moves + 1, view["choices"]
        try:
            action = speaker.ask(number, view["play"], choices, self.news(view))
        except (PlayerFailed, BadValue) as error:
            return self.fall_back(view, speaker, str(error))
        try:
            after = self.send(action)
        except ApiProblem as refused:
            newer: Json = self.client.get(f"{self.path}/view")
            if newer["n"] != view["n"]:  # the clock, or others, were faster
                return newer
            return self.fall_back(view, speaker, refused.detail())
        self.conduct.move(0, 0.0)
        return after

    def fall_back(self, view: Json, speaker: ProgramSession, why: str) -> Json:
        """Play the fallback, and tell the program why."""
        self.conduct.fail(why)
        if self.conduct.fallbacks == 1:
            self.failed(f"a fallback is played: {why}")
        speaker.fail(self.conduct.moves + 1, why)
        self.conduct.move(0, 0.0)
        try:
            return self.send(_fallback_choice(view["choices"]))
        except ApiProblem:  # it is too late for that, too
            newer: Json = self.client.get(f"{self.path}/view")
            return newer

    def send(self, action: Any) -> Json:
        """Send an action; return the view after it."""
        view: Json = self.client.post(f"{self.path}/actions", action)["view"]
        return view

    def news(self, view: Json) -> list[Json]:
        """Return the game's events behind those told before, as the seat received them."""
        found: list[Json] = []
        while self.last < view["n"]:
            page = self.client.get(f"{self.path}/events?after={self.last}")["events"]
            if not page:
                break
            self.last = page[-1]["n"]
            found += [
                {"type": one["type"], "data": _event_data_for_seat(one, view["seat"])}
                for one in page
                if one["type"].startswith(f"{view['game']}.")
            ]
        return found


def _event_data_for_seat(event: Json, seat: int) -> Json:
    """Return the data of an event, with what was sealed for a seat in its place."""
    data = dict(event["data"])
    for audience, part in event["parts"].items():
        if str(seat) in audience.split("+"):
            data |= {name: one for name, one in part["data"].items() if name not in BESIDE}
    return data


def _fallback_choice(choices: Json) -> Any:
    """Return a pass, or else the first of the choices."""
    passes = [one for one in choices["actions"] if one["type"] == "pass"]
    examples = [pick["example"] for pick in choices["picks"]]
    return (*passes, *choices["actions"], *examples)[0]
