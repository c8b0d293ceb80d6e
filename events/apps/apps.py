"""The apps that are registered here: each belongs to an account, with which it ends.

They are public clients: an app has an id and redirect URIs, and no secret, which could not be kept
in what everybody may install.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.accounts.keys import FENCE_KEY
from events.accounts.players import Players
from events.apps.app_grants import end_grants_of_app
from events.apps.keys import APPS_KEY, apps_of, origin_key
from events.apps.redirects import redirect_origin
from events.store.streams import Store

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 20  # letters behind the prefix: 100 bits
PREFIX = "app_"


class App(NamedTuple):
    """A registered app; `owner` is a player's id."""

    id: str
    name: str
    owner: str
    redirect_uris: tuple[str, ...]
    made_at: int


def register_app(store: Store, owner: str, name: str, redirect_uris: Sequence[str]) -> App:
    """Register an app."""
    app_id = PREFIX + "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
    app = App(app_id, name, owner, tuple(redirect_uris), store.now())
    row = {"name": name, "owner": owner, "uris": redirect_uris, "made": app.made_at}
    store.at_once(
        APPS_KEY,
        ("HSET", APPS_KEY, app_id, orjson.dumps(row)),
        ("SADD", apps_of(owner), app_id),
        *(("SADD", origin_key(one), app_id) for one in _app_origins(redirect_uris)),
    )
    store.wait_at(FENCE_KEY)
    return app


def find_app(store: Store, app_id: str) -> App | None:
    """Return an app by its id."""
    row: Any = store.redis.hget(APPS_KEY, app_id)
    return None if row is None else _app_of(app_id, row)


def apps_of_player(store: Store, owner: str) -> list[App]:
    """Return the apps of an account, the newest first."""
    found: Any = store.redis.smembers(apps_of(owner))
    ids = [one.decode() for one in found]
    rows: Any = store.redis.hmget(APPS_KEY, ids) if ids else []
    apps = [_app_of(one, row) for one, row in zip(ids, rows, strict=True) if row is not None]
    return sorted(apps, key=lambda one: (one.made_at, one.id), reverse=True)


def end_app(players: Players, app: App) -> None:
    """End an app, and all that players have allowed it."""
    players.store.at_once(
        APPS_KEY,
        ("HDEL", APPS_KEY, app.id),  # first of all: from here on nobody can allow it anything
        ("SREM", apps_of(app.owner), app.id),
        *(("SREM", origin_key(one), app.id) for one in _app_origins(app.redirect_uris)),
    )
    players.store.wait_at(FENCE_KEY)
    end_grants_of_app(players, app.id)


def end_apps_of_player(players: Players, owner: str) -> None:
    """End all apps of an account."""
    for app in apps_of_player(players.store, owner):
        end_app(players, app)


def _app_origins(redirect_uris: Sequence[str]) -> list[str]:
    """Return the origins of the web pages of an app."""
    return sorted({one for one in map(redirect_origin, redirect_uris) if one is not None})


def has_app_at(store: Store, origin: str) -> bool:
    """Say whether an app has web pages of this origin."""
    return bool(store.redis.exists(origin_key(origin)))


def _app_of(app_id: str, text: bytes) -> App:
    """Return an app from what is kept of it."""
    row = orjson.loads(text)
    return App(app_id, row["name"], row["owner"], tuple(row["uris"]), row["made"])
