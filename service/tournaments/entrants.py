"""Who takes part in tournaments: enter, check in, reveal, withdraw, replace."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from flask import Blueprint, Response

from events.accounts.codes import canonical_code
from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.cached_streams import CommandResult
from games.core.type_hints.values import BadValue
from service.disputes.access import erase_if_refused
from service.limits.admission import enforce_quotas
from service.tables.schemas import NewReveal
from service.tables.starts import start_receipts
from service.tournaments.access import (
    carried_out,
    entry_code,
    entry_now,
    require_known_players,
    tournament_and_past_answer,
    tournament_command_response,
)
from service.tournaments.entry_ratings import entry_rating
from service.tournaments.names import EntrantFacts, entrant_name_owner, entrant_rows
from service.tournaments.schemas import (
    NewByes,
    NewCheckIn,
    NewEntrant,
    NewReplacement,
    NewSeeding,
    NewTournamentInvitations,
)
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import WRONG_CODE
from service.wire.requests import (
    PRIVATE,
    idempotency_key,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)
from tournaments.commands import (
    CheckIn,
    Invite,
    Register,
    Replace,
    Return,
    Reveal,
    Seed,
    SitOut,
    TournamentCommand,
    Withdraw,
)
from tournaments.refusals import NOT_ENTERED
from tournaments.state import Tournament
from tournaments.tables import Entrant

blueprint = Blueprint("tournament_entrants", __name__, url_prefix="/v1/tournaments/<tournament_id>")
NEW_ENTRANT, NEW_REPLACEMENT = NewEntrant(), NewReplacement()
EMPTY, NEW_BYES = Empty(), NewByes()
NEW_CHECK_IN, NEW_REVEAL, NEW_SEEDING = NewCheckIn(), NewReveal(), NewSeeding()
NEW_TOURNAMENT_INVITATIONS = NewTournamentInvitations()
Wanted = Mapping[str, Any]
OfEntrant = Callable[[Entrant], TournamentCommand]
Named = Callable[[str | None], TournamentCommand]


class Entrants(TypedDict):
    """All who take part, in the order of their numbers."""

    entrants: list[EntrantFacts]


@blueprint.get("/entrants")
def entrants(tournament_id: str) -> Response:
    """List entrants."""
    own = connections()
    t = own.tournaments.current(tournament_id).state
    body: Entrants = {"entrants": entrant_rows(own, t)}
    return json_response(body, headers=PRIVATE)


@blueprint.post("/entrants")
def enter(tournament_id: str) -> Response:
    """Enter a tournament."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_ENTRANT, sent)
    members = tuple(data["members"] or (caller.id,))

    def command(name: str | None) -> TournamentCommand:
        t = connections().tournaments.current(tournament_id).state
        _require_code(t, caller, members, data["code"])
        rating = entry_rating(t, members)
        byes = tuple(data["byes"])
        return Register(data["kind"], members, name, data["commitment"], rating, byes)

    made = _carry_out_with_members(
        caller, tournament_id, sent, {**data, "members": members}, command
    )
    number = made.facts[0].event.entrant
    return tournament_command_response(made, caller, 201, at="/entrants", entrant=number)


def _require_code(t: Tournament, caller: Player, members: Sequence[str], sent: str | None) -> None:
    """Refuse players who enter alone without the code, where there is one."""
    own = entry_code(t)
    if own is None or t.directs(caller.id) or members != (caller.id,):
        return
    if not hmac.compare_digest(canonical_code(sent or "").encode(), canonical_code(own).encode()):
        raise WRONG_CODE()


