"""The dashboard and the alert rules ask for numbers that are there, in PromQL that is right."""

import json
import re
from collections.abc import Iterator
from typing import Any

import promql_parser
import pytest
import yaml
from redis import Redis

from events.numbers import FAMILIES, record_metric
from events.store.embedded.server import EmbeddedServer
from events.store.registry import Registration
from service.app import create_app
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.folders import ROOT

FOLDER = ROOT / "docs" / "monitoring"
GROUPS: Any = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
RULES: list[dict[str, Any]] = [rule for group in GROUPS for rule in group["rules"]]
BOARD: Any = json.loads((FOLDER / "dashboard.json").read_text())
TARGETS = [target for panel in BOARD["panels"] for target in panel["targets"]]
EXPRESSIONS = [one["expr"] for one in (*RULES, *TARGETS)]
MACROS = {"$__rate_interval": "5m"}  # what Grafana fills in
TIME = re.compile(r"[1-9][0-9]*[smh]")


def parsed(text: str) -> promql_parser.Expr:
    """Return an expression; an error if it is not PromQL."""
    for macro, value in MACROS.items():
        text = text.replace(macro, value)
    return promql_parser.parse(text)


def selectors(node: Any) -> Iterator[Any]:
    """Yield all selectors of numbers in an expression."""
    if isinstance(node, promql_parser.VectorSelector):
        yield node
        return
    for name in ("expr", "lhs", "rhs", "vector_selector", "vs"):
        if (inner := getattr(node, name, None)) is not None:
            yield from selectors(inner)
    args = getattr(node, "args", None) or ()
    for inner in args:
        yield from selectors(inner)


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, set[str]]]:
    """Return the labels of every number that a server with all of them shows."""
    folder = tmp_path_factory.mktemp("monitoring")
    with EmbeddedServer(folder / "redis") as server:
        parts = assemble_parts(ServiceSettings(server.url, folder, "everysec"))
        for name, family in FAMILIES.items():
            record_metric(name, *family.labels)
        Registration(parts.store.redis, "api").publish()
        prepare(parts.store.redis)
        text = create_app(parts).test_client().get("/metrics").get_data(as_text=True)
        found: dict[str, set[str]] = {}
        for name, inside in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
            found.setdefault(name, set()).update(re.findall(r"(\w+)=", inside))
        yield found
        parts.store.redis.close()


def prepare(redis: Redis) -> None:
    """Let there be a table in a phase, so that it is shown."""
    redis.zadd("fd:{player_tables.v2}:index:open", {"t1": 1})


def test_an_expression_asks_for_numbers_and_labels_that_are_shown(
    subtests: pytest.Subtests, labels: dict[str, set[str]]
) -> None:
    for expression in EXPRESSIONS:
        with subtests.test(expression):
            found = [*selectors(parsed(expression))]
            assert found
            for one in found:
                assert one.name in labels, one.name
                asked = {matcher.name for matcher in one.matchers.matchers}
                assert asked <= labels[one.name], one.name


def test_what_is_not_promql_or_not_there_is_found(labels: dict[str, set[str]]) -> None:
    with pytest.raises(ValueError, match="unclosed"):
        parsed("sum(rate(fairdeal_appends_total[5m])")
    (one,) = selectors(parsed("sum by (le) (rate(fairdeal_apends_total[5m])) > 0"))
    assert one.name not in labels


def test_every_number_of_ours_is_on_the_dashboard(labels: dict[str, set[str]]) -> None:
    shown = {one.name for target in TARGETS for one in selectors(parsed(target["expr"]))}
    ours = {name for name in labels if re.match(r"fairdeal_(?!\w+_(sum|count|created)$)", name)}
    assert ours == shown


def test_every_number_of_ours_stands_in_the_page(labels: dict[str, set[str]]) -> None:
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text()
    named = set(re.findall(r"`(fairdeal_\w+)`", page))
    ours = {name for name in labels if re.match(r"fairdeal_(?!\w+_(sum|count|created)$)", name)}
    assert named == {name.removesuffix("_bucket") for name in ours}


def test_an_alert_has_all_that_prometheus_takes_and_nothing_else(subtests: pytest.Subtests) -> None:
    for rule in RULES:
        with subtests.test(rule["alert"]):
            assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
            assert set(rule["labels"]) == {"severity"}
            assert rule["labels"]["severity"] in ("critical", "warning")
            assert set(rule["annotations"]) == {"summary", "runbook"}
            assert (ROOT / rule["annotations"]["runbook"]).is_file()
            assert "for" not in rule or TIME.fullmatch(rule["for"])
            assert re.fullmatch("Fairdeal[A-Za-z]+", rule["alert"])


def test_the_groups_have_names_and_their_alerts_too() -> None:
    assert [set(group) for group in GROUPS] == [{"name", "rules"}]
    assert len({rule["alert"] for rule in RULES}) == len(RULES)


def test_a_legend_names_labels_that_its_expression_keeps(subtests: pytest.Subtests) -> None:
    for panel in BOARD["panels"]:
        with subtests.test(panel["title"]):
            for target in panel["targets"]:
                named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
                kept = re.findall(r"by \(([\w, ]+)\)", target["expr"])
                if kept:
                    assert named <= {word for one in kept for word in re.split(r",\s*", one)}
            assert panel["type"] == "timeseries"
            assert panel["datasource"]["uid"] == "${datasource}"


def test_the_panels_lie_side_by_side_and_have_their_own_ids() -> None:
    places = [tuple(panel["gridPos"].items()) for panel in BOARD["panels"]]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in BOARD["panels"]})
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in BOARD["panels"])
    assert [one["name"] for one in BOARD["templating"]["list"]] == ["datasource"]
