"""The JSON of the API as types. Generated from openapi.yaml by clients/python/generate.py; do not edit."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbortedCounts(TypedDict):
    """How many tables were aborted after their call."""
    server: "int"
    """On this server."""
    players: "list[int | None]"
    """By seat: those of its player (at the call, if there was one); null: none."""


class AboutGame(TypedDict):
    """What a host wants to know before opening a table."""
    kind: "str"
    """What sort of game it is, in a sentence; empty: not told."""
    summary: "str"
    """What one does and how one wins, in three sentences."""
    introduction: "str"
    """The same at more length: thirty seconds to read."""
    difficulty: "Literal['easy', 'medium', 'hard', None]"
    """How hard it is to learn."""
    best: "list[int]"
    """Numbers of seats at which it plays best; none: all alike."""
    minutes: "list[TableMinutes]"
    """Minutes of a table with the usual options, as its bots play it; none: not measured."""
    turn_seconds: "int"
    """The seconds a turn in these minutes."""
    table_talk: "bool"
    """Whether its rules let players say phrases while a hand is played."""
    length: "str | None"
    """What the game's rulebook says of it."""
    brief: "str"
    """What a table with the options `brief` plays; empty: not told."""
    brief_minutes: "list[TableMinutes]"
    """The same as `minutes`, of such a table."""


class Accepted(TypedDict):
    """The receipt of a request that was carried out, and the view right after it."""
    receipt: "Receipt"
    sitting: "NotRequired[Receipt]"
    """Of taking the last seat, which called for the start."""
    view: "View"


class AcceptedDispute(TypedDict):
    """The receipt of what has happened to a dispute, and the dispute right after it. The
    receipt's `table` names the stream of the table's disputes, `n` and `head` are of that
    stream."""
    receipt: "Receipt"
    dispute: "Dispute"


class AcceptedEntrant(TypedDict):
    """The same, and the number of who has entered."""
    receipt: "Receipt"
    tournament: "TournamentFacts"
    entrant: "int"


class AcceptedMinimal(TypedDict):
    """The receipt alone, for those who learn the rest from a stream."""
    receipt: "Receipt"
    sitting: "NotRequired[Receipt]"
    """Of taking the last seat, which called for the start."""


class AcceptedOpening(TypedDict):
    """The receipt of an opened table, the view of it, and its join code."""
    receipt: "Receipt"
    sitting: "NotRequired[Receipt]"
    """Of taking the last seat, which called for the start."""
    view: "View"
    join_code: "str | None"
    """Of a private table: players who send it as the header Join-Code may see the table and sit
    down. Only this answer shows it."""


class AcceptedTournament(TypedDict):
    """The receipt of what has happened to a tournament, and the tournament right after it. The
    receipt's `table` names the tournament's stream."""
    receipt: "Receipt"
    tournament: "TournamentFacts"


class TurnsNow(TypedDict):
    """The tables at which you may act now: where a stream of messages begins anew."""
    type: "Literal['turns']"
    turns: "list[YourTurn]"
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""


class Missed(TypedDict):
    """Messages behind yours are not kept any more; read the list of your tables."""
    type: "Literal['missed']"


class TableMessage(TypedDict):
    """What is told of a table."""
    table: "str"
    """Id of the table."""
    game: "str"
    """Name of its game."""
    n: "int"
    """Number of the event of the table that it tells of."""


class YourTurn(TableMessage):
    """You may act. `n` is the event with which the turn began."""
    type: "Literal['your_turn']"
    seat: "int"
    """The own seat."""
    deadline: "int | None"
    """When the time is up, in milliseconds; null: never."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""


class BeenInvited(TableMessage):
    """A seat is reserved for you: sit down, or decline."""
    type: "Literal['invited']"
    seat: "int"
    """The seat that is or was reserved."""
    by: "str"
    """Id of the player who has opened the table."""
    until: "int"
    """When the invitation ends, in milliseconds."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""


class RematchOffered(TableMessage):
    """A seat is reserved for you at the rematch of a table at which you have played."""
    type: "Literal['rematch']"
    seat: "int"
    """The seat that is or was reserved."""
    by: "str"
    """Id of the player who has asked for it."""
    until: "int"
    """When the invitation ends, in milliseconds."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""
    rematch_of: "str"
    """Id of the table."""


class InvitationOver(TableMessage):
    """An invitation of yours, or to a table that you have opened, holds no more."""
    type: "Literal['invitation_ended']"
    seat: "int"
    """The seat that is or was reserved."""
    player: "str"
    """Id of who was invited."""
    how: "Literal['accepted', 'declined', 'withdrawn', 'expired', 'closed']"
    """How it ended."""


class TableFilled(TableMessage):
    """All seats are taken: the start may be called for."""
    type: "Literal['filled']"
    seat: "int | None"
    """Your seat; null if you opened the table and hold none."""


class StartCalled(TableMessage):
    """A player has called for the start: reveal the entropy that you committed to."""
    type: "Literal['start_called']"
    seat: "int"
    """The own seat."""
    deadline: "int | None"
    """When the time is up, in milliseconds; null: never."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""


class EntropyWithheld(TableMessage):
    """Your entropy counts as withheld; if your client sent it in time, the server dropped it."""
    type: "Literal['entropy_withheld']"
    seat: "int"
    """The own seat."""


class TableStarted(TableMessage):
    """Play has begun."""
    type: "Literal['started']"
    seat: "int | None"
    """Your seat; null if you opened the table and hold none."""


class TakenOver(TableMessage):
    """A bot plays for you now; `POST /v1/tables/{table_id}/seats/{seat}/return` ends that."""
    type: "Literal['taken_over']"
    seat: "int"
    """The own seat."""
    bot: "str"


class GivenBack(TableMessage):
    """You play for your seat again."""
    type: "Literal['given_back']"
    seat: "int"
    """The own seat."""


class AdjournAsked(TableMessage):
    """Another player wants to adjourn, and your agreement is awaited."""
    type: "Literal['adjourn_asked']"
    seat: "int"
    """The own seat."""
    by: "int"
    """Seat of who agreed."""


class Adjourned(TableMessage):
    """All have agreed to adjourn: the table has ended without a result."""
    type: "Literal['adjourned']"
    seat: "int | None"
    """Your seat; null if you opened the table and hold none."""


class TableEnded(TableMessage):
    """The table has ended."""
    type: "Literal['ended']"
    seat: "int | None"
    """Your seat; null if you opened the table and hold none."""
    why: "str"
    """Why, as in the outcome of the view."""
    place: "int | None"
    """The own place; null where nothing was played to its end."""
    score: "int | None"
    """The own score; null as above."""


class TableReleased(TableMessage):
    """All tables with the same deals have ended: the table is open, and may be disputed."""
    type: "Literal['released']"
    seat: "int"
    """The own seat."""


class DisputeOpened(TypedDict):
    """A hand that you have played is disputed."""
    table: "str"
    """Id of the table."""
    dispute: "str"
    """Id of the dispute."""
    hand: "int"
    """Number of the hand."""
    n: "int"
    """Number of the event of the table's disputes that it tells of."""
    type: "Literal['dispute_opened']"
    by: "int"
    """Seat of who disputes it."""


class DisputeRuled(TypedDict):
    """A dispute was ruled."""
    table: "str"
    """Id of the table."""
    dispute: "str"
    """Id of the dispute."""
    hand: "int"
    """Number of the hand."""
    n: "int"
    """Number of the event of the table's disputes that it tells of."""
    type: "Literal['dispute_ruled']"
    verdict: "str"
    remedy: "str"


class DisputeWithdrawn(TypedDict):
    """Who opened a dispute has taken it back."""
    table: "str"
    """Id of the table."""
    dispute: "str"
    """Id of the dispute."""
    hand: "int"
    """Number of the hand."""
    n: "int"
    """Number of the event of the table's disputes that it tells of."""
    type: "Literal['dispute_withdrawn']"


class TournamentNews(TypedDict):
    """Something has happened in a tournament in which you take part. You are in it. Its start was
    called for: reveal the entropy to which you committed. It has begun. Your next table is ready.
    A round has ended. You are out. Others play in your place. A director has announced something.
    It is over."""
    type: "Literal['tournament']"
    what: "Literal['registered', 'called', 'started', 'table', 'round_ended', 'withdrawn', 'replaced', 'announced', 'closed']"
    tournament: "str"
    """Id of the tournament."""
    n: "int"
    """Number of the event of the tournament that it tells of."""
    entrant: "int"
    """Your number, or that of your team."""
    until: "int | None"
    """Of `called`: until when entropies may be revealed, in milliseconds; else null."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""
    table: "str | None"
    """Of `table`: the id of the table where you sit; else null."""
    round: "int | None"
    """Of `table` and `round_ended`: the round, from 0; else null."""
    why: "str | None"
    """Of `withdrawn` and `closed`: why, as in the log; else null."""
    place: "int | None"
    """Of `closed`: the final place; null where there is none, and otherwise."""


class WebhookDisabled(TypedDict):
    """Nothing is sent to a webhook of yours any more: it took nothing for a day, or wants
    none."""
    type: "Literal['webhook_disabled']"
    webhook: "str"
    """Id of the webhook."""
    why: "str"
    """Why the last delivery failed."""


class AccountMessages(TypedDict):
    """What is new to an account."""
    messages: "list[NumberedMessage]"
    last: "int"
    """The id of the newest of them, or of the one asked for: `after` next."""


class BoojumBid(TypedDict):
    """Rule 5: add `cards` from the hand to the own bid pile for the slot under auction."""
    type: "Literal['bid']"
    cards: "list[str]"


class Pass(TypedDict):
    """Pass; the rules of the game say what follows."""
    type: "Literal['pass']"


class BoojumClaim(TypedDict):
    """Rule 9: turn in `cards` as a set of this `kind` for a token. `excuses` names what the
    Excuses among the cards stand for, as far as the kind needs it (B29): a rank, or the suits of
    its symbols joined by ``/``. What is left out is filled in."""
    type: "Literal['claim']"
    token: "str"
    kind: "str"
    cards: "list[str]"
    excuses: "NotRequired[list[str]]"


class BoojumDone(TypedDict):
    """Rule 9: make no more claims in this claim phase."""
    type: "Literal['done']"


class BoonTake(TypedDict):
    """Rule 2: take the Boon."""
    type: "Literal['take']"


class BoonBury(TypedDict):
    """Rule 3: put as many cards as the Boon had into the own points pile, in any order."""
    type: "Literal['bury']"
    cards: "list[str]"


class BoonPlay(TypedDict):
    """Rule 5: lead a card or play one to the trick."""
    type: "Literal['play']"
    card: "str"


class BooshLayOut(TypedDict):
    """Rule 10: lay the cards face down without a call."""
    type: "Literal['lay_out']"


class BooshCallWoof(TypedDict):
    """Rule 10: call Woof before laying out."""
    type: "Literal['call_woof']"


class BooshTake(TypedDict):
    """Rule 2: take the top card of the face-down deck [A] or of the face-up pile [B]."""
    type: "Literal['take']"
    pile: "Literal['A', 'B']"


class BooshReplace(TypedDict):
    """Rule 2: put the taken card in place of the one at `position`, 0 to 3."""
    type: "Literal['replace']"
    position: "int"


class BooshDiscard(TypedDict):
    """Rule 2: discard the taken card."""
    type: "Literal['discard']"


class BooshCallBoosh(TypedDict):
    """Rule 3: call Boosh after the own discard."""
    type: "Literal['call_boosh']"


class BooshExpose(TypedDict):
    """Rule 5: turn over two of the own cards; the lower position first."""
    type: "Literal['expose']"
    positions: "list[int]"


class BooshFold(TypedDict):
    """Rule 6: leave the hand; the cards stay hidden."""
    type: "Literal['fold']"


class BooshStay(TypedDict):
    """Rule 6: stay in for the showdown."""
    type: "Literal['stay']"


class BumPlay(TypedDict):
    """Rule 5: play one combination; `declared` says which, where cards can be read as two
    (U6)."""
    type: "Literal['play']"
    cards: "list[str]"
    declared: "NotRequired[Literal['set', 'sequence', None]]"


class BumGive(TypedDict):
    """U36: choose the cards that one gives in the exchange."""
    type: "Literal['give']"
    cards: "list[str]"


class GoblinMarketBid(TypedDict):
    """Rule 3: offer this many coins."""
    type: "Literal['bid']"
    coins: "int"


class GoblinMarketTakeAll(TypedDict):
    """Rule 5: the winner takes all cards for sale."""
    type: "Literal['take_all']"


class GoblinMarketTake(TypedDict):
    """Rule 5: take one card; the others go to the next bidders."""
    type: "Literal['take']"
    card: "str"


class GoblinMarketRefuse(TypedDict):
    """G1: take no share; only where the table allows it."""
    type: "Literal['refuse']"


class AdjudicationPreview(TypedDict):
    """What an adjudication would change; nothing is changed yet."""
    n: "int"
    """Number of the tournament's newest event, by which this was computed."""
    known: "bool"
    """false: the deal group is still played, so nothing of it is told."""
    places: "list[PreviewedPlace]"
    """Best first; all others stay as they are."""
    rounds: "list[int]"
    """Already paired by what counts now, from 0; they stay so."""
    left_out: "list[int]"
    """Of a knockout: who plays on only by what counts now."""
    let_in: "list[int]"
    """Who would play on in their place; nobody is moved."""


class Analysis(TypedDict):
    """How well a seat decided."""
    table: "str"
    seat: "int"
    complete: "bool"
    """Whether all decisions are judged."""
    total: "int | None"
    """How many there are, at most 300; null: nobody has looked yet."""
    decisions: "list[JudgedDecision]"
    """Those judged so far, in the order of play."""


class AnalysisInput(TypedDict):
    """The seat whose decisions are to be judged."""
    seat: "int"


class AnsweredAuthorization(TypedDict):
    """Where the player's answer goes."""
    redirect_to: "str"
    """Leads back to the app, with a code or an error."""


class AppFacts(TypedDict):
    """What everybody may know of an app."""
    app: "str"
    """Id of the app: the `client_id` of OAuth."""
    name: "str"
    """What its owner calls the app."""
    owner: "str"
    """Name of the player who registered it."""


class AuthorizationFacts(TypedDict):
    """What an app asks a player for; `scopes` are empty where it asked wrongly."""
    app: "str"
    """Id of the app: the `client_id` of OAuth."""
    name: "str"
    """What its owner calls the app."""
    owner: "str"
    """Name of the player who registered the app."""
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"
    redirect_to: "str | None"
    """Leads back to the app, which asked wrongly; null: ask the player."""


class BlockFacts(TypedDict):
    """A block of an account."""
    player: "str"
    """Id of the player."""
    until: "int | None"
    """When it ends by itself; null: never."""
    reason: "str"
    """Which the player reads."""


class BoardDeed(TypedDict):
    """What a seat did, for people."""
    seat: "int"
    action: "str | None"
    """Name of the action; null: it happened by itself."""
    cards: "list[str | None]"
    """The cards of it; null: face down."""
    text: "str"
    """What follows the name of who did it: `bids 3 coins`."""


class BoardRound(TypedDict):
    """A trick, a round or an auction."""
    kind: "Literal['trick', 'round', 'auction']"
    name: "str"
    """For people: `Trick 3`."""
    deeds: "list[BoardDeed]"
    """Who did what in it, in order."""
    winner: "int | None"
    """Who has won it, or would as it stands; null: nobody."""


class BoardState(TypedDict):
    """What a person sees in any game."""
    counts: "str"
    """What scores count: `points`."""
    order: "list[int]"
    """The seats in the order in which they act, the starter first."""
    dealer: "int | None"
    starter: "int | None"
    """Who begins, or began, the current trick, round or auction."""
    mine: "list[str | None] | None"
    """The viewer's cards, null for one that the viewer may not look at; null for no seat."""
    open: "list[Pile]"
    """What lies on the table, but for the viewer's own cards."""
    current: "BoardRound | None"
    previous: "BoardRound | None"
    """The one before; null: none that is still told."""
    phase_text: "str"
    """What is going on in this phase, in a sentence."""


class UnsealedEvent(TypedDict):
    """What events without sealed fields share."""
    n: "int"
    """1, 2, 3 ... within the table."""
    at: "int"
    by: "EventBy"
    cause: "EventCause"
    seals: "EventSeals"
    parts: "EventParts"
    head: "Head"


class BoojumBidMadeV1Data(TypedDict):
    seat: "int"
    cards: "list[str]"
    count: "int"
    pips: "int"


class BoojumBidMadeV1(UnsealedEvent):
    """Rule 5: `cards` were added to a pile, which now has `count` cards and `pips` (B33)."""
    type: "Literal['boojum.bid_made.v1']"
    data: "BoojumBidMadeV1Data"


class BoojumBoard(BoardState):
    """What a person sees on the table of Boojum."""
    phase: "Literal['deal', 'turn_up', 'auction', 'build', 'claims', 'over']"


class SealedEvent(TypedDict):
    """What events with sealed fields share."""
    n: "int"
    """1, 2, 3 ... within the table."""
    at: "int"
    by: "EventBy"
    cause: "EventCause"
    seals: "EventSeals"
    head: "Head"


class BoojumCardDrawnV1(SealedEvent):
    """Rule 9: the card for a claim."""
    type: "Literal['boojum.card_drawn.v1']"
    data: "SeatData"
    parts: "dict[str, CardPart]"


class PartData(TypedDict):
    """What any part may hold beside the sealed fields."""
    action: "NotRequired[SecretAction]"
    bot: "NotRequired[BotReport]"
    hand_secret: "NotRequired[HandSecret]"
    signed: "NotRequired[SignedAction]"


class BoojumCardsDealtV1PartsValueData(PartData):
    hands: "NotRequired[list[str]]"
    slots: "NotRequired[list[list[str]]]"
    stack: "NotRequired[list[str]]"


class BoojumCardsDealtV1PartsValue(TypedDict):
    salt: "str"
    data: "BoojumCardsDealtV1PartsValueData"


class BoojumCardsDealtV1(SealedEvent):
    """Rules 1-3: hands by seat, two cards face down in each slot, the rest in order."""
    type: "Literal['boojum.cards_dealt.v1']"
    data: "DealerData"
    parts: "dict[str, BoojumCardsDealtV1PartsValue]"


class BoojumCardsTakenUpV1Data(TypedDict):
    pass


class BoojumCardsTakenUpV1(UnsealedEvent):
    """Rule 8: everyone took up what lay face down in front of them; claims began."""
    type: "Literal['boojum.cards_taken_up.v1']"
    data: "BoojumCardsTakenUpV1Data"


class ChoiceTexts(TypedDict):
    """How people are shown what they may do in any game."""
    texts: "list[Wording]"
    """How people are shown the actions, in their order."""


class BoojumChoices(ChoiceTexts):
    """What the seat may do now."""
    actions: "list[BoojumAction]"
    """Send one of these as it is."""
    picks: "list[BoojumPick]"
    """Send the example of one, or the same with other cards within its bounds."""


class BoojumClaimsFinishedV1(UnsealedEvent):
    """Rule 9: the seat makes no more claims this round."""
    type: "Literal['boojum.claims_finished.v1']"
    data: "SeatData"


class BoojumDealerDrawnV1(UnsealedEvent):
    """Rule 1: the seat draw named the dealer."""
    type: "Literal['boojum.dealer_drawn.v1']"
    data: "DealerData"


class BoojumGameEndedV1Data(TypedDict):
    places: "list[int]"
    scores: "list[int]"
    hands: "list[list[str]]"
    why: "str"


class BoojumGameEndedV1(UnsealedEvent):
    """Rules 12-13: places, tokens and the hands that decided a place (B34), by seat."""
    type: "Literal['boojum.game_ended.v1']"
    data: "BoojumGameEndedV1Data"


class BoojumHandVoidedV1Data(TypedDict):
    hand: "int"
    places: "list[int]"
    scores: "list[int]"
    why: "str"


class BoojumHandVoidedV1(UnsealedEvent):
    """A ruling took the hand back: these are the places and scores that stand."""
    type: "Literal['boojum.hand_voided.v1']"
    data: "BoojumHandVoidedV1Data"


class BoojumOptions(TypedDict):
    """Options of a table of Boojum; BoojumOptionsInput explains them."""
    decks: "int | None"
    first_dealer: "int | None"
    excuse: "bool"
    pawns: "bool"
    courts: "bool"
    excuse_symbols: "int"
    allow_duplicate_token: "bool"
    max_idle_rounds: "int"
    max_rounds: "int"
    reveal_slots_between_rounds: "bool"


class BoojumOptionsInput(TypedDict):
    """Options of Boojum; what is left out has its default."""
    deck: "NotRequired[Literal['basic', 'extended']]"
    """B38: extended adds the Excuse, the Pawns and the Courts together"""
    decks: "NotRequired[int | None]"
    """B28: number of Decktets; null: two for 3-6 seats, three for 7-9, four for 10-12"""
    first_dealer: "NotRequired[int | None]"
    """rule 1: who deals"""
    excuse: "NotRequired[bool]"
    """one Excuse a Decktet, a joker in any set"""
    pawns: "NotRequired[bool]"
    """four Pawns a Decktet, between 9 and Crown"""
    courts: "NotRequired[bool]"
    """B20: four Courts a Decktet, after the Pawns"""
    excuse_symbols: "NotRequired[int]"
    """B16: most suit symbols an Excuse supplies in a set of symbols"""
    allow_duplicate_token: "NotRequired[bool]"
    """B11: a seat may take a token it already holds"""
    max_idle_rounds: "NotRequired[int]"
    """B23: the game stops after so many rounds in which nothing moves"""
    max_rounds: "NotRequired[int]"
    """B23: the game stops after so many rounds"""
    reveal_slots_between_rounds: "NotRequired[bool]"
    """cards everybody has seen in a slot stay visible while it is face down"""


class BoojumPassedV1(UnsealedEvent):
    """Rule 5: the seat is out for this slot."""
    type: "Literal['boojum.passed.v1']"
    data: "SeatData"


class PickForm(TypedDict):
    """How cards are picked in any game."""
    text: "str"
    """What is done, in a few words."""
    group: "Literal['cards', 'sets', 'sequences', 'bids', 'calls', 'places', 'pass']"
    """As of the texts of actions."""
    example_text: "str"
    """What the example does, as the texts of actions."""
    field: "str"
    """The field of the action that may hold other cards."""
    cards: "list[str]"
    """Which ones."""
    least: "int"
    """How many at least."""
    most: "int"
    """How many at most."""
    must: "str | None"
    """A further condition on the cards, in one sentence; null: none."""
    bounds: "PickFormBounds"


class BoojumPick(PickForm):
    """A choice of cards too wide to list."""
    example: "BoojumAction"


class BoojumPlayViewSlotsItem(TypedDict):
    """A slot of the market."""
    count: "int"
    face_up: "bool"
    cards: "list[str] | None"


class BoojumPlayViewAuctionHighest(TypedDict):
    """The bid that is to be beaten."""
    seat: "int"
    count: "int"
    pips: "int"


class BoojumPlayViewAuction(TypedDict):
    """The auction of a slot."""
    slot: "int"
    turn: "int | None"
    bids: "list[list[str]]"
    """By seat: the bid pile."""
    passed: "list[int]"
    """Seats."""
    highest: "BoojumPlayViewAuctionHighest | None"


class BoojumPlayViewOutcome(TypedDict):
    """Places and scores, with the hands that decided a place."""
    places: "list[int]"
    """By seat."""
    scores: "list[int]"
    """By seat."""
    hands: "list[list[str]]"
    why: "Literal['six_tokens', 'nothing_moves', 'last_round', 'hand_voided']"


