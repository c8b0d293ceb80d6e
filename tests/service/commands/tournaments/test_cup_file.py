"""A cup's file: what it says, and every mistake in it with its line."""

import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.commands.tournaments.cup import BadCup, Cup, read_cup, require_future_cup
from service.commands.tournaments.lines import line_at, toml_line_numbers
from tests.folders import EXAMPLES

CUPS = EXAMPLES / "cups"
GOOD = """\
name = "A cup"

[[games]]
game = "boon"
seats = 4
clock = { turn = 60 }

[format]
kind = "swiss"
rounds = 3

[[entrant]]
bot = "regular"
count = 5

[[entrant]]
name = "Ours"
program = "./ours.py"
"""


def cup_of(folder: Path, text: str) -> Cup:
    """Return the cup that a file of this text holds."""
    (folder / "ours.py").write_text("")
    (folder / "cup.toml").write_text(textwrap.dedent(text))
    return read_cup(folder / "cup.toml")


def mistakes_in(folder: Path, text: str) -> list[tuple[int, str, str]]:
    """Return what is wrong with a file: line, path and words."""
    with pytest.raises(BadCup) as bad:
        cup_of(folder, text)
    return [(one.line, one.path, one.why) for one in bad.value.mistakes]


@pytest.mark.parametrize("path", sorted(CUPS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_is_a_cup(path: Path) -> None:
    assert len(read_cup(path).entrants) >= 3


def test_a_file_says_who_plays_and_only_they_may_enter(tmp_path: Path) -> None:
    cup = cup_of(tmp_path, GOOD)
    assert [one.name for one in cup.entrants] == [*(f"regular {k}" for k in range(1, 6)), "Ours"]
    assert [one.kind for one in cup.entrants] == ["bot"] * 5 + ["program"]
    assert cup.entrants[0].members == ("bot:regular",)
    assert cup.entrants[5].command[-1] == str(tmp_path / "ours.py")
    assert cup.settings.entrants.kinds == ("bot", "program")
    assert not cup.settings.entrants.register


def test_comments_a_description_and_the_order_of_keys_do_not_make_another_cup(
    tmp_path: Path,
) -> None:
    turned = GOOD.replace('kind = "swiss"\nrounds = 3', 'rounds = 3 # three\nkind = "swiss"')
    assert cup_of(tmp_path, GOOD).digest() == cup_of(tmp_path, turned).digest()
    described = cup_of(tmp_path, 'description = """\nOne.\nTwo.\n"""\n' + GOOD)
    assert described.description == "One.\nTwo."
    assert described.digest() == cup_of(tmp_path, GOOD).digest()
    other = cup_of(tmp_path, GOOD.replace("rounds = 3", "rounds = 4"))
    assert other.digest() != cup_of(tmp_path, GOOD).digest()


@pytest.mark.parametrize(
    ("old", "new", "line", "path", "why"),
    [
        ('name = "A cup"', 'nmae = "A cup"', 1, "nmae", "did you mean `name`?"),
        ('name = "A cup"', "", 1, "name", "is missing"),
        ('name = "A cup"', 'name = " "', 1, "name", "1 to 80 characters"),
        ('name = "A cup"', 'name = "A"\ndescription = " "', 2, "description", "1 to 2000"),
        ('"boon"', '"bone"', 4, "games.0.game", "must be one of"),
        ("seats = 4", "seats = 9", 5, "games.0.seats", "3 to 5 seats"),
        ("seats = 4", "seets = 4", 5, "games.0.seets", "is unknown"),
        ("clock = { turn = 60 }", "", 3, "games.0.clock", "is missing"),
        ("{ turn = 60 }", '{ turn = "x" }', 6, "games.0.clock", "turn"),
        ('"swiss"', '"swis"', 9, "format.kind", "must be one of"),
        ('"swiss"', '"own"', 9, "format.kind", "takes pairings from a program"),
        ("rounds = 3", "rounds = 0", 10, "format.rounds", "1 to 1000"),
        ("rounds = 3", "cycles = 3", 8, "format.rounds", "is missing"),
        ('bot = "regular"', 'bot = "regulr"', 13, "entrant.0.bot", "did you mean `regular`?"),
        ('bot = "regular"', 'robot = "regular"', 13, "entrant.0.robot", "is unknown"),
        ('bot = "regular"', "", 12, "entrant.0", "names nobody"),
        ('bot = "regular"', 'bot = "novice"\nplayer = "x"', 14, "entrant.0.player", "bot and play"),
        ("count = 5", "count = 0", 14, "entrant.0.count", "1 to 1000"),
        ("count = 5", "count = 2", 12, "entrant", "there are 3; at least 4"),
        ("count = 5", 'token_file = "x"', 14, "entrant.0.token_file", "only for a program"),
        ('"Ours"', '"regular 2"', 17, "entrant.1.name", "is an entrant already (entrant.0)"),
        ('"./ours.py"', '"./others.py"', 18, "entrant.1.program", "there is no file ./others.py"),
        ('"./ours.py"', '"no-such-program"', 18, "entrant.1.program", "no program no-such-prog"),
        ('program = "./ours.py"', 'team = ["Bea"]', 18, "entrant.1.team", "2 to 6 members"),
        ("[[games]]", "beacon = 1\n[[games]]", 3, "beacon", "the name of a chain"),
        ("[[games]]", "beacon = false\n[[games]]", 3, "beacon", 'or "none"'),
        (GOOD[-12:], '"./ours.py"\n[run]\nsever = 1', 20, "run.sever", "did you mean `server`?"),
        (GOOD[-12:], '"./ours.py"\n[run]\nserver = "x"', 20, "run.server", "must be a URL"),
        (GOOD[-12:], '"./ours.py"\n[run]\nmove_ms = 0', 20, "run.move_ms", "milliseconds"),
        (GOOD[-12:], '"./ours.py"\n[run]\ntoken_file = "t"', 20, "run.token_file", "no file"),
        (GOOD[-12:], '"./ours.py"\n[entrants]\nmost = 5', 20, "entrants.most", "at least 6"),
        (GOOD[-12:], '"./ours.py"\n[scoring]\nkind = 1', 20, "scoring.kind", "must be one of"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, path: str, why: str
) -> None:
    found = mistakes_in(tmp_path, GOOD.replace(old, new, 1))
    told = [words for at, where, words in found if (at, where) == (line, path)]
    assert told, found
    assert why in told[0]


def test_the_word_none_sends_that_no_beacon_is_wanted_which_is_another_cup(tmp_path: Path) -> None:
    usual = cup_of(tmp_path, GOOD)
    without = cup_of(tmp_path, 'beacon = "none"\n' + GOOD)
    named = cup_of(tmp_path, 'beacon = "quicknet"\n' + GOOD)
    assert "beacon" not in usual.sent, "so the server gives it its own"
    assert (without.sent["beacon"], named.sent["beacon"]) == (None, "quicknet")
    assert len({one.digest() for one in (usual, without, named)}) == 3


DATED = GOOD.replace("[[games]]", "schedule.starts_at = 2026-12-05T18:00:00+01:00\n[[games]]", 1)
THEN = 1_796_490_000_000  # the same in milliseconds


def test_a_date_of_toml_and_a_text_say_when_a_cup_starts(tmp_path: Path) -> None:
    for text in (DATED, DATED.replace("2026-12-05T18:00:00+01:00", '"2026-12-05T17:00Z"')):
        found = cup_of(tmp_path, text)
        assert found.settings.schedule.starts_at == THEN
        assert found.sent["schedule"] == {"starts_at": THEN}, "JSON has no dates"


@pytest.mark.parametrize("written", ["2026-12-05T18:00:00", "2026-12-05", "18:00:00"])
def test_a_date_that_is_no_moment_is_refused(tmp_path: Path, written: str) -> None:
    found = mistakes_in(tmp_path, DATED.replace("2026-12-05T18:00:00+01:00", written))
    assert [(line, path) for line, path, _ in found] == [(3, "schedule.starts_at")]
    assert "an offset from UTC, as 2026-12-05T18:00:00+01:00" in found[0][2]


def test_a_start_that_lies_behind_us_is_refused_with_its_line(tmp_path: Path) -> None:
    cup, file = cup_of(tmp_path, DATED), tmp_path / "cup.toml"
    require_future_cup(file, cup, THEN - 1)
    with pytest.raises(BadCup, match=r"cup.toml:3: schedule.starts_at: must be later than now"):
        require_future_cup(file, cup, THEN)
    seconds = cup_of(tmp_path, DATED.replace("2026-12-05T18:00:00+01:00", str(THEN // 1000)))
    with pytest.raises(BadCup, match=f"if {THEN // 1000} are seconds, write {THEN}"):
        require_future_cup(file, seconds, THEN)


def test_all_mistakes_are_named_at_once_by_line(tmp_path: Path) -> None:
    text = GOOD.replace("seats = 4", "seats = 7").replace("rounds = 3", "rounds = -1")
    found = mistakes_in(tmp_path, text.replace("regular", "strong").replace("A cup", ""))
    assert [line for line, *_ in found] == [1, 5, 10, 13]


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert mistakes_in(tmp_path, GOOD.replace("seats = 4", "seats = "))[0][:2] == (5, "")
    assert mistakes_in(tmp_path, GOOD + "\nname = [")[0][:2] == (20, "")
    (tmp_path / "cup.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(BadCup, match=r"cup.toml:1: must be text in UTF-8"):
        read_cup(tmp_path / "cup.toml")
    with pytest.raises(BadCup, match=r"can't be read \(No such file"):
        read_cup(tmp_path / "no.toml")


def test_lines_are_found_in_every_form_of_toml() -> None:
    text = '''\
a = """
many
lines""" # a comment with [brackets] = and "quotes"
"b c".d = 'x'
list = [
  1, # one
  { e = "]", f = [2,
     3] },
]
[t.u]
[[t.v]]
w = 1
[[t.v]]
[t.v.x]
y = 1979-05-27 07:32:00
'''
    tomllib.loads(text)
    assert toml_line_numbers(text) == {
        "a": 1, "b c": 4, "b c.d": 4, "list": 5, "list.0": 6, "list.1": 7, "list.1.e": 7,
        "list.1.f": 7, "list.1.f.0": 7, "list.1.f.1": 8, "t": 10, "t.u": 10, "t.v": 11,
        "t.v.0": 11, "t.v.0.w": 12, "t.v.1": 13, "t.v.1.x": 14, "t.v.1.x.y": 15,
    }  # fmt: skip
    assert line_at(toml_line_numbers(text), "t.v.1.x.nothing.there") == 14
    assert line_at(toml_line_numbers(text), "nothing") == 1


values = st.recursive(
    st.integers() | st.text("ab\"'#[]{}=,\\\n", max_size=6) | st.booleans(),
    lambda more: st.lists(more, max_size=3) | st.dictionaries(st.text("ab.", min_size=1), more),
)


@given(st.dictionaries(st.text("abc -", min_size=1), values, max_size=4))
def test_every_path_of_any_file_has_a_line(data: dict[str, Any]) -> None:
    text = "".join(f"{quoted(key)} = {written(value)}\n" for key, value in data.items())
    assert tomllib.loads(text) == data
    assert set(toml_line_numbers(text)) == set(paths(data, ""))


def quoted(text: str) -> str:
    """Return a text as TOML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def written(value: Any) -> str:
    """Return a value as TOML has it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value)
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return "{" + ", ".join(f"{quoted(k)} = {written(v)}" for k, v in value.items()) + "}"
        case _:
            return str(value)


def paths(value: Any, base: str) -> list[str]:
    """Return the paths of all that is in a value."""
    rows = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, one in rows:
        path = f"{base}.{key}" if base else str(key)
        found += [path, *(paths(one, path) if isinstance(one, dict | list) else [])]
    return found
