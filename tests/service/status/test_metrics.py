"""What an operator watches."""

import re
from collections.abc import Iterator

import pytest

from events import numbers
from events.store.registry import Registration
from projections.read_models.status import Status, StatusSources, system_status
from service.app import create_app
from service.assembly import AppParts
from service.status import metrics
from service.status.examples import METRICS
from tests.service.asker import Service, problem


@pytest.fixture(autouse=True)
def nothing_noted() -> Iterator[None]:
    """Forget what other tests have noted."""
    numbers.NOTED.clear()
    yield
    numbers.NOTED.clear()


def shown(service: Service) -> dict[str, float]:
    """Return the numbers by name and labels."""
    text = service.nobody.get("/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(fairdeal\S+) (\S+)$", text, re.M)}


def test_answers_are_counted_and_timed_by_operation_and_status(service: Service) -> None:
    client = service.app.test_client()
    client.get("/v1/games/boon")
    client.get("/v1/games/boon")
    client.get("/v1/games/chess")
    found = shown(service)
    assert found['fairdeal_requests_total{operation="games.game",status="200"}'] == 2
    assert found['fairdeal_requests_total{operation="games.game",status="404"}'] == 1
    seconds = 'fairdeal_request_seconds_{}{{operation="games.game",status="200"}}'
    assert found[seconds.format("count")] == 2
    assert 0 < found[seconds.format("sum")] < 60
    buckets = [
        value for name, value in found.items()
        if name.startswith("fairdeal_request_seconds_bucket") and "games.game" in name
        and 'status="200"' in name
    ]  # fmt: skip
    assert buckets == sorted(buckets)
    assert buckets[-1] == 2


def test_the_numbers_of_other_processes_are_added(service: Service, parts: AppParts) -> None:
    other = create_app(parts).test_client()
    service.nobody.get("/v1/games")
    shown(service)
    other.get("/v1/games")
    text = other.get("/metrics").get_data(as_text=True)
    assert 'fairdeal_requests_total{operation="games.games",status="200"} 2.0' in text
    assert 'fairdeal_processes{kind="api"' in text


def test_appends_and_conflicts_are_counted(service: Service) -> None:
    ada = service.player("Ada")
    service.opened(ada)
    assert shown(service)["fairdeal_appends_total"] >= 2
    assert shown(service)["fairdeal_conflicts_total"] == 0


def test_waiting_reads_are_counted(service: Service, parts: AppParts) -> None:
    assert parts.streams.slots.take()
    assert shown(service)["fairdeal_waiting"] == 1
    parts.streams.slots.give_back()
    assert shown(service)["fairdeal_waiting"] == 0


def test_with_an_address_of_their_own_the_numbers_are_shown_nowhere_else(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_METRICS_ADDRESS", "127.0.0.1:9464")
    problem(service.nobody.get("/metrics"), 404, "http/not_found")


def test_what_is_counted_is_shown_without_the_store(
    service: Service, parts: AppParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.nobody.get("/v1/games")
    before = shown(service)
    Registration(parts.store.redis, "follower").publish()
    monkeypatch.setattr("events.store.registry.RECORDS", "fd:{store}:partitions")  # of another kind
    after = shown(service)
    name = 'fairdeal_requests_total{operation="games.games",status="200"}'
    assert after[name] == before[name] == 1


def test_the_example_in_the_document_is_what_is_served(service: Service) -> None:
    client = service.app.test_client()
    client.get("/v1/games/boon")
    answer = client.get("/metrics")
    assert answer.mimetype == "text/plain"
    kinds = [line for line in METRICS.splitlines() if line.startswith("#")]
    assert set(kinds) <= set(answer.get_data(as_text=True).splitlines())


def test_the_store_is_looked_at_once_a_second_however_many_ask(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[StatusSources] = []

    def counted(around: StatusSources) -> Status:
        looks.append(around)
        return system_status(around)

    now = [0.0]
    monkeypatch.setattr(metrics, "system_status", counted)
    monkeypatch.setattr(metrics, "monotonic", lambda: now[0])
    shown(service)
    assert all("fairdeal_store_durable" in shown(service) for _ in range(5))
    assert len(looks) == 1
    now[0] += 2 * metrics.CACHED_SECONDS
    shown(service)
    assert len(looks) == 2