class BoojumPlayView(TypedDict):
    """What a seat may know of a play of Boojum."""
    phase: "str"
    options: "BoojumOptions"
    seats: "int"
    """Number of seats."""
    decks: "int"
    """Decktets in play."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    hand: "int"
    round: "int"
    dealer: "int | None"
    first_to_bid: "int | None"
    to_act: "list[int]"
    """Seats."""
    simultaneous: "bool"
    cards: "list[str] | None"
    """The own hand; null for a spectator."""
    hand_sizes: "list[int]"
    """By seat."""
    set_aside: "list[int]"
    """By seat: cards won in this round."""
    tokens: "list[list[str]]"
    """By seat."""
    slots: "list[BoojumPlayViewSlotsItem]"
    auction: "BoojumPlayViewAuction | None"
    winners: "list[int]"
    """Seats that have won a slot in this round."""
    stack: "int"
    """Cards in the draw stack."""
    built: "int"
    """Cards dealt in this round's build phase."""
    discards: "list[str]"
    """Cards."""
    reshuffles: "int"
    done: "list[int]"
    """Seats that make no more claims."""
    owed_a_card: "int | None"
    moved: "bool"
    """Whether anything moved in this round."""
    idle_rounds: "int"
    deeds: "list[Deed]"
    """What was done in this auction or claim phase, in order."""
    deeds_before: "list[Deed]"
    """What was done in the one before."""
    outcome: "BoojumPlayViewOutcome | None"


class QuickSeatSettings(TypedDict):
    """What a wish for a seat may name in any game."""
    clock: "NotRequired[Clock | Literal['fast', 'normal', 'days'] | None]"
    """null: only a table without a clock. A new table has `normal`."""
    rated: "NotRequired[bool]"
    """Whether its result counts for ratings and statistics."""
    pace: "NotRequired[int]"
    """Milliseconds that bots wait before they act; 1000 at a new table."""
    on_time_out: "NotRequired[Literal['fallback', 'bot', 'forfeit']]"
    """What follows there when a seat's time is up."""
    reveal: "NotRequired[Literal['table', 'hand', 'auditors']]"
    """When hidden cards are opened there."""
    beacon: "NotRequired[str | None]"
    """Name of its beacon; null: only a table without one."""
    at_most: "NotRequired[int | None]"
    """Percent of their latest rated tables that others there may have deserted; null: any."""
    commitment: "NotRequired[str | None]"
    """SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id, and the
    32 hex digits that you will reveal behind the call for the start."""


class BoojumQuickSeat(QuickSeatSettings):
    """What kind of table of Boojum one wants a seat at. What is left out is as at a new table;
    number of seats and beacon are then not minded."""
    game: "Literal['boojum']"
    seats: "NotRequired[int]"
    """Number of seats; a new table has as few as the game allows."""
    options: "NotRequired[BoojumOptionsInput]"


class BoojumRoundEndedV1Data(TypedDict):
    round: "int"
    idle: "int"


class BoojumRoundEndedV1(UnsealedEvent):
    """Rule 10: everybody is finished; `idle` rounds in a row nothing has moved (B23)."""
    type: "Literal['boojum.round_ended.v1']"
    data: "BoojumRoundEndedV1Data"


class BoojumSeatsDealtV1Data(TypedDict):
    seats: "list[int]"


class BoojumSeatsDealtV1(SealedEvent):
    """Rule 7: each of `seats` (in this order) got a card; by seat, none for the others."""
    type: "Literal['boojum.seats_dealt.v1']"
    data: "BoojumSeatsDealtV1Data"
    parts: "dict[str, CardsPart]"


class BoojumSetClaimedV1Data(TypedDict):
    seat: "int"
    token: "str"
    kind: "str"
    cards: "list[str]"
    excuses: "list[str]"


class BoojumSetClaimedV1(UnsealedEvent):
    """Rule 9: a set was discarded for a token; `excuses` is what each Excuse stood for."""
    type: "Literal['boojum.set_claimed.v1']"
    data: "BoojumSetClaimedV1Data"


class BoojumSlotSoldV1Data(TypedDict):
    slot: "int"
    seat: "int"
    cards: "list[str]"
    bid: "list[str]"


class BoojumSlotSoldV1(UnsealedEvent):
    """Rule 5: `cards` were set aside by the winner, whose `bid` went into the slot."""
    type: "Literal['boojum.slot_sold.v1']"
    data: "BoojumSlotSoldV1Data"


class BoojumSlotUnsoldV1Data(TypedDict):
    slot: "int"


class BoojumSlotUnsoldV1(UnsealedEvent):
    """Rule 5: everybody passed; the cards went back face down."""
    type: "Literal['boojum.slot_unsold.v1']"
    data: "BoojumSlotUnsoldV1Data"


class BoojumSlotsBuiltV1Data(TypedDict):
    slots: "list[int]"


class BoojumSlotsBuiltV1(SealedEvent):
    """Rule 6: each of `slots` got one of `cards`, face down."""
    type: "Literal['boojum.slots_built.v1']"
    data: "BoojumSlotsBuiltV1Data"
    parts: "dict[str, CardsPart]"


class BoojumSlotsTurnedUpV1Data(TypedDict):
    round: "int"
    slots: "list[list[str]]"


class BoojumSlotsTurnedUpV1(UnsealedEvent):
    """Rule 4: a round began; all slots lie face up."""
    type: "Literal['boojum.slots_turned_up.v1']"
    data: "BoojumSlotsTurnedUpV1Data"


class BoojumStackReshuffledV1Data(TypedDict):
    count: "int"


class BoojumStackReshuffledV1PartsValueData(PartData):
    stack: "NotRequired[list[str]]"


class BoojumStackReshuffledV1PartsValue(TypedDict):
    salt: "str"
    data: "BoojumStackReshuffledV1PartsValueData"


class BoojumStackReshuffledV1(SealedEvent):
    """Rule 11: the discard pile became the draw stack."""
    type: "Literal['boojum.stack_reshuffled.v1']"
    data: "BoojumStackReshuffledV1Data"
    parts: "dict[str, BoojumStackReshuffledV1PartsValue]"


class TableState(TypedDict):
    """What everybody may know of a table of any game."""
    rated: "bool"
    """Whether the result counts for ratings and statistics."""
    pace: "int"
    """Milliseconds that bots wait before they act while a player holds a seat."""
    lag: "int"
    """Milliseconds after its deadline in which an action still counts."""
    deal: "str"
    """What the deal depends on: `chosen by the server`, `with the players' entropy`, `with a
    beacon`, or `with the players' entropy and a beacon`."""
    tournament: "TableInTournament | None"
    beacon: "TableBeacon | None"
    closing: "TableClosing | None"
    reveal_until: "int | None"
    """Before when entropies must be revealed; null: none is awaited."""
    table: "str"
    """Id of the table."""
    rules: "int"
    """Version of the rules by which this table is judged."""
    phase: "Literal['open', 'playing', 'finished', 'closed']"
    n: "int"
    """Number of the newest event."""
    at: "int"
    """When it happened."""
    opened_at: "int"
    """When the table was opened."""
    opener: "str"
    """Id of the player who opened it."""
    clock: "Clock | None"
    on_time_out: "Literal['fallback', 'bot', 'forfeit']"
    """What follows when a seat's time is up."""
    reveal: "Literal['table', 'hand', 'auditors']"
    """When hidden cards are opened: after the table, after each hand, or to auditors only."""
    private: "bool"
    """Whether only players with the join code see it."""
    spectator_delay: "int"
    """Events by which askers without a seat are behind during play."""
    rematch_of: "str | None"
    """Id of the table that this one is a rematch of."""
    expires_after: "int"
    """Seconds from the last seating until the table closes if play does not begin."""
    expires_at: "int | None"
    """When the table closes if no seat is taken; null once the start is called for."""
    continues: "str | None"
    """Id of the table that this one continues."""
    seats: "list[TableSeat]"
    adjourn_agreed: "list[int]"
    """Seats whose players agree to adjourn in this hand."""
    hand: "int"
    """Number of the newest hand; 0 before the first deal."""
    to_act: "list[int]"
    """The seats that may act now."""
    simultaneous: "bool"
    """Several seats may act at once: leave If-Match out."""
    deadlines: "list[int | None]"
    """By seat: when its time is up."""
    claims: "list[int | None]"
    """By seat, without a clock: from when on others may claim it."""
    notes: "list[str]"
    """The newest command in plain words, a line an event."""
    story: "list[StoryLine]"
    """What has happened since event `after`, as far as the viewer may know; without `after`, the
    newest command."""
    more: "bool"
    """Whether there is more: ask again with `after` the number of the last line."""
    outcome: "Outcome | None"
    rulings: "list[RulingFacts]"
    """The rulings about this table, in their order."""
    corrected: "Outcome | None"
    """The outcome as corrected by rulings after the close; null if there is no correction."""
    head: "Head"


class SeenTable(TableState):
    """What a seat or a spectator may know of a table of any game."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""


class BoojumView(SeenTable):
    """What a seat or a spectator may know of a table of Boojum, and may do."""
    game: "Literal['boojum']"
    options: "BoojumOptions"
    play: "BoojumPlayView | None"
    """The play; null before the start."""
    choices: "BoojumChoices | None"
    """null: the viewer may do nothing now."""
    board: "BoojumBoard | None"
    """What a person sees, in a form common to all games; null before the start."""


class BoonBoard(BoardState):
    """What a person sees on the table of Boon."""
    phase: "Literal['dealing', 'taking', 'forced_pick', 'burying', 'playing', 'leaster', 'counting', 'over']"


class BoonBoonTakenV1(SealedEvent):
    """Rule 2: a seat took the Boon, and only that seat sees it."""
    type: "Literal['boon.boon_taken.v1']"
    data: "SeatData"
    parts: "dict[str, CardsPart]"


class BoonCardPlayedV1(UnsealedEvent):
    """Rule 5: a card went to the trick."""
    type: "Literal['boon.card_played.v1']"
    data: "SeatCardData"


class BoonCardsBuriedV1(SealedEvent):
    """Rule 3: the taker put cards face down into the own points pile."""
    type: "Literal['boon.cards_buried.v1']"
    data: "SeatData"
    parts: "dict[str, CardsPart]"


class BoonChoices(ChoiceTexts):
    """What the seat may do now."""
    actions: "list[BoonAction]"
    """Send one of these as it is."""
    picks: "list[BoonPick]"
    """Send the example of one, or the same with other cards within its bounds."""


class BoonDealerDrawnV1(UnsealedEvent):
    """Rule 1: chance names the first dealer."""
    type: "Literal['boon.dealer_drawn.v1']"
    data: "DealerData"


class BoonGameEndedV1(UnsealedEvent):
    """Rule 9 or N22: the game is over."""
    type: "Literal['boon.game_ended.v1']"
    data: "WhyPlacesData"


class BoonHandDealtV1Data(TypedDict):
    hand: "int"
    dealer: "int"


class BoonHandDealtV1PartsValueData(PartData):
    hands: "NotRequired[list[str]]"
    boon: "NotRequired[list[str]]"


class BoonHandDealtV1PartsValue(TypedDict):
    salt: "str"
    data: "BoonHandDealtV1PartsValueData"


class BoonHandDealtV1(SealedEvent):
    """Rule 1: the hands, and the Boon in the order in which its cards lay."""
    type: "Literal['boon.hand_dealt.v1']"
    data: "BoonHandDealtV1Data"
    parts: "dict[str, BoonHandDealtV1PartsValue]"


class BoonHandVoidedV1Data(TypedDict):
    hand: "int"
    victory_cards: "list[int]"
    why: "str | None"
    places: "list[int]"


class BoonHandVoidedV1(UnsealedEvent):
    """V1: a round's payments were taken back; `why` None means that play goes on."""
    type: "Literal['boon.hand_voided.v1']"
    data: "BoonHandVoidedV1Data"


class BoonLeasterBegunV1Data(TypedDict):
    pass


class BoonLeasterBegunV1(UnsealedEvent):
    """Rule 10: all have passed, so everyone plays alone and the Boon is set aside."""
    type: "Literal['boon.leaster_begun.v1']"
    data: "BoonLeasterBegunV1Data"


class BoonLeasterCounted(TypedDict):
    type: "Literal['boon.leaster_counted.v1']"
    hand: "int"
    boon: "list[str]"
    tricks: "list[int]"
    points: "list[int]"
    winner: "int | None"
    paid: "list[list[int]]"
    victory_cards: "list[int]"


class BoonLeasterCountedV1Data(TypedDict):
    hand: "int"
    boon: "list[str]"
    tricks: "list[int]"
    points: "list[int]"
    winner: "int | None"
    paid: "list[list[int]]"
    victory_cards: "list[int]"


class BoonLeasterCountedV1(UnsealedEvent):
    """Rule 10: tricks and points by seat; `winner` is None after a tie (N11)."""
    type: "Literal['boon.leaster_counted.v1']"
    data: "BoonLeasterCountedV1Data"


class BoonOptions(TypedDict):
    """Options of a table of Boon; BoonOptionsInput explains them."""
    victory_cards: "int"
    payout: "list[int]"
    leaster_blind: "Literal['aside', 'last_trick']"
    may_bury_gold7: "bool"
    max_rounds: "int"
    first_dealer: "int | None"
    all_pass: "NotRequired[Literal['leaster', 'forced_pick']]"


class BoonOptionsInput(TypedDict):
    """Options of Boon; what is left out has its default."""
    named_payout: "NotRequired[Literal['even', 'double_on_the_bump']]"
    """N27: the payout by its name; double_on_the_bump: 4, 2, 1, 2, a lost Boon costs double"""
    victory_cards: "NotRequired[int]"
    """N1: Victory Cards of each player at the start"""
    payout: "NotRequired[list[int]]"
    """N6: Victory Cards a defender on 0-29, 30-60, 61-90, 91-120 points"""
    leaster_blind: "NotRequired[Literal['aside', 'last_trick']]"
    """N12: who gets the Boon's points in a Leaster"""
    may_bury_gold7: "NotRequired[bool]"
    """N15: with five players the taker may bury gold 7"""
    max_rounds: "NotRequired[int]"
    """N22: rounds after which the game ends"""
    first_dealer: "NotRequired[int | None]"
    """rule 1: who deals the first round"""
    all_pass: "NotRequired[Literal['leaster', 'forced_pick']]"
    """N26: what follows when nobody wants the Boon; forced_pick: the dealer must take it"""


class BoonPassedV1(UnsealedEvent):
    """Rule 2: a seat left the Boon."""
    type: "Literal['boon.passed.v1']"
    data: "SeatData"


class BoonPick(PickForm):
    """A choice of cards too wide to list."""
    example: "BoonAction"


class BoonPlayViewTricksItem(TypedDict):
    """A trick that was taken."""
    leader: "int"
    cards: "list[str]"
    """Cards."""
    winner: "int"


class BoonPlayViewLastTrick(TypedDict):
    """A trick that was taken."""
    leader: "int"
    cards: "list[str]"
    """Cards."""
    winner: "int"


class BoonPlayView(TypedDict):
    """What a seat may know of a play of Boon."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    seats: "int"
    """Number of seats."""
    options: "BoonOptions"
    round: "int"
    phase: "Literal['dealing', 'taking', 'burying', 'playing', 'counting', 'over']"
    dealer: "int | None"
    turn: "int | None"
    victory_cards: "list[int]"
    """By seat."""
    cards: "list[str] | None"
    """The own hand; null for a spectator."""
    card_counts: "list[int]"
    """By seat."""
    passed: "list[int]"
    """Seats."""
    taker: "int | None"
    partner: "int | None"
    """The taker's partner, as far as the viewer knows."""
    taker_alone: "bool | None"
    """Whether the taker plays alone, as far as the viewer knows."""
    leaster: "bool"
    """Everybody has passed."""
    boon: "list[str] | None"
    """The Boon, to who may see it."""
    boon_count: "int"
    buried: "list[str] | None"
    """The buried cards, to who may see them."""
    buried_count: "int"
    leader: "int | None"
    trick: "list[str]"
    """Cards."""
    tricks: "list[BoonPlayViewTricksItem]"
    last_trick: "BoonPlayViewLastTrick | None"
    """The last one of the round before."""
    tricks_won: "list[int]"
    """By seat."""
    points: "list[int]"
    """By seat."""
    last_round: "BoonRoundCounted | BoonLeasterCounted | None"
    """How the round before was counted."""
    why: "Literal['no_victory_cards', 'max_rounds', None]"
    places: "list[int] | None"


class BoonQuickSeat(QuickSeatSettings):
    """What kind of table of Boon one wants a seat at. What is left out is as at a new table;
    number of seats and beacon are then not minded."""
    game: "Literal['boon']"
    seats: "NotRequired[int]"
    """Number of seats; a new table has as few as the game allows."""
    options: "NotRequired[BoonOptionsInput]"


class BoonRoundCounted(TypedDict):
    type: "Literal['boon.round_counted.v1']"
    hand: "int"
    taker: "int"
    partner: "int | None"
    buried: "list[str]"
    points: "int"
    won: "bool"
    paid: "list[list[int]]"
    victory_cards: "list[int]"


class BoonRoundCountedV1Data(TypedDict):
    hand: "int"
    taker: "int"
    partner: "int | None"
    buried: "list[str]"
    points: "int"
    won: "bool"
    paid: "list[list[int]]"
    victory_cards: "list[int]"


class BoonRoundCountedV1(UnsealedEvent):
    """Rules 7-8: the offence's points and what was paid. `paid` has rows of payer, receiver and
    Victory Cards; `victory_cards` are those held after it."""
    type: "Literal['boon.round_counted.v1']"
    data: "BoonRoundCountedV1Data"


class BoonSidesRevealedV1Data(TypedDict):
    taker: "int"
    partner: "int | None"


class BoonSidesRevealedV1(UnsealedEvent):
    """Rule 4: gold 7 was played with five players; `partner` None means the taker is alone."""
    type: "Literal['boon.sides_revealed.v1']"
    data: "BoonSidesRevealedV1Data"


class BoonTrickWonV1Data(TypedDict):
    seat: "int"
    points: "int"


class BoonTrickWonV1(UnsealedEvent):
    """Rule 6: a seat won the trick with so many points and leads the next one."""
    type: "Literal['boon.trick_won.v1']"
    data: "BoonTrickWonV1Data"


class BoonView(SeenTable):
    """What a seat or a spectator may know of a table of Boon, and may do."""
    game: "Literal['boon']"
    options: "BoonOptions"
    play: "BoonPlayView | None"
    """The play; null before the start."""
    choices: "BoonChoices | None"
    """null: the viewer may do nothing now."""
    board: "BoonBoard | None"
    """What a person sees, in a form common to all games; null before the start."""


class BooshBoard(BoardState):
    """What a person sees on the table of Boosh."""
    phase: "Literal['opening', 'dealing', 'laying_out', 'cherry', 'taking', 'placing', 'calling', 'reshuffling', 'exposing', 'folding', 'showdown', 'finished']"


class BooshBooshCalledV1Data(TypedDict):
    seat: "int"
    valid: "bool"


class BooshBooshCalledV1(UnsealedEvent):
    """Rules 3 and 4: `valid` is False when [A] is too short for the quack (W7)."""
    type: "Literal['boosh.boosh_called.v1']"
    data: "BooshBooshCalledV1Data"


class BooshCardDiscardedV1(UnsealedEvent):
    """Rule 2: the taken `card` went to [B]."""
    type: "Literal['boosh.card_discarded.v1']"
    data: "SeatCardData"


class BooshCardReplacedV1Data(TypedDict):
    seat: "int"
    position: "int"
    card: "str"


class BooshCardReplacedV1(UnsealedEvent):
    """Rule 2: the taken card lies at `position`; `card`, which lay there, went to [B]."""
    type: "Literal['boosh.card_replaced.v1']"
    data: "BooshCardReplacedV1Data"


class BooshCardsExposedV1Data(TypedDict):
    seat: "int"
    positions: "list[int]"
    cards: "list[str]"


class BooshCardsExposedV1(UnsealedEvent):
    """Rule 5: `seat` turned over the `cards` at `positions`."""
    type: "Literal['boosh.cards_exposed.v1']"
    data: "BooshCardsExposedV1Data"


class BooshCherryTurnedV1Data(TypedDict):
    card: "str"


class BooshCherryTurnedV1(UnsealedEvent):
    """Rules 1 and 11: the top card of [A] starts [B]."""
    type: "Literal['boosh.cherry_turned.v1']"
    data: "BooshCherryTurnedV1Data"


class BooshChoices(ChoiceTexts):
    """What the seat may do now."""
    actions: "list[BooshAction]"
    """Send one of these as it is."""
    picks: "list[BooshPick]"
    """Send the example of one, or the same with other cards within its bounds."""


class BooshDealerDrawnV1(UnsealedEvent):
    """W18: `seat` deals the first hand."""
    type: "Literal['boosh.dealer_drawn.v1']"
    data: "SeatData"


class BooshDeckCardTakenV1(SealedEvent):
    """Rule 2: `seat` took the top card of [A]."""
    type: "Literal['boosh.deck_card_taken.v1']"
    data: "SeatData"
    parts: "dict[str, CardPart]"


class BooshDeckRanOutV1Data(TypedDict):
    pass


class BooshDeckRanOutV1(UnsealedEvent):
    """W9: [A] is empty and [B] but for its top card is about to be shuffled."""
    type: "Literal['boosh.deck_ran_out.v1']"
    data: "BooshDeckRanOutV1Data"


class BooshFaceUpCardTakenV1(UnsealedEvent):
    """Rule 2: `seat` took the top card of [B]."""
    type: "Literal['boosh.face_up_card_taken.v1']"
    data: "SeatCardData"


class BooshFoldedV1(UnsealedEvent):
    """Rule 6: `seat` left the hand."""
    type: "Literal['boosh.folded.v1']"
    data: "SeatData"


class BooshGameEndedV1Data(TypedDict):
    why: "str"
    winner: "int | None"
    places: "list[int]"


class BooshGameEndedV1(UnsealedEvent):
    """Rule 8, W16, W22, W27: the table is over. `why` is ``target_reached``, ``last_player``,
    ``all_eliminated`` or ``hand_limit``."""
    type: "Literal['boosh.game_ended.v1']"
    data: "BooshGameEndedV1Data"


class BooshHandDealtV1Data(TypedDict):
    hand: "int"
    dealer: "int"
    players: "list[int]"


class BooshHandDealtV1PartsValueData(PartData):
    hands: "NotRequired[list[str]]"
    deck: "NotRequired[list[str]]"


class BooshHandDealtV1PartsValue(TypedDict):
    salt: "str"
    data: "BooshHandDealtV1PartsValueData"


class BooshHandDealtV1(SealedEvent):
    """Rules 1 and 9: four cards to each of `players`; `deck` is the rest, next card first."""
    type: "Literal['boosh.hand_dealt.v1']"
    data: "BooshHandDealtV1Data"
    parts: "dict[str, BooshHandDealtV1PartsValue]"


class BooshHandScoredV1Data(TypedDict):
    hand: "int"
    call: "str | None"
    caller: "int | None"
    result: "str"
    values: "list[int | None]"
    best: "list[int]"
    points: "list[int]"
    totals: "list[int]"


class BooshHandScoredV1(UnsealedEvent):
    """Rules 7 and 8: the hand is over and its points are in the totals. `result` is
    ``all_folded``, ``caller_best``, ``caller_beaten``, ``void_call``, ``deck_empty`` or
    ``turn_limit``."""
    type: "Literal['boosh.hand_scored.v1']"
    data: "BooshHandScoredV1Data"


class BooshHandVoidedV1Data(TypedDict):
    hand: "int"
    points: "list[int]"
    totals: "list[int]"
    plays_on: "bool"
    why: "str | None"
    winner: "int | None"
    places: "list[int]"


