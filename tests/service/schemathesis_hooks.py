"""What schemathesis is told of this API beside openapi.yaml; loaded by its command line."""

import os
import re
import uuid
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, CheckContext, HookContext, Response
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from events.egress import LONGEST_URL
from service.commands.client import register_account
from service.push.examples import AUTH, POINT
from service.push.schemas import BASE64URL

KEY = re.compile(r"[!-~]{1,128}")
LONGEST = 1  # seconds
LISTS = ("/v1/players/me/tables", "/v1/players/{player_id}/tables")
CURSOR = r"[0-9a-f]{8}\.[0-9]{1,15}\.[0-9A-Za-z_-]{1,64}"


ME = "/v1/players/me"
REPLAYS = "/v1/replays"
UNKNOWN_HEADERS = ("x-schemathesis-unknown-property", "schemathesis-unknown-property")
NAME = "/v1/players/me/name"  # an account that took one could be named by another request


@schemathesis.auth().skip_for(method="DELETE", path=ME).skip_for(method="PUT", path=NAME)
class OneAccount:
    """All requests are sent by one account."""

    def get(self, case: Case[Any], context: AuthContext) -> str:
        """Return its token."""
        return os.environ["TOKEN"]

    def set(self, case: Case[Any], data: str, context: AuthContext) -> None:
        """Send the token."""
        case.headers["Authorization"] = f"Bearer {data}"


@(
    schemathesis.auth(refresh_interval=None)
    .apply_to(method="DELETE", path=ME)
    .apply_to(method="PUT", path=NAME)
)
class NewAccount(OneAccount):
    """Every account that is erased or renamed is another one."""

    def get(self, case: Case[Any], context: AuthContext) -> str:
        """Make an account; return its token."""
        assert case.operation.base_url is not None
        return str(register_account(case.operation.base_url.rstrip("/"), uuid.uuid4().hex).token)


@schemathesis.deserializer("application/jsonl")
def lines(context: Any, response: Any) -> str:
    """Return a log file as the string that its schema says."""
    return str(response.text)


@schemathesis.serializer("application/jsonl", "application/x-ndjson")
def log_file(context: Any, value: Any) -> bytes:
    """Return a log file as it is sent."""
    return str(value).encode()


@schemathesis.check
def missing_moment(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """A log file is sent with the question: what it has not can only be what the query names."""
    if case.operation.path == REPLAYS and response.status_code == 404:
        asked = {"at": "table/no_such_event", "seat": "table/no_such_seat"}
        told = response.json()["code"]
        assert told in [code for name, code in asked.items() if name in (case.query or {})], told


@schemathesis.check
def created_is_there(context: CheckContext, response: Response, case: Case[Any]) -> None:
    """What a request has created is there for the next; a player that its body names may not be.

    Schemathesis' own check, whose place this takes, blames any 404 on what was created.
    """
    if response.status_code == 404 and isinstance(case.body, dict):
        resource = case.operation.path.split("/")[2].removesuffix("s")
        if response.json()["code"] not in (
            "http/not_found",
            "table/planned",
            f"{resource}/unknown",
        ):
            return
    checks.ensure_resource_availability(context, response, case)


@schemathesis.hook
def filter_case(context: HookContext, case: Case[Any]) -> bool:
    """Leave out a wrong path with more in the query than we know, which we overlook.

    The check overlooks that as well, unless it takes the path for wrong; but where a link leads to
    an operation, the path of that link has taken the place of the wrong one. Nor is a header wrong
    that we do not know: HTTP lets clients send any.
    """
    if {*(case.headers or {})} & {*UNKNOWN_HEADERS}:
        return False
    known = {parameter.name for parameter in case.operation.query}
    path = case.meta and case.meta.components.get(ParameterLocation.PATH)
    return not (path and path.mode.is_negative and (case.query or {}).keys() - known)


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Change what would spoil the run, and nothing that the API could be blamed for."""
    own_key(case)
    short_wait(case)
    own_cursor(case)
    plain_name(case)
    named_host(case)
    client_keys(case)


def own_key(case: Case[Any]) -> None:
    """Give each request a key of its own: one that was used for another request is answered 422."""
    if KEY.fullmatch(str(case.headers.get("Idempotency-Key", ""))):
        case.headers["Idempotency-Key"] = uuid.uuid4().hex


def short_wait(case: Case[Any]) -> None:
    """Wait a second where up to 60 are asked for: the run takes minutes as it is."""
    wait = str((case.query or {}).get("wait", ""))
    if re.fullmatch(r"[0-9]{1,9}", wait) and int(wait) > LONGEST:
        case.query["wait"] = LONGEST


def own_cursor(case: Case[Any]) -> None:
    """Leave a cursor out that no page gave: a player's lists refuse those of other lists."""
    made_up = re.fullmatch(CURSOR, str((case.query or {}).get("cursor", "")))
    if made_up and case.operation.path in LISTS:
        del case.query["cursor"]


def plain_name(case: Case[Any]) -> None:
    """Give accounts names that mislead nobody: which do, no schema can say."""
    body: Any = case.body
    name = body.get("name") if isinstance(body, dict) else None
    if case.operation.path == "/v1/players" and isinstance(name, str) and 1 <= len(name) <= 40:
        body["name"] = uuid.uuid4().hex


def named_host(case: Case[Any]) -> None:
    """Give addresses that are asked a host: of which nothing is asked, no schema can say."""
    body: Any = case.body
    for name in ("url", "endpoint") if isinstance(body, dict) else ():
        address = str(body.get(name))
        if re.fullmatch("https://[!-~]+", address) and len(address) <= LONGEST_URL:
            body[name] = f"https://{uuid.uuid4().hex}.example/"


def client_keys(case: Case[Any]) -> None:
    """Give browsers keys for which something can be encrypted: which are, no schema can say."""
    body: Any = case.body
    keys: Any = body.get("keys") if isinstance(body, dict) else None
    is_whole = isinstance(keys, dict) and keys.keys() == {"p256dh", "auth"}
    if is_whole and all(re.fullmatch(BASE64URL, str(one)) for one in keys.values()):
        body["keys"] = {"p256dh": POINT, "auth": AUTH}


@schemathesis.hook
def filter_headers(context: HookContext, headers: Any) -> bool:
    """Leave out an empty Last-Event-ID: browsers send it for none, though it is no number."""
    return not headers or headers.get("Last-Event-ID") != ""
