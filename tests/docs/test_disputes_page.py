"""docs/reference/disputes.md says what the code does."""

import re

from service.openapi.problems import problem_descriptions
from service.settings import DISPUTE_HOURS
from tests.folders import ROOT
from tests.service.document import document

PAGE = (ROOT / "docs" / "reference" / "disputes.md").read_text()


def test_every_rule_names_the_codes_with_which_it_refuses() -> None:
    rows = re.findall(r"^\| (D\d) \|.*\| (.*?) \|$", PAGE, re.MULTILINE)
    told = {code: rule for rule, codes in rows for code in re.findall(r"`(\w+/\w+)`", codes)}
    ours = {
        code: row["rule"]
        for code, row in problem_descriptions().items()
        if row.get("rule", "")[:1] == "D"
    }
    assert {code: rule for code, rule in told.items() if code in ours} == ours
    assert [rule for rule, _ in rows] == [f"D{n}" for n in range(1, 7)]


def test_paths_and_parts_that_the_page_names_are_there() -> None:
    found = re.findall(r"`(GET|POST|DELETE) (/v1[^`?]*)", PAGE)
    assert len(found) >= 7
    for method, path in found:
        assert method.lower() in document()["paths"][path], path
    parts = document()["components"]["schemas"]["Evidence"]["properties"]
    (evidence,) = re.findall(r"\| part \| is \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE)
    assert {*re.findall(r"^\| `(\w+)`", evidence, re.MULTILINE), "seat"} == set(parts)


def test_every_remedy_is_explained_and_the_time_is_the_one_that_is_set() -> None:
    remedies = document()["components"]["schemas"]["NewRuling"]["properties"]["remedy"]["enum"]
    assert re.findall(r"^\| `(\w+)` \| .* \| .* \|$", PAGE, re.MULTILINE)[-4:] == remedies
    assert f"`FAIRDEAL_DISPUTE_HOURS` ({DISPUTE_HOURS}, a week)" in PAGE
