"""What the verifier in JavaScript knows of fields is what the code of the server says."""

from pathlib import Path

from service.openapi.event_kinds import render_modules
from tests.folders import ROOT

FOLDER = Path(ROOT) / "clients" / "typescript" / "verify"


def test_the_modules_of_fields_are_as_the_code_says() -> None:
    written = {name: (FOLDER / name).read_text() for name in render_modules()}
    assert written == render_modules(), (
        "run: python -m service.openapi.event_kinds clients/typescript/verify"
    )


def test_each_field_says_its_kind_and_to_whom_it_is_sealed() -> None:
    text = render_modules()["fields.js"]
    for line in (
        '"boon.card_played.v1": { seat, card },',
        'count: int, cards: sealed(["seat", "receiver"], list(card)) },',
        'key: optional(text) },',
        'secret: sealed("table", text)',
    ):  # fmt: skip
        assert line in text
