"""The verifier in JavaScript, which knows only docs/reference/, against logs of our server."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.cached_streams import Tables
from events.verify.log import verify_log
from events.verify.report import LogReport
from games import NEWEST
from games.core.fairness.beacon import round_randomness
from games.table import Table
from tests.attacks.scale import scaled
from tests.beacons import chain, signed
from tests.events.forge import Forged, pieces
from tests.events.lies import rigged
from tests.events.verify.tables import test_planned as planned_tables
from tests.events.verify.tables.test_abort_rulings import log_of_closed
from tests.events.verify.tables.test_pace import PACE, bots_in
from tests.events.verify.tables.test_pace import played as paced
from tests.events.verify.tables.test_signed import LIES as SIGNATURE_LIES
from tests.events.verify.tables.test_signed import log_of, of_an_earlier_hand
from tests.fairness.random_logs import RandomTable
from tests.fairness.second import NOBLE, run_second, second_verifier
from tests.fairness.tables import SIGNER, played, text_of
from tests.folders import TESTS
from tests.games.every import every, of

VECTORS = TESTS / "events" / "record" / "vectors.json"
OF_BEACON = "signed" if NOBLE.exists() else "not checked: @noble/curves is not installed"
BEACONS = 5  # tables of each game
SEED = "second 1"
SHUFFLES = re.compile("([0-9]+) shuffles? follows?")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def second(paths: list[Path], key: str = SIGNER.public) -> list[dict[str, Any]]:
    """Return the verdicts of the second verifier."""
    run = run_second("--key", key, *paths)
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(verdicts) == len(paths), run.stderr
    assert run.returncode == any(one["verdict"] == "bad" for one in verdicts)
    return verdicts


@pytest.mark.parametrize("game", [pytest.param(name, marks=of(name)) for name in NEWEST])
@scaled("count", short=5, long=100)
def test_it_agrees_on_random_logs_of_our_server(
    tables: Tables, tmp_path: Path, game: str, count: int
) -> None:
    paths = []
    for number in range(count):
        table = RandomTable(tables, game, random.Random(f"{SEED} {game} {number}"))
        paths.append(table.begun().to_the_end().write(tmp_path / f"{game}-{number}.jsonl"))
    for path, one in zip(paths, second(paths), strict=True):
        require_agreement(one, verify_log(path, [SIGNER.public]), path.name)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("boojum", {"excuse": True, "pawns": True, "courts": True}),
        ("boon", {"all_pass": "forced_pick", "payout": [4, 2, 1, 2]}),
        ("bum", {"pass_is_final": True, "ranked_jokers": True, "boss_chooses": True}),
    ],
)
def test_it_agrees_on_tables_with_all_options_that_people_ask_for(
    tables: Tables, tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    table = RandomTable(tables, game, random.Random(f"{SEED} {game}"), **options)
    path = table.begun().to_the_end().write(tmp_path / f"{game}.jsonl")
    (told,) = second([path])
    assert told["verdict"] == "good"
    require_agreement(told, verify_log(path, [SIGNER.public]), path.name)


STARTS: dict[str, Callable[[list[dict[str, Any]], Table], bool]] = {  # what a start can come to
    "a reveal": lambda events, _: "table.reveal" in asked(events),
    "a signed reveal": lambda events, _: any(
        "signed" in event["cause"] for event in commands(events, "table.reveal")
    ),
    "an entropy withheld by who was late": lambda events, _: "table.close_entropy" in asked(events),
    "one who leaves before the call": lambda events, _: (
        "table.leave" in asked(events).partition("table.start")[0]
    ),
    "one who leaves behind it": lambda events, _: "table.leave" in before_play(events),
    "one who comes back before play": lambda events, _: "table.return" in before_play(events),
    "the last who is awaited leaves": lambda events, _: any(
        event["cause"]["last"] > event["n"] and event["type"] == "table.handed_to_bot.v1"
        for event in commands(events, "table.leave")
    ),
    "nobody has promised": lambda events, _: any(
        event["cause"]["last"] > event["n"] for event in commands(events, "table.start")
    ),
    "an opener without a seat calls": lambda events, _: any(
        event["data"]["seat"] is None for event in commands(events, "table.start")
    ),
    "a beacon": lambda _, table: table.randomness is not None,
    "a beacon that nobody waits for": lambda _, table: (
        table.terms.beacon is not None and table.round is None
    ),
    "an abort": lambda events, _: "table.abort" in asked(events),
}  # fmt: skip


def commands(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return the events that begin a command of this name."""
    begins = [event for event in events if isinstance(event["cause"], dict)]
    return [event for event in begins if event["cause"]["action"]["type"] == name]


