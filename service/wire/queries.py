"""Parameters of the query string: each view says which it takes, and no others are taken."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from flask import current_app, request

from games import NEWEST
from service.wire.current import current_request
from service.wire.problems import BAD_QUERY

View = TypeVar("View", bound=Callable[..., Any])
TAKEN: dict[Callable[..., Any], tuple[str, ...]] = {}
OVERLOOKING: set[Callable[..., Any]] = set()  # views that overlook parameters of other names


def takes_parameters(*names: str, overlooks_others: bool = False) -> Callable[[View], View]:
    """Let a view take parameters of these names, each at most once."""

    def note(view: View) -> View:
        TAKEN[view] = names
        if overlooks_others:
            OVERLOOKING.add(view)
        return view

    return note


def require_known_parameters() -> None:
    """Refuse parameters that an operation of the API does not know: they would do nothing."""
    request = current_request()
    if not request.query_string or request.endpoint is None:
        return
    if request.method == "OPTIONS":  # a browser asks for another view than this request finds
        return
    if not request.path.startswith("/v1/"):  # pages, and health, to which some add a number
        return
    view = current_app.view_functions[request.endpoint]
    known = TAKEN.get(view, ())
    for name, values in request.args.lists():
        if name not in known:
            if view in OVERLOOKING:
                continue
            raise BAD_QUERY(f"There is no parameter {name} here; {_known_parameters_text(known)}")
        if len(values) > 1:
            raise BAD_QUERY(f"{name} is given {len(values)} times; give it once")


def _known_parameters_text(known: tuple[str, ...]) -> str:
    """Say which parameters there are."""
    return f"there are: {', '.join(known)}" if known else "this operation takes none"


def choice_parameter(name: str, choices: Iterable[str]) -> str | None:
    """Return which of the choices the query string names; None where it names none."""
    choice = request.args.get(name)
    if choice not in (None, *choices):
        raise BAD_QUERY(f"{name} must be one of: {', '.join(choices)}")
    return choice


def game_parameter() -> str | None:
    """Return the game that the query string asks for, if any."""
    return choice_parameter("game", NEWEST)


def integer_parameter(name: str, default: int, most: int) -> int:
    """Return a number from the query string."""
    text = request.args.get(name)
    if text is None:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BAD_QUERY(f"{name} must be a whole number from 0 to {most}")
    return min(int(text), most)


def requested_viewer(word: str) -> str | None:
    """Return whose eyes are asked for: a seat's number, or a word; None where none are named."""
    text = request.args.get("seat")
    if text is not None and text != word and not re.fullmatch(r"[0-9]{1,9}", text):
        raise BAD_QUERY(f"seat must be the number of a seat, or {word}")
    return text


def parse_cursor(shape: str) -> re.Match[str] | None:
    """Return the parts of the cursor in the query string; None without one."""
    text = request.args.get("cursor")
    if text is None:
        return None
    found = re.fullmatch(shape, text)
    if found is None:
        raise BAD_QUERY("cursor must be one that an earlier page gave")
    return found
