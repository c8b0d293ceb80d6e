"""What the page of the API fills in for those who try it out works, and works again."""

from typing import Any

import pytest

from service.openapi.operations import api_operations
from tests.service.asker import Asker, Service, with_role
from tests.service.document import document

# What is of one account, table or moment alone can't be filled in for all: its key and proof, a
# recovery or sign-in code, a log that this server has signed. And an account is erased once.
OF_ONE = {
    "registerKey", "recoverAccount", "signIn", "verifyLog", "replayLog", "eraseMe", "revokeTokens",
    "showAuthorization", "answerAuthorization",  # an app must be registered
}  # fmt: skip


def resolved(one: dict[str, Any]) -> Any:
    """Return what a reference stands for."""
    while "$ref" in one:
        found: Any = document()
        for part in one["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        one = found
    return one


def asked() -> list[tuple[str, str]]:
    """Return method and path of what is asked of no one table or player."""
    return sorted(
        (one.method, one.path)
        for one in api_operations()
        if "{" not in one.path
        and one.method in ("get", "put", "post", "delete")
        and one.id not in OF_ONE
    )


def prefilled(one: dict[str, Any]) -> tuple[dict[str, str], dict[str, str], Any]:
    """Return query, headers and body as a page fills them in: the first example of each."""
    sent: dict[str, dict[str, str]] = {"query": {}, "header": {}}
    for parameter in map(resolved, one.get("parameters", ())):
        value = parameter.get("example", parameter["schema"].get("default"))
        if value is not None:
            sent[parameter["in"]][parameter["name"]] = str(value)
    body = None
    if "requestBody" in one:
        (content,) = resolved(one["requestBody"])["content"].values()
        body = resolved(next(iter(content["examples"].values())))["value"]
    return sent["query"], sent["header"], body


@pytest.fixture
def ada(service: Service) -> Asker:
    """Return a player who may open tournaments, and see how the server fares."""
    return with_role(service, "admin", "Ada")


@pytest.mark.parametrize(("method", "path"), asked())
def test_what_is_filled_in_works_twice(
    service: Service, ada: Asker, method: str, path: str
) -> None:
    query, headers, body = prefilled(document()["paths"][path][method])
    for _ in range(2):
        words = "&".join(f"{key}={value}" for key, value in query.items())
        where = f"{path}?{words}" if words else path
        client = Asker(service.app.test_client(), ada.token)
        with client.client.open(
            where, method=method.upper(), json=body,
            headers={**headers, "Authorization": f"Bearer {ada.token}"},
        ) as answer:  # fmt: skip
            assert answer.status_code in (200, 201, 202, 204), answer.get_data()


def test_no_header_is_filled_in() -> None:
    parameters = document()["components"]["parameters"]
    headers = [one for one in parameters.values() if one["in"] == "header"]
    assert len(headers) >= 5
    assert not [one["name"] for one in headers if "example" in one or "examples" in one]
