"""Scopes: which operations a token may ask for that is not the account's own.

The description of the API names them from this table, and `require_scope` refuses by it. What is
not in the table needs the account's own token.
"""

from collections.abc import Collection, Mapping
from typing import Final

from flask import request

from events.accounts.grants import Grant
from events.accounts.players import Player
from service.wire.problems import INSUFFICIENT_SCOPE, UNSIGNED_PLAY, Problem

OPERATIONS: Final[Mapping[str, tuple[str, ...]]] = {  # scope -> endpoints
    "read": (
        "players.me", "players.limits", "player_tables.own_tables",
        "player_tables.tables_of_player",
        "account_news.account_events", "presence.presence", "invitations.own_invitations",
        "invitations.preferences", "tables.table", "phrases.listen", "starts.closing",
        "starts.fairness", "play.view",
        "play.events", "play.log", "hints.show_hint", "analyses.ask_for_analysis",
        "analyses.show_analysis", "history.hands", "history.one_hand", "history.replay",
        "verifications.verify",
        "tournaments.tournaments", "tournaments.tournament", "tournament_log.events",
        "tournament_log.export", "tournament_log.download_results", "webhooks.make_webhook",
        "webhooks.list_webhooks",
        "webhooks.show_webhook", "webhooks.change_webhook", "webhooks.end_webhook",
        "webhooks.test_webhook", "webhooks.rotate_webhook_secret", "webhooks.list_deliveries",
        "webhooks.replay_delivery", "web_push.subscribe_to_push",
        "web_push.list_push_subscriptions", "web_push.end_push_subscription",
    ),
    "play": (
        "quick.quick", "seats.sit", "seats.leave", "seats.claim", "seats.take_back", "starts.start",
        "starts.reveal", "play.act", "play.check_action", "tables.adjourn", "rematch.rematch",
        "phrases.say",
        "tournament_entrants.enter", "tournament_entrants.withdraw",
        "tournament_entrants.sit_out_rounds",
        "tournament_entrants.check_in", "tournament_entrants.reveal",
    ),
    "tables": ("tables.open_table", "tables.withdraw", "invitations.invite", "invitations.end"),
    "tournaments": (
        "tournaments.open_tournament", "tournaments.call", "tournaments.pause",
        "tournaments.resume", "tournaments.reschedule", "tournaments.close",
        "tournaments.name_director",
        "tournament_rounds.plan_round", "tournament_rounds.keep_pairs_apart",
        "tournament_rounds.swap_entrants", "tournament_rounds.preview_round",
        "tournament_rounds.adjudicate",
        "tournament_rounds.preview_adjudication", "tournament_collusion.collusion",
        "tournament_entrants.replace", "tournament_entrants.take_back", "tournament_entrants.seed",
        "tournament_entrants.invite",
        "tournament_texts.describe_tournament", "tournament_texts.announce_in_tournament",
    ),
    "disputes": (
        "disputes.disputes", "disputes.dispute", "disputes.withdraw",
        "disputes_at_table.open_dispute", "disputes_at_table.disputes_of_table",
        "evidence.evidence", "evidence.log_of_disputes", "evidence.log_of_table",
        "evidence.replay", "aborts.abort",
    ),
    "account": ("players.rename", "invitations.prefer"),
}  # fmt: skip
SCOPE_OF: Final = {one: scope for scope, several in OPERATIONS.items() for one in several}
UNSIGNED: Final = ("play.check_action",)  # plays nothing, so it needs no signature
SIGNED: Final = ("seats.sit", "seats.take_back", "starts.start", "starts.reveal", "play.act")


def require_scope(grant: Grant, endpoint: str) -> None:
    """Refuse a request for which a token lacks the scope, or which the account's key must sign."""
    scope = SCOPE_OF.get(endpoint)
    if scope is None:
        raise _own_token_required()
    if scope not in grant.scopes:
        advice = "Make a token with it (POST /v1/tokens), or send the account's own token"
        if grant.app is not None:
            advice = "Ask the player for it: begin again at /authorize, or with a device code"
        raise INSUFFICIENT_SCOPE(
            f"This token lacks the scope `{scope}`. {advice}",
            headers={"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{scope}"'},
        )
    if grant.must_sign and _needs_signature(endpoint) and not _is_signed(endpoint):
        raise UNSIGNED_PLAY()


def _needs_signature(endpoint: str) -> bool:
    """Say whether an operation plays at a table: with a signing key, only what is signed."""
    is_play = SCOPE_OF.get(endpoint) == "play" and endpoint not in UNSIGNED
    return is_play and "table_id" in (request.view_args or {})


def _is_signed(endpoint: str) -> bool:
    """Say whether a request is signed, which its table then judges.

    Where no table judges a signature, a header would prove nothing, whatever it says.
    """
    return endpoint in SIGNED and "Action-Signature" in request.headers


def refuse_withheld_role(caller: Player, roles: Collection[str]) -> None:
    """Refuse somebody whose account has one of some roles, which the token does not have."""
    grant = caller.grant
    if grant is not None and grant.account_role in roles:
        raise _own_token_required()


def _own_token_required() -> Problem:
    """Return the refusal of a token that is not the account's own."""
    return INSUFFICIENT_SCOPE(
        "This needs the account's own token; no app and no personal access token may do it"
    )
