"""What an operator watches, of all processes together, in Prometheus' text format."""

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from time import monotonic, perf_counter

from flask import Flask, Response, current_app
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from events.numbers import FAMILIES, Key, MetricFamily, record_metric
from events.settings.table import METRICS_ADDRESS, QUEUE_URL
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect_client
from events.store.environment import archive_url, data_folder, store_url
from events.store.registry import Registration, live_processes, metric_totals
from events.store.streams import Store, store_at
from projections.read_models.status import Status, StatusSources, system_status
from service.wire.current import current_request
from service.wire.request_log import BEGUN

EXTENSION = "fairdeal-metrics"
CACHED_SECONDS = 1.0  # seconds
GAUGES = {  # of processes, added up
    "fairdeal_waiting": "Waiting reads and streams.",
    "fairdeal_tables_cached": "Tables held in memory.",
}


class CachedStatus:
    """How a server fares, looked at once a second at most, however many ask."""

    def __init__(self, around: StatusSources) -> None:
        self.around, self.looking = around, threading.Lock()
        self.looked = float("-inf")
        self.found: Status | None = None

    def status(self, *, wait: bool = False) -> Status | None:
        """Return what was seen; None where it can't be, or another looks and one will not wait."""
        if self.looking.acquire(blocking=wait):
            try:
                if monotonic() - self.looked > CACHED_SECONDS:
                    self.looked, self.found = monotonic(), None
                    self.found = system_status(self.around)
            finally:
                self.looking.release()
        return self.found


class MetricsCollector(Collector):
    """The numbers of all processes, and of the store; read when somebody asks."""

    def __init__(self, around: StatusSources, registration: Registration | None = None) -> None:
        self.around, self.registration = around, registration
        self.known: dict[Key, float] = {}  # the totals as they were read last
        self.cached_status = CachedStatus(around)

    def store_numbers(self) -> Iterator[Metric]:
        """Yield how the store fares, if that is known."""
        found = self.cached_status.status()
        if found is not None:
            yield from _of_status(found)

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers as they are now; those counted, without the store too."""
        redis = self.around.store.redis
        with suppress(RedisError):
            yield from self.store_numbers()  # first: the rest takes memory of the store
        with suppress(RedisError):
            if self.registration is not None:
                self.registration.publish()
            self.known = metric_totals(redis)
        yield from _aggregated_metrics(self.known)
        with suppress(RedisError):
            yield from _of_processes(redis)


def _aggregated_metrics(known: Mapping[Key, float]) -> Iterator[Metric]:
    """Yield what all processes have counted."""
    requests = CounterMetricFamily(
        "fairdeal_requests", "Answers by operation and status.", labels=("operation", "status")
    )
    for name, family in FAMILIES.items():
        if family.kind == "counter":
            counter = CounterMetricFamily(name, family.help, labels=family.labels)
            none: dict[Key, float] = {} if family.labels else {(name,): 0.0}
            for key, value in sorted({**none, **known}.items()):
                if key[0] == name:
                    counter.add_metric(key[1:], value)
            yield counter
            continue
        histogram = HistogramMetricFamily(name, family.help, labels=family.labels)
        for labels, buckets in _histogram_buckets(name, family, known).items():
            histogram.add_metric(labels, buckets, known.get((f"{name}_sum", *labels), 0.0))
            if name == "fairdeal_request_seconds":
                requests.add_metric(labels, buckets[-1][1])
        yield histogram
    yield requests


def _histogram_buckets(
    name: str, family: MetricFamily, known: Mapping[Key, float]
) -> dict[tuple[str, ...], list[tuple[str, float]]]:
    """Return the buckets of a histogram by labels, each with all below it."""
    counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for (own, *labels), value in sorted(known.items()):
        if own == f"{name}_bucket":
            counts[tuple(labels[:-1])][labels[-1]] = int(value)
    bounds = [*map(repr, family.bounds), "+Inf"]
    return {
        labels: [*zip(bounds, accumulate(own[bound] for bound in bounds), strict=True)]
        for labels, own in counts.items()
    }


def _of_processes(redis: Redis) -> Iterator[Metric]:
    """Yield how many processes run, and what they measure."""
    alive = live_processes(redis)
    running = GaugeMetricFamily(
        "fairdeal_processes", "Running processes.", labels=("kind", "version")
    )
    for (kind, version), count in Counter((one["kind"], one["version"]) for one in alive).items():
        running.add_metric((kind, version), count)
    yield running
    for name, description in GAUGES.items():
        yield GaugeMetricFamily(name, description, sum(one["gauges"].get(name, 0) for one in alive))


def _labelled_gauge(name: str, description: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a gauge with one label."""
    gauge = GaugeMetricFamily(name, description, labels=(label,))
    for key, value in values.items():
        gauge.add_metric((key,), value)
    return gauge


