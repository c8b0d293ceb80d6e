"""Deal groups: several logs verified as a group, and groups that share what they must not."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.record import logfile
from games.core.contract import Seat
from games.table import Sit
from service.commands.main import main
from tests.events.forge import pieces
from tests.fairness.tables import SIGNER, text_of
from tests.table.desk import OPENER, SECRET, Desk, Salts, an_open, commitment

OTHER = "1e" * 32
BRIEF = {"max_rounds": 2}
Put = Callable[..., list[Path]]


def dealt(
    table: str,
    group: str | None = "g1",
    secret: str = SECRET,
    words: tuple[str, ...] = ("one", "two"),
    turns: int = 2000,
    **changes: Any,
) -> Desk:
    """Return a table of Boon, played by chance that its id gives, at most so many turns."""
    desk, luck = Desk(table, Salts(table)), random.Random(table)
    given = {"options": BRIEF, "group": group, "secret": secret, **changes}
    desk.do(OPENER, an_open("boon", 3, **given))
    for seat, word in enumerate([*words, None][:3]):
        desk.do(
            f"player:p{seat}", Sit(Seat(seat), commitment=word and commitment(f"p{seat}", word))
        )
    desk.begun(words)
    while desk.table.phase == "playing" and turns:
        desk.random_act(luck)
        turns -= 1
    return desk


def served(desk: Desk) -> bytes:
    """Return the log of a running table, with the parts that everybody may know."""
    open_parts = [
        event if desk.table.is_open(event.n) and event.n > 1 else event._replace(p=None)
        for event in desk.log
    ]
    return b"".join(logfile.log_file_lines(desk.id, open_parts, desk.now + 1000, SIGNER))


@pytest.fixture
def put(tmp_path: Path) -> Put:
    def write(*logs: Desk | bytes) -> list[Path]:
        paths = [tmp_path / f"log{k}" for k, _ in enumerate(logs)]
        for path, log in zip(paths, logs, strict=True):
            path.write_bytes(log if isinstance(log, bytes) else text_of(log))
        return paths

    return write


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments), "--key", SIGNER.public])


def told(done: Result, logs: int) -> list[dict[str, Any]]:
    """Return what is said besides the verdicts on so many logs, which are good."""
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["verdict"] for one in objects[:logs]] == ["good"] * logs, objects
    return objects[logs:]


def test_the_logs_of_a_deal_group_are_verified_as_a_group(put: Put) -> None:
    files = put(dealt("t1"), dealt("t2"), dealt("t3"))
    done = run(*files, "--json")
    assert done.exit_code == 0, done.output
    (group,) = told(done, 3)
    assert (group["verdict"], group["group"]) == ("good", "g1")
    assert group["tables"] == ["t1", "t2", "t3"]
    assert group["proven"][0] == "3 tables have one secret"
    assert group["proven"][1].startswith("3 shuffles were asked for at several tables")
    assert group["not_proven"] == []
    done = run(*files)
    assert "GOOD: deal group g1: t1, t2, t3\n  proven: 3 tables have one secret\n" in done.stdout
    assert done.stdout.endswith("3 logs: 3 good, 0 bad, 0 unreadable\n")


def test_two_secrets_in_one_deal_group_are_named(put: Put) -> None:
    files = put(dealt("t1"), dealt("t2"), dealt("t3", secret=OTHER))
    done = run(*files, "--json")
    assert done.exit_code == 1
    (group,) = told(done, 3)
    assert (group["kind"], group["group"]) == ("wrong_group", "g1")
    assert group["files"] == [str(files[0]), str(files[2])]
    assert "two secrets in one deal group, g1" in group["why"]
    assert run(*files).stdout.endswith("; and 1 fault that no log alone shows\n")


@pytest.mark.parametrize("groups", [("g1", "g2"), (None, None), ("g1", None)])
def test_two_deal_groups_with_one_secret_are_named(
    put: Put, groups: tuple[str | None, str | None]
) -> None:
    files = put(dealt("t1", groups[0]), dealt("t2", groups[1]))
    done = run(*files, "--json")
    assert done.exit_code == 1
    (fault,) = told(done, 2)
    assert (fault["kind"], fault["files"]) == ("shared_secret", [*map(str, files)])
    assert fault["groups"] == [groups[0] or "t1", groups[1] or "t2"]
    assert f"{files[0]} and {files[1]}: the deal groups" in run(*files).stdout


def test_groups_of_their_own_secrets_are_told_apart(put: Put) -> None:
    files = put(dealt("t1", None), dealt("t2", None, OTHER), dealt("t3", "g3", "2d" * 32))
    done = run(*files, "--json")
    assert (done.exit_code, told(done, 3)) == (0, [])


def test_a_running_table_is_held_to_its_group_by_the_secrets_of_hands_that_are_open(
    put: Put,
) -> None:
    whole = dealt("t1")
    turns = next(n for n in range(10, 99) if dealt("t2", turns=n, reveal="hand").table.hand == 2)
    same, other = (
        dealt("t2", secret=secret, turns=turns, reveal="hand") for secret in (SECRET, OTHER)
    )
    done = run(*put(whole, served(same)), "--json")
    assert done.exit_code == 0, done.output
    (group,) = told(done, 2)
    assert group["proven"][0] == "2 tables have one secret"
    done = run(*put(whole, served(other)), "--json")
    assert done.exit_code == 1
    (group,) = told(done, 2)
    assert group["kind"] == "wrong_group"
    assert "two secrets of hand 0 in one deal group" in group["why"]
    elsewhere = dealt("t2", "g2", turns=turns, reveal="hand")
    (fault,) = told(run(*put(whole, served(elsewhere)), "--json"), 2)
    assert fault["kind"] == "shared_secret"


def test_a_table_whose_secret_is_sealed_is_said_to_be_unproven(put: Put) -> None:
    done = run(*put(dealt("t1"), served(dealt("t2", turns=9))), "--json")
    assert done.exit_code == 0
    (group,) = told(done, 2)
    assert group["proven"] == []
    assert group["not_proven"] == ["that t2 has the secret of the group: it is not open"]


def test_other_entropies_at_a_table_of_a_group_are_told_as_other_deals(put: Put) -> None:
    done = run(*put(dealt("t1"), dealt("t2"), dealt("t3", words=("one", "three"))), "--json")
    assert done.exit_code == 0
    (group,) = told(done, 3)
    assert group["proven"][0] == "3 tables have one secret"
    assert group["not_proven"] == [
        "that t3 was dealt as t1: entropies or beacon are not the same, so the deals are not"
    ]


def test_several_logs_of_one_table_are_no_group(put: Put) -> None:
    desk = dealt("t1")
    assert told(run(*put(desk, desk), "--json"), 2) == []


@pytest.mark.parametrize("name", ["", "g\n  proven: all", "g\x1b[2K", "g" * 65, "g 1", 7, None])
def test_a_deal_group_of_a_hostile_name_is_none(put: Put, name: Any) -> None:
    log = pieces(text_of(dealt("t1", turns=0)))
    log.events[0]["e"]["data"]["group"] = name
    lie = b"".join(log.rechained().signed().lines())
    done = run(*put(lie, text_of(dealt("t2"))), "--json")
    assert done.exit_code == 1
    bad, good = (json.loads(line) for line in done.stdout.splitlines())
    assert (bad["verdict"], bad["first_bad"], good["verdict"]) == ("bad", 1, "good")
