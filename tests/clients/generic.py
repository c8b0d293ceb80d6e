"""A player that knows no rules: all it has is the address of a server.

Paths, parameters and bodies come from the OpenAPI document, by the ids of its operations; what may
be done comes from the view. It imports nothing of the server's.
"""

import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
TRIES = 10
WAIT = 20  # seconds of one waiting read


class Refused(Exception):
    """The server said no, for good."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(f"{status} {problem['code']}: {problem['detail']}")
        self.status, self.code = status, problem["code"]


class Api:
    """The operations of a server, as its own document describes them."""

    def __init__(self, url: str) -> None:
        self.url = url
        with urllib.request.urlopen(f"{url}/v1/openapi.json", timeout=30) as answer:
            self.document: Json = json.load(answer)
        self.operations: dict[str, tuple[str, str, Json]] = {}
        for path, item in self.document["paths"].items():
            shared = item.get("parameters", [])
            for method in item.keys() - {"parameters"}:
                found = {**item[method]}
                known = map(self.resolved, [*shared, *found.get("parameters", [])])
                found["parameters"] = {one["name"]: one["in"] for one in known}
                self.operations[found["operationId"]] = (method.upper(), path, found)

    def resolved(self, value: Json) -> Json:
        """Follow references within the document."""
        while "$ref" in value:
            found: Any = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            value = found
        return value

    def bodies(self, operation: str) -> Iterator[tuple[str, str, Json]]:
        """Yield property, value and all properties of each kind of body that an operation takes."""
        content = self.resolved(self.operations[operation][2]["requestBody"])["content"]
        schema = self.resolved(content["application/json"]["schema"])
        by = schema["discriminator"]
        for value, reference in by["mapping"].items():
            parts = map(self.resolved, self.resolved({"$ref": reference})["allOf"])
            own = {name: one for part in parts for name, one in part["properties"].items()}
            yield by["propertyName"], value, own


class Player:
    """One account at a server."""

    def __init__(self, api: Api, name: str, seed: int = 0) -> None:
        self.api, self.luck = api, random.Random(seed)
        self.token, self.etag, self.repeats = "", "", 0
        self.token = self.ask("registerPlayer", {"name": name})["token"]

    def ask(self, operation: str, body: Json | None = None, **values: Any) -> Json:
        """Carry out an operation; `If_Match` stands for a header's name."""
        method, path, described = self.api.operations[operation]
        given = {name.replace("_Match", "-Match"): value for name, value in values.items()}
        if "Idempotency-Key" in described["parameters"]:
            given["Idempotency-Key"] = secrets.token_hex(16)
        headers: Json = {"Content-Type": "application/json"}
        query: Json = {}
        for name, value in given.items():
            where = described["parameters"][name]
            if where == "path":
                path = path.replace(f"{{{name}}}", urllib.parse.quote(str(value)))
            else:
                (query if where == "query" else headers)[name] = value
        if {"bearer": []} in described["security"]:
            headers["Authorization"] = f"Bearer {self.token}"
        url = f"{self.api.url}{path}?{urllib.parse.urlencode(query)}"
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        return self.until_answered(request, method == "GET" or "Idempotency-Key" in headers)

    def until_answered(self, request: urllib.request.Request, again: bool) -> Json:
        """Send a request until an answer comes; only what can't be carried out twice."""
        for attempt in range(TRIES):
            last = attempt == TRIES - 1 or not again
            try:
                return self.send(request)
            except urllib.error.HTTPError as error:
                with error:
                    problem = json.load(error)
                if last or error.code not in (429, 503):
                    raise Refused(error.code, problem) from None
                time.sleep(int(error.headers["Retry-After"]))
            except OSError:
                if last:
                    raise
                time.sleep(0.02 * 2**attempt)
        raise AssertionError("the last try raises")

    def send(self, request: urllib.request.Request) -> Json:
        """Send a request once."""
        with urllib.request.urlopen(request, timeout=WAIT + 10) as answer:
            found: Json = json.load(answer)
            self.etag = answer.headers["ETag"] or self.etag
            self.repeats += "Idempotency-Replayed" in answer.headers
        return found

    def chosen(self, choices: Json) -> Json:
        """Return one of the actions that are offered, or a pick within its bounds."""
        offered: Json = self.luck.choice([*choices["actions"], *choices["picks"]])
        if "example" not in offered:
            return offered
        action: Json = {**offered["example"]}
        if offered["must"] is None:
            count = self.luck.randint(offered["least"], offered["most"])
            action[offered["field"]] = self.luck.sample(offered["cards"], count)
        return action

    def stay(self, table: str) -> Json:
        """Act at a table whenever one may; return the view when there is an outcome."""
        view = self.ask("showView", table_id=table)
        while view["outcome"] is None:
            if view["choices"] is None:
                view = self.ask("showView", table_id=table, after=view["n"], wait=WAIT)
                continue
            guard = {} if view["simultaneous"] else {"If_Match": self.etag}
            try:
                view = self.ask("act", self.chosen(view["choices"]), table_id=table, **guard)[
                    "view"
                ]
            except Refused as refused:  # somebody else was faster
                if refused.status != (409 if view["simultaneous"] else 412):
                    raise
                view = self.ask("showView", table_id=table)
        return view
