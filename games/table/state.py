"""The state of a table, folded from its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.core.contract import Outcome, Seat
from games.core.fairness.shuffle import hand_secret
from games.core.game import AnyGame
from games.table.attendance import Attendance, Deserter
from games.table.events import Ruled
from games.table.terms import TableTerms


class Fact(NamedTuple):
    """An event with its place in the log.

    Attributes:
        n: 1, 2, 3 ... within the table.
        at: milliseconds since 1970, never less than the event before.
        by: ``player:<id>``, ``seat:<k>``, ``tournament:<id>``, ``clock`` or ``server``.
        cause: of a command's first event {seat, action, last}; of the others, the number of the
            first.
        head: the head of the log after it; empty as long as it is not written.
    """

    n: int
    at: int
    by: str
    cause: Mapping[str, Any] | int
    event: Any
    head: bytes = b""


class HiddenEvent:
    """What a fact holds of an event of the game that cannot be read: `HIDDEN`."""


HIDDEN = HiddenEvent()
REVEAL_TIME = 10_000  # milliseconds to reveal one's entropy after the call for the start
LEAST_PLAYERS = 2  # at the call, without whom nobody waits for a beacon (T21)
PATIENCE = 600_000  # milliseconds after which a beacon that is late has failed (T9b)
HEAD = 32  # bytes
BLOCK = 64 * HEAD  # of heads
FOR_TWO = 2  # seats, of which one that is claimed is forfeited (T8b)
SILENCE = 3 * 86_400_000  # milliseconds of a turn without a clock, behind which one may claim (T8b)
THOUGHT = 1_000  # milliseconds for which a bot thinks (T25), as others see it
HURRY = 2_000  # milliseconds before its deadline in which it acts with what it has, at most
MOST_BEHIND = 2_000  # events between the one that a signature names and the newest (T14)
ENTROPY = ("none", "promised", "revealed", "withheld")  # what becomes of a seat's (T4)


def head_byte_count(heads: Sequence[bytes] | None) -> int:
    """Return how many bytes of heads are kept."""
    return BLOCK * (len(heads) - 1) + len(heads[-1]) if heads else 0


class UnknownSecret(Exception):
    """A hand is dealt whose secret is not known."""

    def __init__(self, hand: int) -> None:
        super().__init__(f"the secret of hand {hand} is not known")
        self.hand = hand


class SeatHolder(NamedTuple):
    """Who holds a seat: a player, perhaps with a key for signing actions (T14), or a bot."""

    player: str | None
    bot: str | None
    key: str | None = None


class Invitation(NamedTuple):
    """A seat that is reserved for a player, or was: then `ended` is a word of `ENDS`."""

    player: str
    seat: Seat
    until: int  # milliseconds
    ended: str | None = None


class LogHead(NamedTuple):
    """An event by its number, the head of the log after it in hex, and its time."""

    n: int
    head: str
    at: int  # milliseconds


@dataclass
class Table:
    """What has become of a table; fields hold immutable values, `play` is the game's state."""

    id: str
    game: AnyGame
    options: Any
    seats: int
    terms: TableTerms
    seated_at: int  # when somebody sat down last, or when it was opened

    holders: tuple[SeatHolder | None, ...]
    commitments: tuple[str | None, ...]
    revealed: tuple[str | None, ...]
    withheld: frozenset[Seat] = frozenset()  # promised, and not revealed by who left or was late
    closing: LogHead | None = None  # the call (T5); None too at a table of a tournament
    settled: LogHead | None = None  # the event with which the entropies were closed (T4)
    round: int | None = None  # of the beacon, fixed when the entropies are closed
    randomness: str | None = None  # which that round has brought
    former: tuple[str | None, ...] = ()  # by seat: the player who held it at the call (T5)
    was_played: bool = False  # play has begun, whatever came of it
    attendance: tuple[Attendance, ...] = ()  # by seat: who has decided for it (T8)
    forfeited: frozenset[Seat] = frozenset()  # seats that their players have lost for good (T8)
    deserters: tuple[Deserter, ...] = ()  # once it has ended (T9)
    agreed: frozenset[Seat] = frozenset()  # seats whose players want to adjourn in this hand

    phase: str = "open"  # open, playing, finished (T26), closed
    entropies: tuple[str, ...] = ()  # empty until they are closed
    play: Any = None
    play_known: bool = True  # False: it was hidden; the newest hand, agreements, turns are too
    outcome: Outcome | None = None

    n: int = 0
    at: int = 0
    first: int = 0  # number of the newest command's first event
    last: int = 0  # and of its last
    news: tuple[Any, ...] = ()  # of the newest command
    before: Any = None  # the play before it
    actor: Seat | None = None  # whose command it is
    hand: int = 0
    hands: tuple[int, ...] = ()  # number of the first event of hand 1, 2 ...
    began: tuple[int | None, ...] = ()  # by seat: number of the event with which its turn began
    since: tuple[int | None, ...] = ()  # by seat: when that was, where there is a clock
    banks: tuple[int, ...] = ()  # by seat: milliseconds left
    moves: tuple[int, ...] = ()  # by seat: its moves in the newest hand
    acted: tuple[int, ...] = ()  # by seat: the oldest event that a signature may name (T14)
    heads: tuple[bytes, ...] | None = None  # the newest, in full blocks but for the last (T14)
    invitations: tuple[Invitation, ...] = ()  # the newest of each player
    rulings: tuple[Ruled, ...] = ()  # in their order
    adjustments: tuple[int, ...] = ()  # by seat: points that rulings add to the final score
    hand_secrets: Mapping[int, bytes] | None = None  # known ones, where `secret` is not

    def secret_of(self, hand: int) -> bytes:
        """Return the secret from which all shuffles of a hand are derived."""
        if self.hand_secrets is None:
            return hand_secret(self.terms.secret, hand)
        if hand not in self.hand_secrets:
            raise UnknownSecret(hand)
        return self.hand_secrets[hand]

    def hand_at(self, n: int) -> int:
        """Return the number of the hand that event n belongs to; 0 before the first."""
        return sum(1 for first in self.hands if first <= n)

    def voided(self) -> frozenset[int]:
        """Return the numbers of the hands that rulings have voided."""
        return frozenset(one.hand for one in self.rulings if one.remedy == "hand_voided")

    def is_void(self) -> bool:
        """Say whether a ruling has voided the table."""
        return any(one.remedy == "table_voided" for one in self.rulings)

    def deadline(self, seat: Seat) -> int | None:
        """Return when the time of a seat is up, in milliseconds; None if it need not act."""
        if self.terms.turn is None or self.phase != "playing" or self.since[seat] is None:
            return None
        if self.terms.tournament is not None and self.is_bot(seat):  # T26: its bots are waited for
            return None
        begun = self.since[seat]
        assert begun is not None
        return begun + self.turn_time(seat) + self.banks[seat]

    def time_up_at(self, seat: Seat) -> int | None:
        """Rule T7: return from when on the seat may not act; None if it need not.

        That is so much behind its deadline as an action may be on its way.
        """
        deadline = self.deadline(seat)
        return None if deadline is None else deadline + self.terms.lag

    def claimable_at(self, seat: Seat) -> int | None:
        """Rule T8b: return from when on others may claim the seat; None: they may not."""
        since = self.since[seat]
        is_open = self.terms.turn is None and self.phase == "playing" and not self.is_bot(seat)
        return since + SILENCE if is_open and since is not None else None

    def turn_time(self, seat: Seat, decided: int = 0) -> int:
        """Rule T7: return the milliseconds of a seat's turn after so many decisions before it.

        `decided`: how many of those that are counted come from the turn itself.
        """
        assert self.terms.turn is not None, "turns take time at tables with a clock"
        is_first = self.attendance[seat].turns == decided
        return max(self.terms.turn, self.terms.first_turn) if is_first else self.terms.turn

    def is_bot(self, seat: Seat) -> bool:
        """Say whether a bot holds the seat."""
        holder = self.holders[seat]
        return holder is not None and holder.bot is not None

    def bot_due(self, seat: Seat) -> int:
        """Rules T24 and T25: return from when on the bot in a seat may act, whose turn it is."""
        pace = self.pace_of(seat)
        if not pace or not (self.has_people() if self.thinks(seat) else self.has_players()):
            return self.at
        due, begun = self.at + pace, self.since[seat]
        if self.terms.turn is None or begun is None:
            return due
        return max(self.at, min(due, begun + self.terms.turn // 2))

    def pace_of(self, seat: Seat) -> int:
        """Rules T24 and T25: return the pace of the bot in a seat, in milliseconds."""
        return max(self.terms.pace, THOUGHT) if self.thinks(seat) else self.terms.pace

    def has_players(self) -> bool:
        """Say whether a player holds a seat."""
        return any(holder is not None and holder.player is not None for holder in self.holders)

    def has_people(self) -> bool:
        """Rule T25: say whether a player holds a seat, or may take one back."""
        return self.has_players() or any(self.away(Seat(seat)) for seat in range(self.seats))

    def thinks(self, seat: Seat) -> bool:
        """Rule T25: say whether a bot holds the seat that thinks before it acts."""
        holder = self.holders[seat]
        bot = (
            None if holder is None or holder.bot is None else self.game.bots.ladder.get(holder.bot)
        )
        return bot is not None and bot.playouts > 0

    def hurry_at(self, seat: Seat) -> int | None:
        """Rule T25: return from when on a bot acts with what it has; None: it has time."""
        deadline = self.deadline(seat)
        if deadline is None or self.terms.turn is None:
            return None
        return max(self.bot_due(seat), deadline - min(HURRY, self.terms.turn // 4))

    def answer_at(self, seat: Seat) -> int | None:
        """Rule T25: return when a bot that thinks is asked for its move; None: when it has it."""
        return self.bot_due(seat) if self.has_people() else self.hurry_at(seat)

    def is_casual(self) -> bool:
        """Rule T25: say whether bots may think less here while others wait."""
        return not self.terms.rated and self.terms.group == self.id

    def head_of(self, n: int) -> str:
        """Rule T14: return the head after event n, in hex; n is one that a signature may name."""
        block, at = divmod(head_byte_count(self.heads) - HEAD * (self.n - n + 1), BLOCK)
        assert self.heads is not None, "somebody signs, and no heads are kept"
        assert 0 <= block < len(self.heads), f"the head of event {n} is not kept"
        return self.heads[block][at : at + HEAD].hex()

    def may_sign(self, seat: Seat) -> bool:
        """Rule T14: say whether a signature for the seat may come, once play has begun."""
        holder = self.holders[seat]
        is_bound = holder is not None and holder.key is not None
        return is_bound or self.away(seat) is not None

    @property
    def reveal_until(self) -> int | None:
        """Rule T4: return before when entropies must be revealed; None: none is awaited."""
        return self.closing.at + REVEAL_TIME if self.closing and self.awaited() else None

    @property
    def is_called(self) -> bool:
        """Rule T5: say whether the start was called for, or play began without a call (T26)."""
        return self.phase != "open" or self.closing is not None or bool(self.entropies)

    def expires_at(self) -> int | None:
        """Rule T9a: return when a table expires unless a seat is taken; None: it does not."""
        return None if self.is_called else self.seated_at + self.terms.expires_after

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that may act now; none where the play is not known."""
        known = self.phase == "playing" and self.play_known
        return self.game.rules.to_act(self.play) if known else ()

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that a player holds."""
        for seat, holder in enumerate(self.holders):
            if holder is not None and holder.player == player:
                return Seat(seat)
        return None

    def away(self, seat: Seat) -> str | None:
        """Return the player who may take a seat back from its bot."""
        holder, is_over = self.holders[seat], self.phase in ("finished", "closed")
        if not self.is_called or is_over or holder is None or holder.bot is None:
            return None
        if seat in self.forfeited:
            return None
        return self.former[seat]

    def kept_for(self, seat: Seat) -> str | None:
        """Rules T13 and T22: return for whom a seat is kept, taken or not."""
        invitation = self.reserved(seat)
        if invitation is not None:
            return invitation.player
        found: str | None = (
            None if self.terms.carried is None else self.terms.carried["players"][seat]
        )
        return found

    def open_invitations(self) -> tuple[Invitation, ...]:
        """Rule T22: return the invitations that hold; their seats are free."""
        return tuple(one for one in self.invitations if one.ended is None)

    def reserved(self, seat: Seat) -> Invitation | None:
        """Rule T22: return the invitation for which a seat is reserved."""
        return next((one for one in self.open_invitations() if one.seat == seat), None)

    def invitation_of(self, player: str) -> Invitation | None:
        """Rule T22: return the newest invitation of a player, ended or not."""
        return next((one for one in self.invitations if one.player == player), None)

    def handed_on(self, head: str) -> dict[str, Any] | None:
        """Rules T13, T26: what a table that continues this closed one takes over; None: nothing."""
        nothing = self.play is None or self.is_void() or self.terms.tournament is not None
        data = None if nothing else self.game.rules.carry(self.play)
        if data is None:
            return None
        players = list(self.former)
        return {"table": self.id, "n": self.n, "head": head, "data": dict(data), "players": players}

    def awaited(self) -> tuple[Seat, ...]:
        """Rule T4: return the seats whose entropy is awaited, from the call on."""
        if self.closing is None:
            return ()
        return tuple(
            Seat(seat)
            for seat, commitment in enumerate(self.commitments)
            if commitment is not None and self.revealed[seat] is None and seat not in self.withheld
        )

    def takes_beacon(self) -> bool:
        """Rule T21: say whether a round has a part in the deals, or will have as things stand.

        Before the call a free seat counts as a player's: one may still take it.
        """
        if self.terms.beacon is None or self.entropies:
            return self.round is not None
        if self.closing is not None:
            return sum(player is not None for player in self.former) >= LEAST_PLAYERS
        return sum(not self.is_bot(Seat(seat)) for seat in range(self.seats)) >= LEAST_PLAYERS

    def beacon_due(self) -> int | None:
        """Rule T21: return when the round that the table waits for is due; None: for none."""
        if self.terms.beacon is None or self.round is None or self.randomness is not None:
            return None
        return self.terms.beacon.due_at(self.round)

    def beacon_fails_at(self) -> int | None:
        """Rule T9b: return when a beacon that has not come has failed; None: none is awaited."""
        due_at = self.beacon_due()
        return None if due_at is None else due_at + PATIENCE

    def entropy_of(self, seat: Seat) -> str:
        """Return what has become of a seat's entropy, in a word of `ENTROPY`."""
        if self.commitments[seat] is None:
            return "none"
        if self.revealed[seat] is not None:
            return "revealed"
        return "withheld" if seat in self.withheld else "promised"

    @property
    def opens_hands(self) -> bool:
        """Say whether hands are opened one after the other (T10), which a tournament's are not."""
        return self.terms.reveal == "hand" and self.terms.tournament is None

    def is_open(self, n: int) -> bool:
        """Say whether everybody may know all of event n but the table secret (see `is_bare`)."""
        if self.opens_hands:
            return self.phase == "closed" or self.hand_at(n) < self.hand
        return self.is_bare()

    def is_bare(self) -> bool:
        """Say whether everybody may know everything."""
        return self.phase == "closed" and self.terms.reveal != "auditors"