class BooshHandVoidedV1(UnsealedEvent):
    """A ruling took back the points of a hand; later hands and eliminations stand."""
    type: "Literal['boosh.hand_voided.v1']"
    data: "BooshHandVoidedV1Data"


class BooshHandsRevealedV1Data(TypedDict):
    hands: "list[list[str]]"


class BooshHandsRevealedV1(UnsealedEvent):
    """Rule 7, W8: all cards of those still in, by seat; () for who shows nothing."""
    type: "Literal['boosh.hands_revealed.v1']"
    data: "BooshHandsRevealedV1Data"


class BooshLaidOutV1(UnsealedEvent):
    """Rule 10: `seat` laid its cards face down without a call."""
    type: "Literal['boosh.laid_out.v1']"
    data: "SeatData"


class BooshOptions(TypedDict):
    """Options of a table of Boosh; BooshOptionsInput explains them."""
    woof: "bool"
    woof_points: "list[int]"
    woof_call_can_win: "bool"
    target: "int"
    elimination: "int"
    deck_exhausted: "Literal['end_hand', 'faceup_only', 'reshuffle']"
    allow_returning_faceup: "bool"
    caller_wins_ties: "bool"
    tie_payment: "Literal['each', 'split']"
    own_cards_shown: "bool"
    max_hands: "int"
    first_dealer: "int | None"


class BooshOptionsInput(TypedDict):
    """Options of Boosh; what is left out has its default."""
    woof: "NotRequired[bool]"
    """rules 10-11: Woof may be called before the cherry is turned"""
    woof_points: "NotRequired[list[int]]"
    """W1: all others folded: caller; caller lowest: caller, others in; caller not lowest: caller,
    lowest, others in"""
    woof_call_can_win: "NotRequired[bool]"
    """W2: a Woof caller too can win at the target"""
    target: "NotRequired[int]"
    """rule 8: a caller with this total wins"""
    elimination: "NotRequired[int]"
    """rule 8: with this total a player is out"""
    deck_exhausted: "NotRequired[Literal['end_hand', 'faceup_only', 'reshuffle']]"
    """W9: what happens when [A] is empty at the end of a turn"""
    allow_returning_faceup: "NotRequired[bool]"
    """W6: a card taken from [B] may be discarded straight back"""
    caller_wins_ties: "NotRequired[bool]"
    """W10: a tied caller counts as best"""
    tie_payment: "NotRequired[Literal['each', 'split']]"
    """W11, W12: tied hands get the points each, or share them"""
    own_cards_shown: "NotRequired[bool]"
    """W24: the view shows a seat its own four cards"""
    max_hands: "NotRequired[int]"
    """W22: the game stops after so many hands"""
    first_dealer: "NotRequired[int | None]"
    """W18: who deals first"""


class BooshPassedV1(UnsealedEvent):
    """Rule 3: `seat` made no call and its turn is over."""
    type: "Literal['boosh.passed.v1']"
    data: "SeatData"


class BooshPick(PickForm):
    """A choice of cards too wide to list."""
    example: "BooshAction"


class BooshPileReshuffledV1Data(TypedDict):
    pass


class BooshPileReshuffledV1(SealedEvent):
    """W9: [B] but for its top card is the new [A], next card first."""
    type: "Literal['boosh.pile_reshuffled.v1']"
    data: "BooshPileReshuffledV1Data"
    parts: "dict[str, DeckPart]"


class BooshPlayStoppedV1Data(TypedDict):
    why: "str"


class BooshPlayStoppedV1(UnsealedEvent):
    """W9, W19: the hand ends without a call; `why` is ``deck_empty`` or ``turn_limit``."""
    type: "Literal['boosh.play_stopped.v1']"
    data: "BooshPlayStoppedV1Data"


class BooshPlayViewTaken(TypedDict):
    """A card between taking and placing."""
    seat: "int"
    pile: "Literal['A', 'B']"
    card: "str | None"
    """null: only the taker sees it."""


class BooshPlayViewHandsItem(TypedDict):
    """What everybody knows of a hand."""
    known: "list[str | None]"
    """By position: the card, if everybody knows it."""
    placed: "list[int]"
    """By position: the turn that put the card there, 0 for the deal."""
    exposed: "list[int]"
    """Positions turned over."""


class BooshPlayViewReshufflesItem(TypedDict):
    """Cards that went back into the deck, and the turns before it."""
    turns: "int"
    cards: "list[str]"
    """Cards."""


class BooshPlayView(TypedDict):
    """What a seat may know of a play of Boosh."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    options: "BooshOptions"
    phase: "Literal['opening', 'dealing', 'laying_out', 'cherry', 'taking', 'placing', 'calling', 'reshuffling', 'exposing', 'folding', 'showdown', 'finished']"
    to_act: "list[int]"
    """Seats."""
    queue: "list[int]"
    """Who still acts in this phase, in order."""
    hand: "int"
    dealer: "int | None"
    players: "list[int]"
    """Who is still in the game."""
    turns: "int"
    """Turns completed in this hand."""
    deck: "int"
    """Cards left in the face-down deck [A]."""
    pile: "list[str]"
    """The face-up pile [B], top card last."""
    taken: "BooshPlayViewTaken | None"
    """The card between taking and placing."""
    call: "Literal['boosh', 'woof', None]"
    caller: "int | None"
    stopped: "Literal['void_call', 'deck_empty', 'turn_limit', None]"
    own_cards: "list[str] | None"
    """The own four cards, where they are shown."""
    remember: "str | None"
    """What a client must remember because no later view shows it; null: nothing."""
    hands: "list[BooshPlayViewHandsItem | None]"
    """By seat; null for who has no cards."""
    folded: "list[int]"
    """Seats."""
    reshuffles: "list[BooshPlayViewReshufflesItem]"
    totals: "list[int]"
    """By seat."""
    eliminated_in: "list[int]"
    """By seat: the hand that eliminated it, 0 while it is in."""
    history: "list[list[int]]"
    """Points by hand."""
    voided: "list[int]"
    """Hands whose points were taken back."""
    last_showdown: "BooshShowdown | None"
    why: "Literal['target_reached', 'last_player', 'all_eliminated', 'hand_limit', 'win_voided', None]"
    winner: "int | None"
    places: "list[int]"
    """By seat."""
    deeds: "list[Deed]"
    """What was done in this round of turns, or of exposing or folding, in order."""
    deeds_before: "list[Deed]"
    """What was done in the one before."""


class BooshPlayerEliminatedV1(UnsealedEvent):
    """Rule 8: the total of `seat` fell to the limit; it plays no further hand."""
    type: "Literal['boosh.player_eliminated.v1']"
    data: "SeatData"


class BooshQuickSeat(QuickSeatSettings):
    """What kind of table of Boosh one wants a seat at. What is left out is as at a new table;
    number of seats and beacon are then not minded."""
    game: "Literal['boosh']"
    seats: "NotRequired[int]"
    """Number of seats; a new table has as few as the game allows."""
    options: "NotRequired[BooshOptionsInput]"


class BooshShowdown(TypedDict):
    """How the newest hand was scored."""
    hand: "int"
    call: "Literal['boosh', 'woof', None]"
    caller: "int | None"
    result: "Literal['all_folded', 'caller_best', 'caller_beaten', 'void_call', 'deck_empty', 'turn_limit']"
    values: "list[int | None]"
    """By seat; null for a hand that was not revealed."""
    best: "list[int]"
    """Seats."""
    points: "list[int]"
    """By seat."""
    totals: "list[int]"
    """By seat."""
    hands: "list[list[str]]"
    """By seat; empty for who showed nothing."""


class BooshStayedV1(UnsealedEvent):
    """Rule 6: `seat` stays in for the showdown."""
    type: "Literal['boosh.stayed.v1']"
    data: "SeatData"


class BooshView(SeenTable):
    """What a seat or a spectator may know of a table of Boosh, and may do."""
    game: "Literal['boosh']"
    options: "BooshOptions"
    play: "BooshPlayView | None"
    """The play; null before the start."""
    choices: "BooshChoices | None"
    """null: the viewer may do nothing now."""
    board: "BooshBoard | None"
    """What a person sees, in a form common to all games; null before the start."""


class BooshWoofCalledV1(UnsealedEvent):
    """Rule 10: `seat` was the first to call Woof."""
    type: "Literal['boosh.woof_called.v1']"
    data: "SeatData"


class BotRating(TypedDict):
    """How strong a bot should be; the one nearest to it sits down."""
    rating: "int"


class BumBoard(BoardState):
    """What a person sees on the table of The Bum Game."""
    phase: "Literal['cut', 'deal', 'exchange', 'play', 'lead', 'hand_end', 'over']"


class BumBossDrawnV1(UnsealedEvent):
    """Rule 1: the cut named the first Boss; the others follow clockwise."""
    type: "Literal['bum.boss_drawn.v1']"
    data: "SeatData"


class BumCardsGivenV1Data(TypedDict):
    seat: "int"
    receiver: "int"
    count: "int"


class BumCardsGivenV1(SealedEvent):
    """Rule 4: one side of the exchange, face down."""
    type: "Literal['bum.cards_given.v1']"
    data: "BumCardsGivenV1Data"
    parts: "dict[str, CardsPart]"


class BumChoices(ChoiceTexts):
    """What the seat may do now."""
    actions: "list[BumAction]"
    """Send one of these as it is."""
    picks: "list[BumPick]"
    """Send the example of one, or the same with other cards within its bounds."""


class BumCombinationPlayedV1Data(TypedDict):
    seat: "int"
    cards: "list[str]"
    kind: "Literal['set', 'sequence']"
    size: "int"
    length: "int"
    rank: "str"


class BumCombinationPlayedV1(UnsealedEvent):
    """Rule 5: a combination was led or beat the last one."""
    type: "Literal['bum.combination_played.v1']"
    data: "BumCombinationPlayedV1Data"


class BumExchangeCalledOffV1Data(TypedDict):
    seat: "int"
    jokers: "list[str]"


class BumExchangeCalledOffV1(UnsealedEvent):
    """U30: the Worker showed Jokers, so no cards are exchanged in this hand."""
    type: "Literal['bum.exchange_called_off.v1']"
    data: "BumExchangeCalledOffV1Data"


class BumHandDealtV1Data(TypedDict):
    hand: "int"
    order: "list[int]"


class BumHandDealtV1PartsValueData(PartData):
    hands: "NotRequired[list[str]]"


class BumHandDealtV1PartsValue(TypedDict):
    salt: "str"
    data: "BumHandDealtV1PartsValueData"


class BumHandDealtV1(SealedEvent):
    """Rule 2: the Bum dealt the whole deck; `order` is Boss first, clockwise."""
    type: "Literal['bum.hand_dealt.v1']"
    data: "BumHandDealtV1Data"
    parts: "dict[str, BumHandDealtV1PartsValue]"


class BumHandEndedV1Data(TypedDict):
    order: "list[int]"


class BumHandEndedV1(UnsealedEvent):
    """Rules 1 and 7: one player is left; `order` is that of the next hand, Boss first."""
    type: "Literal['bum.hand_ended.v1']"
    data: "BumHandEndedV1Data"


class BumHandVoidedV1Data(TypedDict):
    hand: "int"
    totals: "list[int]"
    winner: "int | None"
    over: "bool"


class BumHandVoidedV1(UnsealedEvent):
    """U32: a hand was ruled void; `totals` are without its points, `over` says if play ends."""
    type: "Literal['bum.hand_voided.v1']"
    data: "BumHandVoidedV1Data"


class BumOptions(TypedDict):
    """Options of a table of The Bum Game; BumOptionsInput explains them."""
    target: "int"
    hands: "int"
    exchange: "bool"
    revolution: "Literal['standard', 'bum_only']"
    jokers: "int"
    first_boss: "int | None"
    pass_is_final: "bool"
    ranked_jokers: "bool"
    boss_chooses: "bool"


class BumOptionsInput(TypedDict):
    """Options of The Bum Game; what is left out has its default."""
    target: "NotRequired[int]"
    """rule 9: points that win; 0: 25 for each player"""
    hands: "NotRequired[int]"
    """U31: end after so many hands; 0: no limit"""
    exchange: "NotRequired[bool]"
    """rule 4: cards are exchanged; no: single session game"""
    revolution: "NotRequired[Literal['standard', 'bum_only']]"
    """rule 3, U30"""
    jokers: "NotRequired[int]"
    """U23: 2 to n for six or more; 0: half the players"""
    first_boss: "NotRequired[int | None]"
    """rule 1: Boss of the first hand"""
    pass_is_final: "NotRequired[bool]"
    """U34: who passes is out of the trick"""
    ranked_jokers: "NotRequired[bool]"
    """U35: higher Jokers beat lower ones"""
    boss_chooses: "NotRequired[bool]"
    """U36: Boss and Foreman choose what they give"""


class BumPick(PickForm):
    """A choice of cards too wide to list."""
    example: "BumAction"


class BumPlayViewExchangeItem(TypedDict):
    """One side of the exchange."""
    giver: "int"
    receiver: "int"
    count: "int"
    cards: "list[str] | None"
    """null: only giver and receiver see them."""


class BumPlayViewPlaysItem(TypedDict):
    """Cards that a seat has played together."""
    seat: "int"
    cards: "list[str]"
    """Cards."""


class BumPlayViewLead(TypedDict):
    """A combination that is to be beaten."""
    kind: "Literal['set', 'sequence']"
    size: "int"
    """Cards of the set; cards of each rank of the sequence."""
    length: "int"
    """Ranks of the sequence; 1 for a set."""
    rank: "str"
    """Of the set; the top one of the sequence."""


class BumPlayView(TypedDict):
    """What a seat may know of a play of the Bum Game."""
    game: "Literal['bum']"
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    seats: "int"
    """Number of seats."""
    options: "BumOptions"
    target: "int"
    """Points that win."""
    phase: "Literal['cut', 'deal', 'exchange', 'play', 'hand_end', 'over']"
    hand: "int"
    turn: "int | None"
    totals: "list[int]"
    """By seat."""
    points_by_hand: "list[list[int]]"
    order: "list[int]"
    """Seats, Boss first."""
    designations: "list[str]"
    """By seat: Boss, Worker ..."""
    seated: "list[int]"
    """Seats in the order in which they sit."""
    ranked: "bool"
    """Whether the order was won and not drawn."""
    cards: "list[str] | None"
    """The own hand; null for a spectator."""
    counts: "list[int]"
    """By seat: cards in hand."""
    shown: "list[list[str]]"
    """By seat: Jokers shown."""
    called_off: "bool"
    """The exchange was called off."""
    exchange: "list[BumPlayViewExchangeItem]"
    plays: "list[BumPlayViewPlaysItem]"
    """All plays of the hand."""
    trick: "int"
    """Number of the trick."""
    lead: "BumPlayViewLead | None"
    """The combination to beat."""
    last: "int | None"
    """Who played it."""
    passes: "int"
    passed: "list[int]"
    """Seats out of this trick."""
    passes_needed: "int | None"
    deeds: "list[Deed]"
    """Plays and passes of this trick, in order."""
    deeds_before: "list[Deed]"
    """Those of the trick before, of the hand before too."""
    out: "list[int]"
    """Seats without cards, in order."""
    winner: "int | None"


class BumPlayerWentOutV1Data(TypedDict):
    seat: "int"
    place: "int"
    points: "int"
    total: "int"


class BumPlayerWentOutV1(UnsealedEvent):
    """Rules 7 and 8: a hand is empty and scores at once."""
    type: "Literal['bum.player_went_out.v1']"
    data: "BumPlayerWentOutV1Data"


class BumQuickSeat(QuickSeatSettings):
    """What kind of table of The Bum Game one wants a seat at. What is left out is as at a new
    table; number of seats and beacon are then not minded."""
    game: "Literal['bum']"
    seats: "NotRequired[int]"
    """Number of seats; a new table has as few as the game allows."""
    options: "NotRequired[BumOptionsInput]"


class BumRevolutionDeclaredV1Data(TypedDict):
    seats: "list[int]"
    jokers: "list[list[str]]"
    order: "list[int]"


class BumRevolutionDeclaredV1(UnsealedEvent):
    """Rule 3: `seats` showed their Jokers, `order` is the new one for this hand."""
    type: "Literal['bum.revolution_declared.v1']"
    data: "BumRevolutionDeclaredV1Data"


class BumSessionEndedV1Data(TypedDict):
    hands: "int"


class BumSessionEndedV1(UnsealedEvent):
    """U31: the agreed number of hands is played."""
    type: "Literal['bum.session_ended.v1']"
    data: "BumSessionEndedV1Data"


class BumTargetReachedV1Data(TypedDict):
    seat: "int"
    total: "int"


class BumTargetReachedV1(UnsealedEvent):
    """Rule 9: the table is won; play stops."""
    type: "Literal['bum.target_reached.v1']"
    data: "BumTargetReachedV1Data"


class BumTrickWonV1Data(TypedDict):
    seat: "int"
    leader: "int"


class BumTrickWonV1(UnsealedEvent):
    """Rule 6: all others passed; `leader` leads to the next trick."""
    type: "Literal['bum.trick_won.v1']"
    data: "BumTrickWonV1Data"


class BumTurnPassedV1(UnsealedEvent):
    """Rule 5: a seat did not beat the last combination this time."""
    type: "Literal['bum.turn_passed.v1']"
    data: "SeatData"


class BumView(SeenTable):
    """What a seat or a spectator may know of a table of The Bum Game, and may do."""
    game: "Literal['bum']"
    options: "BumOptions"
    play: "BumPlayView | None"
    """The play; null before the start."""
    choices: "BumChoices | None"
    """null: the viewer may do nothing now."""
    board: "BumBoard | None"
    """What a person sees, in a form common to all games; null before the start."""


class CardFace(TypedDict):
    """A card as clients show it."""
    id: "str"
    name: "str"
    rank: "str | None"
    suits: "list[str]"
    label: "str"
    """A few characters for small screens."""
    points: "int | None"
    """What it counts; null: nothing, or nothing by itself."""
    order: "int"
    """Its place in a sorted hand, from 0."""
    svg: "str"
    """Path of its picture, `/v1/cards/{card}.svg`, with its name in the language."""


class CardPartData(PartData):
    card: "NotRequired[str]"


class CardPart(TypedDict):
    salt: "str"
    data: "CardPartData"


class CardsPartData(PartData):
    cards: "NotRequired[list[str]]"


class CardsPart(TypedDict):
    salt: "str"
    data: "CardsPartData"


class ChangedWebhook(TypedDict):
    """What changes of a webhook; the rest stays."""
    url: "NotRequired[str]"
    """An https address on the public internet."""
    kinds: "NotRequired[list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]]"
    """The kinds of notices that you want."""
    enabled: "NotRequired[bool]"
    """true: enable it again; false: send nothing."""


class CheckedAction(TypedDict):
    """Whether an action would be accepted now."""
    legal: "bool"
    text: "str | None"
    """What it does, as the texts of choices; null: it is not legal."""
    n: "int"
    """Number of the table's newest event, behind which this is so."""
    refusal: "Problem | None"
    """What the action would be answered with; null where it is legal."""


class ClientKeys(TypedDict):
    """The keys of a browser's subscription."""
    p256dh: "str"
    """Its public key."""
    auth: "str"
    """Its secret."""


class Clock(TypedDict):
    """The clock: seconds a turn, a time bank for the whole table, least seconds of a first
    turn."""
    turn: "int"
    bank: "NotRequired[int]"
    first_turn: "NotRequired[int]"


class CollusionFigures(TypedDict):
    """The pairs of a tournament, those that are flagged first."""
    tournament: "str"
    n: "int"
    """Number of the tournament's newest event."""
    fewest: "int"
    """Pairs that share fewer deal groups are not told."""
    pairs: "list[SuspectPair]"


class CommandCauseAction(TypedDict):
    """What was asked without its secret fields."""
    type: "str"


class CommandCause(TypedDict):
    """What was asked; stands on the first event of a command."""
    seat: "int | None"
    """The acting seat; null for a command of the table."""
    action: "CommandCauseAction"
    """What was asked without its secret fields."""
    last: "int"
    """Number of the command's last event."""
    bot: "NotRequired[bool]"
    """true: a bot acted."""
    signed: "NotRequired[SignedAction | Literal[True]]"
    """The player's signature; `true` where it is sealed with the secret fields of the action."""


class ComparedMove(TypedDict):
    """Another move that was tried, on the same deals."""
    action: "GameAction"
    text: "str"
    """What it does, as the texts of choices."""
    better: "int"
    """In how many of 100 deals the hint does better than it."""
    worse: "int"
    """In how many of 100 deals the hint does worse."""


Consistency = TypedDict("Consistency", {
    "from": "int",
    "to": "int",
    "path": "ProofPath",
    "checkpoint": "NoteText",
})


class CrossCellTogether(TypedDict):
    """So wide that those of all pairs hold at once in 95 % of cups."""
    low: "float | None"
    high: "float | None"


class CrossCell(TypedDict):
    """How two entrants compare."""
    entrants: "list[int]"
    """Two numbers, the smaller first."""
    difference: "MeanEstimate"
    """By how much the first is ahead a table, over deal groups that both played."""
    together: "CrossCellTogether"
    """So wide that those of all pairs hold at once in 95 % of cups."""
    tables: "int"
    """At how many they met."""
    more: "int | None"
    """How many more deal groups would separate this pair, looked at alone; 0: separated; null:
    unknown."""


class CrossTable(TypedDict):
    """How each two entrants compare who have a deal group in common."""
    tournament: "str"
    n: "int"
    """Number of the tournament's newest event."""
    round: "int | None"
    """The round up to which it goes; null: none was planned yet."""
    entrants: "list[NamedEntrant]"
    cells: "list[CrossCell]"


class DealerData(TypedDict):
    dealer: "int"


class DeckPartData(PartData):
    deck: "NotRequired[list[str]]"


class DeckPart(TypedDict):
    salt: "str"
    data: "DeckPartData"


class Deed(TypedDict):
    """What a seat did."""
    seat: "int"
    action: "str"
    """Name of the action."""
    cards: "list[str]"
    """The cards that everybody saw."""
    word: "str"
    """What else was said: a pile, a token, how cards are to be read."""
    number: "int"
    """A number that was named: coins, a position."""


class Deliveries(TypedDict):
    """The latest attempts to deliver, the newest first."""
    deliveries: "list[Delivery]"


class Delivery(TypedDict):
    """An attempt to deliver a notice."""
    delivery: "str"
    """Id of the delivery, the same in all attempts."""
    kind: "Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling', 'test']"
    player: "str"
    """Id of the player."""
    table: "str | None"
    tournament: "str | None"
    n: "int"
    at: "int"
    attempt: "int"
    """1 for the first."""
    status: "int | None"
    """Status of the answer; null: there was none."""
    error: "str | None"
    """Why it failed; null: it did not."""
    next_at: "int | None"
    """When it is tried again; null: not."""


class DeviceAnswer(TypedDict):
    """A player's answer to an app that shows a code."""
    allow: "bool"
    """Whether the player allows it."""


class DeviceFacts(TypedDict):
    """What the app that shows a code asks a player for."""
    app: "str"
    """Id of the app: the `client_id` of OAuth."""
    name: "str"
    """What its owner calls the app."""
    owner: "str"
    """Name of the player who registered the app."""
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"


class Dispute(TypedDict):
    """A dispute about a hand."""
    dispute: "str"
    """Id of the dispute."""
    table: "str"
    """Id of the table."""
    hand: "int"
    seat: "int"
    """Whose complaint it is."""
    player: "str"
    """The player who complains."""
    opened_at: "int"
    status: "Literal['open', 'ruled', 'withdrawn']"
    n: "int"
    """Number of the table's newest event when it was opened."""
    head: "Head"
    reason: "str | None"
    """The complaint; null: the text was erased."""
    reason_hash: "str"
    """What stands for the text in the event."""
    receipts: "list[Receipt]"
    """The receipts that were handed in."""
    looks: "list[Look]"
    """Every look of an auditor at what is hidden."""
    ruling: "DisputeRuling | None"
    withdrawn_at: "int | None"


