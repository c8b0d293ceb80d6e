"""The description of the API as pages for people: HTML, made from the OpenAPI document alone.

There is a page for each subject, with its operations, and one for each group of types.
"""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import orjson
from jinja2 import Environment, PackageLoader
from markdown_it import MarkdownIt
from markupsafe import Markup

from service.pages.schema_words import SchemaWords, bounds_in_words
from service.wire.json_schema import Json

HOME = "/docs/api/"
OPERATION = re.compile(r"<code>((?:GET|POST|PUT|PATCH|DELETE) /[^<]*)</code>")
EVENT = re.compile(r"V[0-9]+$")  # at the end of names of types of events
COMMON, EVENTS = "common", "events"  # groups of types that belong to no game
TEMPLATES = Environment(
    loader=PackageLoader("service.pages", "reference"), autoescape=True,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip


@dataclass(frozen=True)
class ApiOperation:
    """What one may ask for, with what the document says of it; references are followed."""

    method: str
    path: str
    id: str
    subject: str
    summary: str
    description: str
    access: str
    parameters: list[Json]
    body: Json
    answers: Mapping[str, Json]

    @property
    def call(self) -> str:
        """Return the method and the path."""
        return f"{self.method.upper()} {self.path}"

    @property
    def curl(self) -> str:
        """Return a command that sends the first example."""
        path = self.path
        for one in self.parameters:
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", str(one.get("example", "")))
        parts = ["curl", *(["-X", self.method.upper()] if self.method not in ("get",) else [])]
        if self.access != "Nobody needs a token.":
            parts += ["-H", "Authorization: Bearer TOKEN"]
        for kind, content in self.body["content"].items():
            example = next(iter(content["examples"].values()))["value"]
            parts += ["-H", f"Content-Type: {kind}"]
            parts += ["-d", example_text(example, indent=False)] if kind.endswith("json") else []
            break
        return " ".join(map(shlex.quote, parts)) + f' "$SERVER{path}"'


class ApiReference:
    """The pages of one document."""

    def __init__(self, description: bytes) -> None:
        self.document: Json = orjson.loads(description)
        self.schemas: Mapping[str, Json] = self.document["components"]["schemas"]
        self.words = SchemaWords(self.type_address)
        self.rendered: dict[str, bytes] = {}
        self.parts: dict[str, bytes] = {}

    @cached_property
    def operations(self) -> Mapping[str, list[ApiOperation]]:
        """Return the operations by subject, in the order of the document."""
        found: dict[str, list[ApiOperation]] = {one["name"]: [] for one in self.document["tags"]}
        for path, item in self.document["paths"].items():
            for method, one in item.items():
                if method != "parameters":
                    operation = self._operation(method, path, one, item.get("parameters", []))
                    found[operation.subject].append(operation)
        return found

    def _operation(self, method: str, path: str, one: Json, shared: list[Json]) -> ApiOperation:
        return ApiOperation(
            method, path, one["operationId"], one["tags"][0], one["summary"],
            one.get("description", ""), access_in_words(one["security"]),
            [self.resolve(each) for each in (*shared, *one.get("parameters", ()))],
            self._with_examples(one.get("requestBody", {})),
            {status: self._with_examples(answer) for status, answer in one["responses"].items()},
        )  # fmt: skip

    def resolve(self, value: Json) -> Json:
        """Follow a reference within the document."""
        while "$ref" in value:
            found: Any = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            value = found
        return value

    def _with_examples(self, reference: Json) -> Json:
        """Return a body or an answer with its examples; all references to them are followed."""
        found = self.resolve(reference)
        content = {
            kind: {
                "schema": one["schema"],
                "examples": {name: self.resolve(each) for name, each in one["examples"].items()},
            }
            for kind, one in found.get("content", {}).items()
        }
        return {**found, "content": content}

    @cached_property
    def types(self) -> Mapping[str, list[str]]:
        """Return the names of types by group: of each game, of events, and all others."""
        games = self.schemas["View"]["discriminator"]["mapping"]
        prefixes = {word.replace("_", ""): word for word in games}
        found = defaultdict[str, list[str]](list)
        for name in sorted(self.schemas):
            plain = name.removeprefix("New").casefold()
            of = [word for prefix, word in prefixes.items() if plain.startswith(prefix)]
            found[of[0] if of else EVENTS if EVENT.search(name) else COMMON].append(name)
        return dict(sorted(found.items()))

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """Return the group of each type."""
        return {name: group for group, names in self.types.items() for name in names}

    def type_address(self, name: str) -> str:
        """Return where a type is explained."""
        return f"{HOME}types/{self.groups[name]}#{name}"

    @cached_property
    def calls(self) -> Mapping[str, str]:
        """Return where each operation is explained, by its method and path."""
        return {
            one.call: f"{HOME}{one.subject}#{one.id}"
            for operations in self.operations.values()
            for one in operations
        }

    def markdown(self, text: str) -> Markup:
        """Return prose as HTML; operations that it names are links."""
        return self._linked(MARKDOWN.render(text))

    def line(self, text: str) -> Markup:
        """Return a sentence of prose as HTML."""
        return self._linked(MARKDOWN.renderInline(text))

    def _linked(self, html: str) -> Markup:
        def link(match: re.Match[str]) -> str:
            where = self.calls.get(match[1])
            return match[0] if where is None else f'<a href="{where}">{match[0]}</a>'

        return Markup(OPERATION.sub(link, html))

    def page(self, name: str, style: str) -> bytes | None:
        """Return a page by its path behind `HOME`; None: there is none. `style`: of our styles."""
        if name not in self.rendered:
            kind, _, part = name.partition("/")
            if kind == "types" and part in self.types:
                html = self._render("types.html", style, name, group=part, names=self.types[part])
            elif name in self.operations:
                html = self._render("subject.html", style, name, subject=name)
            elif name == "":
                html = self._render("start.html", style, name)
            else:
                return None
            self.rendered[name] = html
        return self.rendered[name]

    def _render(self, template: str, style: str, here: str, **values: Any) -> bytes:
        text = TEMPLATES.get_template(template).render(
            api=self, words=self.words, home=HOME, style=style, here=here,
            bounds_in_words=bounds_in_words, example_text=example_text, **values,
        )  # fmt: skip
        return text.encode()

    def part(self, subject: str) -> bytes | None:
        """Return the document with the operations of one subject, and only what they refer to."""
        if subject not in self.operations:
            return None
        if subject not in self.parts:
            self.parts[subject] = orjson.dumps(self._part(subject))
        return self.parts[subject]

    def _part(self, subject: str) -> Json:
        paths = {
            path: {
                method: one
                for method, one in item.items()
                if method == "parameters" or one["tags"][0] == subject
            }
            for path, item in self.document["paths"].items()
        }
        paths = {path: item for path, item in paths.items() if item.keys() - {"parameters"}}
        part = {**self.document, "paths": paths}
        part["tags"] = [one for one in self.document["tags"] if one["name"] == subject]
        about = f"{part['tags'][0]['description']} Requests are sent to this server, for real."
        part["info"] = {**self.document["info"], "description": about}
        part["components"] = self._needed_components(paths)
        return part

    def _needed_components(self, paths: Json) -> Json:
        """Return the components to which paths refer, directly or not."""
        components = self.document["components"]
        found: Json = {"securitySchemes": components["securitySchemes"]}
        ahead = list(_references(paths))
        while ahead:
            _, _, kind, name = ahead.pop().split("/")
            if name not in found.setdefault(kind, {}):
                found[kind][name] = components[kind][name]
                ahead += _references(found[kind][name])
        return found


MARKDOWN = MarkdownIt("commonmark", {"html": False})
reference_of = lru_cache(maxsize=2)(ApiReference)  # of what this process serves


def access_in_words(security: list[Json]) -> str:
    """Return who may ask for something, in a sentence."""
    scopes = dict.fromkeys(scope for one in security for scopes in one.values() for scope in scopes)
    if not any(security):
        return "Nobody needs a token."
    who = "Everybody may ask; a token shows more" if {} in security else "Needs your token"
    return f"{who}. Scope: `{'`, `'.join(scopes)}`." if scopes else f"{who}."


def example_text(value: Any, indent: bool = True) -> str:
    """Return an example as it is sent."""
    if isinstance(value, str):
        return value
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else None).decode()


def _references(part: Any) -> Iterator[str]:
    """Yield where a part of the document refers to; examples refer nowhere."""
    if isinstance(part, list):
        for one in part:
            yield from _references(one)
    elif isinstance(part, dict):
        for name, one in part.items():
            if name == "$ref" and isinstance(one, str):
                yield one
            elif name == "mapping":
                yield from (path for path in one.values() if isinstance(path, str))
            elif name not in ("value", "example"):
                yield from _references(one)
