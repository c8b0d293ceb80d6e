"""The Flask application: the one place where parts meet."""

from flask import Flask

from service import admission, errors
from service.parts import EXTENSION, Parts, assemble
from service.resources import (
    games,
    history,
    pages,
    play,
    players,
    quick,
    rematch,
    seats,
    standings,
    tables,
)
from service.settings import BODY_LIMIT, from_environment


def create_app(parts: Parts | None = None) -> Flask:
    """Return the application, connected to what the environment names unless given its parts."""
    app = Flask("fairdeal", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.extensions[EXTENSION] = parts or assemble(from_environment())
    app.url_value_preprocessor(admission.require_admission)
    for resource in (
        players, games, tables, seats, quick, rematch, play, history, standings, pages,
    ):  # fmt: skip
        app.register_blueprint(resource.blueprint)
    app.register_blueprint(pages.docs)
    errors.register(app)
    return app