class DisputeInput(TypedDict):
    """A complaint about a hand."""
    hand: "int"
    """Number of the hand."""
    reason: "str"
    """What is wrong; the players of the table and auditors read it."""
    receipts: "NotRequired[list[KeptReceipt]]"
    """Receipts of this table that one has kept."""


class DisputePage(TypedDict):
    """A page of disputes."""
    disputes: "list[DisputeRow]"
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class DisputeRow(TypedDict):
    """A dispute in a list."""
    dispute: "str"
    """Id of the dispute."""
    table: "str"
    hand: "int"
    seat: "int"
    player: "str"
    opened_at: "int"
    status: "Literal['open', 'ruled', 'withdrawn']"
    verdict: "Literal['upheld', 'dismissed', None]"
    remedy: "Literal['none', 'hand_voided', 'table_voided', 'points_adjusted', None]"


class DisputeRuling(TypedDict):
    """What an auditor has ruled."""
    by: "str"
    """player:<id> of the auditor."""
    at: "int"
    verdict: "Literal['upheld', 'dismissed']"
    remedy: "Literal['none', 'hand_voided', 'table_voided', 'points_adjusted']"
    points: "list[int]"
    """By seat, what is added to the scores; empty unless points were adjusted."""
    reason: "str | None"
    """Why; null: the text was erased."""
    reason_hash: "str"
    """What stands for the text in the event."""
    where: "int | None"
    """Number of the event in the table's log; null: it was ruled after the close."""
    corrected: "Outcome | None"
    """The outcome as corrected by this and earlier rulings after the close; null: as the table
    says."""


class DisputeStream(TypedDict):
    """The stream of all disputes about the table. Hash its events on from
    SHA-256("fairdeal/log/1" + stream) as those of a log; the head after the event that the leaf
    of `proof` names is in the signed tree."""
    stream: "str"
    """Id of the stream."""
    events: "list[str]"
    """Each event as its exact bytes."""
    proof: "Proof | None"
    """Proof that the newest ruling is in the signed tree; null: no ruling, or not there yet."""


class DueTables(TypedDict):
    """Tables that are due, those overdue, and how long the oldest has been so, in
    milliseconds."""
    due: "int"
    overdue: "int"
    oldest: "int"


class Empty(TypedDict):
    """Nothing: the command has no settings. Send {}."""


class EndingFacts(TypedDict):
    """A reason why a table ends."""
    why: "Literal['withdrawn', 'expired', 'beacon_failed', 'closing_lost', 'abort_ruled', 'closed_by_operator', 'adjourned', 'forfeit', 'voided', 'broken_off', 'six_tokens', 'nothing_moves', 'last_round', 'hand_voided', 'no_victory_cards', 'max_rounds', 'target_reached', 'last_player', 'all_eliminated', 'hand_limit', 'win_voided', 'most_points', 'tie_broken', 'win_shared']"
    """Its code in an outcome."""
    text: "str"
    """The same in a sentence."""


class EntrantFacts(TypedDict):
    """Who takes part under a number."""
    number: "int"
    """From 0, in the order of registration."""
    kind: "Literal['player', 'bot', 'program', 'team']"
    name: "str | None"
    """What a team, program or bot is called; null: as its member."""
    members: "list[EntrantMember]"
    checked_in: "bool"
    committed: "bool"
    """Whether an entropy is promised."""
    entropy: "str | None"
    """null until it is revealed."""
    pool: "int | None"
    """Number of its pool, from 0; null: there are none, or not yet."""
    seed: "int"
    """Place in the seeding, from 1; a knockout draws by it."""
    rating: "float | None"
    """With which it entered; null: this tournament does not ask."""
    byes: "list[int]"
    """Rounds, from 0, that it sits out as requested."""
    late: "int"
    """So often late."""
    withdrawn: "bool"
    """Paired no more."""
    past: "list[EntrantMember]"
    """Who played for it before and was replaced."""


class EntrantMember(TypedDict):
    """Who plays for an entrant: a player, or a level of bots."""
    player: "str | None"
    """Id of the player; null: a bot."""
    name: "str | None"
    """Name of the player; null: a bot, or the account is erased."""
    level: "str | None"
    """Level of the bots; null: a player."""


class EntrantRatings(TypedDict):
    """How the rating of an entrant within the tournament has gone."""
    entrant: "int"
    name: "str"
    values: "list[float]"
    """Before the first round, and after each."""
    errors: "list[float]"
    """How far off they may be: two standard deviations."""


class Entrants(TypedDict):
    """All who take part, in the order of their numbers."""
    entrants: "list[EntrantFacts]"


class TableOpenedV1Data(TypedDict):
    game: "str"
    rules: "int"
    options: "GameOptions"
    seats: "int"
    clock: "Clock | None"
    on_time_out: "str"
    reveal: "str"
    private: "bool"
    group: "str"
    opener: "str"
    carried: "dict[str, Any] | None"
    """What the table that this one continues hands on."""
    spectator_delay: "int"
    rematch_of: "str | None"
    expires_after: "int"
    beacon: "NotRequired[dict[str, Any] | None]"
    invited: "NotRequired[list[Invitee] | None]"
    rated: "NotRequired[bool | None]"
    pace: "NotRequired[int | None]"
    lag: "NotRequired[int | None]"
    tournament: "NotRequired[dict[str, Any] | None]"
    seated: "NotRequired[list[dict[str, Any]] | None]"


class TableOpenedV1(SealedEvent):
    """Rule T1: all that a judge needs to know; the seal of `secret` commits to every deal."""
    type: "Literal['table.opened.v1']"
    data: "TableOpenedV1Data"
    parts: "dict[str, SecretPart]"


class TableSeatTakenV1Data(TypedDict):
    seat: "int"
    player: "str | None"
    bot: "str | None"
    commitment: "str | None"
    key: "NotRequired[str | None]"


class TableSeatTakenV1(UnsealedEvent):
    """Rule T2: by a player, perhaps with a commitment and a key (T14), or by a bot."""
    type: "Literal['table.seat_taken.v1']"
    data: "TableSeatTakenV1Data"


class TableSeatLeftV1(UnsealedEvent):
    """Rule T3: before the call; the seat is free again."""
    type: "Literal['table.seat_left.v1']"
    data: "SeatData"


class TableStartCalledV1Data(TypedDict):
    seat: "int | None"


class TableStartCalledV1(UnsealedEvent):
    """Rules T4 and T5: who calls for the start; the commitments are closed, so it is the
    *closing*. `seat` is None for an opener who holds none."""
    type: "Literal['table.start_called.v1']"
    data: "TableStartCalledV1Data"


class TableEntropyRevealedV1Data(TypedDict):
    seat: "int"
    entropy: "str"


class TableEntropyRevealedV1(UnsealedEvent):
    """Rule T4: the entropy to which the player of the seat had committed."""
    type: "Literal['table.entropy_revealed.v1']"
    data: "TableEntropyRevealedV1Data"


class TableEntropyClosedV1Data(TypedDict):
    entropies: "list[str]"
    withheld: "list[int]"
    round: "NotRequired[int | None]"


class TableEntropyClosedV1(UnsealedEvent):
    """Rule T4: the entropies by seat (empty where there is none), which never change. At a table
    of a tournament they are one: what its entrants brought (T26). `withheld` are the seats whose
    promised entropy was not revealed. With a beacon it fixes the `round` (T21)."""
    type: "Literal['table.entropy_closed.v1']"
    data: "TableEntropyClosedV1Data"


class TableBeaconCameV1Data(TypedDict):
    round: "int"
    signature: "str"
    randomness: "str"


class TableBeaconCameV1(UnsealedEvent):
    """Rule T21: the round of the beacon, which has a part in every deal from here on."""
    type: "Literal['table.beacon_came.v1']"
    data: "TableBeaconCameV1Data"


class TableStartedV1Data(TypedDict):
    pass


class TableStartedV1(UnsealedEvent):
    """Rule T5: play begins."""
    type: "Literal['table.started.v1']"
    data: "TableStartedV1Data"


class TableTimedOutV1Data(TypedDict):
    seat: "int"
    deadline: "int"
    policy: "str"


class TableTimedOutV1(UnsealedEvent):
    """Rule T8: `deadline` in milliseconds; `policy` says what follows. Where time-outs cost a
    player the seat at a table with `fallback`, that is `bot`."""
    type: "Literal['table.timed_out.v1']"
    data: "TableTimedOutV1Data"


class TableSeatClaimedV1Data(TypedDict):
    seat: "int"
    claimed_by: "int"


class TableSeatClaimedV1(UnsealedEvent):
    """Rule T8b: who holds the seat `claimed_by` will wait no longer for the player of `seat`."""
    type: "Literal['table.seat_claimed.v1']"
    data: "TableSeatClaimedV1Data"


class TableHandedToBotV1Data(TypedDict):
    seat: "int"
    bot: "str"


class TableHandedToBotV1(UnsealedEvent):
    """Rules T3, T8 and T8b: a bot plays on for the seat."""
    type: "Literal['table.handed_to_bot.v1']"
    data: "TableHandedToBotV1Data"


class TableTakenBackV1Data(TypedDict):
    seat: "int"
    player: "str"
    key: "NotRequired[str | None]"


class TableTakenBackV1(UnsealedEvent):
    """Rule T3a: the player who held the seat when play began plays for it again."""
    type: "Literal['table.taken_back.v1']"
    data: "TableTakenBackV1Data"


class TableAdjournAgreedV1(UnsealedEvent):
    """Rule T11: the player in this seat agrees that the table ends here."""
    type: "Literal['table.adjourn_agreed.v1']"
    data: "SeatData"


class TableInvitedV1Data(TypedDict):
    invited: "list[Invitee]"


class TableInvitedV1(UnsealedEvent):
    """Rule T22: seats are reserved for players, from now on."""
    type: "Literal['table.invited.v1']"
    data: "TableInvitedV1Data"


class TableInvitationEndedV1Data(TypedDict):
    seat: "int"
    player: "str"
    how: "Literal['accepted', 'declined', 'withdrawn', 'expired', 'closed']"


class TableInvitationEndedV1(UnsealedEvent):
    """Rule T22: a seat is reserved for a player no more."""
    type: "Literal['table.invitation_ended.v1']"
    data: "TableInvitationEndedV1Data"


class TableRuledV1Data(TypedDict):
    dispute: "str"
    hand: "int"
    verdict: "str"
    remedy: "str"
    points: "list[int]"
    reason: "str"


class TableRuledV1(UnsealedEvent):
    """Rules T15 to T18: a dispute was ruled; `points` by seat are added at the end."""
    type: "Literal['table.ruled.v1']"
    data: "TableRuledV1Data"


class TableFinishedV1Data(TypedDict):
    why: "str"
    places: "list[int]"
    scores: "list[int]"
    deserters: "NotRequired[list[dict[str, Any]] | None]"


class TableFinishedV1(UnsealedEvent):
    """Rule T26: play at a table of a tournament has ended; others of its group may go on."""
    type: "Literal['table.finished.v1']"
    data: "TableFinishedV1Data"


class TableClosedV1Data(TypedDict):
    why: "str"
    places: "list[int]"
    scores: "list[int]"
    deserters: "NotRequired[list[dict[str, Any]] | None]"
    receipt: "NotRequired[dict[str, Any] | None]"


class TableClosedV1(UnsealedEvent):
    """Rule T9: the last event of a log; no places where nothing was played to its end.
    `deserters` are the seats whose players have deserted, where there are any (T8a). `receipt` is
    the server's own, of what the log lacks, for which the table was aborted (T9b)."""
    type: "Literal['table.closed.v1']"
    data: "TableClosedV1Data"


class GoblinMarketFirstBidderDrawnV1(UnsealedEvent):
    """G21: `seat` was drawn to start the first auction."""
    type: "Literal['goblin_market.first_bidder_drawn.v1']"
    data: "SeatData"


class GoblinMarketDealtV1Data(TypedDict):
    hand: "int"
    starter: "int"
    coins: "int"


class GoblinMarketDealtV1(SealedEvent):
    """Setup: the Auction Deck was shuffled and every player got `coins`."""
    type: "Literal['goblin_market.dealt.v1']"
    data: "GoblinMarketDealtV1Data"
    parts: "dict[str, DeckPart]"


class GoblinMarketGoblinsShuffledV1Data(TypedDict):
    pass


class GoblinMarketGoblinsShuffledV1(SealedEvent):
    """Setup and rule 7: the Goblin Deck was shuffled."""
    type: "Literal['goblin_market.goblins_shuffled.v1']"
    data: "GoblinMarketGoblinsShuffledV1Data"
    parts: "dict[str, DeckPart]"


class GoblinMarketSizeTurnedV1Data(TypedDict):
    card: "str"
    size: "int"


class GoblinMarketSizeTurnedV1(UnsealedEvent):
    """Rule 1: the size card says that `size` cards will be for sale; it is set aside."""
    type: "Literal['goblin_market.size_turned.v1']"
    data: "GoblinMarketSizeTurnedV1Data"


class GoblinMarketCardsTurnedV1Data(TypedDict):
    cards: "list[str]"
    starter: "int"
    final: "bool"


class GoblinMarketCardsTurnedV1(UnsealedEvent):
    """Rule 2: these cards are for sale, and `starter` bids first."""
    type: "Literal['goblin_market.cards_turned.v1']"
    data: "GoblinMarketCardsTurnedV1Data"


class GoblinMarketBidMadeV1Data(TypedDict):
    seat: "int"
    coins: "int"


class GoblinMarketBidMadeV1(UnsealedEvent):
    """Rule 3."""
    type: "Literal['goblin_market.bid_made.v1']"
    data: "GoblinMarketBidMadeV1Data"


class GoblinMarketPassedV1(UnsealedEvent):
    """Rule 3."""
    type: "Literal['goblin_market.passed.v1']"
    data: "SeatData"


class GoblinMarketAuctionWonV1Data(TypedDict):
    seat: "int"
    coins: "int"
    order: "list[int]"


class GoblinMarketAuctionWonV1(UnsealedEvent):
    """Rule 3: the bidding ended; `order` is everybody who bid, highest last bid first."""
    type: "Literal['goblin_market.auction_won.v1']"
    data: "GoblinMarketAuctionWonV1Data"


class GoblinMarketNobodyBidV1Data(TypedDict):
    cards: "list[str]"
    goblin_money: "bool"


class GoblinMarketNobodyBidV1(UnsealedEvent):
    """Rule 4: all passed, and the cards were discarded."""
    type: "Literal['goblin_market.nobody_bid.v1']"
    data: "GoblinMarketNobodyBidV1Data"


class GoblinMarketCardsTakenV1Data(TypedDict):
    seat: "int"
    cards: "list[str]"
    coins: "int"
    then: "int | None"


class GoblinMarketCardsTakenV1(UnsealedEvent):
    """Rule 5: `seat` paid `coins` for `cards`; `then` takes next (None: nobody)."""
    type: "Literal['goblin_market.cards_taken.v1']"
    data: "GoblinMarketCardsTakenV1Data"


class GoblinMarketShareRefusedV1Data(TypedDict):
    seat: "int"
    then: "int | None"


class GoblinMarketShareRefusedV1(UnsealedEvent):
    """G1: `seat` took nothing and paid nothing; `then` is asked next (None: nobody)."""
    type: "Literal['goblin_market.share_refused.v1']"
    data: "GoblinMarketShareRefusedV1Data"


class GoblinMarketCardsDiscardedV1Data(TypedDict):
    cards: "list[str]"


class GoblinMarketCardsDiscardedV1(UnsealedEvent):
    """Rule 5: nobody was left to take these."""
    type: "Literal['goblin_market.cards_discarded.v1']"
    data: "GoblinMarketCardsDiscardedV1Data"


class GoblinMarketSisterhoodPaidV1Data(TypedDict):
    digit: "int"
    coins: "list[int]"


class GoblinMarketSisterhoodPaidV1(UnsealedEvent):
    """Rule 6: who got no card earned for ranks at and below the last digit of the bid."""
    type: "Literal['goblin_market.sisterhood_paid.v1']"
    data: "GoblinMarketSisterhoodPaidV1Data"


class GoblinMarketGoblinMoneyPaidV1Data(TypedDict):
    card: "str"
    coins: "list[int]"


class GoblinMarketGoblinMoneyPaidV1(UnsealedEvent):
    """Rule 7: everybody got a coin for each suit of the Goblin card that they do not own."""
    type: "Literal['goblin_market.goblin_money_paid.v1']"
    data: "GoblinMarketGoblinMoneyPaidV1Data"


class GoblinMarketMarketClosedV1Data(TypedDict):
    scores: "list[int]"
    positive: "list[int]"
    places: "list[int]"


class GoblinMarketMarketClosedV1(UnsealedEvent):
    """Rules 8 and 9: the Auction Deck is empty, and the cards were counted."""
    type: "Literal['goblin_market.market_closed.v1']"
    data: "GoblinMarketMarketClosedV1Data"


class GoblinMarketHandVoidedV1Data(TypedDict):
    hand: "int"
    scores: "list[int]"
    positive: "list[int]"
    places: "list[int]"


class GoblinMarketHandVoidedV1(UnsealedEvent):
    """An auditor took the hand's points back; there is no other hand, so the table is over."""
    type: "Literal['goblin_market.hand_voided.v1']"
    data: "GoblinMarketHandVoidedV1Data"


class EventPage(TypedDict):
    """A page of the log."""
    events: "list[Event]"
    n: "int"
    """Number of the newest event of the table."""
    next: "int | None"
    """`after` of the next page; null when there are no more."""


class EventPartsValue(TypedDict):
    salt: "str"
    data: "PartData"


class Evidence(TypedDict):
    """All that the reader may know about a disputed hand."""
    log: "LogSlice"
    receipts: "list[JudgedReceipt]"
    clock: "list[Turn]"
    knowledge: "list[KnownParts]"
    dispute: "Dispute"
    seat: "int | None"
    """As which seat it is read; null: as an auditor or a spectator."""
    table: "TableFacts"
    signed: "Receipt"
    proof: "Proof | None"
    """Proof that the table's end is in the signed tree; null: not closed, or not there yet."""
    disputes: "DisputeStream"
    report: "VerifiedLog | None"
    """The verifier's report on the whole log; null for players until the table is opened."""


class FoundPlayer(TypedDict):
    """A player who is called so."""
    player: "str"
    """Id of the player."""
    name: "str"
    """Name of the player."""


class FoundPlayers(TypedDict):
    """Who is called so: nobody, or one."""
    players: "list[FoundPlayer]"


class GameDetails(TypedDict):
    """A game with all that a client needs to open and play it."""
    game: "str"
    """Its name in requests."""
    title: "str"
    """Its name for people."""
    rules: "int"
    """Version of the rules."""
    seats: "SeatRange"
    bots: "list[str]"
    """The levels of its bots."""
    ladder: "list[LadderBot]"
    """The same with the bots between, the weakest first."""
    about: "AboutGame"
    options: "list[OptionForm]"
    brief: "dict[str, Any]"
    """Options of a short table, for a first try or a test."""
    actions: "list[dict[str, Any]]"
    """JSON Schemas of the actions."""
    cards: "list[CardFace]"
    """Every card that a table of this game may have, in the order of a sorted hand."""
    suits: "list[SuitFace]"
    """How the suits of its cards look; none where its cards have none."""
    texts: "list[TextTemplate]"
    """Every text of a story at a table of this game, for translations."""
    phases: "list[PhaseFacts]"
    """The phases that a board of this game may name."""
    endings: "list[EndingFacts]"
    """Why a table of this game may end."""


class Rated(TypedDict):
    """What tables have brought a player or a bot."""
    played: "int"
    """Tables that count."""
    won: "int"
    """Those in the first place, shared ones too."""
    average_place: "float"
    points: "int"
    """Sum of the scores."""
    rating: "float"
    """mu less three sigma: what the player has shown at least."""
    mu: "float"
    """Estimated skill; 25 for a new player."""
    sigma: "float"
    """Its uncertainty; 8.333333 for a new player."""


class GameStatistics(Rated):
    """What a player has done in one game."""


class GameSummary(TypedDict):
    """A game."""
    game: "str"
    """Its name in requests."""
    title: "str"
    """Its name for people."""
    rules: "int"
    """Version of the rules."""
    seats: "SeatRange"
    bots: "list[str]"
    """The levels of its bots."""
    ladder: "list[LadderBot]"
    """The same with the bots between, the weakest first."""
    about: "AboutGame"


class Games(TypedDict):
    """All games."""
    games: "list[GameSummary]"


class GoblinMarketBoard(BoardState):
    """What a person sees on the table of Goblin Market."""
    phase: "Literal['drawing', 'dealing', 'goblins', 'between', 'bidding', 'taking', 'sisterhood', 'goblin_money', 'over']"


class GoblinMarketChoices(ChoiceTexts):
    """What the seat may do now."""
    actions: "list[GoblinMarketAction]"
    """Send one of these as it is."""
    picks: "list[GoblinMarketPick]"
    """Send the example of one, or the same with other cards within its bounds."""


class GoblinMarketOptions(TypedDict):
    """Options of a table of Goblin Market; GoblinMarketOptionsInput explains them."""
    use_courts: "bool"
    start_coins: "int"
    first_bidder: "int | None"
    min_bid: "int"
    goblin_money_when_all_pass: "bool"
    share_may_be_refused: "bool"
    coins_public: "bool"


class GoblinMarketOptionsInput(TypedDict):
    """Options of Goblin Market; what is left out has its default."""
    use_courts: "NotRequired[bool]"
    """Setup: the Courts are in the Goblin Deck too"""
    start_coins: "NotRequired[int]"
    """Setup: coins of each player at the start"""
    first_bidder: "NotRequired[int | None]"
    """Setup, G21: starts the first auction, as the youngest player"""
    min_bid: "NotRequired[int]"
    """G2: the lowest opening bid"""
    goblin_money_when_all_pass: "NotRequired[bool]"
    """G9: goblin money is also paid when nobody bid"""
    share_may_be_refused: "NotRequired[bool]"
    """G1, G20: those who share the cards with the winner may refuse"""
    coins_public: "NotRequired[bool]"
    """G18: everybody sees how many coins a player has"""


class GoblinMarketPick(PickForm):
    """A choice of cards too wide to list."""
    example: "GoblinMarketAction"


class GoblinMarketPlayViewAuction(TypedDict):
    """The cards for sale, the bidding and who takes cards."""
    number: "int"
    final: "bool"
    """These are the last cards."""
    row: "list[str]"
    """The cards for sale."""
    starter: "int | None"
    bids: "list[int | None]"
    """By seat."""
    high: "int | None"
    leader: "int | None"
    least_bid: "int | None"
    """The lowest bid that is accepted now."""
    still: "list[int]"
    """Seats still in the auction."""
    takers: "list[int]"
    """Who takes cards, in order."""
    buyers: "list[int]"
    """Who has taken cards."""


class GoblinMarketPlayViewPlayersItem(TypedDict):
    """What a player owns."""
    cards: "list[str]"
    """Cards."""
    coins: "int | None"
    """null: hidden by an option."""
    points: "int"
    positive_points: "int"


class GoblinMarketPlayViewLedgerItem(TypedDict):
    """Coins that went to the players, or from them, at one moment."""
    auction: "int"
    what: "str"
    coins: "list[int]"
    """By seat."""


