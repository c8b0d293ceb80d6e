"""The reference of tournaments names every rule, and every setting with its values."""

import re
from dataclasses import fields
from typing import Any, get_args

import pytest

from games.core.contract import Refusal
from tests.folders import ROOT
from tournaments import refusals, settings
from tournaments.scoring import settings as scoring

REFERENCE = ROOT / "docs" / "reference"
SETTINGS = (REFERENCE / "tournament-settings.md").read_text()
RULES = (REFERENCE / "tournaments.md").read_text()
GROUPS = (
    settings.Settings, settings.FormatSettings, settings.Schedule, settings.Policies,
    settings.EntrySettings, scoring.Scoring,
)  # fmt: skip


def test_rules_stand_once_in_order_and_refusals_name_one_of_them() -> None:
    rules = [int(number) for number in re.findall(r"\*\*U(\d+)\.? ", RULES)]
    assert rules == sorted(set(rules))
    named = {one.rule for one in refusals.REFUSALS if isinstance(one, Refusal) and one.rule}
    assert named <= {f"U{number}" for number in rules}


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_every_setting_and_each_of_its_words_stands_in_the_page(group: Any) -> None:
    for one in fields(group):
        assert re.search(rf"`(\w+\.)?{one.name}[`.]", SETTINGS), one.name
    assert [word for word in words_of(group) if f"`{word}`" not in SETTINGS] == []


def words_of(group: Any) -> list[str]:
    """Return the words that settings may have for values."""
    hints = [one.type for one in fields(group)]
    return [word for hint in hints for word in literals(hint)]


def literals(hint: Any) -> list[str]:
    """Return the words of a type, however deep they lie in it."""
    return [
        word
        for part in get_args(hint)
        for word in ([part] if isinstance(part, str) else literals(part))
    ]
