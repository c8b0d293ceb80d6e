"""Every way in which a table says no is met at random tables, by people who try everything."""

import random
from typing import Any

from games.core.contract import Illegal, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Abort,
    Act,
    Adjourn,
    Beacon,
    Claim,
    Close,
    CloseEntropy,
    Command,
    EndInvitation,
    Expire,
    Invite,
    Invitee,
    Leave,
    Open,
    Release,
    Return,
    Reveal,
    Rule,
    Sit,
    Start,
    TimeOut,
    corrected_outcome,
)
from games.table import refusals as table
from tests.beacons import chain, signed
from tests.table.desk import AUDITOR, Desk, an_open, any_action, any_ruling, commitment, entropy
from tests.table.planned import RUNNER, planned_desk, played_out
from tests.table.signers import (
    public_of,
    signed_act,
    signed_by,
    signed_reveal,
    signed_sit,
    signed_start,
)

TABLES, WISHES, SEATS = 200, 150, 3
SEAT_IDS = [-1, *range(SEATS + 1)]
PEOPLE = [*(f"player:p{seat}" for seat in range(SEATS)), "player:p9", AUDITOR, "clock", "seat:2"]
OF_THE_SERVICE = (  # it looks at another table, at all seats, or at what was signed or lost
    table.FULL, table.NOT_SEATED_BEFORE, table.NOT_CLOSED, table.OTHER_GAME,
    table.NOTHING_CARRIES_OVER, table.SIGN_FIRST, table.NOTHING_LOST, table.MAY_BE_CALLED,
    table.TAKES_PART,
)  # fmt: skip


def an_opening(luck: random.Random) -> Open:
    """Return the opening of a short table, perhaps one that goes on for players of another."""
    bum = luck.random() < 0.3
    players = ["p0", "p1", None]
    carried = {"table": "t0", "n": 1, "head": "00" * 32, "data": None, "players": players}
    clock = luck.choice([None, {"turn": 5, "bank": 0}])
    pace = luck.choice([None, 10_000])
    if luck.random() < 0.3:
        name = luck.choice(["quicknet", "test", "test"])  # the one has another key
        return an_open("boosh", SEATS, clock=clock, beacon=chain(name)._asdict())
    if bum:
        options = {"hands": 1}
        return an_open("bum", SEATS, options=options, clock=clock, carried=carried, pace=pace)
    invited = luck.choice([None, (Invitee(Seat(1), "p1", 60),)])
    policy = luck.choice(["fallback", "forfeit"])
    return an_open(
        "boosh", SEATS, options={"max_hands": 2}, clock=clock, invited=invited, on_time_out=policy
    )


def any_sit(desk: Desk, luck: random.Random, seat: Seat, by: str) -> Sit:
    """Return a wish to sit down, with or without entropy and key, or to seat a bot."""
    if luck.random() < 0.2:
        return Sit(seat, bot="regular")
    promise = luck.choice([None, commitment(by.removeprefix("player:"), by)])
    wanted = Sit(seat, commitment=promise, key=luck.choice([None, public_of(by)]))
    is_signed = wanted.key is not None and seat in range(SEATS) and luck.random() < 0.8
    return signed_by(by, desk.table, seat, wanted) if is_signed else wanted


def a_start(desk: Desk, luck: random.Random, by: str) -> Start | Reveal:
    """Return a call for the start or a reveal, signed where the caller has a seat with a key."""
    seat, closing = desk.table.seat_of(by.removeprefix("player:")), desk.table.closing
    wanted: Start | Reveal = Start()
    if closing is not None and luck.random() < 0.8:
        head = closing.head if luck.random() < 0.8 else "00" * 32
        wanted = Reveal(entropy(luck.choice([by, by, "another"])), head)
    holder = None if seat is None else desk.table.holders[seat]
    if seat is None or holder is None or holder.key is None:
        return wanted
    return signed_by(by, desk.table, seat, wanted)


