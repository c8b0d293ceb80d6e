"""A player's stream: the role, and the key with which the player signs actions (rule T14).

Neither names nor tokens stand in it: they lie beside it, where they can be erased.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from events.record.decider import Decider
from games.core.fairness.signature import is_signed, signed_bytes
from games.core.type_hints.values import SPARSE
from games.table import Draft, Fact

PURPOSE = "fairdeal/player-key/1"


@dataclass(frozen=True, slots=True)
class Account:
    """What a player's stream has told so far; `key` is public, in hex; `name_hash` is salted."""

    n: int = 0
    at: int = 0
    role: str | None = None
    key: str | None = None
    blocked: bool = False
    name_hash: str = ""
    block: "Blocked | None" = None  # the newest


@dataclass(frozen=True, slots=True)
class Registered:
    """The account was made; the hash of its name is salted."""

    name_hash: str
    role: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """An operator gave the account another role."""

    role: str


@dataclass(frozen=True, slots=True)
class KeyRegistered:
    """The key is bound to the seats taken from now on; `proof` is its own signature."""

    public: str
    proof: str


@dataclass(frozen=True, slots=True)
class KeyEnded:
    """No key is bound to the seats taken from now on."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The account got another name; its hash is salted."""

    name_hash: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """An operator lets nobody use the account, or not until a time; the reason's hash is salted."""

    until: Annotated[int | None, SPARSE] = None
    reason: Annotated[str | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Unblocked:
    """The account may be used again."""


@dataclass(frozen=True, slots=True)
class Erased:
    """The account is gone; events keep its id."""


@dataclass(frozen=True, slots=True)
class Register:
    """Make the account."""

    name_hash: str
    role: str


@dataclass(frozen=True, slots=True)
class GiveRole:
    """Give the account another role."""

    role: str


@dataclass(frozen=True, slots=True)
class RegisterKey:
    """Bind a proven key to the seats taken from now on."""

    public: str
    proof: str


@dataclass(frozen=True, slots=True)
class EndKey:
    """Bind no key any more."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the account another name."""

    name_hash: str


@dataclass(frozen=True, slots=True)
class Block:
    """Let nobody use the account, perhaps until a time; `reason` is the salted hash of a text."""

    until: Annotated[int | None, SPARSE] = None
    reason: Annotated[str | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Unblock:
    """Let the account be used again."""


@dataclass(frozen=True, slots=True)
class Erase:
    """Let the account go."""


AccountCommand = Register | GiveRole | RegisterKey | EndKey | Rename | Block | Unblock | Erase

EVENTS: Final[dict[str, type[Any]]] = {
    "player.registered.v1": Registered,
    "player.role_given.v1": RoleGiven,
    "player.key_registered.v1": KeyRegistered,
    "player.key_ended.v1": KeyEnded,
    "player.renamed.v1": Renamed,
    "player.blocked.v1": Blocked,
    "player.unblocked.v1": Unblocked,
    "player.erased.v1": Erased,
}
COMMANDS: Final[dict[type[Any], str]] = {
    Register: "player.register",
    GiveRole: "player.give_role",
    RegisterKey: "player.register_key",
    EndKey: "player.end_key",
    Rename: "player.rename",
    Block: "player.block",
    Unblock: "player.unblock",
    Erase: "player.erase",
}


def is_valid_key_proof(player_id: str, public: str, proof: str) -> bool:
    """Say whether who has the private half of a key says that it is this player's."""
    return is_signed(public, signed_bytes(PURPOSE, player_id, public), proof)


def _unregistered_account(player_id: str) -> Account:
    """Return an account before its first event."""
    return Account()


def decide_account(account: Account, by: str, command: AccountCommand, now: int) -> list[Draft]:
    """Return what a command makes happen; nothing where all is as it is wanted."""
    match command:
        case Register(name_hash, role):
            return [Draft(Registered(name_hash, role))]
        case GiveRole(role):
            return [Draft(RoleGiven(role))]
        case RegisterKey(public, proof):
            return [] if account.key == public else [Draft(KeyRegistered(public, proof))]
        case EndKey():
            return [] if account.key is None else [Draft(KeyEnded())]
        case Rename(name_hash):
            return [] if account.name_hash == name_hash else [Draft(Renamed(name_hash))]
        case Block(until, reason):
            wanted = Blocked(until, reason)
            return [] if account.blocked and account.block == wanted else [Draft(wanted)]
        case Unblock():
            return [Draft(Unblocked())] if account.blocked else []
        case Erase():
            return [Draft(Erased())]


def evolve_account(account: Account, facts: Iterable[Fact]) -> Account:
    """Return an account after what has happened."""
    for fact in facts:
        account = replace(account, n=fact.n, at=fact.at)
        match fact.event:
            case Registered(name_hash, role):
                account = replace(account, role=role, name_hash=name_hash)
            case RoleGiven(role):
                account = replace(account, role=role)
            case KeyRegistered(public, _):
                account = replace(account, key=public)
            case KeyEnded() | Erased():
                account = replace(account, key=None)
            case Blocked():
                account = replace(account, blocked=True, block=fact.event)
            case Unblocked():
                account = replace(account, blocked=False)
            case Renamed(name_hash):
                account = replace(account, name_hash=name_hash)
            case event:
                raise AssertionError(f"{event} is no event of an account")
    return account


PLAYER_DECIDER: Final[Decider[Account, AccountCommand]] = Decider(
    "player",
    EVENTS,
    COMMANDS,
    _unregistered_account,
    decide_account,
    evolve_account,
    opening=(Register,),
)