def asked(events: list[dict[str, Any]]) -> str:
    """Return the names of all commands, in their order."""
    causes = [event["cause"] for event in events]
    return " ".join(cause["action"]["type"] for cause in causes if isinstance(cause, dict))


def before_play(events: list[dict[str, Any]]) -> str:
    """Return the names of the commands from the call for the start to play."""
    return asked(events).partition("table.start")[2]


def test_it_agrees_on_all_that_a_start_can_come_to(tables: Tables, tmp_path: Path) -> None:
    found, paths = set(), []
    for number in range(60):
        table = RandomTable(tables, "boosh", random.Random(f"{SEED} starts {number}")).begun()
        events = [orjson.loads(event.e) for event in tables.store.read(table.id)]
        found |= {name for name, is_it in STARTS.items() if is_it(events, table.table)}
        paths.append(table.write(tmp_path / f"start-{number}.jsonl"))
    assert found == STARTS.keys()
    for path, one in zip(paths, second(paths), strict=True):
        require_agreement(one, verify_log(path, [SIGNER.public]), path.name)


def require_agreement(theirs: dict[str, Any], ours: LogReport, name: str) -> None:
    """Hold the verdict of the second verifier to ours."""
    assert (theirs["verdict"], ours.verdict) == ("good", "good"), (SEED, name, theirs, ours)
    assert (theirs["events"], theirs["head"]) == (ours.events, ours.head), (SEED, name)
    wanted = {
        f"{theirs['signed']} of ": bool(theirs["signed"]),
        f"the signatures of {theirs['unseen']} of ": bool(theirs["unseen"]),
        "that the players themselves sent these": not (theirs["signed"] or theirs["unseen"]),
    }
    lines = (*ours.proven, *ours.not_proven)
    said = {told: any(line.startswith(told) for line in lines) for told in wanted}
    assert said == wanted, (SEED, name, theirs, lines)
    found = [int(one[1]) for line in ours.proven if (one := SHUFFLES.match(line))]
    more = theirs["shuffles"] - sum(found)
    if any(line.startswith("shuffles not checked") for line in lines):
        assert more in (0, 1), (SEED, name, theirs)  # of a command that we don't judge in part
    else:
        assert more == 0, (SEED, name, theirs)
    assert ours.beacon is None or theirs["beacon"] == OF_BEACON, (SEED, name, theirs)


def test_it_agrees_on_tables_of_tournaments_sealed_and_open_and_on_lies_about_them(
    tmp_path: Path,
) -> None:
    good, bad = [], []
    for number, log in enumerate(one() for one in planned_tables.LOGS.values()):
        for name in ("sealed", "seat", "released", "closed"):
            if name == "released":
                planned_tables.released(log)
            seat = 0 if name == "seat" else None
            text = text_of(log) if name == "released" else planned_tables.seen_by(log, seat)
            good.append(tmp_path / f"{name}-{number}")
            good[-1].write_bytes(text)
    for number, lie in enumerate(planned_tables.LIES):
        forged = planned_tables.sealed()
        lie(forged)
        bad.append(forged.renumbered().rechained().signed().write(tmp_path / f"lie-{number}"))
    for path, one in zip(good, second(good), strict=True):
        require_agreement(one, verify_log(path, [SIGNER.public]), path.name)
    assert [one["verdict"] for one in second(bad)] == ["bad"] * len(bad)


def test_its_command_says_the_same(tmp_path: Path) -> None:
    (good := tmp_path / "good").write_bytes(text_of(played("boosh", 3)))
    (bad := tmp_path / "bad").write_bytes(good.read_bytes()[:-20])
    for paths in ([good], [good, bad]):
        words = ("--key", SIGNER.public, *paths)
        done = subprocess.run(second_verifier(*words), capture_output=True, text=True, check=False)
        kept = run_second(*words)
        assert (done.returncode, done.stdout) == (kept.returncode, kept.stdout) != (0, "")


