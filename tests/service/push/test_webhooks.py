"""Webhooks: what is sent, that it is signed, once, to whom it may be, and that none is lost."""

from dataclasses import replace
from typing import Any

import pytest
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from events.accounts.players import token_hash
from events.push import notices
from events.push.keys import PENDING_KEY
from events.push.notices import MOST_DELIVERIES, READING, current_readers, note_readers
from events.push.subscriptions import KINDS
from projections.accounts.news import PLACES
from projections.read_models.status import _push_troubles
from service.streams.presence import AGAIN, STEP
from tests.receivers import Received, receiving, status
from tests.service.accounts.test_personal_tokens import made, program
from tests.service.asker import Asker, Service, problem
from tests.service.push.desk import (
    DAY,
    HOUR,
    SECOND,
    WEBHOOKS,
    Desk,
    act,
    attempts,
    bodies,
    ids_of,
    kinds_of,
)
from workers.push import sender as sender_module
from workers.push.retries import DELAYS

HELD = sender_module.HELD


def verify(secret: str, request: Received) -> Any:
    """Return what the library of Standard Webhooks makes of a request."""
    return Webhook(secret).verify(request.body, request.headers)


# ---- what is sent


def test_a_turn_is_told_once_signed_and_without_cards(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        hooks = {one.id: desk.webhook(one, receiver, "your_turn") for one in (ada, bob)}
        path, able = desk.at_turn(ada, bob)
        desk.push()
        desk.push()
    (request,) = receiver.requests
    table = path.rsplit("/", 1)[1]
    found = verify(hooks[able.id]["secret"], request)
    n = able.get(f"{path}/view").get_json()["n"]
    assert found == {
        "kind": "your_turn", "player": able.id, "table": table, "tournament": None, "n": found["n"],
    }  # fmt: skip
    assert found["n"] <= n
    assert request.path == "/hook"
    assert request.headers["webhook-timestamp"] == str(desk.time // 1000)
    with pytest.raises(WebhookVerificationError):
        verify(hooks[(bob if able is ada else ada).id]["secret"], request)


def test_a_table_is_told_from_its_invitation_to_its_end(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        desk.webhook(bob, receiver, *KINDS[1:])
        path = desk.service.opened(ada, "boosh", 2, options={"max_hands": 1})
        assert ada.post(f"{path}/invitations", {"invite": [{"player": bob.id}]}).status_code == 201
        desk.push()
        for one in (ada, bob):
            assert one.post(f"{path}/seats").status_code == 201
        assert ada.post(f"{path}/start").status_code == 200
        desk.push()
        desk.service.play(path, [ada, bob])
        desk.push()
    assert kinds_of(receiver) == ["invitation", "table_started", "table_ended"]
    assert {one["table"] for one in bodies(receiver)} == {path.rsplit("/", 1)[1]}


def test_only_wanted_kinds_are_sent(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "table_ended")
        desk.at_turn(ada, bob)
        desk.push()
    assert receiver.requests == []


def test_read_models_that_are_built_anew_send_nothing(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver)
        desk.webhook(bob, receiver)
        desk.at_turn(ada, bob)
        desk.push()
        sent = len(receiver.requests)
        desk.service.redis.delete(PLACES)
        desk.service.parts.inboxes.begun.clear()
        desk.push()
    assert sent == len(receiver.requests) == 3  # two starts, one turn


def test_a_webhook_hears_nothing_of_what_was_before_it(desk: Desk, ada: Asker, bob: Asker) -> None:
    desk.at_turn(ada, bob)
    desk.tell()
    with receiving() as receiver:
        desk.webhook(ada, receiver)
        desk.webhook(bob, receiver)
        desk.service.redis.delete(PLACES)
        desk.service.parts.inboxes.begun.clear()
        desk.push()
    assert receiver.requests == []


def test_a_newer_turn_replaces_an_older_one_that_still_waits(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving(status(503)) as receiver:
        desk.webhook(ada, receiver, "your_turn")
        desk.webhook(bob, receiver, "your_turn")
        path, able = desk.at_turn(ada, bob)
        desk.push()
        first = bodies(receiver)[-1]
        for _ in range(40):  # until it is the same player's turn again
            act(desk.service.acting(path, [ada, bob])[0], path)
            desk.tell()
            able_now = desk.service.acting(path, [ada, bob])[0]
            turns = desk.service.parts.inboxes.my_turns(able.id)
            if able_now is able and turns[0]["n"] != first["n"]:
                break
        receiver.answer, receiver.requests = status(204), []
        desk.pass_time(HOUR)
        desk.deliver()
    found = [one for one in bodies(receiver) if one["player"] == able.id]
    assert len(found) == 1
    assert found[0]["n"] > first["n"]


def test_a_turn_that_has_passed_is_not_sent(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "your_turn")
        desk.webhook(bob, receiver, "your_turn")
        path, able = desk.at_turn(ada, bob)
        desk.tell()
        act(able, path)
        desk.deliver()
    assert receiver.requests == []


def test_notices_that_nobody_delivers_are_bounded_and_operators_hear_of_it(
    desk: Desk, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_WAITING", 3)
    with receiving() as receiver:
        hook = desk.webhook(ada, receiver)
        for _ in range(5):
            desk.pass_time(SECOND)
            ada.post(f"{WEBHOOKS}/{hook['id']}/test")
        assert desk.queue.waiting() == desk.service.redis.hlen(PENDING_KEY) == 3
        assert [*_push_troubles(desk.store, desk.time)] == []
        desk.pass_time(HOUR)
        (trouble,) = _push_troubles(desk.store, desk.time)
        assert trouble.endswith("wait for 3602 s: start `fairdeal push`")
        desk.deliver()
        assert [*_push_troubles(desk.store, desk.time)] == []
    assert sorted(one["n"] for one in bodies(receiver)) == [
        desk.time - HOUR - k for k in (2000, 1000, 0)
    ]  # deliveries have no order


# ---- retries


def test_a_failed_delivery_comes_again_for_a_day_with_the_same_id(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving(status(500)) as receiver:
        hook = desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        begun = desk.time
        desk.push()
        for _ in DELAYS:
            desk.pass_time(SECOND)
            desk.deliver()
            found = attempts(ada, hook)[0]
            if found["next_at"] is None:
                break
            desk.time = found["next_at"]
            desk.deliver()
    assert desk.time - begun > DAY
    assert len(set(ids_of(receiver))) == 1
    log, sent = attempts(ada, hook), len(receiver.requests)
    assert len(DELAYS) <= sent <= len(DELAYS) + 1  # as their spread falls
    assert [one["attempt"] for one in log] == [*range(sent, 0, -1)]
    assert {one["status"] for one in log} == {500}
    assert log[0]["error"] == "the receiver answered 500"
    assert desk.queue.waiting() == 0


def test_a_webhook_that_fails_for_a_day_is_disabled_until_it_is_enabled_again(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving(status(500)) as receiver:
        hook = desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        desk.push()
        failing = ada.get(f"{WEBHOOKS}/{hook['id']}").get_json()
        assert (failing["failing_since"], failing["disabled_at"]) == (desk.time, None)
        assert failing["why"] == "the receiver answered 500"
        last = ada.get("/v1/players/me/events").get_json()["last"]
        desk.pass_time(DAY)
        desk.deliver()
        disabled = ada.get(f"{WEBHOOKS}/{hook['id']}").get_json()
        assert disabled["disabled_at"] == desk.time
        messages = ada.get(f"/v1/players/me/events?after={last}").get_json()["messages"]
        assert messages[-1]["data"] == {
            "type": "webhook_disabled", "webhook": hook["id"], "why": "the receiver answered 500",
        }  # fmt: skip
        receiver.answer, receiver.requests = status(204), []
        desk.at_turn(ada, bob)
        desk.pass_time(HOUR)
        desk.push()
        assert receiver.requests == []
        assert ada.post(f"{WEBHOOKS}/{hook['id']}/test").status_code == 202
        desk.deliver()
        assert kinds_of(receiver) == ["test"]  # so that one can try before one enables it
        receiver.requests.clear()
        enabled = ada.ask("PATCH", f"{WEBHOOKS}/{hook['id']}", {"enabled": True}).get_json()
        assert enabled["disabled_at"] is None
        desk.at_turn(ada, bob)
        desk.push()
    assert kinds_of(receiver) == ["table_started"]


def test_a_receiver_that_answers_gone_hears_nothing_more(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving(status(410)) as receiver:
        hook = desk.webhook(ada, receiver, "table_started")
        for _ in range(2):
            desk.at_turn(ada, bob)
            desk.push()
    assert len(receiver.requests) == 1
    assert ada.get(f"{WEBHOOKS}/{hook['id']}").get_json()["disabled_at"] is not None


def test_a_receiver_may_ask_to_be_left_alone_for_a_while(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving(status(429, "Retry-After: 1800")) as receiver:
        hook = desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        desk.push()
        (found,) = attempts(ada, hook)
    assert found["next_at"] == desk.time + 1800 * SECOND


def test_a_sender_that_dies_before_it_heard_the_answer_sends_again_with_the_same_id(
    desk: Desk, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        desk.tell()
        with monkeypatch.context() as dying:
            dying.setattr(desk.sender, "settle", lambda outcomes: None)
            desk.deliver()
        desk.deliver()
        assert len(receiver.requests) == 1  # it is claimed still
        desk.pass_time(60 * SECOND)
        desk.deliver()
        desk.pass_time(DAY)
        desk.deliver()
    first, second = ids_of(receiver)
    assert first == second


def test_a_follower_that_dies_between_notice_and_message_loses_none_and_sends_one(
    desk: Desk, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise SystemExit

    with receiving() as receiver:
        desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        with monkeypatch.context() as dying:
            dying.setattr(desk.service.parts.inboxes, "deliver", die)
            with pytest.raises(SystemExit):
                desk.tell()
        desk.push()
    assert kinds_of(receiver) == ["table_started"]


def test_what_has_waited_for_days_is_not_news_any_more_but_an_open_turn_is(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        for one in (ada, bob):
            desk.webhook(one, receiver)
        desk.at_turn(ada, bob)
        desk.tell()
        desk.pass_time(sender_module.STALE + 1)
        desk.deliver()
    assert kinds_of(receiver) == ["your_turn"]


# ---- who reads a stream


def test_a_turn_is_held_while_a_stream_is_read_and_sent_if_it_is_not_answered(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver)
        desk.webhook(bob, receiver)
        path, able = desk.at_turn(ada, bob)
        note_readers(desk.store, [ada.id, bob.id])
        desk.push()
        assert receiver.requests == []
        desk.pass_time(HELD - 1)
        note_readers(desk.store, [ada.id, bob.id])
        desk.deliver()
        assert receiver.requests == []
        desk.pass_time(1)
        desk.deliver()
    assert kinds_of(receiver) == ["your_turn"]  # the starts were seen in the stream
    assert bodies(receiver)[0]["player"] == able.id
    assert path.endswith(bodies(receiver)[0]["table"])


def test_an_answered_turn_is_not_sent_after_the_stream_has_shown_it(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "your_turn")
        desk.webhook(bob, receiver, "your_turn")
        path, able = desk.at_turn(ada, bob)
        note_readers(desk.store, [ada.id, bob.id])
        desk.push()
        act(able, path)
        desk.pass_time(HELD)
        desk.deliver()
    assert receiver.requests == []


def test_what_a_stream_might_have_missed_is_sent_when_nobody_reads_it_any_more(
    desk: Desk, ada: Asker, bob: Asker
) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "table_started")
        desk.at_turn(ada, bob)
        note_readers(desk.store, [ada.id])
        desk.push()
        desk.pass_time(HELD)
        desk.deliver()
    assert kinds_of(receiver) == ["table_started"]


def test_a_process_notes_who_reads_a_stream_of_it(desk: Desk, ada: Asker, bob: Asker) -> None:
    presence = desk.service.parts.streams.presence
    for one in (ada, bob):
        presence.see(one.id)
    presence.note()
    presence.enter(ada.id)  # a moment later
    presence.note()
    assert current_readers(desk.store, [ada.id, bob.id]) == {ada.id}
    desk.pass_time(READING)
    assert current_readers(desk.store, [ada.id, bob.id]) == frozenset()


def test_an_open_stream_is_noted_again_before_it_counts_as_closed() -> None:
    assert READING > SECOND * (AGAIN + STEP)


# ---- with what a webhook ends


def test_a_webhook_ends_with_its_token(desk: Desk, ada: Asker, bob: Asker) -> None:
    token = made(ada, "read")
    bot = Asker(ada.client, token["token"], ada.id)
    with receiving() as receiver:
        hook = desk.webhook(bot, receiver, "table_started")
        desk.at_turn(ada, bob)
        desk.tell()
        assert ada.delete(f"/v1/tokens/{token['id']}").status_code == 204
        desk.deliver()
        desk.at_turn(ada, bob)
        desk.push()
    assert receiver.requests == []
    problem(ada.get(f"{WEBHOOKS}/{hook['id']}"), 404, "push/unknown")
    assert ada.get(WEBHOOKS).get_json() == {"webhooks": []}


def test_a_blocked_or_erased_account_is_told_nothing(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        desk.webhook(ada, receiver, "table_started")
        desk.webhook(bob, receiver, "table_started")
        desk.at_turn(ada, bob)
        desk.tell()
        players = desk.service.parts.players
        known = players.find(ada.id)
        assert known is not None
        players.block(known)
        assert bob.delete("/v1/players/me").status_code in (200, 204)
        desk.deliver()
    assert receiver.requests == []
    assert desk.service.parts.push.subscriptions.of_owner(bob.id) == []
    assert desk.service.redis.hlen(PENDING_KEY) == 0


def test_a_program_sees_its_own_webhooks_alone(desk: Desk, ada: Asker) -> None:
    first, second = program(ada, "read"), program(ada, "read")
    with receiving() as receiver:
        hook = desk.webhook(first, receiver)
    path = f"{WEBHOOKS}/{hook['id']}"
    assert second.get(WEBHOOKS).get_json() == {"webhooks": []}
    for method, where, body in (
        ("GET", path, None), ("PATCH", path, {}), ("POST", f"{path}/test", {}),
        ("POST", f"{path}/secret", {}), ("GET", f"{path}/deliveries", None),
    ):  # fmt: skip
        problem(second.ask(method, where, body), 404, "push/unknown")
    assert second.delete(path).status_code == 204
    assert [one["id"] for one in ada.get(WEBHOOKS).get_json()["webhooks"]] == [hook["id"]]
    assert ada.delete(path).status_code == 204
    assert first.get(WEBHOOKS).get_json() == {"webhooks": []}


def test_a_webhook_of_another_account_is_unknown(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        path = f"{WEBHOOKS}/{desk.webhook(ada, receiver)['id']}"
    problem(bob.get(path), 404, "push/unknown")
    problem(bob.post(f"{path}/secret"), 404, "push/unknown")
    assert bob.delete(path).status_code == 204
    assert ada.get(path).status_code == 200


# ---- secrets, tests, replays


def test_a_replaced_secret_signs_for_a_day_beside_the_new_one(desk: Desk, ada: Asker) -> None:
    with receiving() as receiver:
        hook = desk.webhook(ada, receiver)
        path = f"{WEBHOOKS}/{hook['id']}"
        new = ada.post(f"{path}/secret").get_json()
        assert new["former_until"] == desk.time + DAY
        assert ada.post(f"{path}/test").status_code == 202
        desk.deliver()
        for secret in (hook["secret"], new["secret"]):
            assert verify(secret, receiver.requests[0])["kind"] == "test"
        desk.pass_time(DAY)
        assert ada.post(f"{path}/test").status_code == 202
        desk.deliver()
    assert len(receiver.requests[1].headers["webhook-signature"].split()) == 1
    stored = desk.service.parts.push.subscriptions.find(ada.id, hook["id"])
    assert stored is not None
    assert stored.secrets_at(desk.time) == (new["secret"],)


def test_a_message_is_sent_again_on_request_with_its_id(desk: Desk, ada: Asker, bob: Asker) -> None:
    with receiving() as receiver:
        hook = desk.webhook(ada, receiver, "your_turn", "table_started")
        desk.at_turn(ada, bob)
        desk.push()
        (first, *_) = attempts(ada, hook)
        path = f"{WEBHOOKS}/{hook['id']}/deliveries/{first['delivery']}/replay"
        desk.pass_time(HOUR)
        sent = ada.post(path)
        assert (sent.status_code, sent.get_json()) == (202, {"delivery": first["delivery"]})
        desk.deliver()
        unknown = f"{WEBHOOKS}/{hook['id']}/deliveries/msg_0/replay"
        problem(ada.post(unknown), 404, "push/unknown_delivery")
    assert ids_of(receiver).count(first["delivery"]) == 2


def test_the_log_of_deliveries_is_bounded(desk: Desk, ada: Asker) -> None:
    with receiving() as receiver:
        hook = desk.webhook(ada, receiver)
        for _ in range(MOST_DELIVERIES + 5):
            desk.pass_time(1)
            ada.post(f"{WEBHOOKS}/{hook['id']}/test")
            desk.deliver()
    assert len(attempts(ada, hook)) == MOST_DELIVERIES


# ---- what is refused


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "https://127.0.0.1/", "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest", "https://localhost:8000/", "ftp://example.com", "",
        "https://user@example.com/",
    ],
)  # fmt: skip
def test_an_address_that_is_not_public_https_is_refused(ada: Asker, url: str) -> None:
    problem(ada.post(WEBHOOKS, {"url": url}), 422, "http/invalid")


def test_a_name_that_leads_to_a_private_address_fails_and_says_so(desk: Desk, ada: Asker) -> None:
    async def private(host: str, port: int) -> list[str]:
        return ["10.0.0.1"]

    desk.sender.egress = replace(desk.sender.egress, resolver=private)
    with receiving() as receiver:
        hook = desk.webhook(ada, receiver)
        ada.post(f"{WEBHOOKS}/{hook['id']}/test")
        desk.deliver()
        (found,) = attempts(ada, hook)
    assert receiver.requests == []
    assert found["error"] == "the name leads to an address that is not public"


def test_webhooks_need_the_scope_read_and_tokens_end_with_their_hash(
    service: Service, ada: Asker
) -> None:
    bot = program(ada, "play")
    problem(bot.post(WEBHOOKS, {"url": "https://example.com"}), 403, "http/insufficient_scope")
    kept = ada.post(WEBHOOKS, {"url": "https://example.com/x"}).get_json()
    found = service.parts.push.subscriptions.find(ada.id, kept["id"])
    assert found is not None
    assert found.ends_with == token_hash(ada.token or "")
