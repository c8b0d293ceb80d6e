"""Examples of accounts: what is sent and answered, and what an account hears of a table."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from nacl.signing import SigningKey

from events.accounts.account import PURPOSE as KEY_PURPOSE
from events.record.codec import StoredEvent, decode_event
from events.tables.decider import TABLE_DECIDER
from events.tables.turns import encode_turns, turns_in
from games.core.fairness.signature import signed_bytes
from games.table import Fact, Table
from projections.accounts.listed_tables import PageContext, listed_table_for
from projections.accounts.news import StoredMessage, your_turn
from projections.projection import Row
from service.accounts.messages import encode_message_page
from service.accounts.news import message_json
from service.limits.admission import limit_usage as facts_of_limit
from service.limits.quotas import read_limits
from service.wire.json_schema import Json

AT = 1_767_225_600_000  # milliseconds: the first second of 2026
ADA, BOB = "p0123456789abcdef01", "p1123456789abcdef01"
TOKEN = "xkcJ0g0m7wV4i5qT9yQp2n3zR6sB8dL1fH-uEaKoWvY"
CODE = "k3fp-7q2m-xw5d-6hzt-b4ra-n2ye"
PERSONAL_TOKEN = {
    "id": "4f1d2a3b4c5d6e7f", "name": "My bot", "scopes": ["read", "play"],
    "made_at": AT, "expires_at": AT + 30 * 86_400_000, "used_at": None,
}  # fmt: skip
SIGN_IN_CODE = "k3fp-7q2m-xw5d"
SIGN_IN = {"id": "9b1d2a3b4c5d6e7f", "expires_at": AT + 300_000, "used_at": None}
OWN_TOKEN = {
    "id": "7c1d2a3b4c5d6e7f", "device": "Ada's phone", "made_at": AT, "expires_at": None,
    "used_at": AT, "current": True,
}  # fmt: skip
LIMITS_IN_EXAMPLE = 8
OWN_KEY = SigningKey(hashlib.sha256(b"a player's own").digest())
NEW_KEY = {
    "public": bytes(OWN_KEY.verify_key).hex(),
    "proof": OWN_KEY.sign(
        signed_bytes(KEY_PURPOSE, ADA, bytes(OWN_KEY.verify_key).hex())
    ).signature.hex(),
}


def _messages_with_ids(rows: Iterable[Any], at: int) -> list[StoredMessage]:
    """Return messages with ids."""
    return [StoredMessage(at + k, one["type"], orjson.dumps(one)) for k, one in enumerate(rows)]


def _messages_answer(messages: Sequence[StoredMessage]) -> Json:
    """Return an answer with messages."""
    return {"messages": [*map(message_json, messages)], "last": messages[-1].id}


def _facts_by_command(log: Sequence[StoredEvent]) -> Iterable[list[Fact]]:
    """Yield what happened, command by command."""
    facts = [*map(decode_event, log)]
    while facts:
        assert not isinstance(facts[0].cause, int)
        count = facts[0].cause["last"] - facts[0].n + 1
        yield facts[:count]
        facts = facts[count:]


def _messages_of(table: Table, log: Sequence[StoredEvent], player: str) -> list[Any]:
    """Return what a player was told of a table, and at last the turn that holds."""
    found, state = [], TABLE_DECIDER.open(table.id)
    for facts in _facts_by_command(log):
        after = TABLE_DECIDER.evolve(state, facts)
        news = TABLE_DECIDER.news(state, after, facts)
        found += [one.message for one in news if one.player == player]
        state = after
    now = turns_in(encode_turns(table))
    return found + [your_turn(table.id, now, one) for one in now.seats if one.player == player]


def account_news(table: Table, log: Sequence[StoredEvent], player: str) -> Json:
    """Return the examples of a player whose turn it is at one table."""
    found, at = _messages_of(table, log, player), table.at
    begin, missed = {"type": "turns", "turns": found[-1:]}, {"type": "missed"}
    from_start = _messages_with_ids([begin], at)
    return {
        "AccountMessagesAnew": _messages_answer(from_start),
        "AccountMessages": _messages_answer(_messages_with_ids(found, at)),
        "AccountMessagesMissed": _messages_answer(
            [one._replace(id=at) for one in _messages_with_ids([missed, begin], at)]
        ),
        "AccountStream": encode_message_page(from_start, AT)[0].decode(),
    }


def _new_account_limits() -> Json:
    """Return the first limits of a new account, which has one token."""
    own = [
        facts_of_limit(name, who, size, int(name == "tokens"))
        for (name, who), size in read_limits("").items()
        if who in ("caller", "player", "address")
    ]
    return {"limits": own[:LIMITS_IN_EXAMPLE]}


def page_of_tables(row: Row, table: Table, player: str, caller: str | None) -> Json:
    """Return a list of this table alone, of a player named Ada."""
    turns = encode_turns(table)
    known = PageContext({table.id: turns_in(turns)} if turns else {}, {}, {player: "Ada"}, {})
    return {"tables": [listed_table_for(row, player, caller, known)], "cursor": None}


def account_examples() -> Json:
    """Return the examples of an account itself: of the bodies that are sent, and of the answers."""
    ada = {"player": ADA, "name": "Ada"}
    return {
        "NewGuest": {}, "NewPlayer": {"name": "Ada"},
        "NewName": {"name": "Bea"},
        "Recovery": {"code": CODE},
        "NewToken": {"revoke": "all", "expires_in": 7_776_000},
        "NewPersonalToken": {"name": "My bot", "scopes": ["read", "play"], "days": 30},
        "PersonalTokens": {"tokens": [PERSONAL_TOKEN]},
        "IssuedPersonalToken": {**PERSONAL_TOKEN, "token": f"fdp_{TOKEN}"},
        "OwnTokens": {"tokens": [OWN_TOKEN]},
        "SignIn": {"code": SIGN_IN_CODE, "device": "Ada's phone"},
        "SignInCodes": {"codes": [SIGN_IN]},
        "IssuedSignInCode": {**SIGN_IN, "code": SIGN_IN_CODE},
        "SignedIn": {**ada, "role": "player", "token": TOKEN},
        "NewKey": NEW_KEY,
        "NewBlock": {"reason": "Threats at a table", "until": AT + 7_776_000_000},
        "BlockFacts": {"player": ADA, "reason": "Threats at a table", "until": AT + 7_776_000_000},
        "Registered": {**ada, "role": "player", "token": TOKEN, "recovery_code": CODE},
        "NewCode": {"recovery_code": CODE},
        "Token": {"token": TOKEN, "expires_at": AT + 7_776_000_000},
        "Me": {**ada, "role": "player", "key": None},
        "MeRenamed": {**ada, "name": "Bea", "role": "player", "key": None},
        "MeWithKey": {**ada, "role": "player", "key": NEW_KEY["public"]},
        "FoundPlayers": {"players": [ada]},
        "OwnLimits": _new_account_limits(),
    }  # fmt: skip
