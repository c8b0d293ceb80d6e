"""`fairdeal tournament check`: what a cup will be, told before it is played."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.minutes import table_minutes, usual_span
from games import NEWEST
from service.commands.main import main
from service.commands.tournaments import rehearsal, tournament
from service.commands.tournaments.cup import Cup, read_cup
from service.commands.tournaments.estimate import (
    AT_ONCE,
    OPENING,
    SPAN_TABLES,
    START,
    STEP,
    forecast_cup,
)
from service.commands.tournaments.own_server import MOST_WORKERS
from service.commands.tournaments.rehearsal import sample_of
from tests.folders import EXAMPLES

CUPS = EXAMPLES / "cups"
LADDER = """\
name = "Ladder"
games = [{ game = "boon", seats = 3 }]
format = { kind = "ladder", seconds = 60 }
entrant = [{ bot = "regular", count = 7 }]
"""


@pytest.fixture(autouse=True)
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rehearse fewer tables of each game: estimates are made alike from any number of them."""
    monkeypatch.setattr(rehearsal, "TABLES", 3)


def check(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["tournament", "check", *arguments])


def test_a_cup_is_told_in_tables_deals_minutes_and_intervals() -> None:
    found = check(str(CUPS / "league.toml"))
    assert found.exit_code == 0, found.output
    for part in ("14, 7 for each entrant", "7; tables of one deal", "± ", "estimates"):
        assert part in found.output


