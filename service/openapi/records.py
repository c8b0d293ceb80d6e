"""The records that have a name in the description, each from beside the code that builds it."""

from collections.abc import Iterator
from typing import Any

from events.accounts.phrases import SpokenPhrase
from events.history.checkpoints import Leaf, NoteText
from events.record.causes import CommandCause, SignedAction
from events.record.chain import Head
from events.record.logfile import LogText
from events.record.receipts import Key, Receipt
from events.store.backlog import Backlog
from events.store.connections.servers import Replica, Server
from events.store.registry import Process
from events.tables.news import OF_DISPUTES, OF_TABLES
from events.tournaments.news import TournamentNews
from events.verify.report import LogFault, NotChecked, UnreadableLog, VerifiedLog
from games.core.cards.suits import SuitFace
from games.core.contract import Wording
from games.core.game import AnyGame
from games.core.options import OptionForm
from games.core.presentation.scene import DeedFacts, Pile, SceneDeed, SceneRound
from games.core.presentation.texts import ParamFacts, TemplateFacts
from games.core.type_hints.records import Component
from games.table.endings import OutcomeFacts
from games.table.notes import StoryLine
from games.table.planned import TournamentTableFacts
from games.table.start_facts import BeaconFacts, ClosingFacts
from games.table.view import ChoiceForms, PickForm, RulingFacts, ServedBoard, TableSeat
from projections.accounts.listed_tables import ListedSeat, ListedTable, SeatResult, SeatTurn
from projections.accounts.news import Missed, TurnsNow, WebhookDisabled
from projections.disputes import evidence
from projections.history.tree import Consistency, Proof, ProofPath
from projections.ratings.standings import GameStatistics, Statistics
from projections.read_models.status import DueTables, SetAsideTable, Status
from projections.tables.hand import Hand, HandCommand, HandEvent, HandSeat
from projections.tables.hand_text import HandText
from projections.tables.hands import HandSummary
from projections.tables.lobby import LobbySeat, LobbyTable
from projections.tables.log_replay import LogReplay
from projections.tables.replay import Replay
from projections.tables.views import StreamedView, TableFacts
from projections.tournaments.ratings import RatingChange
from projections.tournaments.results import RoundFacts, TournamentSeat, TournamentTable
from service.accounts import blocks, devices, tokens
from service.accounts import players as accounts
from service.accounts.news import AccountMessages, NumberedMessage
from service.accounts.player_tables import PlayerTables
from service.apps import apps, authorizations, device_codes, grants
from service.disputes.access import DisputeFacts, DisputeRuling, LookFacts
from service.disputes.disputes import AcceptedDispute, DisputePage, DisputeRow, TableDisputes
from service.disputes.evidence import DisputeStream, Evidence
from service.games import about
from service.games import games as game_records
from service.limits.admission import LimitFacts
from service.openapi.problem_body import ProblemBody
from service.pages import pages
from service.play.analyses import Analysis, JudgedDecision, MoveLoss
from service.play.hands import HandPage
from service.play.hints import ComparedMove, Hint, PendingHint
from service.play.play import CheckedAction, EventPage, Legal
from service.push import web_push, webhooks
from service.ratings.standings import Leaderboard, LeaderboardLevel, LeaderboardPlayer
from service.streams.presence import PlayerPresence, PresencePage
from service.tables import invitations
from service.tables.lobby_news import OF_LOBBY
from service.tables.phrases import PhrasePage
from service.tables.starts import AbortedCounts, StartReceipts, TableFairness
from service.tables.tables import Lobby
from service.tournaments.access import (
    AcceptedEntrant,
    AcceptedTournament,
    GroupCounts,
    OwnPart,
    TableCounts,
    TournamentAnnouncement,
    TournamentFacts,
)
from service.tournaments.collusion import CollusionFigures, SuspectPair
from service.tournaments.entrants import Entrants
from service.tournaments.forms import CrossCell, MeanEstimate, StandingRow
from service.tournaments.log import TournamentEventPage
from service.tournaments.names import EntrantFacts, EntrantMember
from service.tournaments.results import (
    CrossTable,
    EntrantRatings,
    NamedEntrant,
    Rounds,
    Standings,
    TournamentRatings,
    TournamentTablePage,
)
from service.tournaments.rounds import AdjudicationPreview, NextRound, PreviewedPlace
from service.tournaments.tournaments import TournamentPage, TournamentRow
from service.wire import requests
from service.wire.json_schema import Json, is_record, record_schema, schema_of