class GoblinMarketPlayViewResult(TypedDict):
    """Scores and places once the table is over."""
    scores: "list[int]"
    """By seat."""
    positive_points: "list[int]"
    """By seat."""
    places: "list[int]"
    """By seat."""
    voided: "bool"


class GoblinMarketPlayView(TypedDict):
    """What a seat may know of a play of Goblin Market."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    seats: "int"
    """Number of seats."""
    options: "GoblinMarketOptions"
    hand: "int"
    phase: "Literal['drawing', 'dealing', 'goblins', 'between', 'bidding', 'taking', 'sisterhood', 'goblin_money', 'over']"
    to_act: "list[int]"
    """Seats."""
    auction: "GoblinMarketPlayViewAuction"
    """The cards for sale, the bidding and who takes cards."""
    deck_count: "int"
    set_aside: "list[str]"
    """Cards."""
    discards: "list[str]"
    """Cards."""
    goblin_count: "int"
    goblin_shuffles: "int"
    goblins_shown: "list[str]"
    """Cards."""
    players: "list[GoblinMarketPlayViewPlayersItem]"
    """By seat."""
    ledger: "list[GoblinMarketPlayViewLedgerItem]"
    """Every payment."""
    deeds: "list[Deed]"
    """Bids, passes and takings of this auction, in order."""
    deeds_before: "list[Deed]"
    """Those of the auction before."""
    result: "GoblinMarketPlayViewResult | None"


class GoblinMarketQuickSeat(QuickSeatSettings):
    """What kind of table of Goblin Market one wants a seat at. What is left out is as at a new
    table; number of seats and beacon are then not minded."""
    game: "Literal['goblin_market']"
    seats: "NotRequired[int]"
    """Number of seats; a new table has as few as the game allows."""
    options: "NotRequired[GoblinMarketOptionsInput]"


class GoblinMarketView(SeenTable):
    """What a seat or a spectator may know of a table of Goblin Market, and may do."""
    game: "Literal['goblin_market']"
    options: "GoblinMarketOptions"
    play: "GoblinMarketPlayView | None"
    """The play; null before the start."""
    choices: "GoblinMarketChoices | None"
    """null: the viewer may do nothing now."""
    board: "GoblinMarketBoard | None"
    """What a person sees, in a form common to all games; null before the start."""


class GrantFacts(TypedDict):
    """What a player has allowed an app."""
    grant: "str"
    """Id of the grant."""
    app: "str"
    """Id of the app: the `client_id` of OAuth."""
    name: "str"
    """What its owner calls the app."""
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"
    made_at: "int"
    used_at: "int | None"
    """When the app last used it, to the minute; null: never."""


class GroupData(TypedDict):
    group: "int"


class Hand(TypedDict):
    """A hand as the reader may know it; docs/reference/hand-history.md defines it."""
    format: "Literal['fairdeal/hand/1']"
    table: "str"
    game: "str"
    rules: "int"
    """Version of the rules."""
    options: "GameOptions"
    seats: "list[HandSeat]"
    hand: "int"
    dealer: "int | None"
    """null in games without a dealer."""
    viewer: "int | None"
    """The seat that reads; null: everybody."""
    opened: "bool"
    """Everything sealed in it may be read."""
    complete: "bool"
    """Nothing more will happen in it."""
    voided: "bool"
    """A ruling in the log has taken its points back."""
    commands: "list[HandCommand]"


class HandCommandAction(TypedDict):
    """What was asked, without the secret fields that the reader may not know."""
    type: "str"


class HandCommand(TypedDict):
    """What was asked, and what it made happen."""
    first: "int"
    """Number of its first event; it lies in the hand before if a hand begins within a command."""
    at: "int"
    by: "EventBy"
    seat: "int | None"
    """The acting seat; null for a command of the table."""
    action: "HandCommandAction"
    """What was asked, without the secret fields that the reader may not know."""
    took: "int | None"
    """Milliseconds that the turn had lasted; null where it ended no turn."""
    bot: "dict[str, Any] | None"
    """How a bot found the action; null where the reader may not know."""
    events: "list[HandEvent]"


class HandEvent(TypedDict):
    """An event as the reader may know it."""
    n: "int"
    type: "str"
    """Its name, as in the log."""
    data: "dict[str, Any]"
    """Its public fields."""
    parts: "dict[str, dict[str, Any]]"
    """Audience -> the sealed fields that the reader may know."""
    hidden: "list[str]"
    """Audiences of the parts that the reader may not know."""
    note: "str"
    """What happened, in plain English."""


class HandPage(TypedDict):
    """A page of the hands of a table."""
    hands: "list[HandSummary]"
    next: "int | None"
    """`after` of the next page; null when there are no more."""


class HandSeat(TypedDict):
    """Who held a seat when the hand was dealt."""
    seat: "int"
    player: "str | None"
    bot: "str | None"


class HandSummary(TypedDict):
    """A hand of a table."""
    hand: "int"
    """Its number, from 1."""
    first: "int"
    """Number of its first event."""
    last: "int"
    """Number of its newest event."""
    complete: "bool"
    """Nothing more will happen in it."""
    voided: "bool"
    """A ruling in the log has taken its points back."""
    opened: "bool"
    """Everything sealed in it may be read."""


class Health(TypedDict):
    """That all is well."""
    status: "Literal['ok']"
    warning: "NotRequired[str]"
    """What the operator should look after before it is late."""


class Hint(TypedDict):
    """What the strongest bot would play in your seat."""
    n: "int"
    """Number of the table's newest event, behind which this is so."""
    action: "GameAction"
    """Send this as it is."""
    text: "str"
    """What it does, as the texts of choices."""
    why: "list[str]"
    """Sentences for people; cards are marked as in the story."""
    deals: "int"
    """Deals that fit what you know, on which it was tried; 0: none."""
    others: "list[ComparedMove]"
    """The closest rival first."""


class Invitee(TypedDict):
    """Rule T22: a player for whom a seat is reserved, and for how many seconds."""
    seat: "int"
    player: "str"
    """Id of the player."""
    expires_after: "int"
    """Seconds for which the seat is reserved, from this event on."""


class IssuedPersonalToken(TypedDict):
    """A new personal access token."""
    id: "str"
    name: "str"
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"
    made_at: "int"
    expires_at: "int"
    used_at: "int | None"
    """When it was last used, to the minute; null: never."""
    token: "str"
    """Keep it: it is shown this once."""


class IssuedSignInCode(TypedDict):
    """A new sign-in code."""
    id: "str"
    expires_at: "int"
    used_at: "int | None"
    """When a device signed in with it; null: none has."""
    code: "str"
    """Keep it: it is shown this once."""


class JobQueue(TypedDict):
    """Jobs that wait in a queue; the seconds for which the oldest of them has."""
    queue: "str"
    jobs: "int"
    oldest: "float"


class JudgedDecision(TypedDict):
    """A decision of the seat."""
    n: "int"
    """Number of its event, as `at` of a replay."""
    hand: "int"
    action: "GameAction"
    text: "str"
    """What it did, as the texts of choices."""
    best: "GameAction"
    """What the strongest bot would have played."""
    best_text: "str"
    grade: "Literal['good', 'inaccuracy', 'mistake', 'blunder']"
    """How much the move loses, by bounds of the game; good where it may lose nothing."""
    loss: "MoveLoss | None"
    """null: it was the best move."""


class JudgedReceipt(TypedDict):
    """A receipt that was handed in, held to the log."""
    verdict: "str"
    """`genuine`, `newer` (than this log), `excused` (it contradicts the log, by a published
    loss), or the fault in a word of docs/reference/verdicts.md, such as `forged_receipt` or
    `fork`."""
    why: "str"
    receipt: "Receipt"


class KeptReceipt(TypedDict):
    """A receipt of a table as the server gave it."""
    table: "str"
    n: "int"
    head: "str"
    at: "int"
    durability: "str"
    key: "str"
    signature: "str"


class KeyLoss(TypedDict):
    """How much signed data the store had lost. Since then the tree of heads has another name,
    after this key."""
    after: "int"
    """What keys before this one signed after this time may be lost."""
    size: "int"
    """Leaves of the newest tree that was signed for."""
    root: "Head | None"
    """Its root; null where none was signed for."""
    kept: "int"
    """How many of its leaves, from the first, are still there."""


Key = TypedDict("Key", {
    "from": "int",
    "until": "int | None",
    "key": "str",
    "algorithm": "Literal['Ed25519']",
    "public": "str",
    "signature": "str | None",
    "loss": "NotRequired[KeyLoss]",
})


class KeyInput(TypedDict):
    """A key with which a player signs actions, and the proof that the player has it."""
    public: "str"
    """The public half of an Ed25519 key."""
    proof: "str"
    """Its signature over the canonical JSON of ["fairdeal/player-key/1", player, public]."""


class Keys(TypedDict):
    """The public keys."""
    keys: "list[Key]"


class KnownPartsPartsItem(TypedDict):
    """Who could read a sealed part."""
    audience: "str"
    """As in the event's `seals`."""
    seats: "list[int]"
    """The seats that could read it at once."""
    opened: "int | None"
    """Number of the event with which everybody could; null: not yet."""


class KnownParts(TypedDict):
    """Who could read the sealed parts of an event."""
    n: "int"
    parts: "list[KnownPartsPartsItem]"


class LadderBot(TypedDict):
    """A bot that may be given a seat."""
    bot: "str"
    rating: "int"
    """How strong it is, where `regular` has 1500."""


class Leaderboard(TypedDict):
    """A page of a leaderboard."""
    game: "str"
    players: "list[LeaderboardPlayer]"
    bots: "list[LeaderboardLevel]"
    """The levels of bots that are rated, best rating first; on every page the same."""
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class LeaderboardLevel(Rated):
    """A level of bots; `played` and the rest count each of its seats."""
    level: "str"


class LeaderboardPlayer(Rated):
    """A player on a leaderboard."""
    rank: "int"
    """Place among those listed, from 1."""
    player: "str"
    """Id of the player."""
    name: "str | None"
    """Name of the player; null when it was erased."""


class Leaf(TypedDict):
    """What stands in the tree: the canonical JSON of ["fairdeal/leaf/1", kind, ..., end]. It
    names no ids: who knows that of a table finds its leaves, and nobody else."""
    kind: "Literal['opened', 'called', 'settled', 'running', 'closed', 'tournament_called', 'tournament_settled', 'ruled', 'key', 'lost']"
    """What happened."""
    stream: "str"
    """SHA-256 of the id of the table (or of its disputes, or of `keys`)."""
    n: "int"
    """Number of the event in its stream."""
    head: "Head"
    at: "int"
    """When it became a leaf."""
    end: "int | None"
    """By when the table has another leaf; null where none must come."""


class LegalPicksItem(TypedDict):
    """A choice of cards too wide to list."""
    text: "str"
    """What is done, in a few words."""
    group: "Literal['cards', 'sets', 'sequences', 'bids', 'calls', 'places', 'pass']"
    """As of the texts of actions."""
    example: "GameAction"
    example_text: "str"
    """What the example does, as the texts of actions."""
    field: "str"
    """The field of the action that may hold other cards."""
    cards: "list[str]"
    """Which ones."""
    least: "int"
    """How many at least."""
    most: "int"
    """How many at most."""
    must: "str | None"
    """A further condition on the cards, in one sentence; null: none."""
    bounds: "dict[str, Any]"
    """The same in numbers."""


class Legal(TypedDict):
    """What would be legal now, at most 10 of each kind; the view has them all in `choices`."""
    actions: "list[GameAction]"
    """Send one of these as it is."""
    texts: "list[Wording]"
    """How people are shown the actions, in their order."""
    picks: "list[LegalPicksItem]"
    """Or the example of one of these, perhaps with other cards within its bounds."""


class LimitFacts(TypedDict):
    """A limit, and how much of it is used."""
    limit: "Literal['refused', 'wrong_tokens', 'register', 'recover', 'sign_in', 'rename', 'open', 'tables', 'bots_alone', 'sit', 'seats', 'invite', 'phrases', 'host', 'tournaments', 'enter', 'preferences', 'issue', 'tokens', 'push', 'subscriptions', 'apps', 'grants', 'consents', 'exchanges', 'devices', 'key', 'checks', 'hints', 'analyses', 'uploads', 'replays', 'readers', 'streams']"
    """Its name, as in the answer 429."""
    counts_for: "Literal['account', 'address', 'app']"
    """Whether it counts for the account, for all who ask from its address, or for all users of
    the app that asks."""
    most: "int"
    """How many are allowed."""
    seconds: "int | None"
    """In so many seconds; null: at a time."""
    used: "int"
    """How many in the current period, or now; of `streams` and `uploads` those of the answering
    process."""


class Links(TypedDict):
    """Where things are; paths on this server."""
    name: "Literal['fairdeal']"
    docs: "str"
    """The API for people, to read and to try out."""
    openapi: "str"
    """The description of the API."""
    register: "str"
    """POST makes an account."""
    games: "str"
    """The games, with their rules."""
    tables: "str"
    """The lobby; POST opens a table."""
    quick: "str"
    """POST gives a seat at some table."""
    keys: "str"
    """The public keys of the server."""
    checkpoint: "str"
    """The newest checkpoint of the tree of all tables."""


class ListedSeat(TypedDict):
    """A seat of a table in a list, and who holds it."""
    seat: "int"
    player: "str | None"
    """Id of the player, null for a bot or nobody; at an ended table, of the player at the call
    for the start."""
    name: "str | None"
    """Name of the player; null for nobody, and when it was erased."""
    bot: "str | None"
    """Level of the bot, null for a player or nobody."""
    away: "str | None"
    """Id of the player who may take the seat back from its bot."""
    kept_for: "str | None"
    """Id of the player for whom an invitation keeps the seat."""
    kept_until: "int | None"
    """When that invitation expires."""


class ListedTable(TypedDict):
    """A table in the list of a player."""
    table: "str"
    """Id of the table."""
    game: "str"
    """Name of the game."""
    phase: "Literal['open', 'playing', 'finished', 'closed']"
    private: "bool"
    """Whether only players with the join code see it."""
    opener: "str"
    """Id of the player who opened it."""
    opened_at: "int"
    started_at: "int | None"
    """When play began."""
    ended_at: "int | None"
    """When it was closed."""
    n: "int"
    """Number of the newest event that changed this row."""
    seats: "list[ListedSeat]"
    """With a `spectator_delay`, askers without a seat get those of the start of play."""
    seat: "int | None"
    """The seat that the player holds, or held at the call; null: none."""
    turns: "list[SeatTurn] | None"
    """The seats that may act now; null for askers without a seat at a table with a
    `spectator_delay`, and for players who gave up their seat."""
    result: "SeatResult | None"
    """Of the player's seat; null before the end, and where nothing counts."""


class Lobby(TypedDict):
    """A page of the lobby."""
    tables: "list[LobbyTable]"
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class LobbyAdded(TypedDict):
    """A table has come into the list."""
    type: "Literal['added']"
    table: "LobbyTable"


class LobbyChanged(TypedDict):
    """A table of the list has changed."""
    type: "Literal['changed']"
    table: "LobbyTable"


class LobbyNow(TypedDict):
    """The newest tables of the list: the beginning of every stream."""
    type: "Literal['tables']"
    tables: "list[LobbyTable]"


class LobbyRemoved(TypedDict):
    """A table left the list: it has begun, ended, or made room for newer ones."""
    type: "Literal['removed']"
    table: "str"
    """Id of the table."""


class LobbySeat(TypedDict):
    """A seat in the lobby."""
    seat: "int"
    player: "str | None"
    bot: "str | None"
    invited: "str | None"
    """Id of the player for whom an invitation reserves the free seat."""
    entropy: "Literal['none', 'promised', 'revealed', 'withheld']"
    """The state of the seat's entropy. Only a `revealed` one is part of the deal; a `withheld`
    one was not revealed in time, or its player left after the call."""
    name: "str | None"
    """Name of the player."""


class LobbyTable(TypedDict):
    """A table in the lobby."""
    table: "str"
    """Id of the table."""
    game: "str"
    rules: "int"
    phase: "Literal['open', 'playing']"
    seats: "list[LobbySeat]"
    """With a `spectator_delay`, those of the moment when play began."""
    free: "int"
    """Number of free seats that no invitation reserves."""
    options: "GameOptions"
    clock: "Clock | None"
    on_time_out: "Literal['fallback', 'bot', 'forfeit']"
    reveal: "Literal['table', 'hand', 'auditors']"
    spectator_delay: "int"
    rematch_of: "str | None"
    expires_after: "int"
    """Seconds from the last seating until the table closes if play does not begin."""
    expires_at: "int | None"
    """When the table closes if no seat is taken; null once the start is called for."""
    continues: "str | None"
    rated: "bool"
    pace: "int"
    """Milliseconds that bots leave before they act."""
    beacon: "str | None"
    """Name of the chain of which play waits for a round; null: for none."""
    round: "int | None"
    """That round; null before the entropies are closed."""
    opener: "str"
    opened_at: "int"
    n: "int"
    """Number of the newest event that changed this row."""


class LogFault(TypedDict):
    """Something in a log that does not hold."""
    kind: "str"
    """A word of docs/reference/verdicts.md."""
    event: "int"
    """Number of the first bad event."""
    why: "str"


class LogPlace(TypedDict):
    """A place in the log."""
    n: "int"
    """Number of an event; 0 before the first."""
    head: "Head"


class LogReplay(TypedDict):
    """A log file gone through again."""
    report: "VerifiedLog"
    """The verifier's report. The only fault of a good log of another server is `unsigned`."""
    now: "View"
    """The view of who only watches, behind the last event."""
    hands: "list[HandSummary]"
    """All hands of the log."""
    moments: "list[Replay]"
    """Command by command; with `seat=all` each as a spectator saw it, then as every seat did."""
    next: "int | None"
    """The first event after these commands; null at the end."""


class LogSlice(TypedDict):
    """The log of a hand and how it belongs to the table's chain. Hash the public parts of the
    events on from `before` to get `after`, then the texts in `way` to get `newest`, which the
    server signs."""
    hand: "int"
    first: "int"
    """Number of the first event of the hand."""
    last: "int"
    """Number of its last event so far."""
    complete: "bool"
    before: "LogPlace"
    events: "list[Event]"
    after: "LogPlace"
    way: "list[str]"
    """The public part of each later event as its exact bytes."""
    newest: "LogPlace"


class Look(TypedDict):
    """An auditor's look at what is hidden."""
    by: "str"
    """player:<id> of the auditor."""
    at: "int"
    what: "Literal['evidence', 'log', 'replay']"
    seat: "int | None"
    """Whose view was replayed; null: everything was shown."""
    n: "int"
    """Up to which event of the table."""


class MadeWebhook(TypedDict):
    """A new webhook."""
    id: "str"
    url: "str"
    kinds: "list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]"
    made_at: "int"
    failing_since: "int | None"
    """Since when every delivery fails; null: none does."""
    disabled_at: "int | None"
    """When it was disabled; null: it is enabled."""
    why: "str | None"
    """Why the last delivery failed, or it was disabled."""
    secret: "str"
    """With it you verify signatures. Only this answer shows it."""


class Me(TypedDict):
    """One's own account."""
    player: "str"
    """Id of the player."""
    name: "str"
    """Name of the player."""
    role: "Literal['player', 'director', 'auditor', 'admin']"
    """What the account may do."""
    key: "str | None"
    """Public half of the key with which the player signs actions."""


class MeanEstimate(TypedDict):
    """A mean with its 95 % interval."""
    value: "float"
    low: "float | None"
    """null: too little was played to tell."""
    high: "float | None"
    groups: "int"
    """Deal groups from which it comes."""


class MoveLoss(TypedDict):
    """What a move loses against the best one."""
    points: "float"
    """Mean over the deals, in points; in Boon Victory Cards, in Boojum cards."""
    least: "float"
    """Lower bound of `points`, of an interval of 95 %."""
    most: "float"
    """Upper bound."""
    deals: "int"
    """Deals on which both were tried; they fit what the seat knew."""


class NamedEntrant(TypedDict):
    """A number, and who it is."""
    entrant: "int"
    name: "str"


class NewAbort(TypedDict):
    """A receipt that the log of its table contradicts, or a reason."""
    receipt: "NotRequired[KeptReceipt]"
    """As the server gave it, of any event before play."""
    reason: "NotRequired[str]"


class NewAdjudication(TypedDict):
    """What a table counts; with nothing it counts nothing."""
    places: "NotRequired[list[int]]"
    """Places by seat, from 1; who ties has the same."""
    scores: "NotRequired[list[int]]"
    """Scores by seat; more is better."""


class NewAnnouncement(TypedDict):
    """What is told to everybody."""
    text: "str"


class NewApp(TypedDict):
    """A new app."""
    name: "str"
    """What players are asked to allow."""
    redirect_uris: "list[str]"
    """Where players come back to, compared to the letter; a loopback address may have any port.
    Empty: the app uses device codes only."""


class NewAuthorization(TypedDict):
    """A player's answer to an app: the parameters as the app sent them to `/authorize`."""
    response_type: "NotRequired[str]"
    """`code`."""
    client_id: "NotRequired[str]"
    """Id of the app."""
    redirect_uri: "NotRequired[str]"
    """One of those registered."""
    scope: "NotRequired[str]"
    """Scopes with spaces between them."""
    state: "NotRequired[str]"
    """Goes back to the app as it is."""
    code_challenge: "NotRequired[str]"
    """PKCE (RFC 7636)."""
    code_challenge_method: "NotRequired[str]"
    """`S256`."""
    allow: "bool"
    """Whether the player allows it."""


class NewBlock(TypedDict):
    """A block of an account."""
    reason: "str"
    """Why; the player reads it."""
    until: "NotRequired[int | None]"
    """When it ends by itself; null: never."""


class TableSettings(TypedDict):
    """What a new table of any game may be opened with."""
    clock: "NotRequired[Clock | Literal['fast', 'normal', 'days'] | None]"
    """`fast`: 20 seconds a turn, a bank of 60; `normal`: 60, 120; `days`: 3 days a turn; null: no
    clock; left out: `days`."""
    on_time_out: "NotRequired[Literal['fallback', 'bot', 'forfeit']]"
    """What happens when a seat's time is up: the default move (after the second time in a row, or
    the fifth in all, a bot), a bot, or the loss of the seat."""
    reveal: "NotRequired[Literal['table', 'hand', 'auditors']]"
    """When hidden cards are opened: after the table, after each hand, or to auditors only."""
    private: "NotRequired[bool]"
    """Whether it is shown only to those who send its join code."""
    spectator_delay: "NotRequired[int]"
    """Events by which askers without a seat are behind during play."""
    expires_after: "NotRequired[int]"
    """Seconds from the last seating (or the opening) until the table closes if play does not
    begin."""
    rated: "NotRequired[bool]"
    """Whether the result counts for ratings and statistics."""
    pace: "NotRequired[int]"
    """Milliseconds that bots wait before they act while a player holds a seat, so that people can
    follow."""
    beacon: "NotRequired[str | None]"
    """Name of a public beacon, such as quicknet, one of whose rounds is part of the deal of two
    players or more; null: none. Left out, it is the server's, if any."""
    continues: "NotRequired[str | None]"
    """Id of a closed table of the same game to continue; you must have held a seat there when
    play began."""
    invite: "NotRequired[list[NewInvitation]]"
    """For whom seats are reserved from the first moment."""


class NewBoojumTable(TableSettings):
    """A table of Boojum to be opened."""
    game: "Literal['boojum']"
    seats: "int"
    options: "NotRequired[BoojumOptionsInput]"


class NewBoonTable(TableSettings):
    """A table of Boon to be opened."""
    game: "Literal['boon']"
    seats: "int"
    options: "NotRequired[BoonOptionsInput]"