def test_duplicate_scores_of_one_table_a_round_are_said_to_be_nothing(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(LONELY)
    found = check(str(tmp_path / "cup.toml"))
    assert found.exit_code == 0, found.output
    said = " ".join(found.output.split())
    assert "all scores will be 0: take at least twice as many entrants as seats" in said
    assert "±" not in said.partition("No two tables")[0]


def test_an_error_of_ours_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("moves")

    monkeypatch.setattr(tournament, "forecast_cup", fail)
    found = check(str(CUPS / "league.toml"))
    assert (found.exit_code, found.stderr) == (
        1, "Error: This is an error in fairdeal (KeyError: 'moves')\n",
    )  # fmt: skip


def test_the_pentathlon_has_every_two_meet_once_in_each_game() -> None:
    told = json.loads(check(str(CUPS / "pentathlon.toml"), "--json").output)
    assert (told["entrants"], told["rounds"], told["tables"], told["deals"]) == (16, 25, 100, 100)
    assert told["tables_of_an_entrant"] == [25, 25]
    assert 0 < told["minutes"] < 10
    assert 0.05 < told["half_width"] < 0.3
    assert told["half_width_of_a_pair"] is None  # five deals of a pair say nothing of places


@pytest.mark.nightly
def test_more_deals_make_intervals_narrower_and_the_cup_longer(tmp_path: Path) -> None:
    text = (CUPS / "league.toml").read_text().replace("../programs", str(CUPS.parent / "programs"))
    found = []
    for cycles in (1, 8):
        (tmp_path / "cup.toml").write_text(text.replace("cycles = 3", f"cycles = {cycles}"))
        found.append(forecast_cup(read_cup(tmp_path / "cup.toml"), 2))
    few, many = found
    assert few.mean is not None
    assert many.mean is not None
    assert few.mean > 2 * many.mean
    assert few.seconds < many.seconds


@pytest.mark.nightly
def test_a_ladder_is_told_by_its_time(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(LADDER)
    found = forecast_cup(read_cup(tmp_path / "cup.toml"), 2)
    assert 30 < found.seconds < 120
    assert found.tables > 20


LONELY = """\
name = "Three alone"
games = [{ game = "boon", seats = 3, options = { max_rounds = 1 } }]
format = { kind = "round_robin", cycles = 2 }
scoring = { kind = "duplicate" }
entrant = [{ bot = "novice", count = 3 }]
"""
OPEN = """\
name = "Open"
games = [{ game = "boosh", seats = 2, clock = { turn = 60 }, options = {} }]
format = { kind = "swiss", rounds = 3 }
entrants = { kinds = ["bot", "player"], register = true, least = 4 }
entrant = [{ bot = "regular", count = 3 }]
"""
CUP = """\
name = "Cup"
games = [{ game = "boon", seats = 4, clock = { turn = 60 } }]
format = { kind = "swiss", rounds = 3 }
"""
PROGRAMS = 'entrant = [{ bot = "regular", count = 2 }, { program = "sh" }, { program = "cat" }]\n'
BOTS = 'entrant = [{ bot = "regular", count = 4 }]\n'


@pytest.mark.parametrize(
    ("cup", "relays", "rounds"),
    [
        ('beacon = "quicknet"\n' + CUP + PROGRAMS, "", 3),
        (CUP + PROGRAMS, "https://api.drand.sh", 3),
        (CUP + PROGRAMS, "", 0),
        ('beacon = "none"\n' + CUP + PROGRAMS, "https://api.drand.sh", 0),
        ('beacon = "quicknet"\n' + CUP + BOTS, "", 0),
        (CUP + PROGRAMS + 'run = { server = "https://play.example" }\n', "https://drand.sh", 0),
    ],
)
def test_each_round_of_a_cup_with_a_beacon_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cup: str, relays: str, rounds: int
) -> None:
    monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", relays)
    (tmp_path / "cup.toml").write_text(cup)
    found = forecast_cup(read_cup(tmp_path / "cup.toml"), 2)
    assert (found.rounds, found.waits) == (3, rounds > 0)
    assert 0 <= found.seconds - START - 15 * rounds < 5
    told = " ".join(check(str(tmp_path / "cup.toml")).output.split())
    assert ("the waits for the beacon included" in told) == found.waits


MANY = """\
name = "Many"
games = [{ game = "boon", seats = 4 }]
format = { kind = "swiss", rounds = 7 }
entrant = [{ bot = "regular", count = 300 }]
"""


def milliseconds_of_a_table(cup: Cup) -> float:
    """Return what four seats of `regular` take of a processor."""
    moves = sample_of(cup.settings.games[0]).moves()
    return OPENING + 4 * moves * (STEP + AT_ONCE)


@pytest.mark.parametrize(("processors", "used"), [(1, 1), (2, 2), (8, 8), (64, MOST_WORKERS)])
def test_525_tables_take_their_work_on_the_processors_that_are_used(
    tmp_path: Path, processors: int, used: int
) -> None:
    (tmp_path / "cup.toml").write_text(MANY)
    cup = read_cup(tmp_path / "cup.toml")
    found = forecast_cup(cup, processors)
    assert (found.tables, found.rounds, found.cores) == (525, 7, used)
    wanted = START + 525 * milliseconds_of_a_table(cup) / 1000 / used
    assert found.seconds == pytest.approx(wanted)


def test_no_round_is_shorter_than_its_longest_table(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(MANY.replace("300", "8"))
    cup = read_cup(tmp_path / "cup.toml")
    wanted = START + 7 * milliseconds_of_a_table(cup) / 1000
    assert forecast_cup(cup, 8).seconds == pytest.approx(wanted)


@pytest.mark.parametrize("options", ["{}", "{ max_hands = 2 }"])
def test_people_take_as_long_as_tables_of_the_game_do(tmp_path: Path, options: str) -> None:
    text = OPEN.replace("{}", options)
    (tmp_path / "cup.toml").write_text(text)
    boosh = NEWEST["boosh"]
    assert boosh.about is not None
    span = boosh.about.minutes[2]
    if options != "{}":
        span = usual_span(table_minutes(boosh, 2, range(SPAN_TABLES), {"max_hands": 2}))
    found = forecast_cup(read_cup(tmp_path / "cup.toml"), 2)
    assert (found.people, found.people_minutes) == (True, (3 * span[0], 3 * span[1]))
    told = " ".join(check(str(tmp_path / "cup.toml")).output.split())
    assert f"beside it people take {3 * span[0]} to {3 * span[1]} minutes, at 20 s a turn" in told


def test_a_ladder_with_a_beacon_has_room_for_fewer_rounds(tmp_path: Path) -> None:
    text = LADDER.replace("seats = 3", "seats = 3, clock = { turn = 60 }").replace(
        "count = 7 }", 'count = 5 }, { program = "sh" }, { program = "cat" }'
    )
    found = []
    for beacon in ("none", "quicknet"):
        (tmp_path / "cup.toml").write_text(f'beacon = "{beacon}"\n{text}')
        found.append(forecast_cup(read_cup(tmp_path / "cup.toml"), 2))
    without, with_it = found
    assert with_it.rounds in (3, 4), "of 60 seconds, at 15 and more a round"
    assert with_it.rounds < without.rounds
    assert 45 < with_it.seconds < 75


def test_a_file_with_mistakes_ends_with_a_line_for_each(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(LADDER.replace("boon", "bone").replace("60", "0"))
    found = check(str(path))
    assert found.exit_code == 1
    assert f"{path}:2: games.0.game: must be one of" in found.output
    assert f"{path}:3: format.seconds: must be a whole number" in found.output
