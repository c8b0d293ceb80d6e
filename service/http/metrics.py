"""What an operator watches: requests by operation and status, waiting reads, cached tables."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from flask import Flask, Response, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from events.store.memory import memory_of
from service.http.connections import Connections

EXTENSION = "fairdeal-metrics"


class Numbers(Collector):
    """The numbers of one process, read when somebody asks; to count costs next to nothing."""

    def __init__(self, connections: Connections) -> None:
        self.connections = connections
        self.counts: dict[tuple[str, int], Iterator[int]] = defaultdict(count)
        self.seen: dict[tuple[str, int], int] = {}

    def note(self, response: Response) -> Response:
        """Count an answer."""
        key = (request.endpoint or "none", response.status_code)
        self.seen[key] = next(self.counts[key]) + 1
        return response

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers as they are now."""
        requests = CounterMetricFamily(
            "fairdeal_requests", "Answers by operation and status.", labels=("operation", "status")
        )
        for (operation, status), number in sorted(self.seen.items()):
            requests.add_metric((operation, str(status)), number)
        yield requests
        waiting, cached = self.connections.slots.taken, len(self.connections.tables.held)
        yield GaugeMetricFamily("fairdeal_waiting", "Waiting reads and streams.", waiting)
        yield GaugeMetricFamily("fairdeal_tables_cached", "Tables held in memory.", cached)
        with suppress(RedisError):  # the numbers are there without the store too
            memory = memory_of(self.connections.store.redis)
            yield GaugeMetricFamily(
                "fairdeal_store_memory_bytes", "Memory that the store uses.", memory.used
            )
            yield GaugeMetricFamily(
                "fairdeal_store_memory_limit_bytes", "Memory that it may use; 0: all.", memory.most
            )


def measure(app: Flask, connections: Connections) -> None:
    """Count the answers of an app."""
    numbers = Numbers(connections)
    registry = CollectorRegistry()
    registry.register(numbers)
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    app.extensions[EXTENSION] = registry
    app.after_request(numbers.note)


def page(registry: CollectorRegistry) -> Response:
    """Return the numbers in Prometheus' text format."""
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
