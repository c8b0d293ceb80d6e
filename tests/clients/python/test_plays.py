"""Tables are played with the client package at a real server, also where much gets lost."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from fairdeal_client import (
    AsyncClient,
    Bot,
    Client,
    EventMessage,
    Refused,
    Signer,
    StreamMessage,
    Table,
    ViewMessage,
    calls,
    offered_actions,
)
from fairdeal_client.errors import NotFound
from fairdeal_client.types import Action, View
from nacl.signing import SigningKey

from games import OWN
from tests.clients.proxy import Faults, proxy_to
from tests.folders import ROOT
from tests.some import some
from tests.waiting import step_back

GAMES = [game.name for game in OWN]


class Counting(Bot):
    """Plays the first of the choices, and counts."""

    def __init__(self) -> None:
        self.chosen: list[Action] = []

    def choose(self, view: View) -> Action:
        self.chosen.append(offered_actions(view)[0])
        return self.chosen[-1]


class Pondering(Counting):
    """Takes a moment, as a coroutine."""

    async def choose(self, view: View) -> Action:  # type: ignore[override]
        await step_back()
        return super().choose(view)


def seated(client: Client, game: str) -> Table:
    """Return a short table that has begun, with the client at its first seat."""
    facts = client.call(calls.show_game(game))
    table = client.open_table(game, max(3, facts["seats"]["least"]), brief=True, clock=None)
    table.sit(0)
    table.start(bots="regular")
    return table


def token_at(url: str) -> str:
    """Return the token of a new account."""
    with Client(url) as client:
        return client.register()["token"]


def own_actions(events: list[Any]) -> list[Any]:
    """Return what the log says that the first seat has done."""
    causes = [one["cause"] for one in events if isinstance(one["cause"], dict)]
    return [cause["action"] for cause in causes if cause["seat"] == 0]


def log_of(url: str, table: str) -> list[Any]:
    """Return all events of a closed table."""
    found: list[Any] = []
    with Client(url) as client:
        while page := client.table(table).events(len(found))["events"]:
            found += page
    return found


def assert_played_once(url: str, table: Table, bot: Counting) -> None:
    """See that the log has each action of the bot, once."""
    done = own_actions(log_of(url, table.id))
    assert len(done) == len(bot.chosen) > 0
    for public, chosen in zip(done, bot.chosen, strict=True):
        assert public.items() <= {**chosen}.items()


@pytest.mark.parametrize("game", some("checked games", GAMES, 2))
def test_a_bot_plays_a_checked_table_of_every_game(game: str, url: str, tmp_path: Path) -> None:
    with Client(url, keep=tmp_path) as client:
        client.register()
        table, bot = seated(client, game), Counting()
        view = table.play(bot)
        assert view["phase"] == "closed"
        assert "follow from the secret sealed at the opening and from my entropy" in str(
            table.verdict
        )
        assert_played_once(url, table, bot)
        assert {path.name for path in (tmp_path / table.id).iterdir()} == {"kept.json", "log.jsonl"}


def test_the_end_of_a_table_stands_in_the_tree(url: str, tmp_path: Path) -> None:
    with Client(url, token_at(url), keep=tmp_path) as client:
        table = seated(client, "boon")
        with pytest.raises(ValueError, match="closed"):
            table.check_history()
        table.play(Counting())
        assert "in the tree, which has only grown" in table.check_history()
        assert "in the tree, which has only grown" in table.check_history()
    kept = tmp_path / table.id
    given = ["log.jsonl", "--key", "kept.json", "--receipt", "kept.json", "--proof", "proof.json"]
    line = [sys.executable, "-m", "service", "verify", *given]
    where = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, cwd=kept, env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("GOOD")
    with Client(url) as client, pytest.raises(ValueError, match="verify=True"):
        client.table(table.id).check_history()


@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_a_bot_plays_as_coroutines(game: str, url: str) -> None:
    async def play() -> tuple[View, str | None]:
        async with AsyncClient(url, verify=True) as client:
            await client.register()
            table = await client.open_table(game, 3, brief=True)
            await table.sit()
            await table.start(bots="regular")
            return await table.play(Pondering()), table.verdict

    view, verdict = asyncio.run(play())
    assert view["phase"] == "closed"
    assert "and from my entropy" in str(verdict)


FAULTS = {"lost": 8, "unanswered": 8, "cut": 8, "doubled": 8, "delayed": 8}


@pytest.mark.parametrize("seed", some("faults of the package", range(4), 1))
def test_each_action_is_played_once_whatever_gets_lost(seed: int, url: str) -> None:
    faults = Faults(seed, **FAULTS, lines=60)  # type: ignore[arg-type]
    with (
        proxy_to(url, faults) as address,
        Client(address, token_at(url), verify=seed % 2 == 0, streams=seed < 2) as client,
    ):
        table, bot = seated(client, GAMES[seed]), Counting()
        assert table.play(bot)["phase"] in ("finished", "closed")
        assert_played_once(url, table, bot)
    assert faults.done["unanswered"] + faults.done["doubled"] + faults.done["cut"] > 0


def test_coroutines_play_each_action_once_whatever_gets_lost(url: str) -> None:
    async def play(address: str, token: str) -> tuple[str, Pondering]:
        async with AsyncClient(address, token) as client:
            table, bot = await client.open_table("boon", 3, brief=True), Pondering()
            await table.sit(0)
            await table.start(bots="regular")
            await table.play(bot)
            return table.id, bot

    faults = Faults(5, **FAULTS)  # type: ignore[arg-type]
    with proxy_to(url, faults) as address:
        table, bot = asyncio.run(play(address, token_at(url)))
    with Client(url) as client:
        assert_played_once(url, client.table(table), bot)


def watched(table: Table, messages: Iterator[StreamMessage]) -> list[int]:
    """Play a table by its messages; return the number of the first view, then of all events."""
    numbers: list[int] = []
    for message in messages:
        match message:
            case EventMessage(n):
                numbers.append(n)
            case ViewMessage(n, view):
                numbers += [] if numbers else [n]
                if view["choices"] is not None:
                    act_once(table, view)
    return numbers


def act_once(table: Table, view: View) -> None:
    """Do the first of the choices; a view that is old by now brings nothing."""
    try:
        table.act(offered_actions(view)[0])
    except Refused:
        assert table.view()["n"] > view["n"]


@pytest.mark.parametrize(("lines", "streams"), [(0, True), (25, True), (0, False)])
def test_no_event_is_missed_or_comes_twice(lines: int, streams: bool, url: str) -> None:
    faults = Faults(1, lines=lines)
    with (
        proxy_to(url, faults) as address,
        Client(address, token_at(url), streams=streams) as client,
    ):
        table = seated(client, "boon")
        first, *numbers = watched(table, table.watch())
        last = table.view()["n"]
    assert numbers == list(range(first + 1, last + 1))
    assert (faults.done["streams"] > 1) == (lines > 0)


def test_answers_have_no_view_while_a_stream_is_open(url: str) -> None:
    faults = Faults(1)
    with proxy_to(url, faults) as address, Client(address, token_at(url)) as client:
        table = seated(client, "boon")
        table.play(Counting())
    minimal = [
        headers.get("Prefer") for _, path, headers in faults.requests if path.endswith("/actions")
    ]
    assert set(minimal) == {"return=minimal"}
    views = [path for _, path, _ in faults.requests if "/view" in path]
    assert len(views) <= 2  # `start` reads one; the stream has shown the others


def test_a_proxy_that_holds_streams_back_is_played_through_by_waiting_reads(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal_client.transport.SILENCE", 0.2)
    faults = Faults(1, holds_streams=True)
    with proxy_to(url, faults) as address, Client(address, token_at(url)) as client:
        table, bot = seated(client, "boon"), Counting()
        table.play(bot)
        assert_played_once(url, table, bot)
    assert any("wait=" in path for _, path, _ in faults.requests)


def test_what_the_rules_refuse_has_code_rule_and_advice(url: str) -> None:
    with Client(url, token_at(url)) as client:
        table = seated(client, "boon")
        with pytest.raises(Refused) as refused:
            table.act({"type": "bury", "cards": ["blue-1"]})
        assert refused.value.code == "boon/wrong_phase"
        assert refused.value.rule is not None
        assert refused.value.advice == refused.value.problem["detail"]
        with pytest.raises(NotFound, match="table/unknown"):
            client.table("t0000000000000000000").view()


def test_news_of_all_tables_come_on_one_stream(url: str) -> None:
    for streams in (True, False):
        with Client(url, token_at(url), streams=streams) as client:
            table = seated(client, "boon")
            news = client.news(0)
            kinds = set[str]()
            while "your_turn" not in kinds:
                message = next(news)
                kinds.add(message["type"])
            news.close()  # type: ignore[attr-defined]
            assert table.view()["table"] == table.id


class Crash(Exception):
    """The program ends."""


class Crashing(Bot):
    """Plays twice and is gone."""

    def __init__(self) -> None:
        self.left = 2

    def choose(self, view: View) -> Action:
        self.left -= 1
        if self.left < 0:
            raise Crash
        return offered_actions(view)[-1]


@pytest.mark.parametrize("kept", [True, False])
def test_a_program_that_comes_back_goes_on_checking(kept: bool, url: str, tmp_path: Path) -> None:
    token, settings = token_at(url), {"keep": tmp_path} if kept else {}
    with Client(url, token, verify=True, **settings) as client:  # type: ignore[arg-type]
        table = seated(client, "boojum")
        with pytest.raises(Crash):
            table.play(Crashing())
    with Client(url, token, verify=True, **settings) as client:  # type: ignore[arg-type]
        again = client.table(table.id)
        assert again.play(Counting())["phase"] == "closed"
        assert ("and from my entropy" in str(again.verdict)) is kept


def test_three_meet_at_a_quick_seat_and_check_it(url: str) -> None:
    async def play() -> list[tuple[str, View, str | None]]:
        async with AsyncExitStack() as opened:
            clients = [
                await opened.enter_async_context(AsyncClient(url, verify=True)) for _ in range(3)
            ]
            tables = []
            for client in clients:
                await client.register()
                tables.append(await client.quick_seat("boon", options={"max_rounds": 1}))
            views = await asyncio.gather(*(table.play(Pondering()) for table in tables))
            return [
                (table.id, view, table.verdict) for table, view in zip(tables, views, strict=True)
            ]

    found = asyncio.run(play())
    assert len({table for table, _, _ in found}) == 1
    assert {view["phase"] for _, view, _ in found} == {"closed"}
    assert all("from my entropy" in str(verdict) for _, _, verdict in found)


def test_a_coroutine_for_the_client_that_blocks_is_a_mistake_that_is_named(url: str) -> None:
    with Client(url, token_at(url)) as client, pytest.raises(TypeError, match="use AsyncClient"):
        seated(client, "boon").play(Pondering())


@pytest.mark.parametrize(("game", "streams"), [("boon", True), ("bum", False), ("boosh", True)])
def test_an_account_with_a_key_signs_all_that_it_does(game: str, streams: bool, url: str) -> None:
    key = SigningKey.generate()
    signer = Signer(bytes(key.verify_key).hex(), lambda message: key.sign(message).signature)
    with Client(url, token_at(url), verify=True, streams=streams) as client:
        client.register_key(signer)
        table, bot = seated(client, game), Counting()
        view = table.play(bot)
        assert view["seats"][0]["key"] == signer.public
        assert "from my entropy" in str(table.verdict)
        assert_played_once(url, table, bot)
        causes = [one["cause"] for one in log_of(url, table.id) if isinstance(one["cause"], dict)]
        assert all(("signed" in one) for one in causes if one["seat"] == 0)


@pytest.mark.parametrize("streams", [True, False])
def test_a_bot_plays_at_many_tables_by_one_stream(streams: bool, url: str) -> None:
    faults = Faults(1)
    with (
        proxy_to(url, faults) as address,
        Client(address, token_at(url), verify=True, streams=streams) as client,
    ):
        bot, tables = Counting(), {seated(client, game).id for game in ("boon", "boosh", "bum")}
        over, turns = set[str](), client.play_turns(bot)
        while over != tables:
            view = next(turns)
            over |= {view["table"]} if view["phase"] == "closed" else set()
        turns.close()  # type: ignore[attr-defined]
    done = [one for table in tables for one in own_actions(log_of(url, table))]
    assert len(done) == len(bot.chosen) > len(tables)
    opened = [headers for _, _, headers in faults.requests if "stream" in headers.get("Accept", "")]
    assert len(opened) == (1 if streams else 0)
