"""Examples of the status and metrics of a server; tests compare their form with real ones."""

from events.store.backlog import QUEUES
from events.store.due import KINDS
from projections.read_models.models import MODELS
from projections.read_models.status import Status

MB, GB = 2**20, 2**30
METRICS = """# HELP fairdeal_appends_total Commands that were appended to logs.
# TYPE fairdeal_appends_total counter
fairdeal_appends_total 42.0
# HELP fairdeal_requests_total Answers by operation and status.
# TYPE fairdeal_requests_total counter
fairdeal_requests_total{operation="play.act",status="200"} 42.0
# HELP fairdeal_processes Running processes.
# TYPE fairdeal_processes gauge
fairdeal_processes{kind="api",version="0.1.0"} 2.0
# HELP fairdeal_waiting Waiting reads and streams.
# TYPE fairdeal_waiting gauge
fairdeal_waiting 3.0
# HELP fairdeal_store_memory_bytes Memory that the store uses.
# TYPE fairdeal_store_memory_bytes gauge
fairdeal_store_memory_bytes 1.3258416e+07
# HELP fairdeal_store_memory_limit_bytes Memory that it may use; 0: all.
# TYPE fairdeal_store_memory_limit_bytes gauge
fairdeal_store_memory_limit_bytes 4.294967296e+09
"""


def server_status(at: int) -> Status:
    """Return how a server fares that was started at a moment, with a trouble."""
    return {
        "servers": [
            {
                "address": "127.0.0.1:6379", "version": "Valkey 8.1.4", "memory": 12 * MB,
                "most_memory": 4 * GB, "append_only": True, "appendfsync": "everysec",
                "policy": "noeviction", "append_only_file": 3 * MB, "written": True,
                "replicas": [],
            }
        ],
        "partitions": 16,
        "followers": {"host:4242:follower": [*range(16)]},
        "unfollowed": [],
        "lag": {one.name: {"milliseconds": 0, "partitions": 0} for one in MODELS},
        "queues": [{"queue": name, "jobs": 0, "oldest": 0.0} for name in QUEUES],
        "tables": {"open": 1, "playing": 2},
        "due": {kind: {"due": 0, "overdue": 0, "oldest": 0} for kind in KINDS},
        "aside": [
            {
                "table": "t0d1f2a3b4c5d6e7f80", "where": "lobby", "why": "KeyError: 'seats'",
                "since": at + 60_000, "tries": 3,
            }
        ],
        "disputes": {"open": 1, "since": at + 90_000},
        "archive": {"address": "fairdeal-data/archive", "waiting": 4, "overdue": 0, "oldest": 0},
        "keys": {"folder": "fairdeal-data", "signing": "0f3a6f1e2b4c5d60", "count": 1},
        "disk": {"free": 61 * GB, "size": 80 * GB},
        "processes": [
            {
                "kind": "api", "pid": 4240, "host": "host", "version": "1.0.0", "python": "3.13.5",
                "started": at, "gauges": {"fairdeal_waiting": 3, "fairdeal_tables_cached": 3},
            }
        ],
        "troubles": ["1 table is set aside: see `fairdeal quarantine`"],
    }  # fmt: skip
