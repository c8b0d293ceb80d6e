"""The pages for authors of clients say what the code does."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from games.core.contract import Illegal
from games.table import refusals
from service.openapi import error_tables
from service.tables import quick_seat
from service.tables.clocks import CLOCKS, USUAL_CLOCK
from tests.docs import drawings
from tests.folders import ROOT
from tests.service.document import all_properties, document, problem_codes_of_document

PAGES = {
    path.relative_to(ROOT / "docs").as_posix(): path.read_text()
    for folder in ("how-to", "reference", "tutorials")
    for path in sorted((ROOT / "docs" / folder).glob("*.md"))
}
ERRORS, VIEWS = PAGES["reference/errors.md"], PAGES["reference/views.md"]
RULED = {one.code for one in refusals.REFUSALS}  # of tables
CLOCKS_PART = PAGES["reference/table-settings.md"].partition("| `clock` |")[2].partition("\n\n")[0]


@cache
def tables() -> str:
    """Return the tables of codes, read from the rules once."""
    return error_tables.render_error_tables()


def schemas() -> Any:
    """Return the schemas of the API."""
    return document()["components"]["schemas"]


def codes() -> list[str]:
    """Return the codes in the tables."""
    return re.findall(r"^\|.*?`([a-z_]+/[a-z0-9_]+)`", tables(), re.MULTILINE)


def test_the_page_holds_the_tables_that_the_code_prints() -> None:
    assert error_tables.replace_error_tables(ERRORS) == ERRORS, (
        "run: python -m service.openapi.error_tables docs/reference/errors.md"
    )
    assert tables() in ERRORS


def test_the_page_has_the_words_for_clocks_with_their_seconds() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \| .+ \|$", CLOCKS_PART, re.MULTILINE
    )
    told = {
        word: (clock["turn"], clock["bank"], max(clock["turn"], clock.get("first_turn", 0)))
        for word, clock in CLOCKS.items()
    }
    assert {word: tuple(map(seconds, times)) for word, *times in rows} == told
    (usual,) = re.findall(r"^\| `(\w+)` .* without the field \|$", CLOCKS_PART, re.MULTILINE)
    (quick,) = re.findall(r"^\| `(\w+)` .* quick seat opens \|$", CLOCKS_PART, re.MULTILINE)
    assert (usual, quick) == (USUAL_CLOCK, quick_seat.AS_OPENED["clock"])


def seconds(told: str) -> int:
    """Return the seconds of a time in words."""
    if told == "none":
        return 0
    number, unit = told.split(" ")
    return int(number) * {"seconds": 1, "days": 86_400}[unit]


def test_the_command_writes_the_tables_or_prints_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n{error_tables.BEGIN}old\n{error_tables.END}\nMore.\n")
    command = [sys.executable, "-m", "service.openapi.error_tables"]
    subprocess.run([*command, page], cwd=ROOT, check=True)
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert page.read_text() == (f"# Page\n{error_tables.BEGIN}{printed}{error_tables.END}\nMore.\n")
    assert printed == tables()


def test_every_code_stands_in_the_tables_once() -> None:
    assert sorted(codes()) == sorted(problem_codes_of_document())


def test_every_refusal_of_the_rules_is_shown_with_words_and_with_a_rule() -> None:
    rows = re.findall(r"^\| `\w+/\w+` \| (.*?) \| (.*?) \|$", tables(), re.MULTILINE)
    assert len(rows) > 50
    assert all(rule and len(says) > 5 for rule, says in rows)


def test_a_refusal_is_shown_as_the_rules_say_it() -> None:
    game = GAMES["boon", 1]
    state = game.rules.open(game.options(), 3, None)
    state, _ = game.settle(state, lambda shuffle: shuffle.cards)
    seat = next(seat for seat in range(3) if seat not in game.rules.to_act(state))
    with pytest.raises(Illegal) as refused:
        game.rules.decide(state, seat, game.actions["pass"]())  # type: ignore[arg-type]
    (row,) = [line for line in tables().splitlines() if refused.value.code in line]
    says = row.split(" | ")[-1].removesuffix(" |")
    pattern = re.escape(says).replace(re.escape(error_tables.OPEN), ".+")
    assert re.fullmatch(pattern, refused.value.detail)


def test_a_code_with_several_sentences_is_shown_with_all_of_them_and_their_rules() -> None:
    (row,) = [
        line
        for line in error_tables.render_error_tables().splitlines()
        if "`boojum/not_in_hand`" in line
    ]
    assert row == (
        "| `boojum/not_in_hand` | 5, 9 | ... is not in your hand: ...<br>"
        "You hold ... of ..., not ...: ... |"
    )


def test_the_page_draws_a_table_of_each_game_as_the_example_does() -> None:
    assert drawings.written_into(VIEWS) == VIEWS, (
        "run: python -m tests.docs.drawings docs/reference/views.md"
    )


def test_paths_codes_and_fields_that_the_pages_name_are_there() -> None:
    text = "".join(PAGES.values())
    for method, path in re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/v1[^`?\s]*)", text):
        assert method.lower() in document()["paths"][path], path
    for code in re.findall(r"`((?:http|table)/\w+)`", text):
        assert code in codes() or code in RULED
    view = all_properties(schemas()["BoonView"])
    for field in ("to_act", "notes", "choices", "simultaneous", "deadlines", "outcome"):
        assert f"`{field}`" in VIEWS
        assert field in view