@blueprint.post("/entrants/<int:number>/replacement")
def replace(tournament_id: str, number: int) -> Response:
    """Replace an entrant."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_REPLACEMENT, sent)

    def command(name: str | None) -> TournamentCommand:
        members = tuple(data["members"])
        rating = entry_rating(connections().tournaments.current(tournament_id).state, members)
        return Replace(Entrant(number), data["kind"], members, name, rating)

    return tournament_command_response(
        _carry_out_with_members(caller, tournament_id, sent, data, command), caller
    )


def _carry_out_with_members(
    caller: Player, tournament_id: str, sent: dict[str, Any], data: Wanted, command: Named
) -> CommandResult[Tournament]:
    """Carry out a command that names members and perhaps gives them a name, once."""
    _, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is not None:
        return known
    if data["name"] is not None and data["kind"] == "player":
        raise BadValue("name", "must be left out for a player, whose account has the name")
    require_known_players(data["members"])
    with enforce_quotas(caller, "enter"):
        if data["name"] is None:
            return carried_out(caller, tournament_id, command(None), sent)
        texts, owner = (
            TextStore(connections().store),
            entrant_name_owner(tournament_id, data["members"]),
        )
        digest = texts.keep(owner, data["name"], idempotency_key(caller.id, sent))
        with erase_if_refused(texts, owner, digest):
            made = carried_out(caller, tournament_id, command(digest), sent)
        if digest not in {entry.name for entry in made.state.entries}:
            texts.drop(owner, digest)
        return made


@blueprint.post("/invitations")
def invite(tournament_id: str) -> Response:
    """Invite players."""
    caller, sent = require_player(), read_json_body()
    players = tuple(load_with_schema(NEW_TOURNAMENT_INVITATIONS, sent)["players"])
    _, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is None:
        require_known_players(players)
        known = carried_out(caller, tournament_id, Invite(players), sent)
    return tournament_command_response(known, caller)


@blueprint.post("/seeding")
def seed(tournament_id: str) -> Response:
    """Seed the entrants."""
    caller, sent = require_player(), read_json_body()
    order = tuple(map(Entrant, load_with_schema(NEW_SEEDING, sent)["entrants"]))
    return tournament_command_response(
        carried_out(caller, tournament_id, Seed(order), sent), caller
    )


@blueprint.delete("/entrants/<int:number>")
def withdraw(tournament_id: str, number: int) -> Response:
    """Withdraw an entrant."""
    caller = require_player()
    read_whole_body()
    return tournament_command_response(
        carried_out(caller, tournament_id, Withdraw(Entrant(number)), {}), caller
    )


@blueprint.post("/entrants/<int:number>/return")
def take_back(tournament_id: str, number: int) -> Response:
    """Let an entrant return."""
    caller, sent = require_player(), read_json_body()
    load_with_schema(EMPTY, sent)
    return tournament_command_response(
        carried_out(caller, tournament_id, Return(Entrant(number)), sent), caller
    )


@blueprint.post("/entrants/<int:number>/byes")
def sit_out_rounds(tournament_id: str, number: int) -> Response:
    """Let an entrant sit out rounds."""
    caller, sent = require_player(), read_json_body()
    rounds = tuple(load_with_schema(NEW_BYES, sent)["rounds"])
    return tournament_command_response(
        carried_out(caller, tournament_id, SitOut(Entrant(number), rounds), sent), caller
    )


@blueprint.post("/check-in")
def check_in(tournament_id: str) -> Response:
    """Check in."""
    caller, sent = require_player(), read_json_body()
    commitment = load_with_schema(NEW_CHECK_IN, sent)["commitment"]
    made = _as_entrant(caller, tournament_id, sent, "U4", lambda own: CheckIn(own, commitment))
    return tournament_command_response(made, caller)


@blueprint.post("/reveal")
def reveal(tournament_id: str) -> Response:
    """Reveal an entropy."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_REVEAL, sent)
    entropy, head = data["entropy"], data["closing"]
    made = _as_entrant(caller, tournament_id, sent, "U5", lambda own: Reveal(own, entropy, head))
    return tournament_command_response(made, caller)


@blueprint.get("/closing")
def tournament_closing(tournament_id: str) -> Response:
    """Show the receipts of a tournament's start."""
    held = connections().tournaments.current(tournament_id)
    t = held.state
    body = start_receipts(t.id, t.n, held.head, t.closing, t.settled)
    return json_response(body, headers=PRIVATE)


def _as_entrant(
    caller: Player, tournament_id: str, sent: dict[str, Any], rule: str, command: OfEntrant
) -> CommandResult[Tournament]:
    """Carry out a command of an entrant's own, once; refuse who does not take part."""
    t, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is not None:
        return known
    own = entry_now(t, caller.id)
    if own is None:
        raise NOT_ENTERED.under(rule)()
    return carried_out(caller, tournament_id, command(own.number), sent)
