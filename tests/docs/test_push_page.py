"""Pages about webhooks and push: programs verify what we sign; numbers are those of the code."""

import json
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from events.egress import PATIENCE
from events.push.notices import MOST_DELIVERIES, MOST_WAITING, TEST
from events.push.signing import webhook_headers
from events.push.subscriptions import KINDS, OVERLAP, make_secret
from tests.folders import ROOT
from workers.push import origins
from workers.push.retries import DAY, DELAYS, LONGEST_WAIT
from workers.push.sender import HELD

HOW_TO = ROOT / "docs" / "how-to"
PAGE = (HOW_TO / "receive-webhooks.md").read_text()
BODY = b'{"kind":"test","n":1}'
RUN = """
import { verify } from "./verify.mjs";
const [secret, headers, body] = JSON.parse(process.argv[2]);
try {
  console.log(JSON.stringify(verify(secret, headers, body)));
} catch (error) {
  console.log(error.message);
}
"""


def blocks(language: str) -> list[str]:
    """Return the programs of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def now() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def in_node(folder: Path, secret: str, headers: dict[str, str], body: bytes) -> str:
    """Return what the page's program for Node says of a message."""
    (folder / "verify.mjs").write_text(blocks("js")[0])
    (folder / "run.mjs").write_text(RUN)
    given = json.dumps([secret, headers, body.decode()])
    done = subprocess.run(
        ["node", "run.mjs", given], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_program_for_node_verifies_what_is_signed(tmp_path: Path) -> None:
    old, new = make_secret(), make_secret()
    headers = webhook_headers((new, old), "msg_1", now(), BODY)
    for secret in (old, new):
        assert json.loads(in_node(tmp_path, secret, headers, BODY)) == json.loads(BODY)
    assert in_node(tmp_path, make_secret(), headers, BODY) == "wrong signature"
    assert in_node(tmp_path, new, headers, BODY + b" ") == "wrong signature"
    late = webhook_headers((new,), "msg_1", now() - 400_000, BODY)
    assert in_node(tmp_path, new, late, BODY) == "too old"


def test_the_program_for_python_verifies_what_is_signed() -> None:
    secret, handled = make_secret(), set[str]()

    def remember(one: str) -> bool:
        is_new = one not in handled
        handled.add(one)
        return is_new

    names: dict[str, object] = {"SECRET": secret, "remember": remember}
    exec(blocks("python")[0], names)
    handle = names["handle"]
    assert callable(handle)
    handle(b'{"kind":"test","table":null}', webhook_headers(
        (secret,), "msg_1", now(), b'{"kind":"test","table":null}'))  # fmt: skip
    assert handled == {"msg_1"}


def test_the_page_names_every_kind() -> None:
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", PAGE, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(rows)) == [*KINDS, TEST]


def test_the_numbers_of_the_pages_are_those_of_the_code() -> None:
    seconds = [one // 1000 for one in DELAYS]
    assert seconds == [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 14_400]
    told = " ".join((PAGE + (HOW_TO / "deliver-notices.md").read_text()).split())
    assert "after 5 and 30 seconds, 2, 10 and 30 minutes, 1, 2, 4, 8, 8 and 4 hours" in told
    assert sum(DELAYS) * 9 // 10 > DAY
    assert LONGEST_WAIT == 3_600
    assert f"within {PATIENCE:.0f} seconds" in told
    assert f"after {HELD // 1000} seconds an unanswered" in told
    assert f"the last {MOST_DELIVERIES} attempts" in told
    assert f"Of more than {MOST_WAITING:,} the oldest" in told
    assert OVERLAP == DAY
    assert f"At most {origins.MOST} requests run to one origin" in told
