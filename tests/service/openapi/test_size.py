"""openapi.yaml stays short enough to read and to send, and leaves nothing out for that."""

import orjson
import pytest

from service.openapi.shared import LONG
from tests.service.document import document, text

LINES, YAML, JSON = 24_000, 850_000, 600_000  # of the file; bytes of it, and of what is sent


def test_the_file_and_what_is_sent_stay_short() -> None:
    assert text().count("\n") <= LINES
    assert len(text().encode()) <= YAML
    assert len(orjson.dumps(document())) <= JSON


def test_every_error_is_a_reference_and_every_success_has_an_example(
    subtests: pytest.Subtests,
) -> None:
    answers = document()["components"]["responses"]
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            for status, answer in operation["responses"].items():
                with subtests.test(f"{method} {path} {status}"):
                    named = answer.get("$ref", "").removeprefix("#/components/responses/")
                    whole = answers[named] if named else answer
                    assert named or int(status) < 400
                    assert whole.get("content") or status in ("204", "304")
                    for content in whole.get("content", {}).values():
                        assert content["examples"]


def test_each_set_of_errors_is_told_once() -> None:
    every = [orjson.dumps(one) for one in document()["components"]["responses"].values()]
    assert len(every) == len(set(every))


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
