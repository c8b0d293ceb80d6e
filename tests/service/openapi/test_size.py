"""openapi.yaml stays short enough to read and to send, and leaves nothing out for that."""

from http import HTTPStatus

import orjson
import pytest

from service.openapi.document import NAMED_FOR_SIZE
from service.openapi.shared import LONG
from tests.service.document import document, resolved, text

LINES, YAML = 24_000, 850_000  # of the file; bytes of it
OPERATION = 4_650  # bytes of what is sent, an operation; of 102 operations it was 5,375


def test_the_file_and_what_is_sent_stay_short() -> None:
    assert text().count("\n") <= LINES
    assert len(text().encode()) <= YAML
    whole = document()
    operations = sum(name != "parameters" for item in whole["paths"].values() for name in item)
    assert len(orjson.dumps(whole)) <= OPERATION * operations


def test_every_answer_with_a_body_has_an_example(
    subtests: pytest.Subtests,
) -> None:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            for status, answer in operation["responses"].items():
                with subtests.test(f"{method} {path} {status}"):
                    whole = resolved(answer)
                    assert whole.get("content") or status in ("204", "304")
                    for content in whole.get("content", {}).values():
                        assert content["examples"]


def test_each_set_of_errors_is_told_once() -> None:
    whole = document()
    own = [
        orjson.dumps(answer)
        for item in whole["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
        for status, answer in operation["responses"].items()
        if "$ref" not in answer and int(status) >= HTTPStatus.BAD_REQUEST
    ]
    named = [orjson.dumps(one) for one in whole["components"]["responses"].values()]
    assert len({*own, *named}) == len(own) + len(named)


def test_what_is_used_once_has_no_name_of_its_own() -> None:
    whole = orjson.dumps(document()).decode()
    for group in NAMED_FOR_SIZE:
        for name in document()["components"][group]:
            assert whole.count(f'"#/components/{group}/{name}"') > 1, (group, name)


def test_each_body_that_is_sent_is_told_once() -> None:
    whole = document()
    sent = [
        orjson.dumps(operation["requestBody"])
        for item in whole["paths"].values()
        for method, operation in item.items()
        if method != "parameters" and "$ref" not in operation.get("requestBody", {"$ref": ""})
    ]
    named = [orjson.dumps(one) for one in whole["components"]["requestBodies"].values()]
    assert len({*sent, *named}) == len(sent) + len(named)


def test_what_events_say_alike_is_told_once() -> None:
    schemas = document()["components"]["schemas"]
    own = [
        one["allOf"][1]["properties"]
        for name, one in schemas.items()
        if name.endswith("V1") and "allOf" in one
    ]
    parts = [one["parts"]["additionalProperties"] for one in own if "parts" in one]
    told = [
        orjson.dumps(one) for one in (*(each["data"] for each in own), *parts) if "$ref" not in one
    ]
    long = [one for one in told if len(one) > LONG]
    assert len(long) > 20
    assert len(long) == len(set(long))
