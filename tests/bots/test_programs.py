"""Programs in seats: honest ones, and ones that hang, die, flood, or talk nonsense."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bots.deals import Dealer
from bots.entrants import BadEntrant, player_factory
from bots.programs import ProgramLimits
from bots.table import ArenaResult, Conduct, play_out_table
from games import NEWEST
from tests.waiting import wait_for

PATIENT = ProgramLimits(
    start=60_000, move=60_000
)  # no test of an honest program may fail by the clock
HASTY = ProgramLimits(start=60_000, move=200)  # for those that never answer
BEGIN = """
import json, os, sys, time

def say(answer):
    print(json.dumps(answer), flush=True)

def first(choices):
    return choices["actions"][0] if choices["actions"] else choices["picks"][0]["example"]

for line in sys.stdin:
    message = json.loads(line)
    n = message.get("n")
    if message["type"] == "table":
        say({"n": 0, "protocol": 1})
"""
MOVE = """
    elif message["type"] == "move":
"""
HONEST = 'say({"n": n, "action": first(message["choices"])})'


def program(folder: Path, move: str, *more: str) -> str:
    """Return the entrant that does this with each move; `more` are lines within its loop."""
    path = folder / "bot.py"
    indented = "".join(f"        {line}\n" for line in move.splitlines())
    path.write_text(BEGIN + MOVE + indented + "".join(f"    {line}\n" for line in more))
    return f"program:{path}"


def table(name: str, limits: ProgramLimits = PATIENT, k: int = 0) -> ArenaResult:
    """Play a table of Boon with a program in the first seat."""
    game = NEWEST["boon"]
    deal = Dealer(game, 3, {}, False, "programs").deal(k)
    names = (name, "plain", "plain")
    return play_out_table(deal, [player_factory(game, one, limits) for one in names])


def conduct(name: str, limits: ProgramLimits = PATIENT) -> Conduct:
    """Return how it played, at a table that came to its end all the same."""
    result = table(name, limits)
    assert result.conduct[0].moves >= 9
    assert [one.fallbacks for one in result.conduct[1:]] == [0, 0]
    return result.conduct[0]


def test_an_honest_program_plays_every_move_itself(tmp_path: Path) -> None:
    assert conduct(program(tmp_path, HONEST)).fallbacks == 0


def test_a_program_is_told_what_its_seat_is_told_and_each_event_once(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    keep = f'open({str(heard)!r}, "a").write(line)'
    result = table(program(tmp_path, f"{keep}\n{HONEST}", f"if n is None:\n        {keep}"))
    messages: list[dict[str, Any]] = [json.loads(line) for line in heard.read_text().splitlines()]
    *moves, end = messages
    assert [one["n"] for one in moves] == [*range(1, len(moves) + 1)]
    assert all(one["view"]["seat"] == 0 for one in moves)
    told = [event for one in messages for event in one["events"]]
    assert [one["type"] for one in told].count("boon.hand_dealt.v1") == 1
    assert told[-1]["type"] == "boon.game_ended.v1"
    (dealt,) = (one["data"] for one in told if one["type"] == "boon.hand_dealt.v1")
    assert len(dealt["hands"]) == 9
    assert "boon" not in dealt
    assert end["scores"] == list(result.scores)
    assert end["places"] == list(result.places)


def test_each_table_gets_a_process_of_its_own(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    name = program(tmp_path, f'open({str(pids)!r}, "a").write(f"{{os.getpid()}}\\n")\n{HONEST}')
    table(name)
    table(name, k=1)
    assert len(set(pids.read_text().split())) == 2


HOSTILE = {
    "hangs": ("time.sleep(10**6)", HASTY, "gave no answer within 200 ms"),
    "dies": (
        'print("my last words", file=sys.stderr)\nsys.exit(7)', PATIENT,
        "ended with exit code 7: my last words",
    ),
    "is killed": ("os.kill(os.getpid(), 9)", PATIENT, "was killed by signal 9"),
    "writes without an end": (
        'while True: os.write(1, b"x" * 60000)', PATIENT, "wrote a line of more than 65536 bytes",
    ),
    "answers what was asked before": (
        'while True: say({"n": 0})', PATIENT, "wrote more than 100 answers that nobody asked for",
    ),
    "answers what was not asked": ('say({"n": n + 1})', PATIENT, "wrote no answer to question 1"),
    "answers without a number": ('say({"n": True})', PATIENT, "wrote no answer to question 1"),
    "talks": ('print("let me think", flush=True)', PATIENT, "wrote no JSON on standard output"),
    "sends no object": ("say([n])", PATIENT, "wrote no answer to question 1: [1]"),
    "nests": ('print("[" * 60000, flush=True)', PATIENT, "wrote no JSON on standard output"),
    "sends other bytes": (
        'os.write(1, bytes(range(128, 256)) + b"\\n")', PATIENT, "wrote no JSON on standard output",
    ),
    "names no action": ('say({"n": n})', PATIENT, "named no action of Boon: action: is missing"),
    "names an action that there is not": (
        'say({"n": n, "action": {"type": ["play"]}})', PATIENT,
        "named no action of Boon: type: must be one of: take, pass, bury, play",
    ),
    "adds to an action": (
        'say({"n": n, "action": {"type": "pass", "card": "gold-1"}})', PATIENT,
        "named no action of Boon: card: is unknown",
    ),
    "plays what it may not": (
        'say({"n": n, "action": {"type": "play", "card": "\\ud800"}})', PATIENT, "(rule ",
    ),
    "closes its output": ("os.close(1)\ntime.sleep(10**6)", PATIENT, "closed its standard output"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_program_that_does_not_answer_plays_fallbacks_and_is_reported(
    kind: str, tmp_path: Path
) -> None:
    move, limits, said = HOSTILE[kind]
    found = conduct(program(tmp_path, move), limits)
    assert found.fallbacks == found.moves
    assert found.first is not None
    assert found.first.startswith("move 1: ")
    assert said in found.first


STARTS = {
    "import sys; sys.exit(3)": "was not ready: it ended with exit code 3",
    "print('hello', flush=True); input()": "was not ready: it wrote no JSON",
    'print(\'{"n": 0, "protocol": 2}\', flush=True); input()': "it speaks protocol 2, not 1",
}


@pytest.mark.parametrize("text", STARTS)
def test_a_program_that_is_not_ready_plays_fallbacks_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(text)
    found = conduct(f"program:{path}")
    assert found.fallbacks == found.moves
    assert STARTS[text] in str(found.first)


def test_a_program_that_fails_three_times_is_ended_and_one_that_fails_less_plays_on(
    tmp_path: Path,
) -> None:
    seen = tmp_path / "seen"
    move = f'open({str(seen)!r}, "a").write(f"{{n}} ")\nsay({{"n": n}})'
    assert conduct(program(tmp_path, move)).fallbacks >= 9
    assert seen.read_text() == "1 2 3 "
    twice = f'if n < 3: say({{"n": n}})\nelse: {HONEST}'
    assert conduct(program(tmp_path, twice)).fallbacks == 2


def test_a_program_hears_why_a_fallback_was_played_for_it(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    move = f'if n == 1: say({{"n": n}})\nelse: {HONEST}'
    keep = f'if message["type"] == "fallback":\n        open({str(heard)!r}, "a").write(line)'
    conduct(program(tmp_path, move, keep))
    told = json.loads(heard.read_text())
    assert told["of"] == 1
    assert told["why"].startswith("named no action of Boon")


def test_noise_on_standard_error_stops_nothing(tmp_path: Path) -> None:
    noise = 'for _ in range(40): os.write(2, b"noise" * 13000 + b"\\n")'
    assert conduct(program(tmp_path, f"{noise}\n{HONEST}")).fallbacks == 0


def test_a_program_that_reads_nothing_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text('print(\'{"n": 0, "protocol": 1}\', flush=True)\nwhile True: pass\n')
    found = conduct(f"program:{path}", HASTY)
    assert found.fallbacks == found.moves


def test_what_a_program_has_started_ends_with_its_table(tmp_path: Path) -> None:
    child = tmp_path / "child"
    fork = f"""
if n == 1 and os.fork() == 0:
    open({str(child)!r}, "w").write(str(os.getpid()))
    while True: time.sleep(1000)
""".strip()
    assert conduct(program(tmp_path, f"{fork}\n{HONEST}")).fallbacks == 0
    wait_for(lambda: not alive(int(child.read_text() or 0)))


def alive(pid: int) -> bool:
    """Say whether a process runs; a zombie that nobody waits for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_program_gets_none_of_our_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://:secret@store.example")
    found = tmp_path / "found"
    move = f'open({str(found)!r}, "w").write(" ".join(os.environ))\n{HONEST}'
    conduct(program(tmp_path, move))
    names = found.read_text().split()
    assert "PATH" in names
    assert [name for name in names if name.startswith("FAIRDEAL")] == []
    assert "FAIRDEAL_REDIS_URL" in os.environ


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("program:", "program:./my_bot.py"),
        ("program:no_such_file.py", "there is no file no_such_file.py"),
        ("program:no-such-program", "there is no program no-such-program"),
    ],
)
def test_a_program_that_is_not_there_is_refused_before_anything_is_played(
    name: str, said: str
) -> None:
    with pytest.raises(BadEntrant, match=said):
        player_factory(NEWEST["boon"], name, PATIENT)
