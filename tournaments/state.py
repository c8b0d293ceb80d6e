"""What has become of a tournament, folded from the events of its stream."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.core.contract import Seat
from games.core.fairness.beacon import BeaconChain, chain_of
from games.table.attendance import FORFEITED, Deserter
from games.table.endings import ADJUDICATED, EndingMeaning, ending_meaning
from games.table.state import LogHead
from tournaments.prizes import prize_shares
from tournaments.settings import EntrantKind, Settings
from tournaments.tables import (
    Entrant,
    Forfeits,
    RoundPlan,
    TablePlan,
    TournamentTableResult,
)

Phase = Literal["registration", "called", "running", "closed"]
BOT = "bot:"  # before a level, where a player's id would stand


@dataclass(frozen=True, slots=True)
class EntrantState:
    """Who takes part under a number.

    Attributes:
        members: ids of players, or ``bot:`` and a level; of a team more than one.
        name: the hash of the text.
        committer: the player who sent the commitment: of a team one of its members.
        entropy: as it was revealed.
        late: so often late.
        withdrawn: paired no more.
        past: the members of before who were replaced.
        rating: with which it entered, in millionths; None where the settings don't ask for it.
        byes: rounds that it sits out as requested, in their order.
    """

    number: Entrant
    kind: EntrantKind
    members: tuple[str, ...]
    name: str | None
    commitment: str | None = None
    committer: str = ""
    checked_in: bool = False
    entropy: str | None = None
    late: int = 0
    withdrawn: bool = False
    past: tuple[str, ...] = ()
    rating: int | None = None
    byes: tuple[int, ...] = ()

    @property
    def is_bots(self) -> bool:
        """Whether only the server's bots, which remember nothing, play for it."""
        return all(map(is_server_bot, self.members))


class TableFinish(NamedTuple):
    """How a table says that it has ended, at which event and head (hex)."""

    n: int
    head: str
    why: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()

    @property
    def meaning(self) -> EndingMeaning:
        """What its ending means (T9)."""
        lost = [Deserter(Seat(k), FORFEITED, k not in self.absent) for k in self.forfeited]
        return ending_meaning(self.why, self.places, lost)


class AdjudicatedResult(NamedTuple):
    """What a table counts by an adjudication; it counts nothing without places."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    dispute: str | None

    @property
    def meaning(self) -> EndingMeaning:
        """What it means (T9): its places and scores count, whatever was forfeited."""
        return ending_meaning(ADJUDICATED, self.places)


@dataclass(frozen=True, slots=True)
class TableState:
    """A planned table.

    Attributes:
        members: who sits, by seat: those who played for the entrants when it was planned (U11).
        finish: None while it is played.
        ruling: what counts in place of its own result.
        ruled: the disputes of whose rulings it was told.
        replays: index of the void table in whose place it is played.
        replayed: another is played in its place.
    """

    round: int
    planned: TablePlan
    members: tuple[str, ...]
    finish: TableFinish | None = None
    ruling: AdjudicatedResult | None = None
    ruled: tuple[str, ...] = ()
    replays: int | None = None
    replayed: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the round waits for it no more."""
        return self.finish is not None or self.ruling is not None

    @property
    def is_void(self) -> bool:
        """Whether it is settled without a result that counts."""
        result = self.ruling or self.finish
        return result is not None and not result.meaning.has_result

    def result(self) -> TournamentTableResult | None:
        """Return what it counts; None while that is open, or where another counts instead."""
        result = self.ruling or self.finish
        if result is None or self.replayed:
            return None
        meaning = result.meaning
        forfeits = Forfeits(meaning.forfeited_seats(), meaning.is_forfeit, meaning.is_unplayed)
        return TournamentTableResult(
            self.round, self.planned, result.scores, result.places, meaning.has_result, forfeits
        )


class RoundState(NamedTuple):
    """A round: when it was planned, and the indexes of its tables, replays too.

    `stage` is ``knockout`` behind pools (U68).
    """

    at: int
    tables: tuple[int, ...]
    byes: tuple[Entrant, ...]
    ended: bool = False
    stage: str | None = None


