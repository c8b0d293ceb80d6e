"""Health, the public keys, the OpenAPI file and the page that shows it."""

import threading
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

import orjson
from flask import Blueprint, Response, current_app, request

from events.record.receipts import Key
from events.settings.table import METRICS_ADDRESS
from events.store.connections.readiness import store_warning, unavailable_reason
from games.core.type_hints.records import any_word_of
from service.pages import web_client as web
from service.status.metrics import EXTENSION, metrics_response
from service.wire.connections import connections
from service.wire.problems import NOT_FOUND, STORE_NOT_READY
from service.wire.requests import json_response
from service.wire.versions import VersionedText
from service.wire.yaml_texts import read_yaml

blueprint = Blueprint("pages", __name__)
DESCRIPTION = "fairdeal-openapi"  # what makes another one than that of the file


class Health(TypedDict):
    """That all is well."""

    status: Annotated[str, any_word_of("ok")]
    warning: NotRequired[Annotated[str, "What the operator should look after before it is late."]]


class Keys(TypedDict):
    """The public keys."""

    keys: list[Key]


class OpenapiDocument(TypedDict):
    """An OpenAPI 3.1 document."""

    openapi: str
    info: Mapping[str, Any]
    paths: Mapping[str, Any]


class Links(TypedDict):
    """Where things are; paths on this server."""

    name: Annotated[str, any_word_of("fairdeal")]
    docs: Annotated[str, "The API for people, to read and to try out."]
    openapi: Annotated[str, "The description of the API."]
    register: Annotated[str, "POST makes an account."]
    games: Annotated[str, "The games, with their rules."]
    tables: Annotated[str, "The lobby; POST opens a table."]
    quick: Annotated[str, "POST gives a seat at some table."]
    keys: Annotated[str, "The public keys of the server."]
    checkpoint: Annotated[str, "The newest checkpoint of the tree of all tables."]


LINKS: Links = {
    "name": "fairdeal",
    "docs": "/docs/api/",
    "openapi": "/v1/openapi.json",
    "register": "/v1/players",
    "games": "/v1/games",
    "tables": "/v1/tables",
    "quick": "/v1/quick",
    "keys": "/v1/keys",
    "checkpoint": "/v1/tree/checkpoint",
}
BY_ACCEPT = {"Vary": "Accept"}
WELL: Health = {"status": "ok"}


class Rendering:
    """A text that takes long to make: made once, when it is first asked for, by however many."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self.make, self.lock = make, threading.Lock()
        self.made: bytes | None = None

    def __call__(self) -> bytes:
        """Return the text."""
        with self.lock:
            if self.made is None:
                self.made = self.make()
        return self.made


@Rendering
def openapi_json() -> bytes:
    """Return the OpenAPI file as JSON: as a wheel has it, or read from the YAML of a checkout."""
    packed = files("service") / "openapi.json"
    if packed.is_file():
        return packed.read_bytes()
    document: Any = read_yaml((Path(__file__).parents[2] / "openapi.yaml").read_text())
    return orjson.dumps(document)


@blueprint.get("/")
def start() -> Response:
    """Show where to begin."""
    forms = request.accept_mimetypes
    if forms["text/html"] <= forms["application/json"]:  # who minds neither is a program
        return json_response(LINKS, headers=BY_ACCEPT)
    page_for_people = web.client_page_response()
    page_for_people.vary.add("Accept")
    return page_for_people


@blueprint.get("/v1/openapi.json")
def openapi() -> Response:
    """Show this description."""
    return api_description().answer()


def api_description() -> VersionedText:
    """Return the description of what this app serves."""
    made = current_app.extensions.get(DESCRIPTION, openapi_json)
    return VersionedText(made(), "application/json")


@blueprint.get("/v1/keys")
def keys() -> Response:
    """Show the public keys."""
    body: Keys = {"keys": [key.as_json() for key in connections().signing.keys.newest().public]}
    return json_response(body)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Ask whether the process runs."""
    return json_response(WELL)


@blueprint.get("/readyz")
def readyz() -> Response:
    """Ask whether the service is ready."""
    redis = connections().store.redis
    if (why := unavailable_reason(redis)) is not None:
        raise STORE_NOT_READY(f"The store {why}")
    connections().signing.guard.require_current()
    health: Health = {**WELL}
    if warning := store_warning(redis):
        health["warning"] = warning
    return json_response(health)


@blueprint.get("/metrics")
def metrics() -> Response:
    """Show the numbers that an operator watches, unless they have an address of their own."""
    if METRICS_ADDRESS.value() is not None:
        raise NOT_FOUND()
    return metrics_response(current_app.extensions[EXTENSION])