class NewBooshTable(TableSettings):
    """A table of Boosh to be opened."""
    game: "Literal['boosh']"
    seats: "int"
    options: "NotRequired[BooshOptionsInput]"


class NewBumTable(TableSettings):
    """A table of The Bum Game to be opened."""
    game: "Literal['bum']"
    seats: "int"
    options: "NotRequired[BumOptionsInput]"


class NewByes(TypedDict):
    """Which rounds to come an entrant sits out."""
    rounds: "list[int]"
    """Rounds, from 0; empty: none."""


class NewCheckIn(TypedDict):
    """That one is there, perhaps with the promise of an entropy."""
    commitment: "NotRequired[str | None]"
    """SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id, and the
    32 hex digits that you will reveal after the call."""


class NewClose(TypedDict):
    """The end of a tournament."""
    abandon: "NotRequired[bool]"
    """Whether it ends even before its format is over."""


class NewCode(TypedDict):
    """A new recovery code."""
    recovery_code: "str"
    """Keep it apart from the token, such as on paper: it gives a new one. Shown once."""


class NewDescription(TypedDict):
    """What is said of the tournament; null: nothing."""
    text: "str | None"


class NewDirector(TypedDict):
    """Another director."""
    player: "str"
    """Id of a player."""


class NewEntrant(TypedDict):
    """Who is to take part; without members oneself."""
    kind: "NotRequired[Literal['player', 'bot', 'program', 'team']]"
    """What kind of entrant it is."""
    members: "NotRequired[list[str] | None]"
    """Ids of players, or `bot:` and a level of bots; of a team 2 to 6, else one."""
    name: "NotRequired[str | None]"
    """Name of a team, program or bot; a player has the account's name."""
    commitment: "NotRequired[str | None]"
    """SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id, and the
    32 hex digits that you will reveal after the call. Only who enters as a player sends it."""
    code: "NotRequired[str | None]"
    """The code of a tournament that has one."""
    byes: "NotRequired[list[int]]"
    """Rounds, from 0, to sit out."""


class NewForbiddenPairs(TypedDict):
    """Who must not meet, in place of all pairs of before."""
    pairs: "list[list[int]]"
    """Numbers of two entrants each; empty: nobody is kept apart."""


class NewGoblinMarketTable(TableSettings):
    """A table of Goblin Market to be opened."""
    game: "Literal['goblin_market']"
    seats: "int"
    options: "NotRequired[GoblinMarketOptionsInput]"


class NewInvitation(TypedDict):
    """Who is invited: a player, by id or name, or all others who played at a closed table. With a
    player the table says where one has played together."""
    player: "NotRequired[str]"
    """Id of the player."""
    name: "NotRequired[str]"
    """Name of the player, in any case."""
    table: "NotRequired[str]"
    """Id of a closed table at which one held a seat when play began."""
    seat: "NotRequired[int]"
    """The seat to be reserved; the old one or the first free one if left out."""
    expires_after: "NotRequired[int]"
    """Seconds for which it holds; `expires_after` of the table if left out."""


class NewInvitations(TypedDict):
    """Players for whom free seats are reserved."""
    invite: "list[NewInvitation]"


class NewName(TypedDict):
    """Another name for an account."""
    name: "str"
    """A name that nobody else has; one line without spaces at its ends."""


class NewPersonalToken(TypedDict):
    """A token for a program; it may do less than the account's own, and ends by itself."""
    name: "str"
    """What you call it, such as the program it is for."""
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"
    """What it may do."""
    days: "NotRequired[int]"
    """After how many days it ends."""


class NewPhrase(TypedDict):
    """A phrase to be said at a table."""
    phrase: "Literal['hello', 'good_luck', 'well_played', 'thanks', 'good_game', 'again', 'one_moment', 'back', 'phone', 'sorry', 'no_problem', 'have_to_go']"


class NewPlayer(TypedDict):
    """A new account."""
    name: "NotRequired[str]"
    """A unique name; one line without spaces at its ends. Without one the server makes a name."""


class NewPreferences(TypedDict):
    """What one wants of others; what is left out is as at first."""
    invitations: "NotRequired[Literal['anyone', 'played_with']]"
    """Whose invitations you take: anyone's, or only those that name a table at which both
    played."""
    blocked: "NotRequired[list[str]]"
    """Ids of players whose invitations one never takes."""
    presence: "NotRequired[bool]"
    """Whether others may see that one is there."""


class NewPushSubscription(TypedDict):
    """A subscription of a browser or of a UnifiedPush app, as `PushSubscription.toJSON()`."""
    endpoint: "str"
    """The address of the push service."""
    keys: "ClientKeys"
    expirationTime: "NotRequired[int | None]"
    """Ignored."""
    kinds: "NotRequired[list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]]"
    """The kinds of notices that you want."""


class NewRematch(TypedDict):
    """A rematch."""
    sit: "NotRequired[bool]"
    """Take the old seat at once."""


class NewReplacement(TypedDict):
    """Who plays on under the number of an entrant."""
    kind: "NotRequired[Literal['player', 'bot', 'program', 'team']]"
    """What kind of entrant it is."""
    members: "list[str]"
    """Ids of players, or `bot:` and a level of bots; of a team 2 to 6, else one."""
    name: "NotRequired[str | None]"
    """What a team, program or bot is called."""


class NewReveal(TypedDict):
    """The entropy that was committed to, under the closing that was checked."""
    entropy: "str"
    """16 random bytes in hex; you sent the commitment to them before the call."""
    closing: "str"
    """Head of the log after the call for the start, computed from the events since your own
    commitment, and equal to that of the receipt that `closing` returns."""


class NewRound(TypedDict):
    """The pairings of a round."""
    tables: "list[PairedTable]"
    byes: "NotRequired[list[int]]"
    """Numbers of those who sit out."""


class NewRuling(TypedDict):
    """An auditor's answer to a dispute."""
    verdict: "Literal['upheld', 'dismissed']"
    remedy: "NotRequired[Literal['none', 'hand_voided', 'table_voided', 'points_adjusted']]"
    """A dismissed dispute has the remedy none."""
    points: "NotRequired[list[int]]"
    """By seat, what `points_adjusted` adds to the scores; else empty."""
    reason: "str"
    """Why; the players of the table read it."""


class NewSeat(TypedDict):
    """A seat to be taken, or given to a bot; bots bring no entropy."""
    seat: "NotRequired[int | None]"
    """null: the first free one."""
    bot: "NotRequired[BotRating | Literal['novice', 'mixed50', 'mixed75', 'mixed90', 'regular', 'expert10', 'expert30', 'expert', 'plain'] | None]"
    """Gives the seat to this bot of the game's `ladder`, or to the one nearest to a rating; only
    the opener and seated players may. `plain` means `regular`."""
    commitment: "NotRequired[str | None]"
    """SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id, and the
    32 hex digits that you will reveal behind the call for the start."""


class NewSeeding(TypedDict):
    """In which order entrants are seeded."""
    entrants: "list[int]"
    """Numbers of entrants, the strongest first; who is left out follows."""


class NewSwap(TypedDict):
    """Who change places in the next round."""
    round: "int"
    """Number of that round, from 0."""
    entrants: "list[int]"
    """Numbers of two entrants."""


class NewTimes(TypedDict):
    """When the tournament starts, or its next round does."""
    starts_at: "NotRequired[int | None]"
    """Before the call: when it comes by itself; null: when asked. In milliseconds, or as
    `2026-12-05T18:00:00+01:00`."""
    next_round_at: "NotRequired[int | None]"
    """After the start: before that no round is planned. In milliseconds, or as
    `2026-12-05T18:00:00+01:00`."""


class NewTournament(TypedDict):
    """A tournament to be opened."""
    name: "str"
    """What it is called."""
    directors: "NotRequired[list[str]]"
    """Ids of players who direct it besides who opens it."""
    games: "list[TournamentGame]"
    format: "TournamentFormat"
    scoring: "NotRequired[TournamentScoring]"
    schedule: "NotRequired[TournamentSchedule]"
    policies: "NotRequired[TournamentPolicies]"
    entrants: "NotRequired[TournamentEntry]"
    reveal: "NotRequired[Literal['table', 'hand']]"
    beacon: "NotRequired[str | None]"
    """A public beacon; left out: the server's own; null: none."""
    spectator_delay: "NotRequired[int]"


class NewTournamentInvitations(TypedDict):
    """Players who may enter themselves, too."""
    players: "list[str]"
    """Ids of players."""


class NewWebhook(TypedDict):
    """A webhook."""
    url: "str"
    """An https address on the public internet."""
    kinds: "NotRequired[list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]]"
    """The kinds of notices that you want."""


class NextRound(TypedDict):
    """The next round as it would be planned now."""
    n: "int"
    """Number of the tournament's newest event, by which this was drawn."""
    round: "int"
    """Its number, from 0."""
    tables: "list[list[int]]"
    """Numbers of entrants, by table and seat."""
    byes: "list[int]"
    """Who sits out."""
    swaps: "list[list[int]]"
    """Who have changed places in it, two at a time."""


class NotChecked(TypedDict):
    """Something of a good log that could not be checked."""
    what: "Literal['result', 'deal', 'actions', 'seals', 'secret', 'signature', 'bots', 'tree', 'tables']"
    """`result`: places and scores. `deal`: the shuffles. `actions`: whether the rules allow them.
    `seals`: of sealed parts. `secret`: whether the secrets of hands follow from the table's.
    `signature`: of the last line. `bots`: whether they choose these moves. `tree`: whether the
    heads are in the tree of the proof. `tables`: whether a tournament's tables were played as its
    log says."""
    since: "int | None"
    """From which event on; null: all of it."""
    why: "Literal['sealed', 'no key', 'not repeatable', 'not covered', 'not given']"
    """`sealed`: not open to the player who downloaded the log; `not repeatable`: the bot is not
    installed, or failed; `not covered`: the proof is of another time; `not given`: their logs are
    missing."""


class NumberedMessage(TypedDict):
    """A message with its id."""
    id: "int"
    """Rises from message to message, not always by one."""
    data: "AccountMessage"


class OpenapiDocument(TypedDict):
    """An OpenAPI 3.1 document."""
    openapi: "str"
    info: "dict[str, Any]"
    paths: "dict[str, Any]"


class OptionForm(TypedDict):
    """An option of a game, or a shorthand for several."""
    name: "str"
    meaning: "str"
    """What it changes, with the number of its rule or ruling."""
    default: "Any"
    """The value that holds unless another is chosen; `schema` is its form."""
    schema: "dict[str, Any]"
    """JSON Schema of a value."""


class OutcomeDesertersItem(TypedDict):
    """A seat whose player has deserted the table."""
    seat: "int"
    how: "Literal['forfeited', 'away', 'mostly_away']"
    """Time was up, which forfeits the seat; away at the end; or mostly away."""
    acted: "bool"
    """Whether the player ever acted."""


class Outcome(TypedDict):
    """How a table ended."""
    places: "list[int]"
    """By seat; 1 is first, ties share. Empty where nothing was played."""
    scores: "list[int]"
    """By seat."""
    why: "Literal['withdrawn', 'expired', 'beacon_failed', 'closing_lost', 'abort_ruled', 'closed_by_operator', 'adjourned', 'forfeit', 'voided', 'broken_off', 'six_tokens', 'nothing_moves', 'last_round', 'hand_voided', 'no_victory_cards', 'max_rounds', 'target_reached', 'last_player', 'all_eliminated', 'hand_limit', 'win_voided', 'most_points', 'tie_broken', 'win_shared']"
    """Why it ended."""
    text: "str"
    """The same in a sentence."""
    deserters: "list[OutcomeDesertersItem]"
    """Who has deserted, by seat."""


class OwnApp(TypedDict):
    """An app as its owner sees it."""
    app: "str"
    """Id of the app: the `client_id` of OAuth."""
    name: "str"
    """What its owner calls the app."""
    redirect_uris: "list[str]"
    made_at: "int"


class OwnApps(TypedDict):
    """The apps of an account, the newest first."""
    apps: "list[OwnApp]"


class OwnGrants(TypedDict):
    """What a player has allowed apps, the newest first."""
    grants: "list[GrantFacts]"


class OwnInvitation(TypedDict):
    """An open invitation."""
    table: "str"
    """Id of the table."""
    game: "str"
    """Name of the game."""
    seats: "int"
    """Number of seats of the table."""
    seat: "int"
    """The seat that is reserved."""
    private: "bool"
    """Whether the table is private; who is invited sees it without code."""
    opener: "str"
    """Id of the player who invites."""
    name: "str | None"
    """Name of that player; null when the account is erased."""
    until: "int"
    """When it expires."""


class OwnInvitations(TypedDict):
    """Open invitations, those that expire first at the top."""
    invitations: "list[OwnInvitation]"


class OwnLimits(TypedDict):
    """How much one may ask for."""
    limits: "list[LimitFacts]"


class OwnPreferences(TypedDict):
    """What one wants of others."""
    invitations: "Literal['anyone', 'played_with']"
    """Whose invitations one takes."""
    blocked: "list[str]"
    """Ids of players whose invitations one never takes."""
    presence: "bool"
    """Whether others may see that one is there."""


class OwnTokenFacts(TypedDict):
    """A token of the account's own, without the token itself."""
    id: "str"
    device: "str | None"
    """What the device that has it is called; null: unknown."""
    made_at: "int | None"
    """null: unknown."""
    expires_at: "int | None"
    """When it ends by itself; null: never."""
    used_at: "int | None"
    """When it was last used, to the hour; null: unknown."""
    current: "bool"
    """Whether it is the token that you send."""


class OwnTokens(TypedDict):
    """The account's own tokens, the one that was used last first."""
    tokens: "list[OwnTokenFacts]"


class PairedTable(TypedDict):
    """A table of own pairings."""
    game: "NotRequired[int]"
    """Number of its game in the settings, from 0."""
    group: "NotRequired[int]"
    """Tables of this plan with the same number share their deals."""
    seats: "list[int]"
    """Numbers of entrants, by seat."""


class PendingHint(TypedDict):
    """A hint that is not there yet."""
    n: "int"
    """Number of the table's newest event."""


class PersonalTokenFacts(TypedDict):
    """A personal access token, without the token itself."""
    id: "str"
    name: "str"
    scopes: "list[Literal['read', 'play', 'tables', 'tournaments', 'disputes', 'account']]"
    made_at: "int"
    expires_at: "int"
    used_at: "int | None"
    """When it was last used, to the minute; null: never."""


class PersonalTokens(TypedDict):
    """The personal access tokens of an account, the newest first."""
    tokens: "list[PersonalTokenFacts]"


class PhaseFacts(TypedDict):
    """A phase of the play, as boards name it."""
    phase: "str"
    text: "str"
    """What is going on then, in a sentence."""


class PhrasePage(TypedDict):
    """Phrases of the last two minutes."""
    phrases: "list[SpokenPhrase]"
    last: "int"
    """The id of the newest of them, or of the one asked for: `after` next."""


class Pile(TypedDict):
    """Cards that lie together."""
    name: "str"
    """For people: `deck`."""
    seat: "int | None"
    """Before whom they lie; null: in the middle."""
    cards: "list[str | None]"
    """In their order; null: one that lies face down there."""
    hidden: "int"
    """Face-down cards besides."""


class PlayerPresence(TypedDict):
    """Whether a player is there."""
    player: "str"
    """Id of the player."""
    presence: "Literal['online', 'offline', 'unknown']"
    """`online`: seen in the last 60 seconds, by a request or an open stream; `offline`: seen in
    the last hour; `unknown`: not seen, or hidden."""


class PlayerTables(TypedDict):
    """A page of a player's tables."""
    tables: "list[ListedTable]"
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class PresencePage(TypedDict):
    """Whether players are there."""
    players: "list[PlayerPresence]"


class PreviewedPlace(TypedDict):
    """An entrant whose place or points would be others."""
    entrant: "int"
    before: "int"
    """Its place now."""
    after: "int"
    """Its place by the new result."""
    points_before: "float"
    points_after: "float"


class Problem(TypedDict):
    """What went wrong (RFC 9457)."""
    type: "str"
    """The code as a URN."""
    title: "str"
    """The code in words."""
    status: "int"
    """The HTTP status."""
    code: "str"
    """For programs: stable. The description of an error answer names its codes; the other codes
    stand here. New ones may be added; handle unknown ones by `status`."""
    detail: "str"
    """For people: what is wrong and what would be right."""
    rule: "NotRequired[str]"
    """The rule that refuses: of the game, T1 to T26 of tables, D1 to D6 of disputes, U1 to U67 of
    tournaments, P1 to P3 of players' names."""
    errors: "NotRequired[dict[str, str]]"
    """Wrong fields: path -> why."""
    limit: "NotRequired[Literal['refused', 'wrong_tokens', 'register', 'recover', 'sign_in', 'rename', 'open', 'tables', 'bots_alone', 'sit', 'seats', 'invite', 'phrases', 'host', 'tournaments', 'enter', 'preferences', 'issue', 'tokens', 'push', 'subscriptions', 'apps', 'grants', 'consents', 'exchanges', 'devices', 'key', 'checks', 'hints', 'analyses', 'uploads', 'replays', 'readers', 'streams']]"
    """With 429: which limit, `refused` requests or a quota; `GET /v1/players/me/limits` returns
    all."""
    n: "NotRequired[int]"
    """With 412: the number of the newest event."""
    table: "NotRequired[str]"
    """With `table/archived`: id of the table that the first request was about."""
    legal: "NotRequired[Legal]"
    to_act: "NotRequired[list[int]]"
    """With a refused action of a seat that may not act: the seats that may."""


class ProfileRecord(TypedDict):
    """How reliably a player stays."""
    tables: "int"
    """The player's latest rated tables with other people, 50 at most."""
    deserted: "int"
    """How many of them the player deserted."""


class Profile(TypedDict):
    """What everybody may know of a player."""
    player: "str"
    """Id of the player."""
    name: "str"
    """Name of the player."""
    key: "str | None"
    """Public half of the key with which the player signs actions."""
    statistics: "Statistics"
    aborted: "int"
    """Tables that were aborted after their call, at which the player sat."""
    record: "ProfileRecord"
    """How reliably a player stays."""


class Proof(TypedDict):
    """Proves that a leaf is in the tree of a checkpoint (RFC 9162, 2.1.3)."""
    leaf: "Leaf"
    index: "int"
    """Which leaf, from 0."""
    path: "ProofPath"
    checkpoint: "NoteText"


class PushSubscriptionFacts(TypedDict):
    """A Web Push subscription, without its keys."""
    id: "str"
    endpoint: "str"
    kinds: "list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]"
    made_at: "int"


class PushSubscriptions(TypedDict):
    """The Web Push subscriptions of an account, the newest first, and the key to subscribe
    with."""
    subscriptions: "list[PushSubscriptionFacts]"
    public_key: "str"
    """`applicationServerKey` of this server (VAPID), as base64url."""


class RatingChange(TypedDict):
    """How the rating of a member of an entrant has changed, as leaderboards tell ratings."""
    member: "str"
    """Id of the player, or `bot:` and a level."""
    game: "str"
    """Name of the game."""
    before: "float"
    """Before the first of the tournament's tables that were rated."""
    after: "float"
    """After the last of them, as it was rated then."""


class Receipt(TypedDict):
    """The server's promise that this stands in the log. Two receipts with equal table and n and
    different heads prove that the server has changed a log."""
    table: "str"
    n: "int"
    """Number of the last event of what was asked."""
    head: "Head"
    at: "int"
    durability: "str"
    """How the store keeps events: everysec, always or unknown, and such as `+replicas=2` if so
    many replicas had the event before this was signed."""
    key: "str"
    """Id of the signing key."""
    signature: "str"
    """Ed25519 over the canonical JSON of ["fairdeal/receipt/1", table, n, head, at,
    durability]."""


class Recovery(TypedDict):
    """A recovery code, for whoever has no token any more."""
    code: "str"
    """With or without dashes, in any case."""


class Registered(TypedDict):
    """An account with a new token and a new recovery code."""
    player: "str"
    """Id of the player."""
    name: "str"
    """Name of the player."""
    role: "Literal['player', 'director', 'auditor', 'admin']"
    """What the account may do."""
    token: "str"
    """Keep it: it is shown this once."""
    recovery_code: "str"
    """Keep it apart from the token, such as on paper: it gives a new one. Shown once."""


class Replay(TypedDict):
    """The view as it was after a command."""
    at: "int"
    """The number that was asked for; in a list that of the command's last event."""
    seat: "int | None"
    """Whose view it is; null: a spectator's."""
    command: "HandCommand"
    could: "Choices | None"
    """What the seat could have done just before; null: nothing."""
    view: "View"


class RulingFacts(TypedDict):
    """What everybody may know of a ruling."""
    dispute: "str"
    """Id of the dispute."""
    hand: "int"
    """The hand that it is about."""
    verdict: "Literal['upheld', 'dismissed']"
    remedy: "Literal['none', 'hand_voided', 'table_voided', 'points_adjusted']"
    points: "list[int]"
    """By seat, what is added to the scores; empty unless points were adjusted."""


class SeatCardData(TypedDict):
    seat: "int"
    card: "str"


class SeatData(TypedDict):
    seat: "int"


class SeatRange(TypedDict):
    """How many seats a table may have."""
    least: "int"
    most: "int"


class SeatResult(TypedDict):
    """What a seat has made of a table."""
    place: "int"
    """From 1; ties share a place."""
    score: "int"
    corrected: "bool"
    """Whether a ruling made after the close has corrected the outcome."""
    rating: "float | None"
    """The player's rating after this table as it was rated then; a later ruling may have changed
    it. Null if it counts for no rating, or not yet."""


class SeatTurn(TypedDict):
    """A seat that may act."""
    seat: "int"
    n: "int"
    """Number of the event with which its turn began."""
    deadline: "int | None"
    """When its time is up; null: never."""


class SecretPartData(PartData):
    secret: "NotRequired[str]"


class SecretPart(TypedDict):
    salt: "str"
    data: "SecretPartData"


class SentDelivery(TypedDict):
    """A delivery that is on its way."""
    delivery: "str"
    """Its id, as in the header `webhook-id`."""


class ServerProcess(TypedDict):
    """A running process, as it says of itself; `gauges`: what it measures now."""
    kind: "str"
    pid: "int"
    host: "str"
    version: "str"
    python: "str"
    started: "int"
    gauges: "dict[str, float]"


class ServerStatusLagValue(TypedDict):
    """How far a read model is behind: in milliseconds, and in partitions that are."""
    milliseconds: "int"
    partitions: "int"


class ServerStatusDisputes(TypedDict):
    """Disputes without a ruling among the newest 500, and since when the oldest waits."""
    open: "int"
    since: "int | None"


class ServerStatusArchive(TypedDict):
    """The archive: streams that wait to move there, those that are overdue, and for how long."""
    address: "str"
    waiting: "int"
    overdue: "int"
    oldest: "int"


class ServerStatusKeys(TypedDict):
    """The keys for signing: the one that signs, and how many there have been."""
    folder: "str"
    signing: "str | None"
    count: "int"


class ServerStatusDisk(TypedDict):
    """The disk of the data folder, in bytes."""
    free: "int"
    size: "int"


