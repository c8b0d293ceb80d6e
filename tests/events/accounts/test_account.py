"""A player's stream: judged without a store, and on the newest state where there is one."""

import pytest

from events.accounts.account import (
    PLAYER_DECIDER,
    Account,
    AccountCommand,
    EndKey,
    Erase,
    Erased,
    GiveRole,
    KeyEnded,
    KeyRegistered,
    Register,
    Registered,
    RegisterKey,
    Rename,
    Renamed,
    RoleGiven,
    decide_account,
    evolve_account,
)
from events.accounts.players import Players
from events.cached_streams import Streams
from events.handle import CommandRequest, handle
from events.store.streams import IdempotencyKey, KeyReused, Store
from games.table import Fact
from tests.events.given_log import nothing_written

HASH, KEY, OTHER = "1a" * 32, "2b" * 32, "3c" * 32


def after(*events: object) -> Account:
    """Return the account after events, one a second."""
    facts = [Fact(n, 1000 * n, "server", {}, event) for n, event in enumerate(events, 1)]
    return evolve_account(PLAYER_DECIDER.open("p1"), facts)


@pytest.mark.parametrize(
    ("events", "account"),
    [
        ([], Account()),
        ([Registered(HASH, "player")], Account(1, 1000, "player", name_hash=HASH)),
        (
            [Registered(HASH, "player"), RoleGiven("auditor")],
            Account(2, 2000, "auditor", name_hash=HASH),
        ),
        ([Registered(HASH, "player"), Renamed(KEY)], Account(2, 2000, "player", name_hash=KEY)),
        ([KeyRegistered(KEY, ""), KeyRegistered(OTHER, "")], Account(2, 2000, None, OTHER)),
        ([KeyRegistered(KEY, ""), KeyEnded()], Account(2, 2000)),
        ([KeyRegistered(KEY, ""), Erased()], Account(2, 2000)),
    ],
)
def test_an_account_is_what_its_events_say(events: list[object], account: Account) -> None:
    assert after(*events) == account


@pytest.mark.parametrize(
    ("command", "happened"),
    [
        (Register(HASH, "player"), [Registered(HASH, "player")]),
        (GiveRole("auditor"), [RoleGiven("auditor")]),
        (RegisterKey(KEY, "proof"), []),
        (RegisterKey(OTHER, "proof"), [KeyRegistered(OTHER, "proof")]),
        (EndKey(), [KeyEnded()]),
        (Erase(), [Erased()]),
    ],
)
def test_what_a_command_makes_happen_to_an_account_with_a_key(
    command: AccountCommand, happened: list[object]
) -> None:
    drafts = decide_account(after(KeyRegistered(KEY, "")), "player:p1", command, 0)
    assert [draft.event for draft in drafts] == happened


def test_a_name_that_an_account_has_is_not_given_again() -> None:
    called = after(Registered(HASH, "player"), Renamed(KEY))
    assert decide_account(called, "player:p1", Rename(KEY), 0) == []
    (draft,) = decide_account(called, "player:p1", Rename(HASH), 0)
    assert draft.event == Renamed(HASH)


def test_a_key_that_is_not_there_is_not_ended() -> None:
    assert decide_account(Account(), "player:p1", EndKey(), 0) == []


def test_nothing_is_said_to_be_done_before_the_newest_event_is_read(store: Store) -> None:
    mine, other = Players(store), Players(store)
    mine.register_key("p1", KEY, "proof")
    assert other.key_of("p1") == KEY
    mine.end_key("p1")
    other.register_key("p1", KEY, "proof")  # by what it holds the key is there
    assert mine.key_of("p1") == KEY
    with nothing_written(store.redis):
        mine.register_key("p1", KEY, "another proof")


def test_a_player_command_is_repeated_by_its_key_as_one_at_a_table_is(store: Store) -> None:
    once = IdempotencyKey("p1:key", "print")
    made = [
        handle(
            Streams(PLAYER_DECIDER, store), CommandRequest("p1", "server", GiveRole("admin"), once)
        )
        for _ in range(2)
    ]
    assert [answer.replayed for answer in made] == [False, True]
    assert (made[0].state, made[0].head) == (made[1].state, made[1].head)
    assert made[1].state.role == "admin"
    other = CommandRequest("p1", "server", GiveRole("player"), IdempotencyKey("p1:key", "other"))
    with pytest.raises(KeyReused):
        handle(Streams(PLAYER_DECIDER, store), other)
