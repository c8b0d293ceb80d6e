"""`fairdeal verify --bots`: moves of bots are chosen again from their seeds (rule T20)."""

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.record import logfile
from events.record.chain import canonical_json
from events.verify.log import verify_log
from games import GAMES, NEWEST
from games.core.bots import LEVELS, Budget
from games.core.contract import Seat
from games.table import Act, Sit, Start, Table
from games.table.bots import bot_in, choose_for_seat, events_seen_by, report_of, seed_of
from service.commands.main import main
from tests.fairness.tables import SIGNER, text_of
from tests.games.bots import with_bot, with_search
from tests.games.every import every, of
from tests.table.desk import OPENER, Desk, Salts, an_open

NOW = NEWEST["boon"].bots.levels["regular"].version
PLAYOUTS, FIRST = 32, 12  # of an expert: playouts a move, moves of a table in the short form
CHOICES = Path(__file__).with_name("choices.json")
RECORDED = json.loads(CHOICES.read_text())
MOVES = r"(\d+) moves? of (a bot was|bots were) chosen again from the seed, with the same action"
Lie = Callable[[Table, Seat, Any, dict[str, Any]], tuple[Any, Mapping[str, Any] | None]]


def honest(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    return action, report


def another(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    """Play something else that the rules offer, where there is anything."""
    others = [one for one in table.game.rules.choices(table.play, seat).actions if one != action]
    return (others[0] if others else action), report


def saying(**words: Any) -> Lie:
    """Return the lie of a report that says other things of an honest move."""
    return lambda table, seat, action, report: (action, {**report, **words})


def silent(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    return action, None


def failed(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    """Play the fallback of a bot that is said to have failed."""
    return table.game.rules.fallback(table.play, seat), {**report, "failed": "KeyError"}


def of_bots(
    game: str,
    lie: Lie = honest,
    moves: int = 10**5,
    level: str = "regular",
    done: int | None = None,
    before: int | None = None,
    **changes: Any,
) -> Desk:
    """Return a table at which bots of a level alone play, each move as a lie tells it.

    `done`: after so many playouts a bot has no more time. `before`: it acts so many milliseconds
    before it is in a hurry.
    """
    desk = Desk(f"t-{game}", Salts(game))
    given = {"options": dict(NEWEST[game].brief), **changes}
    desk.do(OPENER, an_open(game, min(NEWEST[game].seats), **given))
    for seat in range(desk.table.seats):
        desk.do(OPENER, Sit(Seat(seat), level))
    desk.do(OPENER, Start())
    while desk.table.phase == "playing" and moves:
        table, seat, moves = desk.table, desk.table.to_act()[0], moves - 1
        seed = seed_of(table, seat)
        facts = [fact for fact in desk.facts if fact.n >= (table.hands or (1,))[-1]]
        bot = bot_in(table, seat)
        budget = Budget(bot.playouts) if done is None else Budget.of(bot.playouts, done)
        action = choose_for_seat(table, seat, events_seen_by(table, facts, seat), seed, budget)
        told, report = lie(table, seat, action, report_of(bot, seed, budget, 3))
        if before is not None:
            hurry = table.hurry_at(seat)
            assert hurry is not None
            desk.now = hurry - before
        desk.do(f"seat:{seat}", Act(seat, told, report))
    return desk


def run(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(path), "--key", SIGNER.public, *more])


def verified(path: Path, desk: Desk, *more: str) -> dict[str, Any]:
    """Return the verdict on a table with its bots."""
    path.write_bytes(text_of(desk))
    found: dict[str, Any] = json.loads(run(path, "--bots", "--json", *more).stdout)
    return found


def moves_of(desk: Desk) -> int:
    return sum(1 for fact in desk.facts if isinstance(fact.cause, dict) and fact.cause.get("bot"))


def reports_of(desk: Desk) -> list[dict[str, Any]]:
    """Return what bots have reported, in order."""
    parts = [json.loads(event.p) for event in desk.log if event.p]
    hands = [part["hand"]["data"] for part in parts if "hand" in part]
    return [data["bot"] for data in hands if "bot" in data]


def checked(found: dict[str, Any]) -> int:
    """Return how many moves were found to be those that the bots choose."""
    return sum(int(match[1]) for one in found["proven"] if (match := re.fullmatch(MOVES, one)))


def unchecked(found: dict[str, Any]) -> list[str]:
    return [one for one in found["not_proven"] if "unchecked" in one]


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the experts of all games have a search of so many playouts a move."""
    for name, game in NEWEST.items():
        monkeypatch.setitem(GAMES, (name, game.version), with_search(game, PLAYOUTS))


def by_level(game: str, level: str, **more: Any) -> Desk:
    """Return a table of bots of a level; of experts its first moves."""
    return of_bots(game, level=level, moves=FIRST if level == "expert" else 10**5, **more)


@pytest.mark.parametrize(
    ("game", "level"),
    [
        pytest.param(game.name, level, marks=of(game.name))
        for game in NEWEST.values()
        for level in (game.bots.ladder if game.name == "boosh" else game.bots.levels)
    ],
)
@pytest.mark.usefixtures("searching")
def test_the_moves_of_bots_are_those_that_they_choose_again(
    tmp_path: Path, game: str, level: str
) -> None:
    desk = by_level(game, level)
    found = verified(tmp_path / "log", desk)
    assert found["verdict"] == "good", found["why"]
    assert checked(found) == moves_of(desk) > 0
    assert unchecked(found) == []


@pytest.mark.nightly
@every("game")
@pytest.mark.usefixtures("searching")
def test_all_moves_of_experts_of_twenty_tables_are_those_that_they_choose_again(
    tmp_path: Path, game: str
) -> None:
    for number in range(20):
        desk = of_bots(game, level="expert", secret=f"{number:064x}")
        found = verified(tmp_path / "log", desk)
        assert found["verdict"] == "good", found["why"]
        assert checked(found) == moves_of(desk) > 0
        assert unchecked(found) == []


@pytest.mark.usefixtures("searching")
def test_a_search_that_had_no_more_time_is_repeated_up_to_where_it_stopped(tmp_path: Path) -> None:
    desk = by_level("boon", "expert", done=PLAYOUTS // 2)
    done = [report["playouts"] for report in reports_of(desk)]
    assert min(done) < max(done) < PLAYOUTS
    found = verified(tmp_path / "log", desk)
    assert (found["verdict"], checked(found)) == ("good", moves_of(desk)), found["why"]


@pytest.mark.parametrize(("before", "same"), [(0, 4), (1, 0)])
@pytest.mark.usefixtures("searching")
def test_only_a_move_in_a_hurry_may_have_been_given_no_playouts(
    tmp_path: Path, before: int, same: int
) -> None:
    desk = of_bots("boon", saying(budget=0), 4, "expert", done=0, before=before, clock={"turn": 20})
    found = verified(tmp_path / "log", desk)
    assert (found["verdict"], checked(found)) == ("good", same)
    why = f"the bot 'expert', version {NOW}, may not do 0 playouts of 0 there"
    assert unchecked(found) == ([] if same else [f"4 moves of bots: unchecked: {why}"])


@pytest.mark.parametrize("more", [-1, 1])
@pytest.mark.usefixtures("searching")
def test_a_search_that_is_said_to_have_done_more_or_less_is_found(
    tmp_path: Path, more: int
) -> None:
    def lie(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
        if report["playouts"] < 2:
            return action, report
        return action, {**report, "playouts": report["playouts"] + more, "budget": PLAYOUTS}

    found = verified(tmp_path / "log", by_level("boon", "expert", done=PLAYOUTS // 2, lie=lie))
    assert found["kind"] == "wrong_bot_move"
    assert "is said to have done" in found["why"]


@every("game")
@pytest.mark.parametrize("level", ["regular", "expert"])
@pytest.mark.usefixtures("searching")
def test_a_move_that_the_bot_does_not_choose_is_found(
    tmp_path: Path, game: str, level: str
) -> None:
    desk, path = by_level(game, level, lie=another), tmp_path / "log"
    found = verified(path, desk)
    assert (found["verdict"], found["kind"]) == ("bad", "wrong_bot_move")
    n = found["first_bad"]
    assert re.search(
        rf"the bot of seat \d plays .+ in event {n}; from its seed follows", found["why"]
    )
    assert json.loads(run(path, "--json").stdout)["verdict"] == "good", "no rule forbids it"


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (saying(version=99), "the bot 'regular', version 99, is not installed here"),
        (saying(version=True), "the bot 'regular', version True, is not installed here"),
        (saying(level="novice"), f"the bot 'novice', version {NOW}, is not installed here"),
        (
            saying(budget=9),
            f"the bot 'regular', version {NOW}, may not do 0 playouts of 9 there",
        ),
        (
            saying(playouts=9),
            f"the bot 'regular', version {NOW}, may not do 9 playouts of 0 there",
        ),
        (
            saying(playouts=False),
            f"the bot 'regular', version {NOW}, may not do False playouts of 0 there",
        ),
        (silent, "the log does not say how they were found"),
        (failed, "the bot failed in play, and not here"),
    ],
)
def test_moves_that_cannot_be_checked_are_told_as_unchecked(
    tmp_path: Path, lie: Lie, why: str
) -> None:
    desk = of_bots("boon", lie)
    found = verified(tmp_path / "log", desk)
    assert (found["verdict"], checked(found)) == ("good", 0)
    moves = len(
        [
            fact
            for fact in desk.facts
            if fact.by.startswith("seat:") and isinstance(fact.cause, dict)
        ]
    )
    assert unchecked(found) == [f"{moves} moves of bots: unchecked: {why}"]
    lines = run(tmp_path / "log", "--bots").stdout.splitlines()
    assert lines[0].startswith("GOOD, but not checked: bots (not repeatable): table t-boon, ")
    assert f"  not proven: {moves} moves of bots: unchecked: {why}" in lines


def test_a_bot_that_is_said_to_have_failed_plays_the_fallback(tmp_path: Path) -> None:
    def lie(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
        fallback = table.game.rules.fallback(table.play, seat)
        others = [
            one for one in table.game.rules.choices(table.play, seat).actions if one != fallback
        ]
        return (others or [fallback])[0], {**report, "failed": "KeyError"}

    found = verified(tmp_path / "log", of_bots("boon", lie))
    assert found["kind"] == "wrong_bot_move"


def test_a_bot_that_fails_here_too_played_the_fallback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = of_bots("boon", failed)

    def choose(*given: Any) -> Any:
        raise KeyError

    monkeypatch.setitem(GAMES, ("boon", 1), with_bot(GAMES["boon", 1], choose))
    path = tmp_path / "log"
    path.write_bytes(text_of(desk))
    report = verify_log(path, bots=True)
    assert not report.faults
    assert checked({**report.as_json()}) == moves_of(desk)


@pytest.mark.parametrize("value", [None, [], {}, [[]], {"a": 1}, -1, 2**52, "x" * 10**4, "\x1b[2K"])
@pytest.mark.parametrize("word", ["level", "version", "budget", "playouts", "failed", "more"])
def test_whatever_a_report_says_there_is_a_verdict(tmp_path: Path, word: str, value: Any) -> None:
    desk = of_bots(
        "boosh", lambda table, seat, action, report: (action, {**report, word: value}), 3
    )
    path = tmp_path / "log"
    path.write_bytes(text_of(desk))
    done = run(path, "--bots")
    assert done.exit_code in (0, 1)
    assert "\x1b" not in done.output
    assert max(map(len, done.stdout.splitlines())) < 1200


def test_moves_that_are_not_open_are_unchecked(tmp_path: Path) -> None:
    desk = of_bots("boon", moves=9)
    found = verified(tmp_path / "log", desk)
    assert checked(found) == 9
    sealed = [event._replace(p=None) for event in desk.log]
    (tmp_path / "log").write_bytes(
        b"".join(logfile.log_file_lines(desk.id, sealed, desk.now, SIGNER))
    )
    found = json.loads(run(tmp_path / "log", "--bots", "--json").stdout)
    assert (found["verdict"], checked(found)) == ("good", 0)
    assert found["not_checked"][-1] == {"what": "bots", "since": 1, "why": "sealed"}
    assert unchecked(found) == ["moves of bots from event 1 on: unchecked: they are not open"]


def test_of_several_logs_the_bots_of_each_are_told(tmp_path: Path) -> None:
    files = [tmp_path / game for game in ("boon", "boosh")]
    for path in files:
        path.write_bytes(
            text_of(of_bots(path.name, secret=path.name[2:].encode().hex().ljust(64, "0")))
        )
    done = CliRunner().invoke(main, ["verify", *map(str, files), "--bots"])
    assert done.exit_code == 0
    assert len(re.findall(MOVES, done.stdout)) == 2
    done = CliRunner().invoke(main, ["verify", *map(str, files)])
    assert not re.findall(MOVES, done.stdout)


def digest_of(game: str, level: str) -> str:
    """Return the hash of all that bots of a level choose at a table."""
    log = by_level(game, level).log
    moves = [event for event in log if json.loads(event.e)["by"].startswith("seat:")]
    return hashlib.sha256(
        canonical_json([json.loads(event.e)["cause"] for event in moves])
    ).hexdigest()


@pytest.mark.parametrize("game", [pytest.param(game, marks=of(game)) for game in RECORDED])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.usefixtures("searching")
def test_a_bot_of_this_version_chooses_what_it_always_did(game: str, level: str) -> None:
    """Give the bot another version when it must choose otherwise: logs are held to it."""
    now = digest_of(game, level)
    if os.environ.get("UPDATE"):
        known = json.loads(CHOICES.read_text())
        known[game][level] = now
        CHOICES.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
    assert RECORDED[game][level] == now
