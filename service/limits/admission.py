"""Whether something may be had: asked by resources before they let somebody have it.

Where an app keeps no limits, everything may be.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial, wraps
from typing import Annotated, Any, Final, TypedDict, TypeVar, cast

from events.accounts.players import Player
from events.apps.app_grants import count_grants
from events.apps.apps import apps_of_player
from events.tables.decider import EVERYBODY
from games.core.type_hints.records import any_word_of
from service.limits.limits import (
    QuotaSubject,
    RateLimiter,
    client_address,
    current_limiter,
    refusal_key,
    too_many,
)
from service.limits.quotas import QUOTAS, SEEN, QuotaSize
from service.wire.connections import connections
from service.wire.problems import TOO_MANY_REQUESTS, Problem

View = TypeVar("View", bound=Callable[..., Any])


HELD: Final = (  # what a player has
    "tables", "bots_alone", "seats", "tokens", "tournaments", "apps", "grants", "subscriptions",
)  # fmt: skip


def _count_held(name: str, player_id: str) -> int:
    """Return how much of what a quota of `HELD` names a player has now."""
    if name == "tokens":
        return connections().players.count_tokens(player_id)
    if name == "apps":
        return len(apps_of_player(connections().store, player_id))
    if name == "grants":
        return count_grants(connections().players, player_id)
    if name == "subscriptions":
        owners = [player_id, *(app.id for app in apps_of_player(connections().store, player_id))]
        return sum(map(len, connections().push.subscriptions.of_owners(owners).values()))
    return connections().store.count_held(f"{name}:{player_id}")


def _nothing_is_repeated() -> bool:
    """Say that a request is no repeat of one that was accepted."""
    return False


@contextmanager
def enforce_quotas(
    caller: Player,
    *names: str,
    is_repeat: Callable[[], bool] = _nothing_is_repeated,
    app: str | None = None,
) -> Iterator[None]:
    """Let somebody have one more of what quotas name, unless that is too many; a repeat may.

    One request of a player at a time, so that many at once get no more than one after the other.

    Raises:
        Problem: TOO_MANY_REQUESTS, over a quota.
    """
    own = current_limiter()
    with nullcontext() if own is None else own.lock_of(caller.id):
        try:
            for name in names:
                require_quota(name, caller, app)
        except Problem as over:
            if over.kind is not TOO_MANY_REQUESTS or not is_repeat():
                raise
        yield


@contextmanager
def admitted_opening(caller: Player, table_id: str) -> Iterator[None]:
    """Let somebody open one more table, unless that is too many; a repeat finds its table.

    Who has left too many tables to bots opens no other, however much room all together have.
    """
    own, is_repeat = current_limiter(), partial(connections().store.knows, table_id)
    with enforce_quotas(caller, "tables", "open", is_repeat=is_repeat):
        if own is not None and not is_repeat():
            own.require_room("bots_alone", caller, lambda: _count_held("bots_alone", caller.id))
        yield


def require_quota(name: str, caller: Player | None, app: str | None = None) -> None:
    """Refuse one more of what a quota names if that is too many; `app`: for which it is wanted."""
    own = current_limiter()
    if own is None:
        return
    if name in HELD:
        assert caller is not None, "only accounts have it"
        own.require_room(name, caller, lambda: _count_held(name, caller.id))
        own.require_room_for_all(name, lambda: _count_held(name, EVERYBODY))
    else:
        own.count(name, caller, app)


class LimitFacts(TypedDict):
    """A limit, and how much of it is used."""

    limit: Annotated[str, any_word_of(*SEEN), "Its name, as in the answer 429."]
    counts_for: Annotated[
        str,
        any_word_of("account", "address", "app"),
        "Whether it counts for the account, for all who ask from its address, or for all users of"
        " the app that asks.",
    ]
    most: Annotated[int, "How many are allowed."]
    seconds: Annotated[int | None, "In so many seconds; null: at a time."]
    used: Annotated[
        int,
        "How many in the current period, or now; of `streams` and `uploads` those of"
        " the answering process.",
    ]


def player_limit_usage(own: RateLimiter, caller: Player) -> Iterator[LimitFacts]:
    """Yield what counts for a player, in the order of the table of quotas."""
    for name in QUOTAS:
        wanted = own.quota_subjects(name, caller)
        if name == "refused" and (name, "caller") in own.sizes:
            wanted = [QuotaSubject("caller", refusal_key(caller), own.sizes[name, "caller"])]
        for who, key, size in wanted:
            if size.seconds is not None:
                used = own.used(name, key, size)
            else:
                used = _count_held(name, caller.id) if name in HELD else own.tally.counts[name, key]
            yield limit_usage(name, who, size, used)


def limit_usage(name: str, who: str, size: QuotaSize, used: int) -> LimitFacts:
    """Return how much of a limit is used."""
    return {
        "limit": name,
        "counts_for": who if who in ("address", "app") else "account",
        "most": size.amount,
        "seconds": size.seconds,
        "used": used,
    }


class QuotaShare:
    """What somebody has of a quota that counts in this process; it is given back once.

    Raises:
        Problem: TOO_MANY_REQUESTS, over the quota.
    """

    def __init__(self, name: str, caller: Player | None) -> None:
        own = current_limiter()
        self.name, self.tally = name, None if own is None else own.tally
        self.wanted = [] if own is None else own.quota_subjects(name, caller)
        over = None if self.tally is None else self.tally.take(name, self.wanted)
        if over is not None:
            raise too_many(name, over.who, over.size)

    def give_back(self) -> None:
        """Give it back."""
        if self.tally is not None:
            self.tally.give_back(self.name, self.wanted)
            self.tally = None


@contextmanager
def take_read_turn() -> Iterator[None]:
    """Let a read that folds a log or looks through a long list wait for its turn.

    Raises:
        Problem: TOO_MANY_REQUESTS where too many of its address wait; READS_OVERLOADED where too
            many wait at all, or this one too long.
    """
    own = current_limiter()
    if own is None or own.reads is None:
        yield
        return
    with hold_quota_share("readers", None), own.reads.spend(client_address()):
        yield


def turns_of_reads() -> Callable[[], AbstractContextManager[None]]:
    """Return what lets the parts of an answer that is made while it is sent wait for their turns.

    Raises, where one begins:
        Problem: READS_OVERLOADED, too many wait at all, or this one too long.
    """
    own = current_limiter()
    if own is None or own.reads is None:
        return nullcontext
    return partial(own.reads.spend, client_address())


def queue_reads(view: View) -> View:
    """Let every request for an operation wait for its turn."""

    @wraps(view)
    def admitted_view(*arguments: Any, **named: Any) -> Any:
        with take_read_turn():
            return view(*arguments, **named)

    return cast(View, admitted_view)


@contextmanager
def hold_quota_share(name: str, caller: Player | None) -> Iterator[None]:
    """Let somebody have one of what a quota of this process names for a while."""
    share = QuotaShare(name, caller)
    try:
        yield
    finally:
        share.give_back()
