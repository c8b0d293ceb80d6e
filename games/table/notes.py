"""What happened at a table, for people: a text with its parameters for each event."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypedDict

from games.core.contract import Seat, private_copy
from games.core.dispatch import by_kind, on_event
from games.core.game import AnyGame
from games.core.presentation.texts import (
    Note,
    Values,
    english_sentence,
    select_cases,
    sentence_params,
    template,
    templates_in,
)
from games.table import events as ev
from games.table.endings import ENDINGS
from games.table.rulings import REMEDIES
from games.table.state import Table

EFFECTS = {
    "none": "nothing changes",
    "hand_voided": "the hand is voided",
    "table_voided": "the table is voided",
    "points_adjusted": "at the end points are added: {points}",
}
INVITATION_ENDS = {
    "accepted": "is accepted",
    "declined": "is declined",
    "withdrawn": "is withdrawn",
    "expired": "has expired",
    "closed": "ends with the table",
}
assert INVITATION_ENDS.keys() == {*ev.ENDS}
assert EFFECTS.keys() == {*REMEDIES}

POINTS = template("table.points", "{seat} {points}", seat="seat", points="signed")
OPENED = template("table.opened", "A table for {seats} is opened", seats="number")
SEAT_TAKEN = template(
    "table.seat_taken",
    "{seat} joins{holder, select, player {} other { as a bot}}",
    seat="seat", holder="word",
)  # fmt: skip
SEAT_LEFT = template("table.seat_left", "{seat} is free again", seat="seat")
OPENER_CALLED = template("table.start_called.opener", "The opener starts the game")
SEAT_CALLED = template("table.start_called", "{seat} starts the game", seat="seat")
ENTROPY_REVEALED = template("table.entropy_revealed", "{seat} helps shuffle", seat="seat")
ENTROPY_CLOSED = template(
    "table.entropy_closed",
    "The cards can be shuffled{beacon, select, yes { once the beacon sends its number} other {}}"
    "{withheld, select, yes {; these did not help: {seats}} other {}}",
    beacon="word", withheld="word", seats="seats",
)  # fmt: skip
BEACON_CAME = template(
    "table.beacon_came", "The beacon sends its number of round {round}", round="number"
)
STARTED = template("table.started", "Play begins")
TIMED_OUT = template("table.timed_out", "The time of {seat} is up", seat="seat")
SEAT_CLAIMED = template(
    "table.seat_claimed", "{claimed_by} waits no longer for {seat}", claimed_by="seat", seat="seat"
)
HANDED_TO_BOT = template("table.handed_to_bot", "A bot plays on for {seat}", seat="seat")
TAKEN_BACK = template("table.taken_back", "{seat} is back", seat="seat")
ADJOURN_AGREED = template("table.adjourn_agreed", "{seat} agrees to adjourn", seat="seat")
INVITED = template("table.invited", "Reserved for players who are invited: {seats}", seats="seats")
INVITATION_ENDED = template(
    "table.invitation_ended",
    f"The invitation to {{seat}} {select_cases('how', INVITATION_ENDS)}",
    seat="seat", how="word",
)  # fmt: skip
RULED = template(
    "table.ruled",
    "A dispute about hand {hand} is {verdict, select, upheld {upheld} other {dismissed}}: "
    + select_cases("remedy", EFFECTS),
    hand="number", verdict="word", remedy="word", points="notes",
)  # fmt: skip
PLAY_ENDED = "Play has ended; other tables with the same deals may go on."
TABLE_CLOSED = "The table is closed."
AWAY = "{away, select, yes {; away from the table: {seats}} other {}}"
ENDED_BY = select_cases("why", ENDINGS) + AWAY
FINISHED = template(
    "table.finished", f"{PLAY_ENDED} {ENDED_BY}", why="word", away="word", seats="seats"
)
CLOSED = template(
    "table.closed", f"{TABLE_CLOSED} {ENDED_BY}", why="word", away="word", seats="seats"
)


def _seat_taken_note(table: Table, event: ev.SeatTaken) -> Note:
    """Rule T2."""
    return SEAT_TAKEN(seat=event.seat, holder="player" if event.bot is None else "bot")


def _call_note(table: Table, event: ev.StartCalled) -> Note:
    """Rule T5."""
    return OPENER_CALLED() if event.seat is None else SEAT_CALLED(seat=event.seat)


def _entropy_note(table: Table, event: ev.EntropyClosed) -> Note:
    """Rules T4 and T21."""
    return ENTROPY_CLOSED(
        beacon="no" if event.round is None else "yes",
        withheld="yes" if event.withheld else "no",
        seats=event.withheld,
    )


def _invitation_note(table: Table, event: ev.Invited) -> Note:
    """Rule T22."""
    return INVITED(seats=tuple(one.seat for one in event.invited))


def _ruling_note(table: Table, event: ev.Ruled) -> Note:
    """Rules T15 to T18."""
    points = tuple(POINTS(seat=seat, points=each) for seat, each in enumerate(event.points))
    return RULED(hand=event.hand, verdict=event.verdict, remedy=event.remedy, points=points)


def _ending_note(
    made: Callable[..., Note],
) -> Callable[[Table, ev.Closed | ev.Finished], Note]:
    """Rules T8a and T9: return what makes the note of an end."""

    def note(table: Table, event: ev.Closed | ev.Finished) -> Note:
        seats = tuple(one.seat for one in event.deserters or ())
        return made(why=event.why, away="yes" if seats else "no", seats=seats)

    return note


NOTES: Mapping[type[ev.Event], Callable[[Table, Any], Note]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.Opened, OPENED.of),
    on_event(ev.SeatTaken, _seat_taken_note),
    on_event(ev.SeatLeft, SEAT_LEFT.of),
    on_event(ev.StartCalled, _call_note),
    on_event(ev.EntropyRevealed, ENTROPY_REVEALED.of),
    on_event(ev.EntropyClosed, _entropy_note),
    on_event(ev.BeaconCame, BEACON_CAME.of),
    on_event(ev.Started, STARTED.of),
    on_event(ev.TimedOut, TIMED_OUT.of),
    on_event(ev.SeatClaimed, SEAT_CLAIMED.of),
    on_event(ev.HandedToBot, HANDED_TO_BOT.of),
    on_event(ev.TakenBack, TAKEN_BACK.of),
    on_event(ev.AdjournAgreed, ADJOURN_AGREED.of),
    on_event(ev.Invited, _invitation_note),
    on_event(ev.InvitationEnded, INVITATION_ENDED.of),
    on_event(ev.Ruled, _ruling_note),
    on_event(ev.Finished, _ending_note(FINISHED)),
    on_event(ev.Closed, _ending_note(CLOSED)),
)


def translated_endings(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the translations of the texts of an end, which every game has other reasons for.

    `words` hold the parts: text in English -> text in another language.
    """
    texts = {code: words.get(text, text) for code, text in ENDINGS.items()}
    ended_by = select_cases("why", texts) + words.get(AWAY, AWAY)
    parts = ((FINISHED, PLAY_ENDED), (CLOSED, TABLE_CLOSED))
    return {one.english: f"{words.get(first, first)} {ended_by}" for one, first in parts}


