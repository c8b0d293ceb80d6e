"""The Flask application: the one place where all parts meet."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from flask import Blueprint, Flask, Response
from flask_cors import CORS
from redis.exceptions import RedisError
from werkzeug.middleware.proxy_fix import ProxyFix

from events.history.signed_tree import StoreBehind
from events.settings.table import ACCESS_LOG_EVERY, ACCESS_LOG_SLOW_MILLISECONDS
from service.accounts import blocks, devices, news, player_tables, players, presence, tokens
from service.apps import apps, authorizations, device_codes, grants, oauth
from service.apps.cross_origin import install_app_origins, open_public_reads
from service.assembly import AppParts, assemble_parts
from service.disputes import disputes, evidence
from service.games import cards, games
from service.history import checkpoints, verifications
from service.limits import limits
from service.limits.verifiers import VERIFIERS
from service.pages import api_pages, browsers, docs_site, embeds, pages, versions, web_client
from service.play import analyses, hands, hints, play, replays
from service.push import web_push, webhooks
from service.ratings import standings
from service.settings import BODY_LIMIT, ServiceSettings, from_environment
from service.status import metrics, status
from service.streams.stream_parts import STREAMS, stream_parts
from service.tables import (
    aborts,
    invitations,
    phrases,
    private_tables,
    quick_seat,
    rematch,
    seats,
    starts,
    tables,
)
from service.tournaments import collusion, entrants, log, results, rounds, texts, tournaments
from service.wire import compression, errors, queries, request_log, server_time
from service.wire.application import Application
from service.wire.bodies import TABLE
from service.wire.connections import CONNECTIONS, connections
from service.wire.current import current_request
from service.wire.direct_route import DirectRoute
from service.wire.requests import PLAYER_FOUND

BLUEPRINTS: Mapping[str, tuple[Blueprint, ...]] = {  # of the API, by subject
    "accounts": (
        players.blueprint, players.lost, player_tables.blueprint, news.blueprint,
        presence.blueprint, tokens.blueprint, devices.blueprint, blocks.blueprint,
    ),
    "apps": (
        apps.blueprint, grants.blueprint, authorizations.blueprint, device_codes.blueprint,
    ),
    "games": (games.blueprint, cards.blueprint),
    "tables": (
        tables.blueprint, seats.blueprint, starts.blueprint, aborts.blueprint,
        quick_seat.blueprint, rematch.blueprint, invitations.blueprint, phrases.blueprint,
    ),
    "play": (
        play.blueprint, hands.blueprint, replays.blueprint, hints.blueprint, analyses.blueprint,
    ),
    "disputes": (disputes.blueprint, disputes.at_table, evidence.blueprint),
    "tournaments": (
        tournaments.blueprint, entrants.blueprint, rounds.blueprint, results.blueprint,
        collusion.blueprint,
        texts.blueprint,
        log.blueprint,
    ),
    "ratings": (standings.blueprint,),
    "push": (webhooks.blueprint, webhooks.of_app, web_push.blueprint),
    "history": (checkpoints.blueprint, verifications.blueprint),
    "status": (status.blueprint,),
    "pages": (pages.blueprint, versions.blueprint),
}  # fmt: skip
WRITING = ("POST", "PUT", "PATCH", "DELETE")
WRITE_NOTHING = (
    "verifications.verify",
    "replays.replay_log",
    "play.check_action",
)  # though they are POSTs
CROSS_ORIGIN: dict[str, Any] = {
    "methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
    "allow_headers": [
        "Action-Signature", "Authorization", "Content-Type", "Idempotency-Key", "If-Match",
        "If-None-Match", "Join-Code", "Last-Event-ID", "Prefer", "Receipts", "X-Request-Id",
    ],
    "expose_headers": [
        "Content-Location", "Date", "ETag", "Idempotency-Replayed", "Location",
        "Preference-Applied", "Retry-After", "Server-Time", "WWW-Authenticate", "X-Request-Id",
    ],
    "max_age": 86_400,
}  # fmt: skip


def create_app(parts: AppParts | None = None, settings: ServiceSettings | None = None) -> Flask:
    """Return the application, connected to what the environment names.

    One that is given its connections keeps limits and lets other origins in only as `settings` say.
    """
    app = Application("fairdeal", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.url_map.merge_slashes = False  # redirects to what a request calls the server, over http
    if parts is None:
        settings = settings or from_environment()
        parts = assemble_parts(settings)
        with suppress(RedisError, StoreBehind):  # it is logged, and answered, until that is mended
            parts.signing.guard.require_current()
        parts.players.naming.compare_all()
    set_connections(app, parts)
    errors.install_error_handlers(app)
    browsers.name_types(app)
    open_public_reads(app)
    server_time.install_server_time(app)
    if settings is not None:
        _configure_access(app, settings)
    app.before_request(queries.require_known_parameters)
    app.before_request(_require_current_store)
    app.after_request(_note_presence)
    metrics.install_request_metrics(app)
    request_log.install_request_log(
        app, ACCESS_LOG_EVERY.value(), ACCESS_LOG_SLOW_MILLISECONDS.value() / 1000
    )
    app.url_value_preprocessor(private_tables.require_table_access)
    add_resources(app)
    app.register_blueprint(oauth.blueprint)
    app.register_blueprint(api_pages.blueprint)
    app.register_blueprint(api_pages.trying)
    app.register_blueprint(docs_site.blueprint)
    app.register_blueprint(web_client.blueprint)
    app.register_blueprint(embeds.blueprint)
    compression.install_compression(app)  # last, so first of all that is done to an answer
    web_client.show_dead_ends(app)  # but for this: another answer in its place
    app.direct = DirectRoute(app, "play.act", rf"/v1/tables/(?P<table_id>{TABLE})/actions")
    return app


def set_connections(app: Flask, parts: AppParts) -> None:
    """Let an app work with its connections; nothing else in it depends on them."""
    app.extensions |= {
        CONNECTIONS: parts,
        STREAMS: parts.streams,
        VERIFIERS: parts.verifiers,
        metrics.EXTENSION: metrics.numbers_with(
            parts.store, parts.signing.keys.folder, _gauges_of(parts)
        ),
    }


def _gauges_of(parts: AppParts) -> Callable[[], Mapping[str, float]]:
    """Return what tells how full this process is."""
    return lambda: {
        "fairdeal_waiting": parts.streams.slots.taken,
        "fairdeal_tables_cached": len(parts.tables.held),
    }


def _require_current_store() -> None:
    """Let nothing be written into a store that lacks what was signed."""
    request = current_request()
    if request.method in WRITING and request.endpoint not in WRITE_NOTHING:
        connections().signing.guard.require_current()


def _note_presence(response: Response) -> Response:
    """Note that whoever asked is there."""
    caller = current_request().environ.get(PLAYER_FOUND)
    if caller is not None:
        stream_parts().presence.see(caller.id)
    return response


def add_resources(app: Flask) -> None:
    """Let an app serve all that the API has."""
    for blueprint in chain(*BLUEPRINTS.values()):
        app.register_blueprint(blueprint)


def _configure_access(app: Flask, settings: ServiceSettings) -> None:
    """Keep limits, and let pages of other origins in: those of apps, and those that are named."""
    if settings.proxy_hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxy_hops)  # type: ignore[method-assign]
    install_app_origins(app, CROSS_ORIGIN)
    if settings.origins:
        CORS(app, origins=list(settings.origins), **CROSS_ORIGIN)
    limits.install_limits(app, settings.limits, settings.redis_url)
