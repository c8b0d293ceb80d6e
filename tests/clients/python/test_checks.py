"""A client that verifies notices each lie, and accuses no honest server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fairdeal_client import Bot, Client, Lie, Table, offered_actions
from fairdeal_client.canonical import canonical
from fairdeal_client.checks import Evidence, TableCheck, is_signed_receipt
from fairdeal_client.ed25519 import is_signed
from fairdeal_client.errors import ApiError, api_error
from fairdeal_client.session import Session
from fairdeal_client.tables import TableSteps
from fairdeal_client.tree import LATE, key_id, succeeding_keys
from nacl.signing import SigningKey

from games import OWN
from tests.beacons import chain
from tests.clients.test_checked import (
    LIES,
    close_elsewhere,
    forge_closing,
    lying,
    other,
    show_other_commitment,
    swap_commitment,
    withhold_closing,
)
from tests.clients.test_checked import Lie as Telling
from tests.events.forge import Forged, pieces
from tests.fairness.tables import played, text_of


def play_checked(address: str, folder: Path, *, history: bool = False) -> Table:
    """Play a short table of Boon, and check all of it."""
    with Client(address, keep=folder, streams=False) as client:
        client.register()
        table = client.open_table("boon", 3, brief=True)
        table.sit(0)
        table.start(bots="regular")
        table.play(Bot())
        if history:
            table.check_history()
        return table


@pytest.mark.parametrize("lie", LIES)
def test_each_lie_is_noticed(lie: Telling, url: str, tmp_path: Path) -> None:
    with lying(url, lie) as liar, pytest.raises(Lie):
        play_checked(liar.address, tmp_path, history=True)
    assert liar.lies, "the lie was not told"
    (folder,) = tmp_path.iterdir()
    kept = json.loads((folder / "kept.json").read_text())
    assert kept["receipts"], "what proves the lie is kept"


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (swap_commitment, "does not follow"),
        (show_other_commitment, "another commitment of seat 0"),
        (forge_closing, "not signed with a key of this server"),
        (withhold_closing, "no receipt of the call for the start"),
        (close_elsewhere, "does not fit the log"),
    ],
)
def test_nothing_is_revealed_behind_a_closing_that_is_not_as_it_was_seen(
    lie: Telling, why: str, url: str, tmp_path: Path
) -> None:
    with lying(url, lie) as liar, pytest.raises(Lie, match=why):
        play_checked(liar.address, tmp_path)
    assert liar.reveals == []


def test_nothing_is_revealed_behind_a_second_closing(url: str, tmp_path: Path) -> None:
    answers: list[Any] = []

    def keep_call(path: str, answer: Any) -> bool:
        answers.extend([answer] if path.endswith("/start") else [])
        return False

    def swallow(asked: Any, url: str) -> bytes | None:
        if not asked.path.endswith("/reveal"):
            return None
        closing = answers[0]["view"]["closing"]
        second = {**closing, "head": other(closing["head"])}
        view = {**answers[0]["view"], "closing": second}
        return json.dumps({**answers[0], "view": view}).encode()

    with (
        lying(url, keep_call, swallow) as liar,
        pytest.raises(Lie, match="another call for the start than that of your reveal"),
    ):
        play_checked(liar.address, tmp_path)
    assert len(liar.reveals) == 1


def test_an_action_in_my_name_that_i_did_not_send_is_noticed(url: str) -> None:
    with Client(url, verify=True) as mine, Client(url) as somebody:
        somebody.session.use(mine.register()["token"])
        table = mine.open_table("boon", 3, brief=True)
        table.sit(0)
        table.start(bots="regular")

        class Framed(Bot):
            def choose(self, view: Any) -> Any:
                somebody.table(table.id).act(offered_actions(view)[0])
                return offered_actions(view)[-1]

        with pytest.raises(Lie, match="I did not do what event"):
            table.play(Framed())


def test_an_action_that_never_arrived_makes_nobody_a_liar() -> None:
    check = TableCheck("t1", "p1", Evidence(None, [], []))
    check.seat, check.is_mine, check.since = 0, True, 0
    check.sent += [{"type": "pass"}, {"type": "bid", "coins": 2}, {"type": "pass"}]
    done = {"seat": 0, "action": {"type": "bid", "coins": 2}}
    check.check_action({"n": 9, "by": "seat:0", "cause": done})
    assert check.sent == [{"type": "pass"}]
    with pytest.raises(Lie, match="I did not do what event 10 says"):
        check.check_action({"n": 10, "by": "seat:0", "cause": done})


@pytest.mark.parametrize(
    ("status", "is_undone"), [(409, True), (412, True), (422, True), (401, False), (503, False)]
)
def test_an_action_that_may_have_been_done_is_no_surprise_in_the_log(
    status: int, is_undone: bool
) -> None:
    steps = TableSteps(Session("http://127.0.0.1"), "t1", None)
    steps.check = TableCheck("t1", "p1", Evidence(None, [], []))
    steps.check.since, steps.seen = 0, (1, "")

    def refuse(call: Any) -> Any:
        raise api_error(status, {})

    steps.command = refuse  # type: ignore[method-assign]
    with pytest.raises(ApiError):
        next(steps.act({"type": "pass"}))
    assert steps.check.sent == ([] if is_undone else [{"type": "pass"}])


# ---- the deal


def fed(log: Forged) -> TableCheck:
    """Return a check that has been shown the events of a log, as somebody who only watches."""
    check = TableCheck(log.header["table"], None, Evidence(None, [], []))
    for event in log.events:
        check.take({**event["e"], "parts": {}, "head": event["h"]})
    return check


def judged(log: Forged) -> str:
    """Return what is found at the end of a table with such a log."""
    return fed(log).check_log(b"".join(log.lines()))


@pytest.mark.parametrize("game", [game.name for game in OWN])
def test_honest_deals_are_good(game: str) -> None:
    beacon = chain()._asdict()
    for seed in range(4):
        desk = played(game, seed, **({"beacon": beacon} if seed % 2 else {}))
        assert "follow from the secret sealed at the opening" in judged(pieces(text_of(desk)))


def shuffled_events(log: Forged) -> Iterator[dict[str, Any]]:
    """Yield the events that a shuffle made."""
    for event in log.events:
        if "hand_secret" in (event["p"] or {}).get("hand", {}).get("data", {}):
            yield event


def swap_cards(data: dict[str, Any]) -> bool:
    """Swap the first two cards of the first pile that is there."""
    for field in ("hands", "deck", "stack", "boon"):
        pile = data.get(field)
        if isinstance(pile, list) and len(pile) > 1 and pile[0] != pile[1]:
            pile[0], pile[1] = pile[1], pile[0]
            return field != "hands"  # hands may be sorted
    return False


@pytest.mark.parametrize("game", [game.name for game in OWN if game.name != "bum"])
def test_cards_that_the_secret_does_not_deal_are_noticed(game: str) -> None:
    log = pieces(text_of(played(game, 1)))
    assert any(swap_cards(event["p"]["hand"]["data"]) for event in shuffled_events(log))
    with pytest.raises(Lie, match="are not what the secret deals"):
        judged(log.rechained())


def test_hands_that_the_secret_does_not_deal_are_noticed() -> None:
    log = pieces(text_of(played("bum", 1)))
    dealt = next(event for event in log.events if event["e"]["type"] == "bum.hand_dealt.v1")
    mine, others = (dealt["p"][seat]["data"]["hands"] for seat in "01")
    mine[0], others[0] = others[0], mine[0]
    with pytest.raises(Lie, match="are not what the secret deals"):
        judged(log.rechained())


def test_a_secret_other_than_the_one_of_the_table_is_noticed() -> None:
    log = pieces(text_of(played("boon", 1)))
    data = next(shuffled_events(log))["p"]["hand"]["data"]
    data["hand_secret"] = other(data["hand_secret"])
    with pytest.raises(Lie, match="does not follow from the table's"):
        judged(log.rechained())


def test_a_log_that_is_not_what_was_shown_is_noticed() -> None:
    log = pieces(text_of(played("boon", 1)))
    check, shorter = fed(log), log.copy()
    shorter.events.pop(-2)
    with pytest.raises(Lie, match="not what was shown"):
        check.check_log(b"".join(shorter.renumbered().rechained().lines()))


def test_signatures_are_judged_as_by_a_library_that_everybody_uses() -> None:
    key = SigningKey(bytes(range(32)))
    public = bytes(key.verify_key)
    for size in range(0, 200, 40):
        message = bytes(size)
        signature = key.sign(message).signature
        assert is_signed(message, signature, public)
        assert not is_signed(message + b"x", signature, public)
        for at in (0, 31, 32, 63):
            forged = bytearray(signature)
            forged[at] ^= 1
            assert not is_signed(message, bytes(forged), public)
    assert not is_signed(b"", b"", public)
    assert not is_signed(b"", bytes(64), bytes(32)[:31])


def key_of(seed: int, signed_by: SigningKey | None = None, since: int = 0) -> dict[str, Any]:
    """Return a key as the server shows it, with the signature of the key before it."""
    public = bytes(SigningKey(bytes([seed]) * 32).verify_key).hex()
    signature = None
    if signed_by is not None:
        row = ["fairdeal/key-change/1", bytes(signed_by.verify_key).hex(), public, since]
        signature = signed_by.sign(canonical(row)).signature.hex()
    return {"public": public, "from": since, "until": None, "signature": signature, "loss": None}


def test_a_receipt_is_of_the_key_that_it_names_while_that_counted() -> None:
    signer = SigningKey(bytes([1]) * 32)
    key = {**key_of(1), "until": 1_000}

    def receipt(at: int) -> dict[str, Any]:
        fields = {"table": "t1", "n": 3, "head": "ab", "at": at, "durability": "everysec"}
        message = canonical(["fairdeal/receipt/1", *fields.values()])
        return {**fields, "key": key_id(key), "signature": signer.sign(message).signature.hex()}

    right = receipt(1_000 + LATE)
    assert is_signed_receipt(right, [key_of(2), key])
    assert not is_signed_receipt(receipt(1_001 + LATE), [key])  # it was destroyed by then
    for name, value in {"table": "t2", "key": "0" * 16, "n": 4, "durability": "always"}.items():
        assert not is_signed_receipt({**right, name: value}, [key])


def test_only_keys_that_a_known_one_has_signed_are_believed() -> None:
    first, second = SigningKey(bytes([1]) * 32), SigningKey(bytes([2]) * 32)
    chain_of_keys = [key_of(3, second, 20), key_of(2, first, 10), key_of(1)]  # the newest first
    known = [key_of(1)]
    found = succeeding_keys(known, chain_of_keys)
    assert [(one["from"], one["until"]) for one in found] == [(0, 10), (10, 20), (20, None)]
    assert succeeding_keys(found, [key_of(6, second, 30), key_of(2, first, 10)]) == found
    forged = [key_of(4, SigningKey(bytes([9]) * 32), 10), key_of(1)]
    assert succeeding_keys(known, forged) == known
    assert succeeding_keys(known, [key_of(5)]) == known