class GroupState(NamedTuple):
    """A deal group: the beacon's round, how many of its tables are played; what became of it."""

    beacon: int | None
    tables: tuple[int, ...] = ()
    left: int = 0
    ended: bool = False
    released: bool = False


class Announcement(NamedTuple):
    """What a director has told everybody: by which event, when, who, and the hash of the text."""

    n: int
    at: int
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament; `n` and `at` are number and time of its newest event, 0 before the first.

    `by` is who asked for that event's command.

    Attributes:
        description: the hash of the text that says what it is about; None: there is none.
        until: when the time to reveal entropies is up.
        invited: the players who were invited since the opening.
        seeds: as a director has sent them, the strongest first; others follow.
        apart: two entrants each who must not be paired, the smaller number first.
        swaps: who change places in the next round, one pair after the other.
        pairers: directors who have had a hand in pairings, and so can't take part.
        closing, settled: the events that closed the commitments (the call) and the entropies (the
            start).
        opened: so many of the tables are there.
        unreleased: the deal groups that have ended and whose tables are not all closed.
        next_round_at: before that no round is planned; 0: directors have postponed none.
        final: places by entrant, 0 for who has none; empty before the close.
    """

    id: str
    n: int = 0
    at: int = 0
    by: str = ""
    settings: Settings | None = None
    name: str = ""
    description: str | None = None
    announcements: tuple[Announcement, ...] = ()
    director: str = ""
    directors: tuple[str, ...] = ()
    secret: bytes = b""
    opened_at: int = 0
    phase: Phase = "registration"
    paused: bool = False
    entries: tuple[EntrantState, ...] = ()
    invited: tuple[str, ...] = ()
    seeds: tuple[Entrant, ...] = ()
    apart: tuple[tuple[Entrant, Entrant], ...] = ()
    swaps: tuple[tuple[Entrant, Entrant], ...] = ()
    pairers: frozenset[str] = frozenset()
    until: int = 0
    closing: LogHead | None = None
    settled: LogHead | None = None
    entropies: tuple[str, ...] = ()
    withheld: tuple[Entrant, ...] = ()
    started_at: int = 0
    rounds: tuple[RoundState, ...] = ()
    tables: tuple[TableState, ...] = ()
    opened: int = 0
    groups: tuple[GroupState, ...] = ()
    unreleased: tuple[int, ...] = ()
    unsettled: int = 0
    next_round_at: int = 0
    why: str | None = None
    final: tuple[int, ...] = ()

    @property
    def rules(self) -> Settings:
        """Return its settings, which are known from the opening on."""
        assert self.settings is not None, f"{self.id} is not opened"
        return self.settings

    @property
    def chain(self) -> BeaconChain | None:
        """Return the beacon that has a part in its deals."""
        return None if self.rules.beacon is None else chain_of(self.rules.beacon)

    def directs(self, player: str) -> bool:
        """Say whether a player may do what directors may."""
        return player == self.director or player in self.directors

    def invites(self, player: str) -> bool:
        """Say whether a player may enter alone as far as invitations go."""
        own = self.rules.entrants.invited
        return own is None or player in own or player in self.invited

    def active(self) -> tuple[Entrant, ...]:
        """Return those who are paired."""
        return tuple(one.number for one in self.entries if not one.withdrawn)

    def seeded(self) -> tuple[Entrant, ...]:
        """Rule U2: return all entrants, the strongest first: as sent, by rating, as registered."""
        sent = {who: at for at, who in enumerate(self.seeds)}
        last = len(sent)
        rows = sorted((sent.get(one.number, last), -(one.rating or 0), one.number)
                      for one in self.entries)  # fmt: skip
        if self.rules.format.seeding != "rating":
            rows = sorted((at, 0, number) for at, _, number in rows)
        return tuple(number for *_, number in rows)

    def player_count(self) -> int:
        """Return how many players take part or did, bots of the server left out.

        Who withdrew or was replaced keeps a place, or may play on later.
        """
        members = {member for one in self.entries for member in (*one.members, *one.past)}
        return sum(not is_server_bot(member) for member in members)

    def entry_of(self, member: str) -> EntrantState | None:
        """Return the entry under which a player takes part, or did."""
        return next((one for one in self.entries if member in (*one.members, *one.past)), None)

    def awaited(self) -> list[Entrant]:
        """Return the entrants whose promised entropy is not revealed."""
        if self.phase != "called":
            return []
        return [one.number for one in self.entries if one.commitment and one.entropy is None]

    def players(self, planned: TablePlan) -> tuple[str, ...]:
        """Return who sits at a table that is planned now, by seat.

        A table that is played again may name a member of a team that fewer have replaced since.
        """
        own = [self.entries[one.entrant].members for one in planned.seats]
        rows = zip(own, planned.seats, strict=True)
        return tuple(members[one.member % len(members)] for members, one in rows)

    def results(self) -> list[TournamentTableResult]:
        """Return what the tables count, in the order of their indexes."""
        return [result for table in self.tables if (result := table.result()) is not None]

    def played_rounds(self) -> list[RoundPlan]:
        """Return the rounds as they were planned, with the tables played again."""
        return [
            RoundPlan(
                tuple(self.tables[index].planned for index in one.tables),
                one.byes,
                self._requested_byes_worth(number, is_half=True),
                self._requested_byes_worth(number, is_half=False),
            )
            for number, one in enumerate(self.rounds)
        ]

    def requested_byes(self, number: int) -> frozenset[Entrant]:
        """Return who sits out a round as requested."""
        return frozenset(one.number for one in self.entries if number in one.byes)

    def _requested_byes_worth(self, number: int, *, is_half: bool) -> frozenset[Entrant]:
        """Rule U19: return who sits out a round for half a point, or for nothing.

        The first `most_byes` of an entrant bring half a point.
        """
        most = self.rules.entrants.most_byes or 0
        return frozenset(
            one.number for one in self.entries
            if number in one.byes and (number in one.byes[:most]) == is_half
        )  # fmt: skip

    def busy(self) -> frozenset[Entrant]:
        """Return the entrants who sit at a table that is not settled."""
        tables = (table for table in self.tables if not table.is_settled)
        return frozenset(one.entrant for table in tables for one in table.planned.seats)

    def unopened(self) -> Iterator[int]:
        """Yield the indexes of the tables that are planned and not opened."""
        return iter(range(self.opened, len(self.tables)))

    @property
    def is_open(self) -> bool:
        """Whether its secret may be known to all: it is over, and no deal is played any more."""
        return self.phase == "closed" and all(one.ended for one in self.groups)

    def prizes(self) -> tuple[int, ...] | None:
        """Return the prizes by entrant; None before the close, or where there are none."""
        own = self.rules.policies
        if self.phase != "closed" or not own.prizes:
            return None
        return prize_shares(own.prizes, own.shared_prizes, self.final)

    def next_at(self) -> int | None:
        """Return when time alone makes something happen; None: never."""
        schedule = self.rules.schedule
        if self.phase == "registration":
            return schedule.starts_at
        if self.phase == "called":
            return self.until
        own = self.rules.format
        if self.phase == "closed" or self.paused or self.unsettled or own.kind == "own":
            return None
        if own.kind == "ladder":
            return self.ladder_ends()
        if not self.rounds or schedule.round_seconds is None:
            return max(self.at, self.next_round_at)
        return max(self.rounds[-1].at + 1000 * schedule.round_seconds, self.next_round_at)

    def ladder_ends(self) -> int:
        """Return until when a ladder pairs."""
        return self.started_at + 1000 * (self.rules.format.seconds or 0)


def is_server_bot(member: str) -> bool:
    """Say whether a member is one of the server's bots."""
    return member.startswith(BOT)


def due_at(tournament: Tournament) -> int | None:
    """Return from when on a tournament needs attention without a request; None: it does not."""
    if not tournament.n:
        return None
    waits = next(tournament.unopened(), None) is None and not tournament.unreleased
    return tournament.next_at() if waits else tournament.at
