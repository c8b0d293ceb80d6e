"""What directors tell everybody of a tournament: its description, and announcements."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.cached_streams import CommandResult
from service.disputes.access import erase_if_refused
from service.tournaments.access import (
    carried_out,
    tournament_and_past_answer,
    tournament_command_response,
)
from service.tournaments.schemas import NewAnnouncement, NewDescription
from service.wire.connections import connections
from service.wire.requests import (
    idempotency_key,
    load_with_schema,
    read_json_body,
    require_player,
)
from tournaments.commands import Announce, Describe, TournamentCommand
from tournaments.state import Tournament

blueprint = Blueprint("tournament_texts", __name__, url_prefix="/v1/tournaments/<tournament_id>")
NEW_DESCRIPTION, NEW_ANNOUNCEMENT = NewDescription(), NewAnnouncement()


@blueprint.post("/description")
def describe_tournament(tournament_id: str) -> Response:
    """Describe a tournament."""
    caller, sent = require_player(), read_json_body()
    text = load_with_schema(NEW_DESCRIPTION, sent)["text"]
    before, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is None:
        known = _carry_out_with_text(caller, tournament_id, sent, text, Describe)
        if before.description not in (None, known.state.description):
            TextStore(connections().store).drop(tournament_id, before.description or "")
    return tournament_command_response(known, caller)


@blueprint.post("/announcements")
def announce_in_tournament(tournament_id: str) -> Response:
    """Announce something."""
    caller, sent = require_player(), read_json_body()
    text = load_with_schema(NEW_ANNOUNCEMENT, sent)["text"]
    _, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is None:
        known = _carry_out_with_text(caller, tournament_id, sent, text, Announce)
    return tournament_command_response(known, caller)


def _carry_out_with_text(
    caller: Player,
    tournament_id: str,
    sent: dict[str, Any],
    text: str | None,
    command: Callable[[Any], TournamentCommand],
) -> CommandResult[Tournament]:
    """Carry out a command of which the log has the hash of a text; the text lies beside it."""
    if text is None:
        return carried_out(caller, tournament_id, command(None), sent)
    texts = TextStore(connections().store)
    digest = texts.keep(tournament_id, text, idempotency_key(caller.id, sent))
    with erase_if_refused(texts, tournament_id, digest):
        return carried_out(caller, tournament_id, command(digest), sent)