def any_act(desk: Desk, luck: random.Random, seat: Seat, by: str) -> Act:
    """Return an action of whoever may act, perhaps signed, perhaps not rightly."""
    held = desk.table
    acting = held.to_act() if held.phase == "playing" else ()
    action = held.game.actions["pass"]()
    if acting:
        seat = luck.choice([seat, *acting])
        action = any_action(held, luck.choice(acting), luck)
        if luck.random() < 0.05:
            return Act(seat, action, bot={"seed": luck.randrange(9)})
    if luck.random() < 0.4 or seat not in range(SEATS):
        return Act(seat, action)
    after = luck.choice([None, None, 0])
    return signed_act(held, luck.choice([by, by, "another"]), seat, action, after)


def any_rule(desk: Desk, luck: random.Random) -> Rule:
    """Return a ruling of one of few disputes, about a hand that there may not be."""
    dispute, hand = f"d{luck.randrange(6)}", luck.randrange(4)
    if desk.table.hand and luck.random() < 0.5:
        return any_ruling(desk.table, dispute, luck)
    remedy = luck.choice(["none", "hand_voided", "table_voided", "points_adjusted"])
    points = (1, 0, 0) if remedy == "points_adjusted" else ()
    return Rule(dispute, hand, "upheld", remedy, points, "00" * 32)


def any_command(desk: Desk, luck: random.Random, by: str) -> Command:
    """Return anything that may be asked of a table."""
    seat = Seat(luck.choice(SEAT_IDS))
    if desk.held is None:
        return an_opening(luck)
    match luck.randrange(20):
        case 0 | 1 | 2:
            return any_sit(desk, luck, seat, by)
        case 3:
            return Leave(seat)
        case 4:
            return Return(seat)
        case 5 | 6:
            return a_start(desk, luck, by)
        case 7 | 8:
            return TimeOut(seat)
        case 19:
            return Claim(seat)
        case 9:
            ends: list[Command] = [Close(), Expire(), Abort(), Abort(reason="ab" * 32)]
            others: list[Command] = [Adjourn(), *ends, an_opening(luck)]
            return CloseEntropy() if luck.random() < 0.3 else luck.choice(others)
        case 10:
            return any_rule(desk, luck)
        case 12 | 13:
            invited = (Invitee(seat, luck.choice(["p1", "p2", "p9"]), luck.choice([5, 60])),)
            over = EndInvitation(luck.choice(["p1", "p2", "p9"]))
            return Invite(invited) if luck.random() < 0.5 else over
        case 11:
            return Beacon(luck.choice([signed(desk.table.round or 1), "00"]))
        case _:
            return any_act(desk, luck, seat, by)


class Floor:
    """A table at which all try everything, and the refusals that this meets."""

    def __init__(self, luck: random.Random) -> None:
        self.luck, self.desk = luck, Desk()
        self.met: set[tuple[Any, str]] = set()  # the sentence of a refusal, and the rule

    def wish(self, by: str, command: Command) -> None:
        """Ask for something that may be refused."""
        try:
            self.desk.do(by, command)
        except Illegal as illegal:
            self.met.add((illegal.refusal.why, illegal.rule))
        except BadValue:
            pass  # no command, whatever the table

    def try_everything(self, times: int) -> None:
        """Let anybody ask for anything, now and then after a while."""
        for _ in range(times):
            by = self.luck.choice(PEOPLE)
            self.desk.now += self.luck.choice([0, 0, 0, 1000, 6000])
            self.wish(by, any_command(self.desk, self.luck, by))

    def start(self) -> None:
        """Take the seats that are free, and start."""
        for seat in range(SEATS):
            self.wish(f"player:p{seat}", Sit(Seat(seat)))
        for seat in (*range(SEATS), *range(SEATS)):
            by = f"player:p{seat}"
            self.wish(by, a_start(self.desk, self.luck, by))
        for wait in (0, 20_000):
            self.desk.now += wait
            self.wish("clock", CloseEntropy())
            self.wish("clock", Beacon("00"))
            self.wish("clock", Beacon(signed(self.desk.table.round or 1)))

    def leave_to_bot(self) -> None:
        """Let one who may act leave the turn to a bot, which acts at once."""
        for seat in self.desk.table.to_act()[:1]:
            self.wish(f"player:p{seat}", Leave(seat))
            self.wish(f"seat:{seat}", Act(seat, any_action(self.desk.table, seat, self.luck)))

    def rule_afterwards(self) -> None:
        """Rule two disputes after the close."""
        if self.desk.table.phase == "closed":
            rulings = [any_rule(self.desk, self.luck) for _ in range(2)]
            try:
                corrected_outcome(self.desk.table, rulings)
            except Illegal as illegal:
                self.met.add((illegal.refusal.why, illegal.rule))
            except BadValue:
                pass


