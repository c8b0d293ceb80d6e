"""Play a table of Boon with the client that a generator made from openapi.yaml.

    python boon_table.py URL

Everything here is typed: the test runs `mypy --strict` on it against the generated package.
"""

import secrets
import sys
from uuid import uuid4

from generated_client import AuthenticatedClient, Client
from generated_client.api.play import act, list_events, show_view
from generated_client.api.players import register_player
from generated_client.api.tables import open_table, sit_down, start_table
from generated_client.models import (
    Accepted,
    AcceptedOpening,
    BoonBury,
    BoonCardPlayedV1,
    BoonOptionsInput,
    BoonPlay,
    BoonTake,
    BoonView,
    Empty,
    EventPage,
    NewBoonTable,
    NewPlayer,
    NewSeat,
    NewSeatBotType1,
    Outcome,
    Pass,
    Problem,
    Registered,
    TableStatePhase,
)

WAIT = 20  # seconds


def key() -> str:
    """Return a key of its own for a request."""
    return str(uuid4())


def accepted(answer: object) -> BoonView:
    """Return the view of a request that was carried out."""
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.code}: {answer.detail}")
    assert isinstance(answer, Accepted | AcceptedOpening)
    assert isinstance(answer.view, BoonView)
    return answer.view


def looked(answer: object) -> BoonView:
    """Return a view."""
    assert isinstance(answer, BoonView), answer
    return answer


def signed_up(url: str) -> AuthenticatedClient:
    """Make an account; return its client."""
    name = f"generated {secrets.token_hex(6)}"
    made = register_player.sync(client=Client(base_url=url), body=NewPlayer(name=name))
    assert isinstance(made, Registered)
    return AuthenticatedClient(base_url=url, token=made.token, timeout=None)


def begun(client: AuthenticatedClient) -> BoonView:
    """Open a table, sit down, seat two bots, start."""
    body = NewBoonTable(game="boon", seats=3, options=BoonOptionsInput(max_rounds=2))
    opened = accepted(open_table.sync(client=client, body=body, idempotency_key=key()))
    assert opened.options.max_rounds == 2
    assert opened.options.may_bury_gold7 is True
    for seat in (NewSeat(), *[NewSeat(bot=NewSeatBotType1.REGULAR)] * 2):
        accepted(sit_down.sync(opened.table, client=client, body=seat, idempotency_key=key()))
    return accepted(
        start_table.sync(opened.table, client=client, body=Empty(), idempotency_key=key())
    )


def chosen(view: BoonView) -> BoonBury | BoonPlay | BoonTake | Pass:
    """Take the Boon in the first round, bury as offered, play the first legal card."""
    assert view.choices is not None
    assert view.play is not None
    if view.choices.picks:
        return view.choices.picks[0].example
    for action in view.choices.actions:
        if isinstance(action, BoonPlay):
            return BoonPlay(type_="play", card=action.card)
    return BoonTake(type_="take") if view.play.round_ == 1 else Pass(type_="pass")


def played(client: AuthenticatedClient, view: BoonView) -> BoonView:
    """Play to the end."""
    while view.phase is not TableStatePhase.CLOSED:
        if view.choices is None:
            view = looked(show_view.sync(view.table, client=client, after=view.n, wait=WAIT))
        else:
            answer = act.sync(
                view.table, client=client, body=chosen(view), idempotency_key=key(),
                if_match=f'"{view.n}.{view.seat}.0"',
            )  # fmt: skip
            if isinstance(answer, Problem):
                raise SystemExit(f"{answer.code}: {answer.detail}")
            view = accepted(answer)
    return view


def cards_played(client: AuthenticatedClient, table: str) -> list[str]:
    """Return all cards of the table in the order in which they were played."""
    cards: list[str] = []
    after: int | None = 0
    while after is not None:
        page = list_events.sync(table, client=client, after=after)
        assert isinstance(page, EventPage)
        cards += [one.data.card for one in page.events if isinstance(one, BoonCardPlayedV1)]
        after = page.next_
    return cards


def main(url: str) -> None:
    """Play a table and print how it ended."""
    client = signed_up(url)
    view = played(client, begun(client))
    assert isinstance(view.outcome, Outcome)
    print(f"{len(cards_played(client, view.table))} cards; places {view.outcome.places}")


if __name__ == "__main__":
    main(sys.argv[1])
