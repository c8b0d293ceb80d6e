"""The body of every answer that says no, as the document describes it."""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from games.core.type_hints.records import Component, any_word_of, pattern
from service.limits.quotas import SEEN


class ProblemBody(TypedDict):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, "The code as a URN."]
    title: Annotated[str, "The code in words."]
    status: Annotated[int, "The HTTP status."]
    code: Annotated[
        str,
        pattern("^[a-z_]+/[a-z0-9_]+$"),
        "For programs: stable. The description of an error answer names its codes; the other codes"
        " stand here. New ones may be added; handle unknown ones by `status`.",
    ]
    detail: Annotated[str, "For people: what is wrong and what would be right."]
    rule: NotRequired[
        Annotated[
            str,
            "The rule that refuses: of the game, T1 to T26 of tables, D1 to D6 of"
            " disputes, U1 to U67 of tournaments, P1 to P3 of players' names.",
        ]
    ]
    errors: NotRequired[Annotated[Mapping[str, str], "Wrong fields: path -> why."]]
    limit: NotRequired[
        Annotated[
            str,
            any_word_of(*SEEN),
            "With 429: which limit, `refused` requests or a quota; `GET"
            " /v1/players/me/limits` returns all.",
        ]
    ]
    n: NotRequired[Annotated[int, "With 412: the number of the newest event."]]
    table: NotRequired[
        Annotated[str, "With `table/archived`: id of the table that the first request was about."]
    ]
    legal: NotRequired[Annotated[Mapping[str, Any], Component("Legal")]]
    to_act: NotRequired[
        Annotated[
            list[int], "With a refused action of a seat that may not act: the seats that may."
        ]
    ]