def _of_status(now: Status) -> Iterator[Metric]:
    """Yield how store, read models, queues and tables fare."""
    servers = now["servers"]
    memory = sum(one["memory"] for one in servers)
    most = sum(one["most_memory"] for one in servers)
    yield GaugeMetricFamily("fairdeal_store_memory_bytes", "Memory that the store uses.", memory)
    yield GaugeMetricFamily(
        "fairdeal_store_memory_limit_bytes", "Memory that it may use; 0: all.", most
    )
    fit = all(one["append_only"] and one["written"] for one in servers)
    yield GaugeMetricFamily("fairdeal_store_durable", "1: all servers keep a file.", int(fit))
    replicas = [replica for one in servers for replica in one["replicas"]]
    online = [one for one in replicas if one["state"] == "online"]
    yield GaugeMetricFamily("fairdeal_replicas", "Replicas that follow.", len(online))
    behind = max((one["behind"] for one in replicas), default=0)
    yield GaugeMetricFamily("fairdeal_replica_lag_bytes", "Bytes of the hindmost.", behind)
    unfollowed = len(now["unfollowed"])
    yield GaugeMetricFamily("fairdeal_unfollowed_partitions", "Without follower.", unfollowed)
    lags = {name: one["milliseconds"] / 1000 for name, one in now["lag"].items()}
    yield _labelled_gauge("fairdeal_lag_seconds", "How far read models are behind.", "model", lags)
    jobs = {one["queue"]: one["jobs"] for one in now["queues"]}
    yield _labelled_gauge("fairdeal_queue_jobs", "Jobs that wait.", "queue", jobs)
    ages = {one["queue"]: one["oldest"] for one in now["queues"]}
    yield _labelled_gauge("fairdeal_queue_oldest_seconds", "The oldest job's age.", "queue", ages)
    due = {kind: one["due"] for kind, one in now["due"].items()}
    yield _labelled_gauge("fairdeal_due_tables", "Tables that are due.", "kind", due)
    late = {kind: one["oldest"] / 1000 for kind, one in now["due"].items()}
    yield _labelled_gauge("fairdeal_due_oldest_seconds", "The longest overdue.", "kind", late)
    yield _labelled_gauge("fairdeal_tables", "Tables that are not closed.", "phase", now["tables"])
    quarantined = len({one["table"] for one in now["aside"]})
    yield GaugeMetricFamily("fairdeal_set_aside", "Tables that failed.", quarantined)
    waiting = now["archive"]["waiting"]
    yield GaugeMetricFamily("fairdeal_archive_waiting", "Streams that wait for it.", waiting)
    yield GaugeMetricFamily("fairdeal_disk_free_bytes", "Of the data folder.", now["disk"]["free"])


def install_request_metrics(app: Flask) -> None:
    """Count the answers of an app."""
    app.after_request(_note_answer)


def numbers_with(
    store: Store, data: Path, gauges: Callable[[], Mapping[str, float]]
) -> MetricsCollector:
    """Return the numbers that an app shows, and its process's own among them."""
    return MetricsCollector(
        _build_surroundings(store, data), Registration(store.redis, "api", gauges)
    )


def _build_surroundings(store: Store, data: Path) -> StatusSources:
    """Return where to look for what is not in the store itself."""
    assert store.archive is not None
    jobs = connect_client(QUEUE_URL.text) if QUEUE_URL.text else store.redis
    return StatusSources(store, jobs, data, store.archive.url)


def _note_answer(response: Response) -> Response:
    """Note an answer, and how long it took."""
    request = current_request()
    took = perf_counter() - request.environ[BEGUN]
    operation, status = request.endpoint or "none", str(response.status_code)
    record_metric("fairdeal_request_seconds", operation, status, value=took)
    return response


def current_server_status() -> Status:
    """Return how the server of the running app fares."""
    cached: CachedStatus = current_app.extensions[EXTENSION].cached_status
    return cached.status(wait=True) or system_status(cached.around)


def _registry_of(numbers: MetricsCollector) -> CollectorRegistry:
    """Return what is shown: the numbers, and figures of the process that shows them."""
    registry = CollectorRegistry()
    registry.register(numbers)
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    return registry


def metrics_response(numbers: MetricsCollector) -> Response:
    """Return the numbers in Prometheus' text format."""
    return Response(generate_latest(_registry_of(numbers)), content_type=CONTENT_TYPE_LATEST)


def serve_metrics() -> None:
    """Show the numbers at an address of their own, where one is set."""
    if (address := METRICS_ADDRESS.value()) is None:
        return
    host, port = address
    store = store_at(store_url(), archive=Archive(archive_url(data_folder())))
    start_http_server(
        port, host, _registry_of(MetricsCollector(_build_surroundings(store, data_folder())))
    )
