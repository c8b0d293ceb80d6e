"""Every way in which the rules of a tournament (docs/reference/tournaments.md) say no."""

from typing import Final

from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.fairness.commitment import differing_entropy

OPENED: Final = Refusal(
    "tournament/opened", "U1", lambda: "This tournament is open already; open another one"
)
NOT_A_DIRECTOR: Final = RefusalByRule(
    "tournament/not_a_director",
    ("U2", "U5", "U7", "U11", "U12", "U13", "U14", "U15", "U16", "U17"),
    lambda what: f"Only a director of this tournament may {what}",
    status=403,
)
CLOSED: Final = Refusal(
    "tournament/closed", "U14", lambda: "This tournament is closed; nothing more is played in it"
)
REGISTRATION_OVER: Final = RefusalByRule(
    "tournament/registration_over",
    ("U2", "U4", "U5", "U13"),
    lambda what: f"The start has been called for; nobody can {what} any more",
)
NOT_LATE_NOW: Final = Refusal(
    "tournament/starting",
    "U2",
    lambda: "The start has been called for; late entrants enter once the tournament has started",
)
KIND_NOT_TAKEN: Final = Refusal(
    "tournament/kind_not_taken",
    "U2",
    lambda kinds: f"This tournament takes entrants of these kinds: {kinds}",
)
FULL: Final = Refusal(
    "tournament/full", "U2", lambda most: f"This tournament is full: it takes {most} entrants"
)
RATING_TOO_LOW: Final = Refusal(
    "tournament/rating_too_low",
    "U2",
    lambda rating, least: f"Your rating is {rating}; players enter with {least} or more",
)
RATING_TOO_HIGH: Final = Refusal(
    "tournament/rating_too_high",
    "U2",
    lambda rating, most: f"Your rating is {rating}; players enter with {most} or less",
)
NOT_INVITED: Final = Refusal(
    "tournament/not_invited",
    "U2",
    lambda: "This tournament is for invited players; ask its director for an invitation",
    status=403,
)
NOT_BY_INVITATION: Final = Refusal(
    "tournament/not_by_invitation",
    "U2",
    lambda: "Everybody may enter this tournament; nobody needs an invitation",
)
ENTERED: Final = RefusalByRule(
    "tournament/entered",
    ("U3", "U11"),
    lambda member, number: (
        f"The player {member} has already entered, as entrant {number}; a player may enter once"
    ),
)
MEMBER_TWICE: Final = RefusalByRule(
    "tournament/member_twice",
    ("U3", "U11"),
    lambda member: f"{member} is named twice; name each member of a team once",
)
NOT_ENTERED: Final = RefusalByRule(
    "tournament/not_entered",
    ("U4", "U5"),
    lambda: "You do not take part in this tournament",
    status=403,
)
NOT_YOUR_ENTRY: Final = RefusalByRule(
    "tournament/not_your_entry",
    ("U4", "U5", "U11"),
    lambda number: f"You do not play for entrant {number}",
    status=403,
)
COMMITTED: Final = Refusal(
    "tournament/committed",
    "U4",
    lambda: "You have already committed to an entropy; a commitment cannot be changed",
)
WITHDRAWN: Final = RefusalByRule(
    "tournament/withdrawn",
    ("U4", "U11", "U17"),
    lambda number: f"Entrant {number} was withdrawn",
)
NOT_CALLED: Final = Refusal(
    "tournament/not_called",
    "U5",
    lambda: "Entropies are revealed between the call for the start and the start",
)
NOT_AWAITED: Final = Refusal(
    "tournament/entropy_not_awaited", "U5", lambda: "No entropy of yours is awaited"
)
MAY_BE_CALLED: Final = Refusal(
    "tournament/closing_lost",
    "U5",
    lambda: (
        "This tournament was open when the server lost data, perhaps a call for its start too, and"
        " none is called for twice; open another one"
    ),
)
OTHER_CLOSING: Final = Refusal(
    "tournament/other_closing",
    "U5",
    lambda: (
        "The commitments of this tournament were closed under another head: reveal nothing before"
        " you have compared the log with what you were shown when you entered"
    ),
)
ENTROPY_DIFFERS: Final = Refusal("tournament/entropy_differs", "U5", differing_entropy)
TOO_LATE: Final = Refusal(
    "tournament/too_late",
    "U5",
    lambda: "The time to reveal is over; the tournament starts without your entropy",
)
TOO_FEW: Final = Refusal(
    "tournament/too_few",
    "U5",
    lambda there, least: f"The start needs {least} entrants; the tournament has {there}",
)
NOT_STARTED: Final = RefusalByRule(
    "tournament/not_started",
    ("U7", "U12", "U17"),
    lambda: "The tournament has not started; call for the start",
)
NOT_OWN: Final = Refusal(
    "tournament/pairs_itself",
    "U7",
    lambda kind: f"A {kind} pairs by itself; only the format `own` takes pairings",
)
ROUND_RUNNING: Final = RefusalByRule(
    "tournament/round_running",
    ("U7", "U17"),
    lambda round, left: f"Round {round} is still in play; tables of it that have not ended: {left}",
)
ON_PAUSE: Final = Refusal(
    "tournament/paused", "U13", lambda: "The tournament is paused; resume it first"
)
NOT_THE_SERVER: Final = RefusalByRule(
    "tournament/not_the_server",
    ("U6", "U8", "U9", "U12"),
    lambda what: f"Only the server may {what}",
    status=403,
)
NOT_OURS: Final = Refusal(
    "tournament/not_its_table",
    "U8",
    lambda table: f"Table {table} is none of this tournament",
)
NOT_PLANNED: Final = RefusalByRule(
    "tournament/unknown_table",
    ("U8", "U12"),
    lambda index, count: (
        f"There is no table {index}; tables planned so far, numbered from 0: {count}"
    ),
    status=404,
)
GROUP_RUNNING: Final = Refusal(
    "tournament/group_running", "U9", lambda group: f"Deal group {group} is still being played"
)
DIRECTOR_PLAYS: Final = RefusalByRule(
    "tournament/director_plays",
    ("U16", "U17"),
    lambda what: f"You take part in this tournament; only a director who does not play may {what}",
    status=403,
)
HAS_PAIRED: Final = Refusal(
    "tournament/has_paired",
    "U16",
    lambda: "A director who has changed pairings can't take part in the tournament",
)
NO_FORBIDDEN_PAIRS: Final = Refusal(
    "tournament/no_forbidden_pairs",
    "U16",
    lambda kind: f"The format {kind} has no forbidden pairs; a swiss can have some",
)
NO_NEXT_ROUND: Final = Refusal(
    "tournament/no_next_round", "U17", lambda why: f"{why}; nobody can be swapped in it"
)
NO_RETURN: Final = Refusal(
    "tournament/no_return",
    "U11",
    lambda kind: f"Nobody can return to a {kind} that has started; others may be replaced instead",
)
NO_POSTPONING: Final = Refusal(
    "tournament/no_postponing",
    "U13",
    lambda kind: f"The format {kind} has no next round that could be postponed; pause it instead",
)
PAUSED_ALREADY: Final = Refusal(
    "tournament/paused_already", "U13", lambda: "The tournament is paused already"
)
NOT_PAUSED: Final = Refusal("tournament/not_paused", "U13", lambda: "The tournament is not paused")
TABLES_RUNNING: Final = Refusal(
    "tournament/tables_running",
    "U14",
    lambda left: (
        f"Tables still in play: {left}; close the tournament when they have ended, or adjudicate"
        " them"
    ),
)
EARLY: Final = Refusal(
    "tournament/early",
    "U14",
    lambda what: (
        f"{what}; the tournament closes by itself when its format is over. To end it now, abandon"
        " it"
    ),
)
DIRECTS: Final = Refusal(
    "tournament/directs", "U15", lambda: "This player is a director of this tournament already"
)
REFUSALS: Final = refusals_in(globals())
