"""Examples of the limits of an account, and of its messages, from the log of its table."""

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from events.record.codec import StoredEvent, decode_event
from events.tables.decider import TABLE_DECIDER
from events.tables.turns import encode_turns, turns_in
from games.table import Fact, Table
from projections.accounts.news import StoredMessage, your_turn
from service.accounts.messages import encode_message_page
from service.accounts.news import message_json
from service.limits.admission import limit_usage as facts_of_limit
from service.limits.quotas import read_limits

Json = dict[str, Any]


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
    anew = _messages_with_ids([begin], at)
    return {
        "AccountMessagesAnew": _messages_answer(anew),
        "AccountMessages": _messages_answer(_messages_with_ids(found, at)),
        "AccountMessagesMissed": _messages_answer(
            [one._replace(id=at) for one in _messages_with_ids([missed, begin], at)]
        ),
        "AccountStream": encode_message_page(anew)[0].decode(),
    }


def new_account_limits() -> Json:
    """Return the limits of a new account, which has one token."""
    own = [
        facts_of_limit(name, who, size, int(name == "tokens"))
        for (name, who), size in read_limits("").items()
        if who in ("caller", "player", "address")
    ]
    return {"limits": own}
