"""A client that verifies notices each lie, and accuses no honest server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fairdeal_client import Bot, Client, Lie, Table, offered_actions
from fairdeal_client.checks import Evidence, TableCheck
from fairdeal_client.ed25519 import is_signed
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

OF_THE_TREE = {"prove_other_leaf", "grow_other_tree"}  # `fairdeal verify` looks at proofs


def play_checked(address: str, folder: Path, *, streams: bool = False) -> Table:
    """Play a short table of Boon, and check all of it."""
    with Client(address, keep=folder, streams=streams) as client:
        client.register()
        table = client.open_table("boon", 3, brief=True)
        table.sit(0)
        table.start(bots="regular")
        table.play(Bot())
        return table


@pytest.mark.parametrize("lie", [one for one in LIES if one.__name__ not in OF_THE_TREE])
def test_each_lie_is_noticed(lie: Telling, url: str, tmp_path: Path) -> None:
    with lying(url, lie) as liar, pytest.raises(Lie):
        play_checked(liar.address, tmp_path)
    assert liar.lies, "the lie was not told"
    (folder,) = tmp_path.iterdir()
    kept = json.loads((folder / "kept.json").read_text())
    assert kept["receipts"], "what proves the lie is kept"


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (swap_commitment, "does not follow"),
        (show_other_commitment, "another commitment of seat 0"),
        (forge_closing, "not signed for this table"),
        (withhold_closing, "no receipt of the closing"),
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

    with lying(url, keep_call, swallow) as liar, pytest.raises(Lie, match="second closing"):
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
