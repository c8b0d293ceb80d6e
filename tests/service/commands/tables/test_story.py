"""How `fairdeal demo` tells a table: every note, the colours of cards, what is left out."""

import re
from pathlib import Path

import pytest

from events.record import logfile
from events.record.steps import log_steps
from games import GAMES
from games.core.presentation.marks import card_mark, seat_mark, strip_marks
from games.table.notes import story_lines as story_of
from service.commands.screen import Screen
from service.commands.tables import story
from service.commands.tables.story import CardColours, outcome_grid, print_table_story
from tests.folders import GOLDEN_LOGS

LOGS = sorted(GOLDEN_LOGS.glob("*.jsonl"))
GOLDEN = [file for file in LOGS if b"table.started.v1" in file.read_bytes()]  # that were played


def told(file: Path, first: int = story.FIRST) -> str:
    """Return what is told of a log file."""
    log = logfile.read_log_file(file)
    game = GAMES[log.header["game"], log.header["rules"]]
    console = Screen(width=1000)
    with console.capture() as shown:
        print_table_story(console, faces(game.name), log.header["table"], log.events, first)
    return shown.get()


def faces(name: str) -> CardColours:
    """Return how the cards of a game are shown."""
    return CardColours([face._asdict() for face in GAMES[name, 1].presentation.faces])


def notes_of(file: Path) -> dict[int, str]:
    """Return all notes of a log by the numbers of their events."""
    log = logfile.read_log_file(file)
    return {
        line["n"]: strip_marks(line["text"])
        for step in log_steps(log.header["table"], log.events)
        for line in story_of(step.table, None)
    }


def rows(text: str) -> dict[int, str]:
    """Return what is told of each event."""
    return {int(n): note for n, note in re.findall(r"^ *(\d+)  (.*?) *$", text, re.MULTILINE)}


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_short_table_is_told_in_all_its_notes_from_its_start(file: Path) -> None:
    every = notes_of(file)
    calls = [n for n, note in every.items() if note.endswith(" starts the game")]
    begin = min(calls, default=1)  # a tournament's table begins with its opening
    shown = told(file, first=10_000)
    assert rows(shown) == {n: note for n, note in every.items() if n >= begin}
    assert "..." not in shown


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_of_a_long_table_begin_and_end_are_told_and_what_is_left_out_is_counted(
    file: Path,
) -> None:
    every, shown = notes_of(file), told(file)
    lines = rows(shown)
    assert len(lines) == story.FIRST + story.LAST
    assert {n: every[n] for n in lines} == lines
    assert max(lines) == max(every)
    found = re.search(r"\.\.\. (?:(\d+) more hands?, )?(\d+) more events \.\.\.", shown)
    assert found is not None
    assert int(found[2]) == max(every) - min(lines) + 1 - len(lines)
    dealt = [n for n, note in every.items() if re.match(r"(Round|Hand) \d+: ", note)]
    untold = [n for n in dealt[:-1] if n not in lines]
    assert int(found[1] or 0) == len(untold)


@pytest.mark.parametrize(
    ("game", "card", "colours"),
    [
        ("boon", "gold-12", ["yellow"]),
        ("boosh", "4S", ["cyan"]),
        ("boosh", "10H", ["red"]),
        ("boosh", "JK", []),
        ("goblin_market", "sailor", ["blue", "green"]),
        ("boojum", "ace-moons", ["bright_cyan"]),
        ("bum", "K-3", []),
    ],
)
def test_a_card_has_the_colours_of_its_suits(game: str, card: str, colours: list[str]) -> None:
    name = next(face.name for face in GAMES[game, 1].presentation.faces if face.id == card)
    text = f"{seat_mark(1)} leads {card_mark(card, name)} ({name})"
    drawn = faces(game).drawn(text)
    assert drawn.plain == strip_marks(text)
    spans = [(drawn.plain[span.start : span.end], str(span.style)) for span in drawn.spans]
    assert spans[:2] == [("seat 1", "bold"), (name, "bold")]
    assert [style for _, style in spans[2:]] == colours
    assert "".join(part for part, _ in spans[2:]) in (name, "")


def test_suits_that_nobody_here_knows_get_a_colour_each() -> None:
    suits = ("anchors", "bells", "acorns")
    drawn = CardColours([{"id": suit, "suits": [suit]} for suit in suits]).drawn(
        ", ".join(card_mark(suit, f"{suit.title()} 5") for suit in suits)
    )
    colours = [str(span.style) for span in drawn.spans if str(span.style) != "bold"]
    assert len(colours) == len(set(colours)) == 3


def test_cards_that_the_game_does_not_name_are_told_without_colours() -> None:
    assert CardColours([]).drawn("[Seat 0](seat:0) plays [x](card:y)").plain == "Seat 0 plays x"


def test_the_winner_stands_first_and_ties_in_the_order_of_seats() -> None:
    outcome = {"places": [3, 1, 1], "scores": [0, 7, 7]}
    console = Screen(width=80)
    with console.capture() as shown:
        console.print(outcome_grid(outcome, ["me", "a bot", "another [bot]"]))
    cells = [line.split() for line in shown.get().splitlines() if re.match(r" +\d", line)]
    assert cells == [
        ["1", "1", "a", "bot", "7"], ["1", "2", "another", "[bot]", "7"], ["3", "0", "me", "0"],
    ]  # fmt: skip