class ServerStatus(TypedDict):
    """How a server fares."""
    servers: "list[StoreServer]"
    """Those of the store that take writes."""
    partitions: "int"
    """Into so many the tables are divided."""
    followers: "dict[str, list[int]]"
    """The partitions of each follower that lives."""
    unfollowed: "list[int]"
    """Partitions of which news is taken in by nobody."""
    lag: "dict[str, ServerStatusLagValue]"
    """By read model."""
    queues: "list[JobQueue]"
    tables: "dict[str, int]"
    """By phase: `open`, `playing`; those of none are left out."""
    due: "dict[str, DueTables]"
    """By kind: turns of bots, clocks, thoughts, tournaments, tables of bots alone."""
    aside: "list[SetAsideTable]"
    disputes: "ServerStatusDisputes"
    """Disputes without a ruling among the newest 500, and since when the oldest waits."""
    archive: "ServerStatusArchive"
    """The archive: streams that wait to move there, those that are overdue, and for how long."""
    keys: "ServerStatusKeys"
    """The keys for signing: the one that signs, and how many there have been."""
    disk: "ServerStatusDisk"
    """The disk of the data folder, in bytes."""
    processes: "list[ServerProcess]"
    troubles: "list[str]"
    """What somebody should look at, each in a sentence."""


class SetAsideTable(TypedDict):
    """A table that is set aside: where it failed, why, since when, and how often."""
    table: "str"
    where: "str"
    why: "str"
    since: "int"
    tries: "int"


class SignIn(TypedDict):
    """A sign-in code, for a device that is not signed in yet."""
    code: "str"
    """With or without dashes, in any case."""
    device: "NotRequired[str | None]"
    """What to call this device in the list of tokens."""


class SignInCodeFacts(TypedDict):
    """A sign-in code, without the code itself."""
    id: "str"
    expires_at: "int"
    used_at: "int | None"
    """When a device signed in with it; null: none has."""


class SignInCodes(TypedDict):
    """The sign-in codes of the last ten minutes, the newest first."""
    codes: "list[SignInCodeFacts]"


class SignedAction(TypedDict):
    """A player's signature over what was asked (rule T14)."""
    after: "int"
    """Number of the newest event that the player had seen; its head is signed."""
    signature: "str"


class SignedIn(TypedDict):
    """An account with a new token."""
    player: "str"
    """Id of the player."""
    name: "str"
    """Name of the player."""
    role: "Literal['player', 'director', 'auditor', 'admin']"
    """What the account may do."""
    token: "str"
    """Keep it: it is shown this once."""


class SpokenPhrase(TypedDict):
    """A phrase that a player has said at a table."""
    id: "int"
    """Rises from phrase to phrase, not always by one."""
    seat: "int"
    player: "str"
    """Id of the player."""
    phrase: "Literal['hello', 'good_luck', 'well_played', 'thanks', 'good_game', 'again', 'one_moment', 'back', 'phone', 'sorry', 'no_problem', 'have_to_go']"
    at: "int"


class StartReceipts(TypedDict):
    """The receipts of the events that closed what the deals of a table follow from."""
    closing: "Receipt | None"
    """Of the call for the start, which closed the commitments; null: none."""
    settled: "Receipt | None"
    """Of the closing of the entropies; null: not yet."""


class Statistics(TypedDict):
    """What a player has played. Only tables played to their end, with at least two players,
    count."""
    played: "int"
    won: "int"
    games: "dict[str, GameStatistics]"
    """By game; only games that the player has played."""


class StoreReplica(TypedDict):
    """A replica: `behind` in bytes, `heard` of so many seconds ago."""
    address: "str"
    state: "str"
    behind: "int"
    heard: "int"


class StoreServer(TypedDict):
    """A server that takes writes; None where it does not say."""
    address: "str"
    version: "str"
    memory: "int"
    most_memory: "int"
    append_only: "bool"
    appendfsync: "str | None"
    policy: "str | None"
    append_only_file: "int | None"
    written: "bool"
    replicas: "list[StoreReplica]"


class StoryLine(TypedDict):
    """An event as it is told to a viewer."""
    n: "int"
    """Number of the event."""
    type: "str"
    """Its name, as in the log."""
    template: "str"
    """Name of its text among the `texts` of the game."""
    text: "str"
    """What happened, with cards and seats marked."""
    params: "dict[str, Any]"
    """The parameters of the text by name."""


class SuitFace(TypedDict):
    """How a suit looks."""
    suit: "str"
    """As in the `suits` of a card."""
    name: "str"
    symbol: "str"
    """One character that most fonts have."""
    colour: "str"
    """Six hex digits behind a #; it can be read on white."""
    outline: "str"
    """Its shape as an SVG path within 100 by 100, to be filled."""


class SuspectPair(TypedDict):
    """What the tables at which two sat together say of them, in spreads of a score a table."""
    entrants: "list[int]"
    """Two numbers, the smaller first."""
    tables: "int"
    """At how many they met."""
    given: "MeanEstimate"
    """What the first gave the second; less than 0: the other way."""
    shared: "MeanEstimate | None"
    """What both brought at the cost of others; null at tables of two."""
    flagged: "list[str]"
    """Which of the two its interval tells from nothing."""


class TableBeacon(TypedDict):
    """The beacon of which a table waits for a round, or waited."""
    chain: "str"
    """Name of the chain."""
    round: "int | None"
    """Number of the round; null before the entropies are closed."""
    due_at: "int | None"
    """When that round is due."""
    there: "bool"
    """Whether it is published; play waits for it."""


class TableClosing(TypedDict):
    """The call for the start, which closed the commitments; null before it."""
    n: "int"
    """Number of its event."""
    head: "str"
    """Head of the log after it, which `reveal` names."""


class TableDisputes(TypedDict):
    """The disputes about a table."""
    disputes: "list[DisputeRow]"


class TableFacts(TableState):
    """What everybody may know of a table, but for the play."""
    game: "str"
    """Name of the game."""
    options: "GameOptions"
    play: "dict[str, Any] | None"
    """The view has it."""
    choices: "dict[str, Any] | None"
    """The view has them."""
    board: "dict[str, Any] | None"
    """The view has it."""


class TableFairness(TypedDict):
    """Who could have influenced the deals of a table, and how."""
    is_settled: "bool"
    """Whether the entropies are closed; before that, this is how it stands."""
    text: "str"
    """Who could choose the deals, in words."""
    seats: "list[int]"
    """The seats whose entropy counts: without a beacon the server needs all of them."""
    withheld: "list[int]"
    """The seats whose entropy was promised and is not in the deal."""
    beacon: "str | None"
    """Name of the chain whose round is in the deal; null: none is."""
    table: "str"
    """Id of the table."""
    aborted: "AbortedCounts"
    """What the log of the table cannot tell."""
    abort_reason: "str | None"
    """Why an auditor or operator ended it."""


class TableInTournament(TypedDict):
    """Which table of a tournament this is."""
    id: "str"
    """Id of the tournament."""
    index: "int"
    """Number of the table there, from 0."""
    group: "str"
    """Its deal group: the tables that have the same deals."""
    entropy: "str"
    """SHA-256 of the entrants' entropies; empty if there are none."""


class TableMinutes(TypedDict):
    """About how long a table of so many seats lasts."""
    seats: "int"
    least: "int"
    most: "int"


class TableSeat(TypedDict):
    """A seat and who holds it."""
    seat: "int"
    player: "str | None"
    """Id of the player, null for a bot or nobody."""
    bot: "str | None"
    """Level of the bot, null for a player or nobody."""
    key: "str | None"
    """Public half of the key that signs the player's actions; null: they are not signed."""
    away: "str | None"
    """Id of the player who may take the seat back from its bot."""
    kept_for: "str | None"
    """Id of the player for whom the seat is kept, by an invitation or because the table continues
    another."""
    kept_until: "int | None"
    """When the invitation for which the seat is kept expires."""
    commitment: "str | None"
    """The player's, to the seat's entropy; null: none."""
    entropy: "Literal['none', 'promised', 'revealed', 'withheld']"
    """The state of the seat's entropy. Only a `revealed` one is part of the deal; a `withheld`
    one was not revealed in time, or its player left after the call."""
    bank: "int"
    """Milliseconds left in the time bank."""
    last_chance: "NotRequired[bool]"
    """true: with the player's next time-out a bot takes the seat."""
    name: "str | None"
    """The player's name now; null for a bot or nobody."""
    cards: "int | None"
    """Cards held; null before the start."""
    score: "int | None"
    """As it stands; `counts` of the board says what it counts."""
    roles: "list[str]"
    """What the seat is in the game, as far as the viewer knows: `dealer`, `taker`."""
    assets: "list[str]"
    """What it has besides cards, in words: `12 coins`."""


class TextParameter(TypedDict):
    """A parameter of a text."""
    name: "str"
    kind: "Literal['seat', 'seats', 'card', 'cards', 'number', 'signed', 'word', 'notes']"
    """`seat`, `seats`: numbers of seats; `card`, `cards`: ids of cards; `number`; `signed`: a
    number to show with its sign; `word`: one that selects a variant of the text; `notes`: texts
    within the text, each with `template` and `params`."""


class TextTemplate(TypedDict):
    """A text of a game, with its parameters."""
    template: "str"
    """Its name."""
    english: "str"
    """In ICU MessageFormat; it begins a sentence with a capital."""
    params: "list[TextParameter]"


class Token(TypedDict):
    """A new token."""
    token: "str"
    """Keep it: it is shown this once."""
    expires_at: "int | None"
    """When it ends by itself; null: never."""


class TokenInput(TypedDict):
    """Another token; those of the chosen set end when it is first used."""
    revoke: "NotRequired[Literal['this', 'all', 'none']]"
    """Which tokens end when the new one is first used: the sent one, all, or none."""
    expires_in: "NotRequired[int | None]"
    """Seconds until it ends by itself; null: never."""


class TournamentAdjudicatedV1Data(TypedDict):
    index: "int"
    counts: "bool"
    dispute: "str | None"
    final: "list[int] | None"


class TournamentAdjudicatedV1PartsValueData(PartData):
    places: "NotRequired[list[int]]"
    scores: "NotRequired[list[int]]"


class TournamentAdjudicatedV1PartsValue(TypedDict):
    salt: "str"
    data: "TournamentAdjudicatedV1PartsValueData"


class TournamentAdjudicatedV1(SealedEvent):
    """Rule U12: what a table counts, whatever it says itself. Attributes: counts: false: it
    counts nothing. places, scores: by seat; empty where it does not count. dispute: that of the
    ruling that says so; null: a director does. final: after the close, the final places as they
    are now, by entrant (0: none)."""
    type: "Literal['tournament.adjudicated.v1']"
    data: "TournamentAdjudicatedV1Data"
    parts: "dict[str, TournamentAdjudicatedV1PartsValue]"


class TournamentAnnouncedV1Data(TypedDict):
    text: "str"


class TournamentAnnouncedV1(UnsealedEvent):
    """Rule U18: a director has told everybody something. Attributes: text: the hash of the
    text."""
    type: "Literal['tournament.announced.v1']"
    data: "TournamentAnnouncedV1Data"


class TournamentAnnouncement(TypedDict):
    """What a director has told everybody."""
    n: "int"
    """Number of its event."""
    at: "int"
    by: "str"
    """Id of the director."""
    text: "str | None"
    """null: the text was erased."""


class TournamentByesRequestedV1Data(TypedDict):
    entrant: "int"
    byes: "list[int]"


class TournamentByesRequestedV1(UnsealedEvent):
    """Rule U19: the entrant sits out these rounds to come, and no others. Attributes: byes:
    rounds, from 0."""
    type: "Literal['tournament.byes_requested.v1']"
    data: "TournamentByesRequestedV1Data"


class TournamentCalledV1Data(TypedDict):
    until: "int"


class TournamentCalledV1(UnsealedEvent):
    """Rule U5: the start was called for, which closes the commitments: the *closing*. Promised
    entropies are awaited `until` then."""
    type: "Literal['tournament.called.v1']"
    data: "TournamentCalledV1Data"


class TournamentCheckedInV1Data(TypedDict):
    entrant: "int"
    commitment: "str | None"


class TournamentCheckedInV1(UnsealedEvent):
    """Rule U4: the entrant is there, perhaps with the promise of an entropy."""
    type: "Literal['tournament.checked_in.v1']"
    data: "TournamentCheckedInV1Data"


class TournamentClosedV1(UnsealedEvent):
    """Rule U14: the final places by entrant; 0 for who has none."""
    type: "Literal['tournament.closed.v1']"
    data: "WhyPlacesData"


class TournamentDescribedV1Data(TypedDict):
    text: "str | None"


class TournamentDescribedV1(UnsealedEvent):
    """Rule U18: a director has said what the tournament is about. Attributes: text: the hash of
    the text, in place of the one before; null: there is none any more."""
    type: "Literal['tournament.described.v1']"
    data: "TournamentDescribedV1Data"


class TournamentDirectorAddedV1Data(TypedDict):
    player: "str"


class TournamentDirectorAddedV1(UnsealedEvent):
    """Rule U15: a player may do what the director may."""
    type: "Literal['tournament.director_added.v1']"
    data: "TournamentDirectorAddedV1Data"


class TournamentEntrantLateV1Data(TypedDict):
    entrant: "int"
    index: "int | None"


class TournamentEntrantLateV1(UnsealedEvent):
    """Rule U10: an entrant has not checked in (`index` is null), or never acted at a table."""
    type: "Literal['tournament.entrant_late.v1']"
    data: "TournamentEntrantLateV1Data"


class TournamentEntrantRegisteredV1Data(TypedDict):
    entrant: "int"
    kind: "Literal['player', 'bot', 'program', 'team']"
    members: "list[str]"
    name: "str | None"
    commitment: "str | None"
    rating: "NotRequired[int | None]"
    byes: "NotRequired[list[int] | None]"


class TournamentEntrantRegisteredV1(UnsealedEvent):
    """Rules U2 and U3: a member is a player's id, or ``bot:`` and a level. Attributes: rating:
    theirs at entry, in millionths; 0: none yet; left out where the settings don't ask. byes:
    rounds, from 0, that they have asked to sit out; left out where there are none."""
    type: "Literal['tournament.entrant_registered.v1']"
    data: "TournamentEntrantRegisteredV1Data"


class TournamentEntropyRevealedV1Data(TypedDict):
    entrant: "int"
    entropy: "str"
    closing: "str"


class TournamentEntropyRevealedV1(UnsealedEvent):
    """Rule U5: an entrant keeps the promise, and has named the head after the call."""
    type: "Literal['tournament.entropy_revealed.v1']"
    data: "TournamentEntropyRevealedV1Data"


class TournamentEntry(TypedDict):
    """Who may enter."""
    least: "NotRequired[int]"
    most: "NotRequired[int]"
    kinds: "NotRequired[list[Literal['player', 'bot', 'program', 'team']]]"
    register: "NotRequired[bool]"
    """Whether players enter themselves; else the directors enter them."""
    late: "NotRequired[bool]"
    """Whether one may still enter when rounds are played."""
    check_in: "NotRequired[bool]"
    """Whether players must say that they are there before the start. least_rating,"""
    least_rating: "NotRequired[int | None]"
    most_rating: "NotRequired[int | None]"
    """Bounds of the rating with which players enter themselves, as leaderboards show it; of
    several games the mean."""
    invited: "NotRequired[list[str] | None]"
    """Ids of players who alone enter themselves; directors may invite more. null: any player."""
    code: "NotRequired[bool | None]"
    """Whether players need a code to enter themselves; directors read it and hand it on."""
    most_byes: "NotRequired[int | None]"
    """How many rounds of a Swiss one may ask to sit out, when entering; null: none."""


class TournamentOpenedV1Data(TypedDict):
    name: "str"
    director: "str"
    directors: "list[str]"
    settings: "TournamentSettings"


class TournamentOpenedV1(SealedEvent):
    """Rule U1: all settings; the seal of `secret` commits to the deals of every group."""
    type: "Literal['tournament.opened.v1']"
    data: "TournamentOpenedV1Data"
    parts: "dict[str, SecretPart]"


class TournamentSeededV1Data(TypedDict):
    entrants: "list[int]"


class TournamentSeededV1(UnsealedEvent):
    """Rule U2: in which order entrants are seeded until another is sent. Attributes: entrants:
    numbers of entrants, the strongest first; others follow."""
    type: "Literal['tournament.seeded.v1']"
    data: "TournamentSeededV1Data"


class TournamentInvitedV1Data(TypedDict):
    players: "list[str]"


class TournamentInvitedV1(UnsealedEvent):
    """Rule U2: these players may enter themselves, too. Attributes: players: ids of players."""
    type: "Literal['tournament.invited.v1']"
    data: "TournamentInvitedV1Data"


class TournamentStartedV1Data(TypedDict):
    entropies: "list[str]"
    withheld: "list[int]"


class TournamentStartedV1(UnsealedEvent):
    """Rule U5: the entropies in the order of the entrants, which never change."""
    type: "Literal['tournament.started.v1']"
    data: "TournamentStartedV1Data"


class TournamentRoundPlannedV1Data(TypedDict):
    round: "int"
    first: "int"
    tables: "list[dict[str, Any]]"
    byes: "list[int]"
    beacon: "int | None"
    stage: "NotRequired[Literal['knockout', None]]"


class TournamentRoundPlannedV1(UnsealedEvent):
    """Rules U6 and U7: all tables of a round at once. Attributes: first: index of its first
    table. beacon: the beacon's round that has a part in all its deals. stage: `knockout` behind
    pools; left out otherwise."""
    type: "Literal['tournament.round_planned.v1']"
    data: "TournamentRoundPlannedV1Data"


class TournamentPairsForbiddenV1Data(TypedDict):
    pairs: "list[list[int]]"


class TournamentPairsForbiddenV1(UnsealedEvent):
    """Rule U16: these two must not meet in rounds that are planned from now on. Attributes:
    pairs: numbers of two entrants, the smaller first; they replace those of before."""
    type: "Literal['tournament.pairs_forbidden.v1']"
    data: "TournamentPairsForbiddenV1Data"


class TournamentSwappedV1Data(TypedDict):
    round: "int"
    entrants: "list[int]"


class TournamentSwappedV1(UnsealedEvent):
    """Rule U17: two change places in the next round, as it would be drawn without that.
    Attributes: round: number of that round, from 0. entrants: numbers of the two."""
    type: "Literal['tournament.swapped.v1']"
    data: "TournamentSwappedV1Data"


class TournamentTablesOpenedV1Data(TypedDict):
    first: "int"
    last: "int"


class TournamentTablesOpenedV1(UnsealedEvent):
    """Rule U8: the tables from `first` to `last` are there."""
    type: "Literal['tournament.tables_opened.v1']"
    data: "TournamentTablesOpenedV1Data"


class TournamentResultTakenV1Data(TypedDict):
    index: "int"
    head: "str"
    why: "str"
    absent: "list[int]"
    forfeited: "NotRequired[list[int] | None]"


class TournamentResultTakenV1PartsValueData(PartData):
    n: "NotRequired[int]"
    places: "NotRequired[list[int]]"
    scores: "NotRequired[list[int]]"


class TournamentResultTakenV1PartsValue(TypedDict):
    salt: "str"
    data: "TournamentResultTakenV1PartsValueData"


class TournamentResultTakenV1(SealedEvent):
    """Rule U8: a table has ended; what it brought is sealed, since others play the same deals.
    Attributes: n, head: its newest event, and the head there. places, scores: by seat; empty
    where nothing was played to its end. absent: seats whose players never acted. forfeited: seats
    whose players forfeited; left out where there are none."""
    type: "Literal['tournament.result_taken.v1']"
    data: "TournamentResultTakenV1Data"
    parts: "dict[str, TournamentResultTakenV1PartsValue]"


class TournamentGroupEndedV1(UnsealedEvent):
    """Rule U9: the last table of a deal group has ended; its tables may be opened to all."""
    type: "Literal['tournament.group_ended.v1']"
    data: "GroupData"


class TournamentTablesReleasedV1(UnsealedEvent):
    """Rule U9: all tables of a deal group are closed."""
    type: "Literal['tournament.tables_released.v1']"
    data: "GroupData"


class TournamentWithdrawnV1Data(TypedDict):
    entrant: "int"
    why: "str"


class TournamentWithdrawnV1(UnsealedEvent):
    """Rules U10 and U11: the entrant is paired no more; `why` is ``asked`` or ``late``."""
    type: "Literal['tournament.withdrawn.v1']"
    data: "TournamentWithdrawnV1Data"


class TournamentReturnedV1Data(TypedDict):
    entrant: "int"


class TournamentReturnedV1(UnsealedEvent):
    """Rule U11: the entrant is paired again; what was late before counts no more."""
    type: "Literal['tournament.returned.v1']"
    data: "TournamentReturnedV1Data"


class TournamentReplacedV1Data(TypedDict):
    entrant: "int"
    kind: "Literal['player', 'bot', 'program', 'team']"
    members: "list[str]"
    name: "str | None"
    rating: "NotRequired[int | None]"


class TournamentReplacedV1(UnsealedEvent):
    """Rule U11: others play on for an entrant, at tables that are planned from now on.
    Attributes: rating: theirs, as at entry, until the call for the start; left out where the
    settings don't ask, and behind the call, since then seeds stay."""
    type: "Literal['tournament.replaced.v1']"
    data: "TournamentReplacedV1Data"


class TournamentTableReplayedV1Data(TypedDict):
    void: "int"
    index: "int"
    group: "int"
    beacon: "int | None"


class TournamentTableReplayedV1(UnsealedEvent):
    """Rule U12: a void table is played again as table `index`, in a deal group of its own."""
    type: "Literal['tournament.table_replayed.v1']"
    data: "TournamentTableReplayedV1Data"


class TournamentPausedV1Data(TypedDict):
    pass


class TournamentPausedV1(UnsealedEvent):
    """Rule U13: no round is planned from now on."""
    type: "Literal['tournament.paused.v1']"
    data: "TournamentPausedV1Data"


class TournamentResumedV1Data(TypedDict):
    pass


class TournamentResumedV1(UnsealedEvent):
    """Rule U13: rounds are planned again."""
    type: "Literal['tournament.resumed.v1']"
    data: "TournamentResumedV1Data"


class TournamentRescheduledV1Data(TypedDict):
    starts_at: "int | None"
    next_round_at: "int | None"


class TournamentRescheduledV1(UnsealedEvent):
    """Rule U13: a director has changed a time, in milliseconds. Attributes: starts_at: before the
    call: when it comes by itself; null: when asked. next_round_at: after the start: before that
    no round is planned; null before it."""
    type: "Literal['tournament.rescheduled.v1']"
    data: "TournamentRescheduledV1Data"


class TournamentRoundEndedV1Data(TypedDict):
    round: "int"


class TournamentRoundEndedV1(UnsealedEvent):
    """Rule U9: all tables of a round have a result."""
    type: "Literal['tournament.round_ended.v1']"
    data: "TournamentRoundEndedV1Data"


class TournamentEventPage(TypedDict):
    """A page of the log of a tournament."""
    events: "list[TournamentEvent]"
    n: "int"
    """Number of the newest event of the tournament."""
    next: "int | None"
    """`after` of the next page; null when there are no more."""


class TournamentFacts(TypedDict):
    """A tournament, as far as everybody may know of it."""
    id: "str"
    name: "str | None"
    """null: the text was erased."""
    description: "str | None"
    announcements: "list[TournamentAnnouncement]"
    """The newest 10, newest first."""
    director: "str"
    """Id of the player who has opened it."""
    directors: "list[str]"
    """Ids of those who direct it besides."""
    settings: "TournamentSettings"
    phase: "Literal['registration', 'called', 'running', 'closed']"
    paused: "bool"
    next_round_at: "int | None"
    """Before that no round is planned; null: not postponed."""
    forbidden_pairs: "list[list[int]]"
    """Entrants whom directors keep apart, from the next round on."""
    until: "int | None"
    """When the time to reveal entropies is up; null before the call."""
    now: "NotRequired[int]"
    """In streams: the server's time when it was sent, in milliseconds."""
    closing: "TableClosing | None"
    entrants: "int"
    """How many have entered."""
    active: "int"
    """How many of them are paired."""
    rounds: "int"
    """How many rounds were planned."""
    round: "int | None"
    """The round that is played, from 0; null: none is."""
    tables: "TournamentTables"
    groups: "TournamentGroups"
    n: "int"
    """Number of its newest event."""
    head: "Head"
    opened_at: "int"
    started_at: "int | None"
    next_at: "int | None"
    """When time alone makes something happen; null: never."""
    why: "str | None"
    """Why it closed: played, abandoned or too_few."""
    places: "list[int] | None"
    """Final places by entrant, 0 for none."""
    prizes: "list[int] | None"
    """By entrant; null before the close or without any."""
    secret: "str | None"
    """Hex; null until it is closed and no deal of it is played any more."""
    you: "TournamentPart | None"
    """null without a token."""


