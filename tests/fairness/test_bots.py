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
from events.record.chain import canonical
from events.verify.log import verify
from games import GAMES, NEWEST
from games.core.bots import Budget
from games.core.contract import Seat
from games.table import Act, Sit, Start, Table
from games.table.bots import PLAIN, chosen, received, seed_of
from service.commands.main import main
from tests.fairness.tables import SIGNER, text_of
from tests.games.bots import with_bot
from tests.games.every import every, of
from tests.table.desk import OPENER, Desk, Salts, an_open

CHOICES = Path(__file__).with_name("choices.json")
RECORDED = json.loads(CHOICES.read_text())
MOVES = r"(\d+) moves? of (a bot was|bots were) chosen again from the seed, with the same action"
Lie = Callable[[Table, Seat, Any, dict[str, Any]], tuple[Any, Mapping[str, Any] | None]]


def honest(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    return action, report


def another(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    """Play something else that the rules offer, where there is anything."""
    others = [one for one in table.game.choices(table.play, seat).actions if one != action]
    return (others[0] if others else action), report


def saying(**words: Any) -> Lie:
    """Return the lie of a report that says other things of an honest move."""
    return lambda table, seat, action, report: (action, {**report, **words})


def silent(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    return action, None


def failed(table: Table, seat: Seat, action: Any, report: dict[str, Any]) -> Any:
    """Play the fallback of a bot that is said to have failed."""
    return table.game.fallback(table.play, seat), {**report, "failed": "KeyError"}


def of_bots(game: str, lie: Lie = honest, moves: int = 10**5, **changes: Any) -> Desk:
    """Return a table at which bots alone play, each move as a lie tells it."""
    desk = Desk(f"t-{game}", Salts(game))
    given = {"options": dict(NEWEST[game].brief), **changes}
    desk.do(OPENER, an_open(game, min(NEWEST[game].seats), **given))
    for seat in range(desk.table.seats):
        desk.do(OPENER, Sit(Seat(seat), "plain"))
    desk.do(OPENER, Start())
    while desk.table.phase == "playing" and moves:
        table, seat, moves = desk.table, desk.table.to_act()[0], moves - 1
        seed = seed_of(table, seat)
        facts = [fact for fact in desk.facts if fact.n >= (table.hands or (1,))[-1]]
        action = chosen(table, seat, received(table, facts, seat), seed, Budget())
        told, report = lie(table, seat, action, {**PLAIN, "seed": seed, "ms": 3})
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


def checked(found: dict[str, Any]) -> int:
    """Return how many moves were found to be those that the bots choose."""
    return sum(int(match[1]) for one in found["proven"] if (match := re.fullmatch(MOVES, one)))


def unchecked(found: dict[str, Any]) -> list[str]:
    return [one for one in found["not_proven"] if "unchecked" in one]


@every("game")
def test_the_moves_of_bots_are_those_that_they_choose_again(tmp_path: Path, game: str) -> None:
    desk = of_bots(game)
    found = verified(tmp_path / "log", desk)
    assert found["verdict"] == "good", found["why"]
    assert checked(found) == moves_of(desk) > 0
    assert unchecked(found) == []


@every("game")
def test_a_move_that_the_bot_does_not_choose_is_found(tmp_path: Path, game: str) -> None:
    desk, path = of_bots(game, another), tmp_path / "log"
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
        (saying(version=2), "the bot 'plain', version 2, budget 1 is not installed here"),
        (saying(version=True), "the bot 'plain', version True, budget 1 is not installed here"),
        (saying(algorithm="deep"), "the bot 'deep', version 1, budget 1 is not installed here"),
        (saying(budget=9), "the bot 'plain', version 1, budget 9 is not installed here"),
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
        fallback = table.game.fallback(table.play, seat)
        others = [one for one in table.game.choices(table.play, seat).actions if one != fallback]
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
    report = verify(path, bots=True)
    assert not report.faults
    assert checked({**report.as_json()}) == moves_of(desk)


@pytest.mark.parametrize("value", [None, [], {}, [[]], {"a": 1}, -1, 2**52, "x" * 10**4, "\x1b[2K"])
@pytest.mark.parametrize("word", ["algorithm", "version", "budget", "failed", "more"])
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
    (tmp_path / "log").write_bytes(b"".join(logfile.lines(desk.id, sealed, desk.now, SIGNER)))
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


def digest_of(game: str) -> str:
    """Return the hash of all that bots choose at a table."""
    moves = [event for event in of_bots(game).log if json.loads(event.e)["by"].startswith("seat:")]
    return hashlib.sha256(canonical([json.loads(event.e)["cause"] for event in moves])).hexdigest()


@pytest.mark.parametrize("game", [pytest.param(game, marks=of(game)) for game in RECORDED])
def test_a_bot_of_this_version_chooses_what_it_always_did(game: str) -> None:
    """Give the bot another version (`PLAIN`) when it must choose otherwise: logs are held to it."""
    now = digest_of(game)
    if os.environ.get("UPDATE"):
        known = json.loads(CHOICES.read_text())
        CHOICES.write_text(json.dumps({**known, game: now}, indent=2, sort_keys=True) + "\n")
    assert RECORDED[game] == now