def test_it_finds_every_step_of_the_test_vectors_again(tmp_path: Path) -> None:
    known = json.loads(VECTORS.read_text())
    for damage in (None, "key", "order", "first_block", "hand_secret", "name"):
        if damage is not None:
            known[0][damage] = known[1][damage]
        (tmp_path / "vectors").write_text(json.dumps(known))
        run = run_second("--vectors", tmp_path / "vectors")
        verdicts = [json.loads(line)["verdict"] for line in run.stdout.splitlines()]
        assert verdicts == ["good" if damage is None else "bad", *["good"] * (len(known) - 1)]
        known = json.loads(VECTORS.read_text())


def first_seats_swap_cards(log: Forged) -> None:
    """Deal seats 0 and 1 each other's first cards."""
    deal = next(e for e in log.events if {"0", "1"} <= (e["p"] or {}).keys())
    zero, one = (deal["p"][seat]["data"]["hands"] for seat in "01")
    zero[0], one[0] = one[0], zero[0]


DAMAGE: dict[str, Callable[[Forged], Any]] = {
    "a dropped event": lambda log: log.events.pop(10),
    "swapped events": lambda log: log.events.insert(10, log.events.pop(11)),
    "an event twice": lambda log: log.events.insert(10, log.events[9]),
    "a changed field": lambda log: log.events[10]["e"].update(by="player:nobody"),
    "a changed head": lambda log: log.events[10].update(h="00" * 32),
    "a changed salt": lambda log: log.events[0]["p"]["table"].update(salt="00" * 32),
    "a changed secret": lambda log: log.events[0]["p"]["table"]["data"].update(secret="00" * 32),
    "a cut end": lambda log: log.events.pop(),
    "another table": lambda log: log.header.update(table="t2"),
    "another time of writing": lambda log: log.end.update(at=1),
    "another signature": lambda log: log.end.update(signature="00" * 64),
}
LIES: dict[str, Callable[[Forged], Any]] = {
    "swapped cards": first_seats_swap_cards,
    "another secret": lambda log: log.events[0]["p"]["table"]["data"].update(secret="00" * 32),
    "a salt too short to hide anything": lambda log: log.events[0]["p"]["table"].update(salt=""),
    "a player of a hostile name": lambda log: [
        event["e"].update(by="player:\x1b[2K")
        for event in log.events
        if event["e"]["by"] != "clock"
    ],
    "a table of a hostile name": lambda log: [
        part.update(table="t\u202e") for part in (log.header, log.end)
    ],
    "another group": lambda log: log.events[0]["e"]["data"].update(group="t2"),
    "an event after the end": lambda log: log.events.append(
        {**log.events[-1], "e": {**log.events[-1]["e"], "n": len(log.events) + 1}}
    ),
}


@every("game")
def test_it_refuses_damaged_logs(tmp_path: Path, game: str) -> None:
    paths = []
    for name, change in DAMAGE.items():
        log = pieces(text_of(played(game, 3)))
        change(log)
        paths.append(log.write(tmp_path / f"{game} {name}"))
    assert [one["file"] for one in second(paths) if one["verdict"] == "good"] == []


def test_it_refuses_what_the_holder_of_the_key_made_up(tmp_path: Path) -> None:
    paths = []
    for game in ("boojum", "boon", "boosh", "bum"):
        for name, change in LIES.items():
            log = pieces(text_of(played(game, 3)))
            change(log)
            paths.append(log.rechained().signed().write(tmp_path / f"{game} {name}"))
    assert [one["file"] for one in second(paths) if one["verdict"] == "good"] == []


@pytest.mark.parametrize("what", SIGNATURE_LIES)
def test_it_finds_a_lie_about_a_signature(what: str, tmp_path: Path) -> None:
    log = log_of(blind=False)
    SIGNATURE_LIES[what][1](log)
    path = log.rechained().signed().write(tmp_path / "log")
    (one,) = second([path])
    assert one["verdict"] == "bad"
    assert any(word in one["why"] for word in ("signed", "signature", "asked for"))


