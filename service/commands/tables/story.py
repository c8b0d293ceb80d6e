"""Tell a finished table in its story, with the colours of its cards, for ``fairdeal demo``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from events.record.codec import EXTRAS, StoredEvent
from events.record.steps import log_steps
from games.core.presentation.marks import MARK
from games.core.words import count_phrase
from games.table import Table
from games.table.notes import story_lines
from projections.tables.hands import last_of
from service.commands.screen import Screen

FIRST, LAST = 16, 12  # notes that are told of a long table: from its beginning, from its end
FEW = 6  # that are not worth leaving out
SUITLESS = "bold"
COLOURS: Mapping[str, str] = {
    "hearts": "red", "diamonds": "red", "clubs": "cyan", "spades": "cyan",
    "red": "red", "green": "green", "blue": "blue", "gold": "yellow",
    "moons": "bright_cyan", "suns": "yellow", "waves": "blue",
    "leaves": "green", "wyrms": "red", "knots": "magenta",
}  # fmt: skip
OTHERS = ("cyan", "magenta", "yellow", "green", "red", "blue")  # of suits that nobody here knows


class EventText(NamedTuple):
    """What is told of one event."""

    n: int
    text: str


class CardColours:
    """How the marked cards of a game are shown: each in the colours of its suits."""

    def __init__(self, cards: Iterable[Mapping[str, Any]]) -> None:
        self.suits = {card["id"]: tuple(card["suits"]) for card in cards}
        strange = sorted({suit for of in self.suits.values() for suit in of} - COLOURS.keys())
        self.colours = {**COLOURS, **dict(zip(strange, OTHERS * len(strange), strict=False))}

    def drawn(self, text: str) -> Text:
        """Return a text with its seats and cards picked out."""
        drawn, done = Text(), 0
        for found in MARK.finditer(text):
            words, kind, which = found.groups()
            drawn.append(text[done : found.start()])
            begin, done = len(drawn), found.end()
            drawn.append(words)
            if kind == "seat":
                drawn.stylize("bold", begin)
            else:
                self.colour(drawn, begin, self.suits.get(which, ()))
        drawn.append(text[done:])
        return drawn

    def colour(self, text: Text, start: int, suits: Sequence[str]) -> None:
        """Give each suit of the card at the end of a text an equal share of its name."""
        end = len(text)
        text.stylize(SUITLESS, start, end)
        for k, suit in enumerate(suits):
            share = (end - start) / len(suits)
            text.stylize(
                self.colours[suit], start + round(k * share), start + round((k + 1) * share)
            )


def print_table_story(
    console: Screen, faces: CardColours, table_id: str, events: Sequence[StoredEvent],
    first: int = FIRST, last: int = LAST,
) -> None:  # fmt: skip
    """Print the notes of a table from the call on; of a long one its `first` and `last` notes."""
    walk = [step for step in log_steps(table_id, events) if step.table.is_called]
    texts = [
        EventText(line["n"], line["text"])
        for step in walk
        for line in story_lines(step.table, None)
    ]
    if len(texts) <= first + FEW + last:
        _print_lines(console, faces, texts)
        return
    _print_lines(console, faces, texts[:first])
    hidden = _left_out(texts[first:-last], walk[-1].table)
    console.print(Text(f"       ... {hidden} ...", style="dim italic"))
    _print_lines(console, faces, texts[-last:])


def _print_lines(console: Screen, faces: CardColours, texts: Iterable[EventText]) -> None:
    """Print notes, the number of its event before each."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right", style="dim", min_width=5)
    grid.add_column()
    for line in texts:
        grid.add_row(str(line.n), faces.drawn(line.text))
    console.print(grid)


def _left_out(hidden: Sequence[EventText], table: Table) -> str:
    """Say what is not told: the hands of which nothing is, and the events."""
    first, last = hidden[0].n, hidden[-1].n
    whole = sum(
        first <= begin and last_of(table, hand) <= last
        for hand, begin in enumerate(table.hands, start=1)
    )
    events = count_phrase(len(hidden), "more event")
    return f"{count_phrase(whole, 'more hand')}, {events}" if whole else events


def outcome_grid(outcome: Mapping[str, Any], players: Sequence[str]) -> Grid:
    """Return a table of places and scores, the winner first."""
    grid = Grid(box=box.SIMPLE_HEAD, title=None)
    for column in ("place", "seat", "played by", "score"):
        grid.add_column(column, justify="left" if column == "played by" else "right")
    order = sorted(range(len(players)), key=lambda seat: (outcome["places"][seat], seat))
    for seat in order:
        place, score = outcome["places"][seat], outcome["scores"][seat]
        style = "bold green" if place == 1 else ""
        grid.add_row(str(place), str(seat), Text(players[seat]), str(score), style=style)
    return grid


def raw_event_line(event: StoredEvent) -> str:
    """Return an event with all its parts as one line."""
    public, private = orjson.loads(event.e), orjson.loads(event.p or b"{}")
    data = {
        **public["data"],
        **{k: v for part in private.values() for k, v in part["data"].items()},
    }
    text = " ".join(f"{name}={unquoted_json(v)}" for name, v in data.items() if name not in EXTRAS)
    return f"  {event.n:5} {public['by']:<28} {public['type']:<32} {text}"[:150]


def unquoted_json(value: Any) -> str:
    """Return a value as a short word."""
    return orjson.dumps(value).decode().replace('"', "")
