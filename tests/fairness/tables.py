"""Random tables of every game on a desk: clocks, bots, entropy, time-outs, people who leave."""

import random
from typing import Any

from nacl.signing import SigningKey

from events.record import logfile
from events.record.receipts import Signer
from games import NEWEST
from games.core.contract import Seat
from games.table import (
    Act,
    Beacon,
    CloseEntropy,
    Leave,
    Reveal,
    Sit,
    Start,
    TimeOut,
    due_times,
)
from games.table.bots import seed_of
from games.table.state import REVEAL_TIME
from tests.beacons import QUICKNET_ROUNDS, signed
from tests.games.every import checks_of
from tests.table.desk import (
    AT,
    AUDITOR,
    OPENER,
    Desk,
    Salts,
    an_open,
    any_action,
    any_ruling,
    commitment,
    entropy,
)
from tests.table.signers import signed_act, signed_by, signed_sit

SIGNER = Signer(SigningKey(bytes(range(32))))
LATE = 0.04  # of the turns are not taken in time
RULED = 0.04  # of the moments of a table see a ruling
MOST_RULINGS = 9


def seated(game: str, seed: int, signing: bool = False, now: int = AT, **changes: Any) -> Desk:
    """Return a table that is about to start, its first two seats promised entropy.

    Where the players are `signing`, they take their seats with keys.
    """
    luck = random.Random(f"{game} {seed}")
    seats = luck.choice([n for n in NEWEST[game].seats if n <= 5])
    desk = Desk(f"t-{game}-{seed}", Salts(f"{game} {seed}"))
    desk.now = now
    given = {
        "options": dict(checks_of(game).eventful),
        "clock": {"turn": 20, "bank": 10},
        **changes,
    }
    desk.do(OPENER, an_open(game, seats, secret=luck.randbytes(32).hex(), **given))
    words = ["zero \u00e4", "one", *[None] * seats]
    for seat in range(seats):
        if seat > 1 and luck.random() < 0.5:
            desk.do(OPENER, Sit(Seat(seat), "regular"))
            continue
        word = words[seat]
        promise = commitment(f"p{seat}", word) if word else None
        sit = signed_sit(desk.table, f"p{seat}", seat, commitment=promise)
        desk.do(f"player:p{seat}", sit if signing else Sit(Seat(seat), commitment=promise))
    return desk


def call(desk: Desk, seat: int) -> None:
    """Let a player call for the start."""
    give(desk, seat, Start())


def reveal(desk: Desk, seat: int, word: str) -> None:
    """Let a player reveal the entropy of a word, under the closing."""
    closing = desk.table.closing
    assert closing is not None
    give(desk, seat, Reveal(entropy(word), closing.head))


def give(desk: Desk, seat: int, command: Start | Reveal) -> None:
    """Give a command of the player in a seat, signed where the seat has a key."""
    holder = desk.table.holders[seat]
    assert holder is not None
    if holder.key is not None:
        command = signed_by(f"p{seat}", desk.table, seat, command)
    desk.do(f"player:{holder.player}", command)


def started(game: str, seed: int, withheld: bool = False, **changes: Any) -> Desk:
    """Return a table whose play has begun, perhaps with an entropy withheld by who was late."""
    desk = seated(game, seed, **changes)
    desk.now += 1500
    call(desk, 1)
    reveal(desk, 1, "one")
    if withheld:
        desk.now += REVEAL_TIME
        desk.do("clock", CloseEntropy())
    else:
        reveal(desk, 0, "zero \u00e4")
    if (number := desk.table.round) is not None and desk.table.terms.beacon is not None:
        desk.now = desk.table.terms.beacon.due_at(number)
        desk.do("clock", Beacon(QUICKNET_ROUNDS.get(number) or signed(number)))
    return desk


def played(game: str, seed: int, **changes: Any) -> Desk:
    """Return a table played to its end, with time-outs and somebody who leaves."""
    desk, luck = started(game, seed, **changes), random.Random(seed)
    turns = 0
    while desk.table.phase == "playing":
        turns += 1
        turn(desk, luck)
        if turns == 25 and desk.table.phase == "playing":
            desk.do("player:p1", Leave(Seat(1)))
    return desk


def ruled(game: str, seed: int, **changes: Any) -> Desk:
    """Return a table played to its end with rulings of each kind thrown in; some end by one."""
    desk, luck = started(game, seed, **changes), random.Random(f"rulings {seed}")
    rulings = 0
    while desk.table.phase == "playing":
        if luck.random() < RULED and rulings < MOST_RULINGS:
            rulings += 1
            desk.do(AUDITOR, any_ruling(desk.table, f"d{rulings}", luck))
        else:
            turn(desk, luck)
    return desk


def turn(desk: Desk, luck: random.Random) -> None:
    """Let somebody act, or the time of somebody run out."""
    seat = luck.choice(desk.table.to_act())
    earliest = due_times(desk.table).clock
    if earliest is not None and (luck.random() < LATE or desk.now >= earliest):
        desk.now = max(desk.now, earliest + luck.randrange(500))
        late = next(k for k in desk.table.to_act() if desk.table.deadline(k) == earliest)
        desk.do("clock", TimeOut(late))
        return
    action = any_action(desk.table, seat, luck)
    desk.now += luck.randrange(min(9000, 9000 if earliest is None else earliest - desk.now))
    holder = desk.table.holders[seat]
    assert holder is not None
    if holder.key is not None:
        desk.do(f"player:{holder.player}", signed_act(desk.table, f"p{seat}", seat, action))
    elif holder.bot is None:
        desk.do(f"player:{holder.player}", Act(seat, action))
    else:
        desk.do(
            f"seat:{seat}",
            Act(seat, action, bot={"bot": "regular", "seed": seed_of(desk.table, seat)}),
        )


def text_of(desk: Desk, signer: Signer = SIGNER) -> bytes:
    """Return the log file of a table."""
    return b"".join(logfile.log_file_lines(desk.id, desk.log, desk.now + 1000, signer))