MESSAGES = (  # for accounts
    TurnsNow, Missed, *OF_TABLES, *OF_DISPUTES, TournamentNews, WebhookDisabled,
)  # fmt: skip
RECORDS = (
    accounts.Me, accounts.Profile, accounts.Registered, accounts.NewCode, accounts.Token,
    devices.OwnTokenFacts, devices.OwnTokens, devices.SignInCodeFacts, devices.SignInCodes,
    devices.IssuedSignInCode, devices.SignedIn, blocks.BlockFacts,
    tokens.PersonalTokenFacts, tokens.PersonalTokens, tokens.IssuedPersonalToken,
    webhooks.WebhookFacts, webhooks.Webhooks, webhooks.MadeWebhook, webhooks.WebhookSecret,
    webhooks.SentDelivery, webhooks.Delivery, webhooks.Deliveries,
    web_push.PushSubscriptionFacts, web_push.PushSubscriptions,
    apps.OwnApp, apps.OwnApps, apps.AppFacts, grants.GrantFacts, grants.OwnGrants,
    authorizations.AuthorizationFacts, authorizations.AnsweredAuthorization,
    device_codes.DeviceFacts,
    accounts.FoundPlayer, accounts.FoundPlayers, accounts.OwnLimits, LimitFacts,
    AccountMessages, NumberedMessage, *MESSAGES, *OF_LOBBY,
    game_records.GameDetails, game_records.EndingFacts, game_records.LadderBot,
    game_records.PhaseFacts, game_records.Games,
    game_records.GameSummary, game_records.SeatRange, about.AboutGame, about.TableMinutes,
    PlayerPresence, PresencePage, SpokenPhrase, PhrasePage,
    invitations.OwnInvitation, invitations.OwnInvitations, invitations.OwnPreferences,
    OptionForm, SuitFace, Wording,
    ListedSeat, SeatTurn, SeatResult, ListedTable, PlayerTables,
    RulingFacts, TableFacts, TableSeat, LobbySeat, LobbyTable, Lobby, Legal, EventPage,
    CheckedAction,
    ComparedMove,
    Hint,
    PendingHint,
    Analysis, JudgedDecision, MoveLoss,
    requests.Accepted, requests.AcceptedMinimal, requests.AcceptedOpening,
    StartReceipts, TableFairness, AbortedCounts,
    HandSeat, HandSummary, HandPage, Hand, Replay, LogReplay,
    GameStatistics, Statistics, Leaderboard, LeaderboardPlayer, LeaderboardLevel,
    Receipt, Key, Leaf, Proof, Consistency, CommandCause, SignedAction,
    LogFault, NotChecked, UnreadableLog, VerifiedLog,
    DisputeRuling, DisputeRow, DisputePage, TableDisputes, AcceptedDispute,
    AcceptedTournament, AcceptedEntrant, TournamentFacts, TournamentAnnouncement, TournamentRow,
    TournamentPage,
    Entrants, EntrantFacts, EntrantMember, MeanEstimate, CrossCell, CrossTable, NamedEntrant,
    EntrantRatings, TournamentRatings, NextRound, AdjudicationPreview, PreviewedPlace,
    CollusionFigures, SuspectPair,
    RatingChange, TournamentTable, TournamentTablePage, TournamentSeat, TournamentEventPage,
    evidence.LogPlace, evidence.LogSlice, evidence.JudgedReceipt, evidence.Turn,
    evidence.KnownParts, DisputeStream, Evidence,
    pages.Links, pages.Health, pages.Keys, pages.OpenapiDocument,
)  # fmt: skip
NAMED: dict[Any, str] = {
    **{record: record.__name__ for record in RECORDS},
    TemplateFacts: "TextTemplate",
    ParamFacts: "TextParameter",
    StoryLine: "StoryLine",
    OutcomeFacts: "Outcome",
    Status: "ServerStatus",
    Server: "StoreServer",
    Replica: "StoreReplica",
    Backlog: "JobQueue",
    Process: "ServerProcess",
    SetAsideTable: "SetAsideTable",
    DueTables: "DueTables",
    HandEvent: "HandEvent",
    HandCommand: "HandCommand",
    LookFacts: "Look",
    BeaconFacts: "TableBeacon",
    ClosingFacts: "TableClosing",
    TournamentTableFacts: "TableInTournament",
    TableCounts: "TournamentTables",
    GroupCounts: "TournamentGroups",
    OwnPart: "TournamentPart",
    RoundFacts: "TournamentRound",
    Rounds: "TournamentRounds",
    StandingRow: "TournamentStanding",
    Standings: "TournamentStandings",
    DeedFacts: "Deed",
    SceneDeed: "BoardDeed",
    SceneRound: "BoardRound",
    Pile: "Pile",
    DisputeFacts: "Dispute",
    ProblemBody: "Problem",
    game_records.CardFacts: "CardFace",
    Head: "Head",
    ProofPath: "ProofPath",
    LogText: "LogFile",
    NoteText: "NoteText",
    HandText: "HandText",
    Component("Options"): "GameOptions",
    Component("Action"): "GameAction",
}
OF_GAMES = {
    "{}Choices": ChoiceForms,
    "{}Pick": PickForm,
    "{}View": StreamedView,
    "{}Board": ServedBoard,
}


def record_schemas() -> Json:
    """Return the schemas of all records with a name."""
    return {
        name: record_schema(record, NAMED)
        if is_record(record)
        else schema_of(
            record, named={other: name for other, name in NAMED.items() if other != record}
        )
        for record, name in NAMED.items()
        if not isinstance(record, Component)
    }


def records_of_game(game: AnyGame, prefix: str) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of the records that differ from game to game."""
    own = ("Options", "Action", "Pick", "Choices", "PlayView", "Board")
    named = NAMED | {Component(name): f"{prefix}{name}" for name in own}
    for name, record in OF_GAMES.items():
        found = record_schema(record, named)
        found["description"] = found["description"].format(title=game.title)
        if "game" in found["properties"]:
            found["properties"]["game"] = {"type": "string", "const": game.name}
        if "phase_text" in found["properties"]:
            found["properties"]["phase"] = {"type": "string", "enum": [*game.presentation.phases]}
        yield name.format(prefix), found
