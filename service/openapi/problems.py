"""Problems: every code that is answered, with an example of each that an operation names.

Status, headers, and the sentence and rule where there is but one of them, are those of the kind of
problem, the error's class or the rules' refusals; `service/wire/problems.yaml` has the rest, in the
order in which the document lists them. Those of the games are found by playing.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from itertools import chain
from typing import Any

import orjson

import service.app  # noqa: F401  # defines the errors of all resources
from events.disputes.refusals import REFUSALS as OF_DISPUTES
from games import GAMES
from games.core.contract import AnyRefusal
from games.core.errors import FairdealError, named_errors
from games.table.refusals import REFUSALS as OF_TABLES
from service.openapi.refused_actions import refused_actions
from service.tables.schemas import NAMES
from service.wire.json_schema import Json, schema_reference
from service.wire.problems import PROBLEM_KINDS, ProblemKind
from service.wire.yaml_texts import read_yaml
from tournaments.pairing.refusals import REFUSALS as OF_PAIRINGS
from tournaments.refusals import REFUSALS as OF_TOURNAMENTS

AnyError = type[FairdealError] | ProblemKind
PROBLEM_TYPE = "application/problem+json"
MEMBERS = ("detail", "rule", "errors", "n", "table", "legal", "to_act", "limit")


def _all_refusals() -> Iterable[AnyRefusal]:
    """Return every way in which rules say no."""
    own = (OF_TABLES, OF_DISPUTES, OF_TOURNAMENTS, OF_PAIRINGS)
    return chain(*own, *(game.rules.refusals for game in GAMES.values()))


def problem_codes() -> list[str]:
    """Return every code that a problem may have."""
    of_games = {refusal.code for game in GAMES.values() for refusal in game.rules.refusals}
    return sorted(of_games.union(problem_descriptions()))


@cache
def problem_descriptions() -> dict[str, Json]:
    """Return status, headers and example of each code, in the order of the document."""
    descriptions: Any = read_yaml((files("service.wire") / "problems.yaml").read_text())
    errors = _group_by_code((*named_errors(), *PROBLEM_KINDS))
    refusals = _group_by_code(_all_refusals())
    found = {
        code: _derive_problem(errors.get(code, []), refusals.get(code, [])) | (own or {})
        for code, own in descriptions.items()
    }
    names = found["game/unknown"]
    names["detail"] = names["detail"].replace("{games}", ", ".join(NAMES))
    return found | refused_actions()


def _group_by_code(all_of: Iterable[Any]) -> dict[str, list[Any]]:
    """Return what has a code by its code."""
    found: dict[str, list[Any]] = {}
    for one in all_of:
        found.setdefault(one.code, []).append(one)
    return found


def _derive_problem(errors: list[AnyError], refusals: list[AnyRefusal]) -> Json:
    """Return what errors and refusals of one code say of it."""
    found: Json = {"status": [*errors, *refusals][0].status}
    names = list(dict.fromkeys(name for error in errors for name in _headers_of(error)))
    if names:
        found["headers"] = names
    if len(errors) == 1 and not refusals and getattr(errors[0], "detail", None) is not None:
        found["detail"] = errors[0].detail
    if len(refusals) == 1 and not errors:
        (one,) = refusals
        if not one.why.__code__.co_argcount:
            found["detail"] = one.why()
        if len(one.rules) == 1:
            found["rule"] = one.rules[0]
    return found


def _headers_of(error: AnyError) -> list[str]:
    """Return the headers with which an error is answered."""
    own = [*error.headers] if isinstance(error, ProblemKind) else []
    return own + ["Retry-After"] * (error.retry_after is not None)


def problem_example(code: str, row: Json) -> Json:
    """Return an example of an error's body."""
    body: Json = {
        "type": f"urn:fairdeal:{code}",
        "title": code.partition("/")[2].replace("_", " "),
        "status": row["status"],
        "code": code,
        **{name: row[name] for name in MEMBERS if name in row},
    }
    return {"value": body}


def problem_answers(wanted: set[str]) -> Json:
    """Return the error answers of an operation by status; their descriptions name the codes."""
    by_status = defaultdict[int, Json](dict)
    for code, row in problem_descriptions().items():
        if code in wanted:
            by_status[row["status"]][code] = row
    return {str(status): _problem_answer(status, by_status[status]) for status in sorted(by_status)}


def _problem_answer(status: int, rows: Json) -> Json:
    """Return the answer with a status; it has no example yet."""
    codes = ", ".join(f"`{code}`" for code in rows)
    headers = dict.fromkeys(name for row in rows.values() for name in row.get("headers", ()))
    named = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return {
        "description": f"{HTTPStatus(status).phrase}: {codes}.",
        "content": {PROBLEM_TYPE: {"schema": schema_reference("Problem")}},
        **({"headers": named} if named else {}),
    }


def codes_of_answer(answer: Json) -> list[str]:
    """Return the codes that the description of an error answer names."""
    return re.findall(r"`([a-z_]+/[a-z0-9_]+)`", answer["description"])


def add_problem_examples(answers: Iterable[Json]) -> list[str]:
    """Give each error answer one example; return the codes that are shown.

    The same few codes serve as examples of many answers: a body for every code made the description
    24,000 bytes longer, and docs/reference/errors.md has the sentence of each.
    """
    every = [(answer, codes_of_answer(answer)) for answer in answers]
    uses = Counter(code for _, codes in every for code in codes)
    chosen = set()
    for answer, codes in every:
        code = max(codes, key=lambda one: uses[one])
        answer["content"][PROBLEM_TYPE]["examples"] = {
            code: {"$ref": f"#/components/examples/{code.replace('/', '.')}"}
        }
        chosen.add(code)
    return sorted(chosen)


def name_answers(refused: Mapping[str, Json]) -> dict[bytes, str]:
    """Return the name of each error answer as JSON; given are those of each operation by status.

    Many operations are refused for the same reasons. The answer that most of them give with a
    status has its name; another one has that of the first operation which gives it, too.
    """
    users = defaultdict[tuple[str, bytes], list[str]](list)
    for operation, answers in refused.items():
        for status, answer in answers.items():
            users[status, orjson.dumps(answer)].append(operation)
    usual = dict(sorted(users, key=lambda one: len(users[one])))
    return {
        answer: status if usual[status] == answer else f"{first}.{status}"
        for (status, answer), (first, *_) in users.items()
    }