def met_by_an_expert() -> set[tuple[Any, str]]:
    """Return the refusals that an expert meets which acts at once beside a player."""
    floor = Floor(random.Random("expert"))
    desk = floor.desk.opened(an_open("boosh", 2, options={"first_dealer": 0}))
    desk.do("player:p0", Sit(Seat(0)))
    desk.do("player:p0", Sit(Seat(1), "expert"))
    desk.do("player:p0", Start())
    while 1 not in desk.table.to_act():
        desk.act(Seat(0), any_action(desk.table, Seat(0), floor.luck))
    action = any_action(desk.table, Seat(1), floor.luck)
    floor.wish("seat:1", Act(Seat(1), action))
    return floor.met


def met_before_the_closing() -> set[tuple[Any, str]]:
    """Return the refusals that a reveal meets which was signed before the call for the start."""
    floor = Floor(random.Random("signer"))
    desk = floor.desk.opened(an_open("boosh", 2))
    desk.do("player:p0", signed_sit(desk.table, "p0", 0, commitment=commitment("p0", "zero")))
    desk.do("player:p0", Sit(Seat(1), "regular"))
    desk.do("player:p0", signed_start(desk.table, "p0", 0))
    early = signed_reveal(desk.table, "p0", 0, entropy("zero"), desk.table.n - 1)
    floor.wish("player:p0", early)
    return floor.met


def met_by_who_forfeited() -> set[tuple[Any, str]]:
    """Return the refusals that a player meets who comes back to a seat that is forfeited."""
    floor = Floor(random.Random("forfeit"))
    clock = {"turn": 5, "bank": 0}
    desk = floor.desk.opened(an_open("boosh", 3, clock=clock, on_time_out="forfeit")).started()
    seat = desk.table.to_act()[0]
    desk.now += 5_000
    desk.time_out(seat)
    floor.wish(f"player:p{seat}", Return(seat))
    return floor.met


def met_after_adjourning() -> set[tuple[Any, str]]:
    """Return the refusals that rulings meet at a table that its players have adjourned."""
    floor = Floor(random.Random("adjourned"))
    desk = floor.desk.opened(an_open("boosh", 2)).started()
    for seat in range(2):
        desk.do(f"player:p{seat}", Adjourn())
    for _ in range(50):
        floor.rule_afterwards()
    return floor.met


def met_at_a_tournament() -> set[tuple[Any, str]]:
    """Return the refusals that are met at a table of a tournament by those who know no better."""
    floor = Floor(random.Random("tournament"))
    floor.desk = planned_desk()
    for by in (RUNNER, "player:p0"):
        floor.wish(by, Start())
        floor.wish(by, Release())
    floor.wish(AUDITOR, Rule("d1", 1, "upheld", "none", (), "00" * 32))
    played_out(floor.desk)
    floor.wish("player:p0", Leave(Seat(0)))
    return floor.met


def met_by_all() -> set[tuple[Any, str]]:
    """Return the refusals that are met at many tables."""
    met = met_by_an_expert() | met_before_the_closing() | met_at_a_tournament()
    met |= met_by_who_forfeited() | met_after_adjourning()
    for number in range(TABLES):
        floor = Floor(random.Random(f"refusals {number}"))
        floor.try_everything(WISHES // 3)
        floor.start()
        floor.try_everything(WISHES)
        floor.leave_to_bot()
        for _ in range(9):
            floor.rule_afterwards()
        met |= floor.met
    return met


def test_every_refusal_of_a_table_is_met_under_each_of_its_rules_and_no_other() -> None:
    met = met_by_all()
    own = [one for one in table.REFUSALS if one not in OF_THE_SERVICE]
    ways = {(one.why, rule): f"{one.code} {rule}" for one in own for rule in one.rules}
    assert sorted(ways[way] for way in ways.keys() - met) == []
    sentences = [one.why for one in own]
    assert all(why not in sentences for why, _ in met - ways.keys()), "under a rule not listed"
