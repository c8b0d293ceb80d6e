"""Records the guided hands of the web client: `service/web/lessons/<game>.json`.

python -m tests.web.lessons

A bot plays the seat of the person, others the other seats, all from fixed secrets: the same rules
and bots give the same bytes, and a test compares. What people are told beside lies in
`service/web/lessons/words/`, two texts for each choice of the person's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from events.terminal import say_lines
from games import NEWEST
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.search import choose_bot_action
from games.core.type_hints.values import read_action, to_json
from games.table import Sit, Start, Table, view
from games.table.bots import choose_for_seat, events_seen_by, seed_of
from games.table.notes import story_lines
from projections.tables.languages import catalogue_of, translate_view
from tests.folders import ROOT
from tests.table.desk import OPENER, Desk, Salts, an_open

FOLDER: Final = ROOT / "service" / "web" / "lessons"
OWN: Final = Seat(0)  # where the person sits
NAMES: Final = (None, "Mia", "Ben", "Cleo")  # of who sits there
FOR_PROGRAMS: Final = {"play", "type", "action"}  # what a view holds that is no text (lesson.js)
OTHERS: Final = "regular"  # the level of the others


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided hand: what is dealt, who plays, and where it ends.

    Attributes:
        table: its id; with the secret all shuffles follow from it.
        most: choices of the person's after which it ends, if the table has not ended before.
        to_the_end: bots play on from there, and how the table ends is shown.
        instead: choices, counted from 1, at which another action teaches more than the bot's.
        also: actions that are as good there as the one that is made.
    """

    table: str
    secret: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    most: int = 40
    to_the_end: bool = False
    instead: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    also: Mapping[int, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


LESSONS: Mapping[str, Lesson] = {
    "boojum": Lesson(
        "t-boojum", "33" * 32, 3, most=11,
        instead={
            9: {"type": "bid", "cards": ["discovery"]},
            11: {
                "type": "claim", "token": "wyrms", "kind": "locations_of_a_suit",
                "cards": ["forest", "mill", "origin"],
            },
        },
    ),
    "boon": Lesson(
        "t-boon", "0b" * 32, 3, {"max_rounds": 1, "first_dealer": 2},
        also={10: [{"type": "play", "card": "gold-7"}]},
    ),
    "boosh": Lesson(
        "t-boosh", "0d" * 32, 3, {"max_hands": 1},
        also={10: [{"type": "expose", "positions": [one, 3]} for one in (0, 1)]},
    ),
    "bum": Lesson(
        "t-bum", "01" * 32, 4, {"hands": 2}, most=13,
        instead={
            12: {"type": "play", "cards": ["Q-1", "Q-4", "K-2", "K-3", "A-1", "A-3"]},
        },
    ),
    "goblin_market": Lesson("learn-goblin_market", "01" * 32, 3, most=12, to_the_end=True),
}  # fmt: skip


class Recorder:
    """Plays a guided hand, and notes what the person sees."""

    def __init__(self, game: str) -> None:
        self.lesson, self.made = LESSONS[game], 0
        self.german: dict[str, str] = {}  # of the texts that were seen
        self.kept: set[str] = set()  # strings that are the same in German
        self.desk = Desk(self.lesson.table, Salts(game))
        opening = an_open(
            game, self.lesson.seats, options=self.lesson.options, secret=self.lesson.secret
        )
        self.desk.do(OPENER, opening)
        self.desk.do(OPENER, Sit(OWN))
        for seat in range(1, self.lesson.seats):
            self.desk.do(OPENER, Sit(Seat(seat), bot=OTHERS))
        self.desk.do(OPENER, Start())

    @property
    def table(self) -> Table:
        """Return the table."""
        return self.desk.table

    def seen(self) -> dict[str, Any]:
        """Return the person's view as JSON, with names for the others; take in its German texts."""
        catalogue = catalogue_of(self.table.game, "de")
        assert catalogue is not None
        told = translate_view(catalogue, view(self.table, OWN), story_lines(self.table, OWN))
        found: dict[str, Any] = orjson.loads(orjson.dumps(view(self.table, OWN)))
        for one, other in strings_of(found, orjson.loads(orjson.dumps(told))):
            if one == other:
                self.kept.add(one)
            elif self.german.setdefault(one, other) != other:
                raise AssertionError(f"{one} is told in two ways in German")
        for row in found["seats"]:
            row["name"] = NAMES[row["seat"]]
        return found

    def chosen(self) -> Any:
        """Return what is done at the person's seat."""
        if (other := self.lesson.instead.get(self.made)) is not None:
            return read_action(self.table.game, other)
        game, play = self.table.game, self.table.play
        bot = game.bots.levels["expert"]
        seen = events_seen_by(self.table, self.desk.facts, OWN)
        return choose_bot_action(
            game, bot, game.view(play, OWN), game.rules.choices(play, OWN), seen,
            luck=Chance(self.made), budget=Budget(bot.playouts),
        )  # fmt: skip

    def as_json(self, action: Any) -> dict[str, Any]:
        """Return an action as the person's choices hold it."""
        names = {kind: name for name, kind in self.table.game.actions.items()}
        found: dict[str, Any] = orjson.loads(orjson.dumps(to_json(action)))
        return {"type": names[type(action)], **found}

    def moves(self) -> Iterator[tuple[Seat, Any]]:
        """Yield who acts next, and how, until the table has ended."""
        while acting := self.table.to_act():
            seat = acting[0]
            if seat == OWN:
                choices = self.seen()["choices"]
                self.made += not is_forced(choices)
                only = choices["actions"][0] if is_forced(choices) else None
                yield seat, read_action(self.table.game, only) if only else self.chosen()
            else:
                bot = self.table.game.bots.levels[OTHERS]
                seen = events_seen_by(self.table, self.desk.facts, seat)
                seed, budget = seed_of(self.table, seat), Budget(bot.playouts)
                yield seat, choose_for_seat(self.table, seat, seen, seed, budget)

    def recorded(self) -> dict[str, Any]:
        """Play it; return its first view, what was done and what changed by command, its German."""
        views: list[dict[str, Any]] = [self.seen()]
        done: list[dict[str, Any]] = []  # what the person did, and what would have been as good
        for seat, action in self.moves():
            if self.made > self.lesson.most and not self.lesson.to_the_end:
                break
            is_own = seat == OWN and not is_forced(views[-1]["choices"])
            self.desk.act(seat, action)
            if self.made > self.lesson.most:
                continue
            also = self.lesson.also.get(self.made, ())
            done.append({"act": self.as_json(action), "also": also} if is_own else {})
            views.append(self.seen())
        if self.lesson.to_the_end:
            views[-1] = {**self.seen(), "story": views[-1]["story"]}
        views[-1] |= {"choices": None, "to_act": []}
        steps = [
            {**act, "set": dict(changes_between(old, new))}
            for act, old, new in zip(done, views[:-1], views[1:], strict=True)
        ]
        assert not self.kept & self.german.keys()
        return {"first": views[0], "steps": steps, "de": self.german}


def is_forced(choices: Mapping[str, Any]) -> bool:
    """Say whether there is but one choice, which then is made without the person."""
    return len(choices["actions"]) == 1 and not choices["picks"]


def changes_between(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield by its path what is to be set for one JSON value to become another.

    >>> dict(changes_between({"a": [1, 2], "b": {"c": 3}}, {"a": [1, 4], "b": {"c": None}}))
    {'a/1': 4, 'b/c': None}
    """
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in new:
            yield from changes_between(old[key], new[key], f"{path}{key}/")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, one in enumerate(new):
            yield from changes_between(old[at], one, f"{path}{at}/")
    elif old != new:
        yield path.removesuffix("/"), new


def strings_of(one: Any, other: Any) -> Iterator[tuple[str, str]]:
    """Yield the strings of two JSON values of the same form, in pairs."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one.keys() - FOR_PROGRAMS:
            yield from strings_of(one[key], other[key])
    elif isinstance(one, list):
        for left, right in zip(one, other, strict=True):
            yield from strings_of(left, right)
    elif isinstance(one, str):
        yield one, other


def written(record: Mapping[str, Any]) -> bytes:
    """Return a guided hand as its file has it: a line for each command."""
    steps = b",\n".join(map(orjson.dumps, record["steps"]))
    first, german = orjson.dumps(record["first"]), orjson.dumps(dict(sorted(record["de"].items())))
    return b'{"first":%b,\n"steps":[\n%b\n],\n"de":%b}\n' % (first, steps, german)


def main() -> None:
    """Record all, and say how large they are."""
    assert sorted(LESSONS) == sorted(NEWEST)
    FOLDER.mkdir(exist_ok=True)
    for game in LESSONS:
        content = written(Recorder(game).recorded())
        (FOLDER / f"{game}.json").write_bytes(content)
        say_lines(f"{game}: {len(content)} bytes")


if __name__ == "__main__":
    main()
