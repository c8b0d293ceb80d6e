"""The table of quotas: how much an account, a director's account, or an address may ask for.

Rates are counted in Redis for all processes. What somebody has is counted where it is: tables and
seats with their logs, tokens with the account, streams and uploads in the process that serves them.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from events.settings.table import LIMITS
from games.core.presentation.texts import Template, english_text, template

OFF = "off"
DIRECTORS = ("director", "admin")  # roles with quotas of their own, whatever their address
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
SUBJECTS = {
    "caller": "You",
    "player": "An account",
    "director": "A director's account",
    "address": "All clients at one address together",
    "app": "All users of an app together",
    "server": "All together",
}
WAIT = 30  # seconds after which somebody who has as many as allowed may try again
PART = re.compile(r"\s*(?:(\w+)\.)?(\w+)\s*=\s*(off|[0-9]{1,9}(?:/\w+|%)?)\s*")


class QuotaSize(NamedTuple):
    """How many are allowed: in so many seconds, at a time (None), or of a hundred (``%``)."""

    amount: int
    seconds: int | None = None
    unit: str = ""


class Quota(NamedTuple):
    """A quota: what a refusal says, and its sizes by whom it counts for, the usual one first."""

    detail: str
    sizes: Mapping[str, str]


UNSEEN = ("reads",)  # bounds that no answer names
Sizes = Mapping[tuple[str, str], QuotaSize]  # (name, whom it counts for) -> size

QUOTAS: Final[Mapping[str, Quota]] = {
    "refused": Quota(
        "More than {most} of your requests were refused within {seconds} seconds. Legal actions"
        " at tables are still accepted; wait before you send anything else",
        {"caller": "240/minute"},
    ),
    "wrong_tokens": Quota(
        "More than {most} requests from your address had a token that is not valid, within"
        " {seconds} seconds. Wait, or ask with a valid token or without one",
        {"address": "240/minute"},
    ),
    "register": Quota(
        "More than {most} accounts were asked for from your address within {seconds} seconds; wait",
        {"address": "100/hour"},
    ),
    "recover": Quota(
        "More than {most} recovery codes were sent from your address within {seconds} seconds;"
        " wait",
        {"address": "30/hour"},
    ),
    "sign_in": Quota(
        "More than {most} sign-in codes were sent from your address within {seconds} seconds; wait",
        {"address": "30/hour"},
    ),
    "rename": Quota(
        "{who} may take another name {most} times within {seconds} seconds; wait",
        {"player": "10/day", "director": "10/day", "address": "100/day"},
    ),
    "open": Quota(
        "{who} may open {most} tables within {seconds} seconds; wait before the next one",
        {
            "player": "300/hour",
            "director": "20000/hour",
            "address": "1200/hour",
            "app": "20000/hour",
        },
    ),
    "tables": Quota(
        "{who} may have {most} open tables that wait for their start; start one, or withdraw one"
        " (DELETE /v1/tables/...)",
        {"player": "30", "director": "2000"},
    ),
    "bots_alone": Quota(
        "{who} may have {most} running tables at which only bots play; wait until one of them ends,"
        " or play at one",
        {"player": "20", "director": "500", "server": "1000"},
    ),
    "sit": Quota(
        "{who} may take {most} seats within {seconds} seconds; wait before the next one",
        {
            "player": "2000/hour",
            "director": "100000/hour",
            "address": "10000/hour",
            "app": "100000/hour",
        },
    ),
    "seats": Quota(
        "{who} may hold {most} seats at tables that have not ended; play one to its end, or leave"
        " one",
        {"player": "200", "director": "5000"},
    ),
    "invite": Quota(
        "{who} may invite others {most} times within {seconds} seconds; wait before you invite"
        " again",
        {
            "player": "300/hour",
            "director": "20000/hour",
            "address": "1200/hour",
            "app": "20000/hour",
        },
    ),
    "phrases": Quota(
        "{who} may say {most} phrases within {seconds} seconds; wait before the next one",
        {"player": "10/minute", "director": "10/minute", "address": "100/minute"},
    ),
    "host": Quota(
        "{who} may open {most} tournaments within {seconds} seconds; wait before the next one",
        {"director": "600/hour"},
    ),
    "tournaments": Quota(
        "{who} may have {most} tournaments that are not closed; close one"
        " (POST /v1/tournaments/.../close)",
        {"director": "200"},
    ),
    "enter": Quota(
        "{who} may enter tournaments, and others into them, {most} times within {seconds}"
        " seconds; wait before the next one",
        {"player": "300/hour", "director": "20000/hour", "address": "6000/hour"},
    ),
    "preferences": Quota(
        "{who} may set preferences {most} times within {seconds} seconds; wait",
        {"player": "120/hour", "director": "120/hour", "address": "1200/hour"},
    ),
    "issue": Quota(
        "{who} may make {most} tokens within {seconds} seconds; wait, a token may be used for long",
        {"player": "60/hour", "director": "1000/hour", "address": "600/hour"},
    ),
    "tokens": Quota(
        "{who} may have {most} tokens; end the others (DELETE /v1/players/me/tokens)",
        {"player": "50", "director": "500"},
    ),
    "push": Quota(
        "{who} may make, change and test webhooks and push subscriptions {most} times within"
        " {seconds} seconds; wait",
        {"player": "120/hour", "director": "1000/hour", "address": "1200/hour"},
    ),
    "subscriptions": Quota(
        "{who} may have {most} webhooks and push subscriptions; end one (DELETE /v1/webhooks/...)",
        {"player": "20", "director": "100"},
    ),
    "apps": Quota(
        "{who} may have {most} apps; end one (DELETE /v1/apps/...)",
        {"player": "20", "director": "20"},
    ),
    "grants": Quota(
        "{who} may have allowed apps to act {most} times; end what you need no more"
        " (DELETE /v1/grants/...)",
        {"player": "100", "director": "100"},
    ),
    "consents": Quota(
        "{who} may answer apps and try codes {most} times within {seconds} seconds; wait",
        {"player": "60/hour", "director": "60/hour", "address": "1200/hour", "app": "20000/hour"},
    ),
    "exchanges": Quota(
        "More than {most} requests for tokens of apps came from your address within {seconds}"
        " seconds; wait",
        {"address": "1200/minute"},
    ),
    "devices": Quota(
        "More than {most} device codes were asked for from your address within {seconds} seconds;"
        " wait",
        {"address": "600/hour"},
    ),
    "key": Quota(
        "{who} may change the key for signing {most} times within {seconds} seconds; wait",
        {"player": "60/hour", "director": "60/hour", "address": "600/hour"},
    ),
    "checks": Quota(
        "{who} may ask {most} times within {seconds} seconds whether an action would be legal; the"
        " view's choices say the same",
        {"player": "600/minute", "director": "6000/minute", "address": "6000/minute"},
    ),
    "hints": Quota(
        "{who} may ask for {most} hints within {seconds} seconds; wait before the next one",
        {"player": "60/minute", "director": "60/minute", "address": "600/minute"},
    ),
    "uploads": Quota(
        "{who} may have {most} logs verified at a time; wait for a verdict, or run"
        " `fairdeal verify` on a machine of your own",
        {"address": "2"},
    ),
    "replays": Quota(
        "{most} pages of log files were asked for from your address within {seconds} seconds; wait,"
        " or run `fairdeal replay` on a machine of your own",
        {"address": "1200/hour"},
    ),
    "reads": Quota(
        "{who} may use {most} % of a process's time for reads that fold logs",
        {"server": "20%"},
    ),
    "readers": Quota(
        "{who} may wait for {most} reads of long logs and lists at a time; wait for an answer",
        {"address": "16"},
    ),
    "streams": Quota(
        "{who} may have {most} streams and waiting reads at a time; end one",
        {"player": "50", "director": "300", "address": "300"},
    ),
}
SEEN = tuple(name for name in QUOTAS if name not in UNSEEN)


def read_limits(text: str) -> Sizes:
    """Return the sizes that are to hold, or exit saying what is wrong with the text."""
    if text.strip() == OFF:
        return {}
    found = {
        (name, who): size_of(size)
        for name, quota in QUOTAS.items()
        for who, size in quota.sizes.items()
    }
    for part in text.split(",") if text.strip() else ():
        key, size = _read_part(part, found)
        if size is None:
            found.pop(key, None)
        else:
            found[key] = size
    return found


def _read_part(part: str, usual: Sizes) -> tuple[tuple[str, str], QuotaSize | None]:
    """Return what a part of the text sets and to what, None for no limit; or exit."""
    matched = PART.fullmatch(part)
    if matched is not None and matched[2] in QUOTAS:
        who, name, text = matched.groups()
        key = name, who or next(iter(QUOTAS[name].sizes))
        if text == OFF:
            return key, None
        default = QUOTAS[name].sizes.get(key[1])
        if default is not None and _same_unit(text, default):
            return key, size_of(text)
    raise LIMITS.wrong(
        f"`{part.strip()}` is no limit. Write `open=100/hour, director.tables=500,"
        f" sit=off`: what is not named stays as usual; `{OFF}` alone ends all limits. The names and"
        " their usual sizes stand in docs/reference/limits.md"
    )


def _same_unit(text: str, default: str) -> bool:
    """Say whether a size is of the kind of another: a rate, a number, or a share of a hundred."""
    unit = text.partition("/")[2]
    return bool(unit in SECONDS) == ("/" in default) and text.endswith("%") == default.endswith("%")


def size_of(text: str) -> QuotaSize:
    """Return the size in a text."""
    amount, _, period = text.partition("/")
    if amount.endswith("%"):
        return QuotaSize(int(amount[:-1]), unit="%")
    return QuotaSize(int(amount), SECONDS[period] if period else None)


def detail_of(name: str, who: str, size: QuotaSize) -> str:
    """Return what somebody is told who is over a quota."""
    values = {"who": SUBJECTS[who], "most": size.amount, "seconds": size.seconds}
    return english_text(_quota_template(name)(**values))


@cache
def _quota_template(name: str) -> Template:
    """Return the sentence of a quota."""
    detail, kinds = QUOTAS[name].detail, {"who": "word", "most": "number", "seconds": "number"}
    named: Any = {one: kind for one, kind in kinds.items() if f"{{{one}}}" in detail}
    return template(f"quota.{name}", detail, **named)
