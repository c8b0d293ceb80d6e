"""What a seat (or None: a spectator) may know of a table; built up from nothing."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from games.core.contract import Choices, Group, Pick, Seat
from games.core.contract import View as PlayView
from games.core.game import AnyGame
from games.core.options import options_to_json
from games.core.presentation.marks import strip_marks
from games.core.presentation.scene import Board
from games.core.type_hints.records import Component, Viewer, any_word_of
from games.core.type_hints.values import to_json
from games.table.commands import Rule
from games.table.endings import OutcomeFacts, outcome_facts
from games.table.events import Ruled
from games.table.notes import StoryLine, story_lines
from games.table.opening import POLICIES, REVEALS
from games.table.planned import TournamentTableFacts, tournament_facts
from games.table.rulings import REMEDIES, VERDICTS
from games.table.start_facts import StartFacts, start_facts
from games.table.state import ENTROPY, Table
from games.table.time_outs import has_last_chance

Verdict = Annotated[str, any_word_of(*VERDICTS)]
Remedy = Annotated[str, any_word_of(*REMEDIES)]
Policy = Annotated[str, any_word_of(*POLICIES)]
Reveal = Annotated[str, any_word_of(*REVEALS)]
Points = Annotated[
    tuple[int, ...], "By seat, what is added to the scores; empty unless points were adjusted."
]
Action = Annotated[Mapping[str, Any], Component("Action")]
WordingFacts = Annotated[Mapping[str, Any], Component("Wording")]
ClockFacts = Annotated[Mapping[str, int], Component("Clock")]
Entropy = Annotated[
    str,
    any_word_of(*ENTROPY),
    "The state of the seat's entropy. Only a `revealed` one is part of the deal; a"
    " `withheld` one was not revealed in time, or its player left after the call.",
]


class TableSeat(TypedDict):
    """A seat and who holds it."""

    seat: int
    player: Annotated[str | None, "Id of the player, null for a bot or nobody."]
    bot: Annotated[str | None, "Level of the bot, null for a player or nobody."]
    key: Annotated[
        str | None,
        "Public half of the key that signs the player's actions; null: they are not signed.",
    ]
    away: Annotated[str | None, "Id of the player who may take the seat back from its bot."]
    kept_for: Annotated[
        str | None,
        "Id of the player for whom the seat is kept, by an invitation or because the"
        " table continues another.",
    ]
    kept_until: Annotated[int | None, "When the invitation for which the seat is kept expires."]
    commitment: Annotated[str | None, "The player's, to the seat's entropy; null: none."]
    entropy: Entropy
    bank: Annotated[int, "Milliseconds left in the time bank."]
    last_chance: NotRequired[
        Annotated[bool, "true: with the player's next time-out a bot takes the seat."]
    ]
    name: Annotated[str | None, "The player's name now; null for a bot or nobody."]
    cards: Annotated[int | None, "Cards held; null before the start."]
    score: Annotated[int | None, "As it stands; `counts` of the board says what it counts."]
    roles: Annotated[
        list[str], "What the seat is in the game, as far as the viewer knows: `dealer`, `taker`."
    ]
    assets: Annotated[Sequence[str], "What it has besides cards, in words: `12 coins`."]


class RulingFacts(TypedDict):
    """What everybody may know of a ruling."""

    dispute: Annotated[str, "Id of the dispute."]
    hand: Annotated[int, "The hand that it is about."]
    verdict: Verdict
    remedy: Remedy
    points: Points


class ServedBoard(Board):
    """What a person sees on the table of {title}."""

    phase_text: Annotated[str, "What is going on in this phase, in a sentence."]


class PickForm(TypedDict):
    """A choice of cards too wide to list."""

    text: Annotated[str, "What is done, in a few words."]
    group: Annotated[Group, "As of the texts of actions."]
    example: Action
    example_text: Annotated[str, "What the example does, as the texts of actions."]
    field: Annotated[str, "The field of the action that may hold other cards."]
    cards: Annotated[tuple[str, ...], "Which ones."]
    least: Annotated[int, "How many at least."]
    most: Annotated[int, "How many at most."]
    must: Annotated[str | None, "A further condition on the cards, in one sentence; null: none."]
    bounds: Annotated[Mapping[str, Any], "The same in numbers."]


class ChoiceForms(TypedDict):
    """What the seat may do now."""

    actions: Annotated[list[Action], "Send one of these as it is."]
    texts: Annotated[list[WordingFacts], "How people are shown the actions, in their order."]
    picks: Annotated[
        list[Annotated[PickForm, Component("Pick")]],
        "Send the example of one, or the same with other cards within its bounds.",
    ]


class TermFacts(TypedDict):
    """What a table's result counts for, how fast bots play, and what the deals follow from."""

    rated: Annotated[bool, "Whether the result counts for ratings and statistics."]
    pace: Annotated[int, "Milliseconds that bots wait before they act while a player holds a seat."]
    lag: Annotated[int, "Milliseconds after its deadline in which an action still counts."]
    deal: Annotated[
        str,
        "What the deal depends on: `chosen by the server`, `with the players' entropy`,"
        " `with a beacon`, or `with the players' entropy and a beacon`.",
    ]
    tournament: TournamentTableFacts | None