def test_it_finds_an_action_kept_from_an_earlier_hand(tmp_path: Path) -> None:
    log = log_of(blind=False, game="boosh")
    index = of_an_earlier_hand(log)
    (one,) = second([log.rechained().signed().write(tmp_path / "log")])
    assert one["verdict"] == "bad"
    assert one["why"] == f"the signature of the command of event {index + 1} is not of its moment"


def test_it_counts_the_actions_that_players_signed(tmp_path: Path) -> None:
    path = log_of(blind=False).write(tmp_path / "log")
    (one,) = second([path])
    assert one["verdict"] == "good"
    told = f"{one['signed']} of {one['signed']} actions of players are signed"
    assert [line for line in verify_log(path).proven if line.startswith(told)]


def test_it_refuses_a_log_cut_anywhere(tmp_path: Path) -> None:
    text = text_of(played("boosh", 3))
    lines = text.splitlines(keepends=True)
    paths = []
    for keep in range(len(lines)):
        paths.append(tmp_path / f"{keep}")
        paths[-1].write_bytes(b"".join(lines[:keep]))
    paths.append(tmp_path / "in the middle of a line")
    paths[-1].write_bytes(text[:-20])
    assert {one["verdict"] for one in second(paths)} == {"bad"}


def test_it_refuses_the_signature_of_another_key(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(text_of(played("boosh", 3)))
    assert second([path])[0]["verdict"] == "good"
    assert second([path], "00" * 32)[0]["verdict"] == "bad"


@every("game")
def test_it_agrees_on_tables_with_a_beacon(tmp_path: Path, game: str) -> None:
    paths = []
    for number in range(BEACONS):
        path = tmp_path / f"{game}-{number}.jsonl"
        path.write_bytes(text_of(played(game, number, beacon=chain()._asdict())))
        assert verify_log(path, [SIGNER.public]).faults == ()
        paths.append(path)
    found = second(paths)
    assert [one["verdict"] for one in found] == ["good"] * BEACONS


@pytest.mark.skipif(not NOBLE.exists(), reason="tests/fairness: npm ci was not run")
@pytest.mark.parametrize("signature", [signed(1), "00" * 48, "c0" + "00" * 47])
def test_it_finds_a_beacon_that_its_chain_did_not_sign(tmp_path: Path, signature: str) -> None:
    forged = pieces(text_of(played("boosh", 3, beacon=chain()._asdict())))
    came = next(e["e"] for e in forged.events if e["e"]["type"] == "table.beacon_came.v1")
    came["data"] |= {"signature": signature, "randomness": round_randomness(signature)}
    came["cause"]["action"]["signature"] = signature
    path = forged.rechained().signed().write(tmp_path / "log.jsonl")
    (found,) = second([path])
    assert found["why"] == f"round {came['data']['round']} is not signed by the chain"


INFINITY = {48: "c0" + "00" * 47, 96: "c0" + "00" * 95}  # points that fit every message


@pytest.mark.skipif(not NOBLE.exists(), reason="tests/fairness: npm ci was not run")
@pytest.mark.parametrize("key", [INFINITY[96], "00" * 96, "80" + "00" * 95, "ff" * 96])
def test_a_key_that_signs_everything_signs_no_beacon(tmp_path: Path, key: str) -> None:
    forged = pieces(text_of(played("boosh", 3, beacon=chain()._asdict())))
    forged.events[0]["e"]["data"]["beacon"]["public_key"] = key
    came = next(e["e"] for e in forged.events if e["e"]["type"] == "table.beacon_came.v1")
    came["data"] |= {"signature": INFINITY[48], "randomness": round_randomness(INFINITY[48])}
    came["cause"]["action"]["signature"] = INFINITY[48]
    path = forged.rechained().signed().write(tmp_path / "log.jsonl")
    assert verify_log(path, [SIGNER.public]).faults[0].n == came["n"]
    (found,) = second([path])
    assert found["why"] == f"round {came['data']['round']} is not signed by the chain"


def bots_in_haste(log: Forged) -> None:
    """Let all from a bot's action on have happened a millisecond earlier."""
    for event in log.events[bots_in(log)[5] :]:
        event["e"]["at"] -= 1


def saying(**words: Any) -> Callable[[Forged], Any]:
    """Return the lie of an opening that says something else."""
    return lambda log: log.events[0]["e"]["data"].update(words)


PACE_LIES = {
    "a bot in haste": (bots_in_haste, "does not keep the pace"),
    "a slower pace": (saying(pace=PACE + 1), "does not keep the pace"),
    "no pace": (saying(pace=0), "the pace is none"),
    "a negative pace": (saying(pace=-1), "the pace is none"),
    "a pace too slow": (saying(pace=60_001), "the pace is none"),
    "nothing in its place": (saying(pace=None), "pace of event 1"),
    "a pace in words": (saying(pace="2000"), "pace of event 1"),
    "a pace that is true": (saying(pace=True), "pace of event 1"),
    "what is understood": (saying(rated=True), "event 1 says more"),
}


def test_it_holds_bots_to_the_pace_that_the_opening_says(tmp_path: Path) -> None:
    paths, text = [], text_of(paced(None))
    for number, clock in enumerate([{"turn": 60}, {"turn": 3}]):
        paths.append(tmp_path / f"good {number}")
        paths[-1].write_bytes(text_of(paced(clock)))
    paths.append(pieces(text).write(tmp_path / "good"))
    for what, (change, _) in PACE_LIES.items():
        log = pieces(text)
        change(log)
        paths.append(log.rechained().signed().write(tmp_path / what))
        assert verify_log(paths[-1], [SIGNER.public]).verdict == "bad"
    good, lies = (found := second(paths))[:3], found[3:]
    assert [one["verdict"] for one in good] == ["good"] * 3
    for (what, (_, why)), one in zip(PACE_LIES.items(), lies, strict=True):
        assert why in one.get("why", ""), (what, one)


def round_in_the_call(log: Forged) -> None:
    """Fix the round in the call for the start, not when the entropies are closed."""
    called, settled = (
        next(e["e"]["data"] for e in log.events if e["e"]["type"] == f"table.{name}.v1")
        for name in ("start_called", "entropy_closed")
    )
    called["round"] = settled.pop("round")


def another_round(log: Forged) -> None:
    """Await a later round than the first that is due."""
    settled = next(e["e"] for e in log.events if e["e"]["type"] == "table.entropy_closed.v1")
    settled["data"]["round"] += 1


def another_quicknet(log: Forged) -> None:
    """Give a chain of one's own the name that all know."""
    log.events[0]["e"]["data"]["beacon"]["chain"] = "quicknet"


def seedless(log: Forged) -> None:
    """Let a bot have drawn another seed."""
    bots = [e["p"]["hand"]["data"] for e in log.events if "hand" in (e["p"] or {})]
    next(one["bot"] for one in bots if "bot" in one)["seed"] += 1


BEACON_LIES = {
    "a round in the call": (round_in_the_call, "round of event"),
    "another round": (another_round, "is not the one that is to be awaited"),
    "quicknet": (another_quicknet, "quicknet is another chain"),
    "a seed": (seedless, "the seed of the bot"),
}


@pytest.mark.parametrize("what", BEACON_LIES)
def test_it_finds_lies_about_rounds_and_seeds(tmp_path: Path, what: str) -> None:
    forged = pieces(text_of(played("boosh", 4, beacon=chain()._asdict())))
    change, why = BEACON_LIES[what]
    change(forged)
    path = forged.rechained().signed().write(tmp_path / "log.jsonl")
    assert verify_log(path, [SIGNER.public]).verdict == "bad"
    (found,) = second([path])
    assert why in found.get("why", ""), found


@pytest.mark.parametrize("in_play", [False, True])
@pytest.mark.parametrize("by", ["server", "player:op", "player:p1"])
def test_it_takes_an_operators_close_but_by_who_plays_there(
    tmp_path: Path, by: str, in_play: bool
) -> None:
    path, log = tmp_path / "closed.jsonl", log_of_closed("server", in_play)
    log.events[-1]["e"]["by"] = by
    report = rigged(path, log)
    (told,) = second([path])
    assert told["verdict"] == report.verdict == ("bad" if by == "player:p1" else "good"), told
