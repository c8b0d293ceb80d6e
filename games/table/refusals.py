"""Every way in which the rules of a table say no, in the order of RULES.md."""

from typing import Final

from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.fairness.commitment import differing_entropy

OPENED: Final = Refusal(
    "table/opened", "T1", lambda: "This table is open already; open another one"
)
STARTED: Final = RefusalByRule(
    "table/started",
    ("T2", "T3", "T5", "T9", "T9a", "T22"),
    lambda: "The start was called for already; this was possible only before the call",
)
PLAYED: Final = RefusalByRule(
    "table/started",
    ("T9b", "T21"),
    lambda: "Play has begun, or the table was aborted; this was possible only before",
)
NO_SUCH_SEAT: Final = RefusalByRule(
    "table/no_such_seat",
    ("T2", "T3", "T3a", "T6", "T8", "T8b", "T22"),
    lambda last: f"The table has seats 0 to {last}",
    status=404,
)
NOT_THE_OPENER: Final = RefusalByRule(
    "table/not_the_opener",
    ("T2", "T3", "T9", "T22"),
    lambda what: f"Only the player who opened the table may {what}",
    status=403,
)
MAY_NOT_ADD_BOTS: Final = Refusal(
    "table/not_seated",
    "T2",
    lambda: "Only a player with a seat, or the opener, may add bots",
    status=403,
)
SEAT_TAKEN: Final = Refusal(
    "table/seat_taken", "T2", lambda seat: f"Seat {seat} is taken; choose a free one"
)
SEATED: Final = Refusal("table/seated", "T2", lambda held: f"You hold seat {held}; leave it first")
FULL: Final = Refusal("table/full", "T2", lambda: "All seats of this table are taken")
SEAT_FREE: Final = Refusal("table/seat_free", "T3", lambda seat: f"Nobody holds seat {seat}")
HELD_BY_ANOTHER: Final = Refusal(
    "table/not_your_seat",
    "T3",
    lambda seat: f"Seat {seat} is held by another player",
    status=403,
)
NOTHING_TO_TAKE_BACK: Final = Refusal(
    "table/not_started",
    "T3a",
    lambda: "The start has not been called for; take a free seat instead",
)
BACK_ALREADY: Final = Refusal("table/seated", "T3a", lambda seat: f"You hold seat {seat} already")
NOT_YOURS_AT_START: Final = Refusal(
    "table/not_your_seat",
    "T3a",
    lambda seat: f"Only the player who held seat {seat} at the call for the start may take it back",
    status=403,
)
FORFEITED: Final = Refusal(
    "table/forfeited",
    "T8a",
    lambda seat: f"You have forfeited seat {seat}; a bot plays it to the end of the table",
)
ENTROPY_NOT_AWAITED: Final = Refusal(
    "table/entropy_not_awaited",
    "T4",
    lambda why: f"No entropy of yours is awaited: {why}",
)
OTHER_CLOSING: Final = Refusal(
    "table/other_closing",
    "T4",
    lambda: (
        "`closing` is not the head of the call for the start at this table. Compute that head from"
        " the events since you sat down; reveal nothing under a head that does not follow from them"
    ),
)
ENTROPY_DIFFERS: Final = Refusal("table/entropy_differs", "T4", differing_entropy)
TOO_LATE_TO_REVEAL: Final = Refusal(
    "table/too_late",
    "T4",
    lambda: "The time to reveal your entropy is over, so it counts as withheld",
)
NOT_OVERDUE: Final = Refusal("table/too_early", "T4", lambda: "No entropy is overdue")
MAY_NOT_START: Final = Refusal(
    "table/not_seated",
    "T5",
    lambda: "Only a player with a seat, or the opener, may start",
    status=403,
)
SEATS_FREE: Final = Refusal(
    "table/seats_free", "T5", lambda seats: f"Nobody holds seat {seats} yet"
)
NOT_YOUR_SEAT: Final = Refusal(
    "table/not_your_seat",
    "T6",
    lambda seat: f"Seat {seat} is not held by you",
    status=403,
)
NOT_STARTED: Final = Refusal(
    "table/not_started",
    "T6",
    lambda: "Play has not begun; it begins when all seats are taken and the start is called for",
)
TOO_LATE: Final = Refusal("table/too_late", "T7", lambda: "The time for this turn is over")
NOT_THE_CLOCK: Final = RefusalByRule(
    "table/not_the_clock",
    ("T4", "T8", "T9a", "T9b", "T21"),
    lambda what: f"Only the server's clock may {what}",
)
TOO_EARLY: Final = Refusal(
    "table/too_early", "T8", lambda seat: f"The time of seat {seat} is not up"
)
NOTHING_TO_CLAIM: Final = Refusal(
    "table/not_started", "T8b", lambda: "A seat can be claimed in play alone"
)
MAY_NOT_CLAIM: Final = Refusal(
    "table/not_seated",
    "T8b",
    lambda seat: f"Only a player with another seat may claim seat {seat}",
    status=403,
)
HAS_CLOCK: Final = Refusal(
    "table/has_clock",
    "T8b",
    lambda: "This table has a clock, which says when a seat's time is up; wait for it",
)
NOT_AWAITED: Final = Refusal(
    "table/not_awaited", "T8b", lambda seat: f"No player is to act in seat {seat}"
)
TOO_EARLY_TO_CLAIM: Final = Refusal(
    "table/too_early",
    "T8b",
    lambda seat: f"Seat {seat} can be claimed when its turn has lasted for three days",
)
CLOSED: Final = Refusal(
    "table/closed", "T9", lambda: "This table is closed; nothing more can happen at it"
)
NOT_EXPIRED: Final = Refusal(
    "table/not_expired",
    "T9a",
    lambda: "Somebody sat down here not so long ago; the table has not expired",
)
BEACON_MAY_COME: Final = Refusal(
    "table/not_aborted",
    "T9b",
    lambda failed_at: (
        "This table waits for no beacon"
        if failed_at is None
        else f"The beacon of this table may still come; it has failed at {failed_at}"
    ),
)
BEACON_IS_DUE: Final = Refusal(
    "table/started",
    "T9b",
    lambda: "The round of the beacon is due, so the deal may be known; auditors abort only before",
)
NOTHING_LOST: Final = Refusal(
    "table/not_aborted",
    "T9b",
    lambda n: f"The log of this table has event {n} as the receipt says, so nothing of it is lost",
)
NOT_CALLED: Final = Refusal(
    "table/not_aborted",
    "T9b",
    lambda: "Nobody has called for the start; before the call the opener can withdraw the table",
)
MAY_BE_CALLED: Final = Refusal(
    "table/closing_lost",
    "T9b",
    lambda: (
        "This table was open when the server lost data, perhaps a call for its start too, and no"
        " table is called for twice; open another one"
    ),
)
NOTHING_TO_ADJOURN: Final = Refusal(
    "table/not_started", "T11", lambda: "Play has not begun; there is nothing to adjourn"
)
MAY_NOT_ADJOURN: Final = Refusal(
    "table/not_seated",
    "T11",
    lambda: "Only players who hold a seat may adjourn the table",
    status=403,
)
AGREED: Final = Refusal(
    "table/agreed", "T11", lambda seats: f"You have agreed; still awaited: seat {seats}"
)
NOT_SEATED_BEFORE: Final = RefusalByRule(
    "table/not_seated",
    ("T12", "T13", "T22"),
    lambda what: f"Only who held a seat of that table when play began may {what}",
    status=403,
)
NOT_CLOSED: Final = RefusalByRule(
    "table/not_closed",
    ("T12", "T13", "T22", "T26"),
    lambda what: f"Only when a table has closed one may {what}",
)
SEAT_KEPT: Final = Refusal(
    "table/seat_kept",
    "T13",
    lambda seat: f"Seat {seat} is kept for the player who held it before",
    status=403,
)
OTHER_GAME: Final = Refusal(
    "table/nothing_carries_over",
    "T13",
    lambda title: f"That is a table of {title}; only a table of the same game can continue it",
)
NOTHING_CARRIES_OVER: Final = Refusal(
    "table/nothing_carries_over",
    "T13",
    lambda title: f"That table of {title} has nothing to hand on; open a table without `continues`",
)
NO_KEY: Final = Refusal(
    "table/no_key",
    "T14",
    lambda: "No key is bound to the seat: register one, then take a seat; or do not sign",
)
UNSIGNED: Final = Refusal(
    "table/unsigned",
    "T14",
    lambda seat: (
        f"Seat {seat} goes with a key: sign taking it, the call for the start, the reveal of your"
        " entropy and every action"
    ),
)
SIGN_FIRST: Final = Refusal(
    "table/unsigned",
    "T14",
    lambda: (
        "You have a key, so sitting down is signed, for a table and a seat that you know: find or"
        " open a table, then take a seat there"
    ),
)
SIGNATURE_USED: Final = Refusal(
    "table/signature_used",
    "T14",
    lambda least, most, after: (
        f"`after` must be the number of an event from {least} to {most}, not {after}"
    ),
)
SIGNED_BEFORE_CLOSING: Final = Refusal(
    "table/signature_used",
    "T14",
    lambda closing, after: (
        f"The reveal is signed over event {after}, from before the closing: the call for the start"
        f" is event {closing}, so `after` must be {closing} or later"
    ),
)
BAD_SIGNATURE: Final = Refusal(
    "table/bad_signature",
    "T14",
    lambda seat, message: f"The signature is not that of the key of seat {seat} over {message}",
)
WRONG_SEED: Final = Refusal(
    "table/wrong_seed",
    "T20",
    lambda seat: f"The bot in seat {seat} has another seed for this move",
)
WRONG_CHAIN: Final = Refusal(
    "table/wrong_chain",
    "T21",
    lambda name: f"The chain {name} has another hash, public key, genesis or period",
)
BEACON_NOT_AWAITED: Final = Refusal(
    "table/beacon_not_awaited",
    "T21",
    lambda: "This table waits for no beacon: it has none, has it already, or nobody has called",
)
BEACON_EARLY: Final = Refusal(
    "table/beacon_early",
    "T21",
    lambda number, due_at: f"Round {number} of the beacon is not there before {due_at}",
)
BAD_BEACON: Final = Refusal(
    "table/bad_beacon",
    "T21",
    lambda number, name: f"This is not the signature of round {number} of the chain {name}",
)
OF_BEACONS: Final = (WRONG_CHAIN, BEACON_NOT_AWAITED, BEACON_EARLY, BAD_BEACON)
SEAT_RESERVED: Final = Refusal(
    "table/seat_kept",
    "T22",
    lambda seat: (
        f"Seat {seat} is reserved for another player as long as the invitation holds; choose"
        " another seat"
    ),
    status=403,
)
INVITED: Final = Refusal(
    "table/invited",
    "T22",
    lambda seat: (
        f"The player for seat {seat} has a seat at this table already, or an open invitation to it"
    ),
)
NOT_INVITED: Final = Refusal(
    "table/not_invited",
    "T22",
    lambda: "This player was not invited to this table",
    status=404,
)
NOT_YOUR_INVITATION: Final = Refusal(
    "table/not_your_invitation",
    "T22",
    lambda: "Only who is invited may decline an invitation, and only the opener may withdraw it",
    status=403,
)
INVITATION_ENDED: Final = Refusal(
    "table/invitation_ended",
    "T22",
    lambda how: f"This invitation holds no more: it was ended before ({how})",
)
INVITATION_HOLDS: Final = Refusal(
    "table/not_expired", "T22", lambda until: f"The invitation holds until {until}"
)
NOT_IMPARTIAL: Final = Refusal(
    "table/not_impartial",
    "T15",
    lambda: "You hold or held a seat at this table; an auditor without one must rule",
    status=403,
)
TAKES_PART: Final = Refusal(
    "table/not_impartial",
    "T26",
    lambda: "You take part in the tournament of this table; an auditor who does not must rule",
    status=403,
)
NOTHING_TO_RULE: Final = Refusal(
    "table/not_started", "T15", lambda: "No hand has been dealt yet; there is nothing to rule"
)
NO_SUCH_HAND: Final = Refusal(
    "table/no_such_hand",
    "T15",
    lambda newest: f"This table has dealt the hands 1 to {newest}; name one of them",
    status=404,
)
RULED: Final = Refusal(
    "table/ruled", "T15", lambda: "This dispute has been ruled; a dispute is ruled once"
)
HAND_VOIDED: Final = Refusal(
    "table/hand_voided",
    "T16",
    lambda hand: f"Hand {hand} is void already; uphold the dispute with the remedy none",
)
VOIDED: Final = Refusal(
    "table/voided", "T17", lambda: "The table is void; only the remedy none is left"
)
NO_POINTS: Final = Refusal(
    "table/no_points",
    "T18",
    lambda: "The table ended without points, so there are none to adjust; use the remedy none",
)
TOO_SOON: Final = RefusalByRule(
    "table/too_soon",
    ("T24", "T25"),
    lambda seat, due: f"The bot in seat {seat} leaves the others time to follow until {due}",
)
OF_TOURNAMENT: Final = Refusal(
    "table/of_tournament",
    "T26",
    lambda: (
        "This is a table of a tournament, which alone says who plays, when play begins and ends,"
        " and what follows"
    ),
    status=403,
)
FINISHED: Final = Refusal(
    "table/finished",
    "T26",
    lambda: "Play at this table has ended; it closes when all tables of its deal group have ended",
)
NOT_FINISHED: Final = Refusal(
    "table/not_finished", "T26", lambda: "Play at this table goes on; it is released when it ends"
)
NOT_ITS_TOURNAMENT: Final = Refusal(
    "table/not_its_tournament",
    "T26",
    lambda: "Only its tournament may release a table; this one was not opened by who asks",
    status=403,
)
REFUSALS: Final = refusals_in(globals())