class CommonFacts(TermFacts, StartFacts):
    """What everybody may know of a table, but for the play."""

    table: Annotated[str, "Id of the table."]
    game: Annotated[str, "Name of the game."]
    rules: Annotated[int, "Version of the rules by which this table is judged."]
    phase: Annotated[str, any_word_of("open", "playing", "finished", "closed")]
    n: Annotated[int, "Number of the newest event."]
    at: Annotated[int, "When it happened."]
    opened_at: Annotated[int, "When the table was opened."]
    opener: Annotated[str, "Id of the player who opened it."]
    options: Annotated[Mapping[str, Any], Component("Options")]
    clock: ClockFacts | None
    on_time_out: Annotated[Policy, "What follows when a seat's time is up."]
    reveal: Annotated[
        Reveal,
        "When hidden cards are opened: after the table, after each hand, or to auditors only.",
    ]
    private: Annotated[bool, "Whether only players with the join code see it."]
    spectator_delay: Annotated[int, "Events by which askers without a seat are behind during play."]
    rematch_of: Annotated[str | None, "Id of the table that this one is a rematch of."]
    expires_after: Annotated[
        int, "Seconds from the last seating until the table closes if play does not begin."
    ]
    expires_at: Annotated[
        int | None,
        "When the table closes if no seat is taken; null once the start is called for.",
    ]
    continues: Annotated[str | None, "Id of the table that this one continues."]
    seats: list[TableSeat]
    adjourn_agreed: Annotated[list[Seat], "Seats whose players agree to adjourn in this hand."]
    hand: Annotated[int, "Number of the newest hand; 0 before the first deal."]
    to_act: Annotated[tuple[Seat, ...], "The seats that may act now."]
    simultaneous: Annotated[bool, "Several seats may act at once: leave If-Match out."]
    deadlines: Annotated[Sequence[int | None], "By seat: when its time is up."]
    claims: Annotated[
        Sequence[int | None], "By seat, without a clock: from when on others may claim it."
    ]
    notes: Annotated[
        list[str],
        "The newest command in plain words, a line an event.",
    ]
    story: Annotated[
        list[Annotated[StoryLine, Component("StoryLine")]],
        "What has happened since event `after`, as far as the viewer may know; without"
        " `after`, the newest command.",
    ]
    more: Annotated[
        bool, "Whether there is more: ask again with `after` the number of the last line."
    ]
    outcome: OutcomeFacts | None
    rulings: Annotated[list[RulingFacts], "The rulings about this table, in their order."]
    corrected: Annotated[
        OutcomeFacts | None,
        "The outcome as corrected by rulings after the close; null if there is no correction.",
    ]


class BareFacts(CommonFacts):
    """What everybody may know of a table, and nothing of its play."""

    play: Annotated[None, "The view has it."]
    choices: Annotated[None, "The view has them."]
    board: Annotated[None, "The view has it."]


class SeatView(CommonFacts):
    """What a seat or a spectator may know of a table, and may do."""

    play: Annotated[
        Annotated[PlayView, Component("PlayView")] | None, "The play; null before the start."
    ]
    choices: Annotated[
        Annotated[ChoiceForms, Component("Choices")] | None, "null: the viewer may do nothing now."
    ]
    board: Annotated[
        Annotated[ServedBoard, Component("Board")] | None,
        "What a person sees, in a form common to all games; null before the start.",
    ]
    seat: Viewer


def view(table: Table, seat: Seat | None) -> SeatView:
    """Return the view of a seat as JSON values; times are milliseconds since 1970."""
    shown: SeatView = {**public_table_facts(table, seat), "seat": seat}
    if table.play is None:
        return shown
    acting = table.to_act()
    shown["to_act"] = acting
    shown["simultaneous"] = len(acting) > 1
    shown["deadlines"] = [table.deadline(Seat(k)) for k in range(table.seats)]
    if table.terms.turn is None:
        shown["claims"] = [table.claimable_at(Seat(k)) for k in range(table.seats)]
    play = shown["play"] = table.game.view(table.play, seat)
    shown["board"] = _lay_out_board(table, shown["seats"], play)
    if seat is not None and seat in acting:
        shown["choices"] = seat_choice_forms(table, seat, play)
    return shown


def _lay_out_board(table: Table, seats: list[TableSeat], play: PlayView) -> ServedBoard:
    """Add to the seats what a person sees of them; return what lies between them."""
    made: Any = table.game.presentation.scene(play)
    for seat, part in zip(seats, made["seats"], strict=True):
        seat.update(part)
    board: Board = made["board"]
    return {**board, "phase_text": table.game.presentation.phases[board["phase"]]}


