"""No operation takes a parameter that its description lacks, and each takes those that it names."""

from typing import Any

import pytest

from service.openapi.operations import Operation, api_operations
from service.wire.queries import OVERLOOKING, TAKEN
from tests.service.asker import Asker, Service, problem
from tests.service.document import document

BAD = "http/bad_query"
ALL = sorted(api_operations(), key=lambda one: one.id)


def described(operation: Operation) -> list[str]:
    """Return the names of an operation's parameters of the query string in the document."""
    named = document()["components"]["parameters"]
    own: Any = document()["paths"][operation.path][operation.method].get("parameters", [])
    found = [named[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in own]
    return sorted(one["name"] for one in found if one["in"] == "query")


def test_the_description_names_the_parameters_that_are_taken(
    service: Service, subtests: pytest.Subtests
) -> None:
    for operation in ALL:
        with subtests.test(operation.id):
            view = service.app.view_functions[operation.rule.endpoint]
            assert sorted(TAKEN.get(view, ())) == described(operation)


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def test_an_unknown_parameter_is_refused_before_anything_is_done(
    service: Service, ada: Asker, subtests: pytest.Subtests
) -> None:
    table = service.opened(ada, "boon", 3).rpartition("/")[2]
    for operation in ALL:
        values = dict.fromkeys(operation.variables, "1") | {"table_id": table}
        method, path = operation.method.upper(), operation.path.format(**values)
        with subtests.test(operation.id):
            if not path.startswith("/v1/"):
                assert ada.ask(method, f"{path}?_=1").status_code in (200, 404)
                continue
            with service.nothing_happens():
                told = ada.ask(method, f"{path}?nonsense=1")
            if service.app.view_functions[operation.rule.endpoint] in OVERLOOKING:
                problem(told, 404, "app/unknown")
                continue
            found = problem(told, 400, BAD)
            names = described(operation)
            assert found["detail"].startswith("There is no parameter nonsense here; ")
            assert all(name in found["detail"] for name in names)
            assert names or found["detail"].endswith("this operation takes none")


def test_a_parameter_is_given_once(ada: Asker) -> None:
    found = problem(ada.get("/v1/tables?limit=1&limit=2"), 400, BAD)
    assert found["detail"] == "limit is given 2 times; give it once"
    assert ada.get("/v1/tables?limit=1").status_code == 200