class TournamentFormat(TypedDict):
    """Who meets whom."""
    kind: "Literal['round_robin', 'swiss', 'knockout', 'ladder', 'own', 'pools']"
    rounds: "NotRequired[int | None]"
    """How many; null where the format itself says it."""
    cycles: "NotRequired[int]"
    """Of a round robin, how often everybody meets everybody."""
    advancing: "NotRequired[int]"
    """Of a knockout, how many of each table go on."""
    third_place: "NotRequired[bool]"
    """Of a knockout, whether those who lost before the final play for it."""
    duplicate: "NotRequired[bool | None]"
    """All tables of a round share one deal group; null: unless a game is played in which that
    makes intervals wider, which the opening then tells."""
    rotate: "NotRequired[bool]"
    """A pairing is played in all turns of the seats; bots and teams only."""
    rematches: "NotRequired[bool]"
    """Of own pairings, whether the same people may meet again."""
    seconds: "NotRequired[int | None]"
    """Of a ladder, for how long it pairs."""
    pools: "NotRequired[int | None]"
    """So many pools, in each of which everybody meets everybody."""
    qualify: "NotRequired[int | None]"
    """So many of each pool play the knockout behind them."""
    seeding: "NotRequired[Literal['rating', None]]"
    """Who counts as stronger: by `rating` at entry; null: in the order of entry. A director may
    send a list instead."""
    seats_first: "NotRequired[bool | None]"
    """Of a Swiss at tables of three to six, whether even seats count before new opponents."""


class TournamentGame(TypedDict):
    """A game of the tournament; in turn each has a round."""
    game: "Literal['boojum', 'boon', 'boosh', 'bum', 'goblin_market']"
    seats: "int"
    rules: "NotRequired[int | None]"
    """Version of its rules; null: the newest, which is fixed by the opening."""
    options: "NotRequired[dict[str, Any] | None]"
    clock: "NotRequired[Clock | None]"
    """Seconds a turn; without one only bots may enter."""
    on_time_out: "NotRequired[Literal['fallback', 'bot', 'forfeit']]"
    other_seats: "NotRequired[list[int] | None]"
    """Seats that tables may have too, where the field is no multiple of `seats`."""


class TournamentGroups(TypedDict):
    """How many deal groups there are."""
    planned: "int"
    ended: "int"
    """All their tables have ended."""
    released: "int"
    """All their tables are closed and show their cards."""


class TournamentPage(TypedDict):
    """A page of tournaments."""
    tournaments: "list[TournamentRow]"
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class TournamentPart(TypedDict):
    """What the caller is to a tournament, and may do now."""
    entrant: "int | None"
    """The number under which the caller takes part."""
    director: "bool"
    may: "list[Literal['register', 'check_in', 'reveal', 'withdraw', 'sit_out', 'enter', 'invite', 'seed', 'call', 'plan', 'forbid_pairs', 'swap', 'adjudicate', 'pause', 'resume', 'reschedule', 'close', 'name_director', 'describe', 'announce']]"
    """What would not be refused as things stand."""
    table: "str | None"
    """Id of the table at which the caller plays now."""
    code: "NotRequired[str]"
    """Of a director: the code with which players enter."""


class TournamentPolicies(TypedDict):
    """What becomes of those who do not play, and of what was not played."""
    late: "NotRequired[Literal['keep', 'withdraw']]"
    """Whether who is late too often stays in, or is withdrawn."""
    late_tables: "NotRequired[int]"
    """So many tables at which somebody never acts are borne."""
    void: "NotRequired[Literal['replay', 'score']]"
    """A table voided while its round is played is played again with other deals, or stays without
    a result."""
    prizes: "NotRequired[list[int] | None]"
    """By place from the first, in whole units of `prize_unit`, such as EUR."""
    prize_unit: "NotRequired[str | None]"
    shared_prizes: "NotRequired[Literal['split', 'each', None]]"
    """Who shares a place divides the prizes of the places taken (`split`, or null), or `each`
    gets that of the place."""


class TournamentRatings(TypedDict):
    """Ratings by round, as if nobody had played before; best first, as in the standings."""
    tournament: "str"
    n: "int"
    """Number of the tournament's newest event."""
    rounds: "int"
    """How many rounds were planned."""
    entrants: "list[EntrantRatings]"


class TournamentRound(TypedDict):
    """A round of a tournament."""
    round: "int"
    """From 0."""
    planned_at: "int"
    """In milliseconds."""
    first: "int"
    """Index of its first table."""
    tables: "int"
    """How many there are, with those that are played again."""
    finished: "int"
    """How many of them were played to their end."""
    byes: "list[int]"
    """Numbers of the entrants who sit out."""
    beacon: "int | None"
    """The beacon's round in its deals; null without a beacon."""
    ended: "bool"
    """Whether all its tables have a result."""


class TournamentRounds(TypedDict):
    """The rounds of a tournament, in their order."""
    rounds: "list[TournamentRound]"


class TournamentRow(TypedDict):
    """A tournament in a list."""
    id: "str"
    name: "str | None"
    """null: the text was erased."""
    director: "str"
    """Id of the player who has opened it."""
    directors: "list[str]"
    """Ids of those who direct it besides."""
    format: "Literal['round_robin', 'swiss', 'knockout', 'ladder', 'own', 'pools']"
    games: "list[str]"
    """Names of its games."""
    phase: "Literal['registration', 'called', 'running', 'closed']"
    entrants: "int"
    """How many have entered."""
    rounds: "int"
    """How many rounds were planned."""
    tables: "int"
    """How many tables were planned."""
    opened_at: "int"


class TournamentSchedule(TypedDict):
    """When things happen."""
    starts_at: "NotRequired[int | None]"
    """When the start is called for by itself, in milliseconds since 1970; null: when asked. The
    server takes a text as `2026-12-05T18:00:00+01:00`, too."""
    reveal_seconds: "NotRequired[int]"
    """From the call to the last moment at which an entropy may be revealed."""
    round_seconds: "NotRequired[int | None]"
    """From one round's plan to the next one's at least; null: none."""


class TournamentScoring(TypedDict):
    """What the tables of a tournament count."""
    kind: "NotRequired[Literal['points', 'places', 'duplicate']]"
    """Against whom: `points` and `places` against the table, `duplicate` against all who held the
    same seat of the same deal."""
    normalise: "NotRequired[Literal['none', 'places', 'z']]"
    """`none`: scores as they are; `places`: the share of the others that were beaten; `z`: scores
    in units of what they spread by in their game, in this tournament."""
    bye: "NotRequired[Literal['none', 'mean', 'most']]"
    """What a bye brings: what the mean seat of its round does, the most, or nothing."""
    void: "NotRequired[Literal['none', 'mean', 'most']]"
    """The same of a table that does not count."""
    rank_by: "NotRequired[Literal['sum', 'mean']]"
    """The sum of all that an entrant brought, or its mean a table."""
    tie_breaks: "NotRequired[list[Literal['head_to_head', 'opponents', 'wins', 'last_round', 'points', 'places', 'matchpoints', 'difference', 'registered']]]"
    """What tells apart those whose points are equal, one after the other."""


class TournamentSeat(TypedDict):
    """Who sits in a seat of a tournament's table: a player, or a bot of a level."""
    entrant: "int"
    """Number of the entrant."""
    member: "int"
    """Which of its members, from 0."""
    player: "str | None"
    """Id of the player; null: a bot."""
    level: "str | None"
    """Level of the bot; null: a player."""


class TournamentSettings(TypedDict):
    """All that a tournament is opened with."""
    games: "list[TournamentGame]"
    format: "TournamentFormat"
    scoring: "TournamentScoring"
    schedule: "TournamentSchedule"
    policies: "TournamentPolicies"
    entrants: "TournamentEntry"
    reveal: "Literal['table', 'hand']"
    beacon: "dict[str, Any] | None"
    """The chain whose rounds have a part in it."""
    spectator_delay: "int"


class TournamentStanding(TypedDict):
    """What is told of an entrant; numbers are rounded to six digits."""
    place: "int"
    """From 1; who is equal shares it."""
    entrant: "int"
    name: "str"
    points: "float"
    """All that it brought, and was given for byes."""
    tables: "int"
    """How many counted."""
    byes: "int"
    mean: "MeanEstimate | None"
    """What it brought a table; null without one."""
    wins: "float"
    """First places; shared ones as shares."""
    measures: "dict[str, float]"
    """Sums over its tables, not normalised."""
    tie_breaks: "dict[str, float | None]"
    """In the order of the settings; null: not asked."""
    by_game: "dict[str, float]"
    """Points by the number of the game in the settings."""
    ratings: "list[RatingChange]"
    """Of its players, by all tables rated up to now, whatever the round."""


class TournamentStandings(TypedDict):
    """The standings of a tournament, best first, by the deal groups that have ended."""
    tournament: "str"
    n: "int"
    """Number of the tournament's newest event."""
    round: "int | None"
    """The round after which they stand; null: none was planned yet."""
    groups: "int"
    """How many deal groups there are up to that round."""
    ended: "int"
    """How many of them have ended, and count."""
    standings: "list[TournamentStanding]"


class TournamentTable(TypedDict):
    """A table of a tournament; what it brought is told when its deal group has ended."""
    index: "int"
    """From 0, in the order of the plans."""
    table: "str"
    """Id of the table."""
    round: "int"
    game: "int"
    """Number of its game in the settings."""
    group: "int"
    """Number of its deal group: tables of one have the same deals."""
    seats: "list[TournamentSeat]"
    state: "Literal['planned', 'open', 'finished', 'closed']"
    """`planned`: not open yet; `finished`: play has ended; `closed`: everybody may read it."""
    why: "str | None"
    """Why it ended, as in its outcome; null while it is played."""
    places: "list[int] | None"
    """By seat, as they count; empty where it counts nothing; null: not told yet."""
    scores: "list[int] | None"
    """The same."""
    counts: "bool | None"
    """Whether it counts; null: not told yet."""
    ruling: "Literal['dispute', 'director', None]"
    """Who has said what it counts: a ruling, a director; null: nobody."""
    replays: "int | None"
    """Index of the void table in whose place it is played."""
    replayed: "bool"
    """Whether another is played in its place."""


class TournamentTablePage(TypedDict):
    """A page of the tables of a tournament, in the order of their indexes."""
    tables: "list[TournamentTable]"
    cursor: "str | None"
    """Leads to the next page; null on the last one."""


class TournamentTables(TypedDict):
    """How many tables there are."""
    planned: "int"
    opened: "int"
    finished: "int"
    """So many were played to their end."""


class TurnBank(TypedDict):
    """What was left of its time bank."""
    before: "int"
    after: "int"


class Turn(TypedDict):
    """A turn that ended in the hand; times in milliseconds."""
    n: "int"
    """Number of the event that ended it."""
    seat: "int"
    by: "EventBy"
    since: "int | None"
    """When the seat could act."""
    deadline: "int | None"
    """When its time was up; null: no clock."""
    at: "int"
    """When it acted or was timed out."""
    used: "int | None"
    """What the turn took."""
    bank: "TurnBank"
    """What was left of its time bank."""
    timed_out: "bool"
    policy: "str | None"
    """What a time-out led to: fallback, bot or forfeit."""


class UnreadableLog(TypedDict):
    """There is no log in what was sent."""
    verdict: "Literal['unreadable']"
    why: "str"
    """Why it is none."""


class VerifiedLog(TypedDict):
    """What is proven of a log file, and what is not."""
    verdict: "Literal['good', 'excused', 'bad']"
    """`excused`: the log holds, and the server signed something that contradicts it, of which it
    has published that its store may have lost it."""
    table: "str"
    """The table that the first line names, or another stream."""
    game: "str | None"
    """Null for a log of disputes or of a tournament."""
    rules: "int | None"
    """Version of the game's rules; null where `game` is."""
    events: "int"
    """Events read from a sound chain."""
    good: "int"
    """Events before the first bad one."""
    first_bad: "int | None"
    """Number of the first bad event; null where no event is to blame."""
    kind: "str | None"
    """What is wrong, or excused, in a word of docs/reference/verdicts.md; null for a good log."""
    why: "str | None"
    """The same in a sentence."""
    faults: "list[LogFault]"
    """Everything that was found, `kind` and `why` first."""
    excused: "list[LogFault]"
    """What contradicts the log and is excused by a published loss: no lie, and no proof."""
    complete: "bool"
    """Whether the table or the tournament has closed."""
    not_checked: "list[NotChecked]"
    """What could not be checked of a good log; empty for a bad one."""
    head: "Head"
    signature: "Literal['good', 'bad', 'missing', 'not checked']"
    """Of the last line."""
    deal: "str | None"
    """Who had a hand in the deal; null where play did not begin."""
    entropy: "list[Literal['none', 'revealed', 'withheld']]"
    """By seat: whether its entropy is part of the deal; empty if play did not begin."""
    beacon: "Literal['credited', 'time unproven', 'unknown chain', None]"
    """Whether a receipt shows that all else was settled before the beacon's round was published;
    null if play did not begin with one."""
    proven: "list[str]"
    """What a good log proves, in sentences."""
    not_proven: "list[str]"
    """And what it does not."""


class WebhookFacts(TypedDict):
    """A webhook, without its secret."""
    id: "str"
    url: "str"
    kinds: "list[Literal['your_turn', 'table_started', 'table_ended', 'invitation', 'tournament_round', 'ruling']]"
    made_at: "int"
    failing_since: "int | None"
    """Since when every delivery fails; null: none does."""
    disabled_at: "int | None"
    """When it was disabled; null: it is enabled."""
    why: "str | None"
    """Why the last delivery failed, or it was disabled."""


class WebhookSecret(TypedDict):
    """Another secret of a webhook."""
    secret: "str"
    former_until: "int"
    """Until when the secret before signs, too."""


class Webhooks(TypedDict):
    """The webhooks of an account, the newest first."""
    webhooks: "list[WebhookFacts]"


class WhyPlacesData(TypedDict):
    why: "str"
    places: "list[int]"


class Wording(TypedDict):
    """A choice as people are shown it."""
    text: "str"
    """What it does, in a few words, with cards and seats marked: `[Gold 7](card:gold-7)`."""
    group: "Literal['cards', 'sets', 'sequences', 'bids', 'calls', 'places', 'pass']"
    """The group to show it in: one of the `cards`; `sets` or `sequences` of cards; `bids` of an
    amount; spoken `calls`; `places` of cards at the table; `pass`, which does nothing (more)."""


AccountMessage: TypeAlias = TurnsNow | Missed | YourTurn | BeenInvited | RematchOffered | InvitationOver | TableFilled | StartCalled | EntropyWithheld | TableStarted | TakenOver | GivenBack | AdjournAsked | Adjourned | TableEnded | TableReleased | DisputeOpened | DisputeRuled | DisputeWithdrawn | TournamentNews | WebhookDisabled
"""A message for an account."""


Action: TypeAlias = BoojumBid | Pass | BoojumClaim | BoojumDone | BoonTake | BoonBury | BoonPlay | BooshLayOut | BooshCallWoof | BooshTake | BooshReplace | BooshDiscard | BooshCallBoosh | BooshExpose | BooshFold | BooshStay | BumPlay | BumGive | GoblinMarketBid | GoblinMarketTakeAll | GoblinMarketTake | GoblinMarketRefuse
"""An action of the table's game."""


BoojumAction: TypeAlias = BoojumBid | Pass | BoojumClaim | BoojumDone
"""An action of Boojum."""


BoonAction: TypeAlias = BoonTake | Pass | BoonBury | BoonPlay
"""An action of Boon."""


BooshAction: TypeAlias = BooshLayOut | BooshCallWoof | BooshTake | BooshReplace | BooshDiscard | BooshCallBoosh | Pass | BooshExpose | BooshFold | BooshStay
"""An action of Boosh."""


BotReport: TypeAlias = dict[str, Any]
"""How a bot found its action: `level`, `version`, `seed`, its `budget` of playouts, the
`playouts` done and the milliseconds (`ms`); `failed` is the error after which it played the
fallback."""


BumAction: TypeAlias = BumPlay | Pass | BumGive
"""An action of The Bum Game."""


Choices: TypeAlias = dict[str, Any]
"""What a seat may do, by the rules of the table's game."""


Event: TypeAlias = TableOpenedV1 | TableSeatTakenV1 | TableSeatLeftV1 | TableStartCalledV1 | TableEntropyRevealedV1 | TableEntropyClosedV1 | TableBeaconCameV1 | TableStartedV1 | TableTimedOutV1 | TableSeatClaimedV1 | TableHandedToBotV1 | TableTakenBackV1 | TableAdjournAgreedV1 | TableInvitedV1 | TableInvitationEndedV1 | TableRuledV1 | TableFinishedV1 | TableClosedV1 | BoojumDealerDrawnV1 | BoojumCardsDealtV1 | BoojumSlotsTurnedUpV1 | BoojumBidMadeV1 | BoojumPassedV1 | BoojumSlotSoldV1 | BoojumSlotUnsoldV1 | BoojumSlotsBuiltV1 | BoojumSeatsDealtV1 | BoojumCardsTakenUpV1 | BoojumSetClaimedV1 | BoojumCardDrawnV1 | BoojumClaimsFinishedV1 | BoojumStackReshuffledV1 | BoojumRoundEndedV1 | BoojumGameEndedV1 | BoojumHandVoidedV1 | BoonDealerDrawnV1 | BoonHandDealtV1 | BoonPassedV1 | BoonBoonTakenV1 | BoonLeasterBegunV1 | BoonCardsBuriedV1 | BoonCardPlayedV1 | BoonSidesRevealedV1 | BoonTrickWonV1 | BoonRoundCountedV1 | BoonLeasterCountedV1 | BoonGameEndedV1 | BoonHandVoidedV1 | BooshDealerDrawnV1 | BooshHandDealtV1 | BooshLaidOutV1 | BooshWoofCalledV1 | BooshCherryTurnedV1 | BooshDeckCardTakenV1 | BooshFaceUpCardTakenV1 | BooshCardReplacedV1 | BooshCardDiscardedV1 | BooshBooshCalledV1 | BooshPassedV1 | BooshPlayStoppedV1 | BooshDeckRanOutV1 | BooshPileReshuffledV1 | BooshCardsExposedV1 | BooshFoldedV1 | BooshStayedV1 | BooshHandsRevealedV1 | BooshHandScoredV1 | BooshPlayerEliminatedV1 | BooshGameEndedV1 | BooshHandVoidedV1 | BumBossDrawnV1 | BumHandDealtV1 | BumRevolutionDeclaredV1 | BumExchangeCalledOffV1 | BumCardsGivenV1 | BumCombinationPlayedV1 | BumTurnPassedV1 | BumTrickWonV1 | BumPlayerWentOutV1 | BumTargetReachedV1 | BumHandEndedV1 | BumSessionEndedV1 | BumHandVoidedV1 | GoblinMarketFirstBidderDrawnV1 | GoblinMarketDealtV1 | GoblinMarketGoblinsShuffledV1 | GoblinMarketSizeTurnedV1 | GoblinMarketCardsTurnedV1 | GoblinMarketBidMadeV1 | GoblinMarketPassedV1 | GoblinMarketAuctionWonV1 | GoblinMarketNobodyBidV1 | GoblinMarketCardsTakenV1 | GoblinMarketShareRefusedV1 | GoblinMarketCardsDiscardedV1 | GoblinMarketSisterhoodPaidV1 | GoblinMarketGoblinMoneyPaidV1 | GoblinMarketMarketClosedV1 | GoblinMarketHandVoidedV1
"""An event as a reader of the log gets it."""


EventBy: TypeAlias = str
"""Who made it happen."""


EventCause: TypeAlias = CommandCause | int
"""What was asked, or the number of the event that says so."""


EventParts: TypeAlias = dict[str, EventPartsValue]
"""What the reader may know of the sealed parts, by audience."""


EventSeals: TypeAlias = dict[str, str]
"""Audience -> SHA-256 of salt and canonical JSON of its part. An audience is a set of seats (`2`,
`0+3`), `hand` or `table` (nobody until the hand or table is opened)."""


GameAction: TypeAlias = dict[str, Any]
"""An action as it may be sent, by the rules of the table's game."""


GameOptions: TypeAlias = dict[str, Any]
"""The options of the table's game, all of them."""


GoblinMarketAction: TypeAlias = GoblinMarketBid | Pass | GoblinMarketTakeAll | GoblinMarketTake | GoblinMarketRefuse
"""An action of Goblin Market."""


HandSecret: TypeAlias = str
"""All shuffles of the hand follow from it."""


HandText: TypeAlias = str
"""The same as text: a header, then a line for every command and every event."""


Head: TypeAlias = str
"""Hash of the log up to an event."""


LobbyMessage: TypeAlias = LobbyNow | LobbyAdded | LobbyChanged | LobbyRemoved
"""A message of the lobby."""


LogFile: TypeAlias = str
"""JSON lines: a header, one {e, h, p} an event, and a signed last line."""


NewTable: TypeAlias = NewBoojumTable | NewBoonTable | NewBooshTable | NewBumTable | NewGoblinMarketTable
"""A table to be opened."""


NoteText: TypeAlias = str
"""A signed note (c2sp.org/tlog-checkpoint): name, size and root (base64) of the tree, the time of
this size, the signatures of the server and of witnesses."""


PickFormBounds: TypeAlias = dict[str, Any]
"""The same in numbers."""


ProofPath: TypeAlias = list[Head]
"""The hashes of a proof, in the order of RFC 9162."""


QuickSeat: TypeAlias = BoojumQuickSeat | BoonQuickSeat | BooshQuickSeat | BumQuickSeat | GoblinMarketQuickSeat
"""What kind of table one wants a seat at."""


SecretAction: TypeAlias = dict[str, Any]
"""The secret fields of the action behind the event."""


TournamentEvent: TypeAlias = TournamentOpenedV1 | TournamentEntrantRegisteredV1 | TournamentSeededV1 | TournamentInvitedV1 | TournamentCheckedInV1 | TournamentCalledV1 | TournamentEntropyRevealedV1 | TournamentStartedV1 | TournamentRoundPlannedV1 | TournamentPairsForbiddenV1 | TournamentSwappedV1 | TournamentTablesOpenedV1 | TournamentResultTakenV1 | TournamentGroupEndedV1 | TournamentTablesReleasedV1 | TournamentEntrantLateV1 | TournamentWithdrawnV1 | TournamentReturnedV1 | TournamentByesRequestedV1 | TournamentReplacedV1 | TournamentAdjudicatedV1 | TournamentTableReplayedV1 | TournamentPausedV1 | TournamentResumedV1 | TournamentRescheduledV1 | TournamentDescribedV1 | TournamentAnnouncedV1 | TournamentRoundEndedV1 | TournamentClosedV1 | TournamentDirectorAddedV1
"""An event of a tournament's log as it is read."""


Verification: TypeAlias = VerifiedLog | UnreadableLog
"""What became of the verification of a log file."""


View: TypeAlias = BoojumView | BoonView | BooshView | BumView | GoblinMarketView
"""The view of a table."""
