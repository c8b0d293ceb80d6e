"""Which messages of an account are pushed as which kind, with ids that tell them apart."""

from itertools import product

import pytest

from events.push.notices import KIND_OF_MESSAGE, OF_ROUNDS, make_notice
from events.push.subscriptions import KINDS, WEBHOOK, PushSubscription, make_secret
from events.tournaments.news import WHAT
from games.table.planned import table_id
from tests.receivers import receiving
from tests.service.asker import Asker, Service
from tests.service.disputes.test_disputes import disputed, over
from tests.service.disputes.test_rulings import ruled
from tests.service.document import document
from tests.service.played_cups import CUP, PEOPLE, Cup
from tests.service.provoke_disputes import auditor
from tests.service.push.desk import Desk, bodies
from tournaments.commands import Call

NOT_PUSHED = {
    "turns", "missed", "invitation_ended", "filled", "start_called", "entropy_withheld",
    "taken_over", "given_back", "adjourn_asked", "released", "dispute_opened",
    "dispute_withdrawn", "webhook_disabled",
}  # fmt: skip
HOOK = PushSubscription(
    id="wh_0", owner="p0", type=WEBHOOK, url="https://bot.example/", kinds=KINDS, made_at=0,
    ends_with="", secret=make_secret(),
)  # fmt: skip


@pytest.mark.parametrize("what", WHAT)
def test_of_a_tournament_only_what_calls_to_a_table_or_ends_is_pushed(what: str) -> None:
    message = {"type": "tournament", "what": what, "tournament": "c0", "n": 7, "table": None}
    made = make_notice(HOOK, "p0", message, 0)
    assert (made is not None) == (what in OF_ROUNDS)


def test_the_id_follows_from_subscription_player_table_number_and_kind() -> None:
    ids = set[str]()
    for player, table, n, kind in product(("p0", "p1"), ("t0", "t1"), (1, 2), ("started", "ended")):
        message = {"type": kind, "table": table, "n": n}
        first, again = (make_notice(HOOK, player, message, now) for now in (0, 99))
        assert first is not None
        assert again is not None
        assert first.id == again.id
        ids.add(first.id)
    assert len(ids) == 16


def test_every_round_of_a_tournament_is_pushed(
    desk: Desk, service: Service, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "tournament_round")
        cup = Cup(service, PEOPLE)
        cup.enter(ada.id, bob.id)
        cup.ask(Call())
        cup.run()
        desk.push()
    (found,) = bodies(receiver)
    assert (found["kind"], found["tournament"]) == ("tournament_round", CUP)
    assert found["table"] == table_id(CUP, 0)


def test_a_ruling_is_pushed_to_both_players(
    desk: Desk, service: Service, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        for one in (ada, bob):
            desk.webhook(one, receiver, "ruling")
        path = over(service, [ada, bob])
        ruled(disputed(path, ada), auditor(service), "none")
        desk.push()
    assert {(one["kind"], one["player"]) for one in bodies(receiver)} == {
        ("ruling", ada.id), ("ruling", bob.id),
    }  # fmt: skip
    assert {one["table"] for one in bodies(receiver)} == {path.rsplit("/", 1)[1]}


def test_every_message_of_an_account_is_pushed_or_known_not_to_be() -> None:
    assert set(KIND_OF_MESSAGE.values()) == set(KINDS)
    messages = document()["components"]["schemas"]["AccountMessage"]
    assert set(messages["discriminator"]["mapping"]) == {*KIND_OF_MESSAGE} | NOT_PUSHED
