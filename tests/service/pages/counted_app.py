"""The app of a server that notes in a file how often it makes the description of the API."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask

from games import GAMES, boosh
from service import app
from service.openapi import document
from service.pages import pages

NOTED = "FAIRDEAL_TEST_RENDERINGS"  # names the file
FROM_OUTSIDE = "FAIRDEAL_TEST_GAME_FROM_OUTSIDE"


def noting(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, whose calls are noted."""

    def noted(*arguments: Any) -> Any:
        with Path(os.environ[NOTED]).open("a") as file:
            file.write("made\n")
        return make(*arguments)

    return noted


def create_app() -> Flask:
    """Return the application."""
    pages.read_yaml = noting(pages.read_yaml)  # type: ignore[attr-defined]
    document.build_openapi_document = noting(document.build_openapi_document)
    if FROM_OUTSIDE in os.environ:
        GAMES["whist", 1] = replace(boosh.GAME, name="whist")
    return app.create_app()