TYPES: Mapping[type[ev.Event], str] = {kind: name for name, kind in ev.EVENTS.items()}
TEXTS = templates_in(globals())


class StoryLine(TypedDict):
    """An event as it is told to a viewer."""

    n: Annotated[int, "Number of the event."]
    type: Annotated[str, "Its name, as in the log."]
    template: Annotated[str, "Name of its text among the `texts` of the game."]
    text: Annotated[str, "What happened, with cards and seats marked."]
    params: Annotated[Values, "The parameters of the text by name."]


def story_lines(table: Table, seat: Seat | None) -> list[StoryLine]:
    """Return what a seat (None: a spectator) is told of the newest command."""
    game, first = table.game, table.n + 1 - len(table.news)
    return [
        _story_line(game, n, event, _note_of(table, play, event, seat))
        for n, (play, event) in enumerate(_events_with_play(table), first)
    ]


def _events_with_play(table: Table) -> Iterator[tuple[Any, Any]]:
    """Yield the events of the newest command, each with the play before it."""
    game, last = table.game, len(table.news) - 1
    play, is_own = table.before, False
    for at, event in enumerate(table.news):
        yield play, event
        if type(event) in NOTES:
            if isinstance(event, ev.Started):
                play, is_own = (
                    game.rules.open(table.options, table.seats, table.terms.carried),
                    False,
                )
        elif at < last:
            if not is_own:
                play, is_own = private_copy(play), True
            game.rules.apply(play, event)


def _note_of(table: Table, play: Any, event: Any, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of an event that comes after `play`."""
    of_table = NOTES.get(type(event))
    if of_table is not None:
        return of_table(table, event)
    return table.game.presentation.notes(play, event, seat)


def _story_line(game: AnyGame, n: int, event: Any, note: Note) -> StoryLine:
    """Return the story's line of event n."""
    kind = type(event)
    return {
        "n": n,
        "type": game.types.get(kind) or TYPES[kind],
        "template": note.template.name,
        "text": english_sentence(note, game.presentation.marks),
        "params": sentence_params(note),
    }