def public_table_facts(table: Table, seat: Seat | None = None) -> BareFacts:
    """Return what everybody may know of a table, but for the play; and what a seat is told."""
    lines = story_lines(table, seat)
    return {
        "table": table.id,
        "game": table.game.name,
        "rules": table.game.version,
        "phase": table.phase,
        "n": table.n,
        "at": table.at,
        "opened_at": table.terms.opened_at,
        "opener": table.terms.opener,
        "options": options_to_json(table.options),
        "clock": clock_facts(table),
        "on_time_out": table.terms.on_time_out,
        "reveal": table.terms.reveal,
        "private": table.terms.private,
        "spectator_delay": table.terms.spectator_delay,
        "rematch_of": table.terms.rematch_of,
        "expires_after": table.terms.expires_after // 1000,
        "expires_at": table.expires_at(),
        "continues": None if table.terms.carried is None else table.terms.carried["table"],
        **_term_facts(table),
        **start_facts(table),
        "seats": [seat_facts(table, seat) for seat in range(table.seats)],
        "adjourn_agreed": sorted(table.agreed),
        "hand": table.hand,
        "to_act": (),
        "simultaneous": False,
        "deadlines": (None,) * table.seats,
        "claims": (None,) * table.seats,
        "notes": [strip_marks(line["text"]) for line in lines],
        "story": lines,
        "more": False,
        "play": None,
        "choices": None,
        "board": None,
        "outcome": outcome_facts(table.outcome, table.deserters),
        "rulings": [ruling_facts(one) for one in table.rulings],
        "corrected": None,  # a ruling after the close is not in this log: who serves it adds it
    }


def _term_facts(table: Table) -> TermFacts:
    """Return whether the result counts (T23), the pace of bots (T24), and who deals (T4, T26)."""
    return {
        "rated": table.terms.rated,
        "pace": table.terms.pace,
        "lag": table.terms.lag,
        "deal": deal_sources_text(table),
        "tournament": tournament_facts(table),
    }


def ruling_facts(one: Rule | Ruled) -> RulingFacts:
    """Return what everybody may know of a ruling; its reason is told to the players."""
    return {
        "dispute": one.dispute,
        "hand": one.hand,
        "verdict": one.verdict,
        "remedy": one.remedy,
        "points": one.points,
    }


def clock_facts(table: Table) -> dict[str, int] | None:
    """Return the clock as it was asked for: seconds a turn, in the bank at the start ..."""
    terms = table.terms
    if terms.turn is None:
        return None
    clock = {"turn": terms.turn // 1000, "bank": terms.bank // 1000}
    return {**clock, "first_turn": terms.first_turn // 1000} if terms.first_turn else clock


def deal_sources_text(table: Table) -> str:
    """Say who had a hand in the deal."""
    if table.terms.tournament is not None:
        promised = bool(table.terms.tournament.entropy)
    else:
        promised = any(table.entropies) if table.entropies else any(table.commitments)
    players = ["the players' entropy"] if promised else []
    sources = [*players, *(["a beacon"] if table.takes_beacon() else [])]
    return f"with {' and '.join(sources)}" if sources else "chosen by the server"


def seat_facts(table: Table, seat: int) -> TableSeat:
    """Return who holds a seat or may take it (back), its entropy, and the time bank left."""
    holder = table.holders[seat]
    invitation = table.reserved(Seat(seat)) if table.phase == "open" else None
    facts: TableSeat = {
        "seat": seat,
        "player": None if holder is None else holder.player,
        "bot": None if holder is None else holder.bot,
        "key": None if holder is None else holder.key,
        "away": table.away(Seat(seat)),
        "kept_for": table.kept_for(Seat(seat)) if table.phase == "open" else None,
        "kept_until": None if invitation is None else invitation.until,
        "commitment": table.commitments[seat],
        "entropy": table.entropy_of(Seat(seat)),
        "bank": table.banks[seat],
        "name": None,  # it is no event's: who serves the view adds it
        "cards": None,
        "score": None,
        "roles": [],
        "assets": [],
    }
    if has_last_chance(table, Seat(seat)):
        facts["last_chance"] = True
    return facts


def seat_choice_forms(table: Table, seat: Seat, seen: PlayView) -> ChoiceForms:
    """Return the choices of a seat, which sees this, with the exact JSON to send."""
    return choice_forms(table.game, table.game.rules.choices(table.play, seat), seen)


def choice_forms(game: AnyGame, offered: Choices[Any], seen: PlayView) -> ChoiceForms:
    """Do the same for choices that are known."""
    names = {kind: name for name, kind in game.actions.items()}
    return {
        "actions": [{"type": names[type(one)], **to_json(one)} for one in offered.actions],
        "texts": [game.presentation.wording(seen, one)._asdict() for one in offered.actions],
        "picks": [_pick_form(game, seen, one, names) for one in offered.picks],
    }


def _pick_form(
    game: AnyGame, seen: PlayView, one: Pick[Any], names: dict[type[Any], str]
) -> PickForm:
    """Return the bounds of a choice of cards."""
    example = game.presentation.wording(seen, one.example)
    return {
        "text": one.text,
        "group": example.group,
        "example": {"type": names[type(one.example)], **to_json(one.example)},
        "example_text": example.text,
        "field": one.field,
        "cards": one.cards,
        "least": one.least,
        "most": one.most,
        "must": one.must,
        "bounds": one.bounds,
    }
