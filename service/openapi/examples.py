"""Examples of every answer, made by playing a table with fixed secrets: they can't grow old."""

import hashlib
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import orjson
from nacl.signing import SigningKey

from events.accounts.account import PURPOSE as KEY_PURPOSE
from events.cached_streams import CachedStream
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import PublicKey, Signer
from events.tables.decider import TABLE_DECIDER
from events.verify.log import verify_log
from events.verify.report import Unreadable
from games import NEWEST
from games.boon.actions import Take
from games.core.contract import Seat
from games.core.signature import signed_bytes
from games.table import (
    Act,
    Adjourn,
    Close,
    Command,
    EndInvitation,
    Invite,
    Invitee,
    Leave,
    Open,
    Return,
    Sit,
    Start,
    Table,
    decide,
    fold_table_facts,
)
from games.table.view import public_table_facts
from projections.ratings.ratings import BOT, NEW, updated_ratings
from projections.ratings.standings import (
    GameStatistics,
    evolve_ratings_row,
    game_statistics,
    row_name,
)
from projections.tables import hand, hand_text
from projections.tables.hands import hand_of, hand_summaries
from projections.tables.lobby import LOBBY
from projections.tables.log_replay import PAGE, replay_of_log
from projections.tables.replay import replay_at_event
from projections.tables.views import ServedView, event_for_seat, view_for_seat
from service.accounts.examples import account_news, new_account_limits
from service.disputes.examples import dispute_examples
from service.games.cards import pictures_by_card
from service.games.games import game_details, game_summary
from service.history.examples import checkpoint_examples
from service.openapi.metrics_example import METRICS
from service.pages.pages import LINKS
from service.play.play import CheckedAction, check_legality
from service.status.examples import server_status
from service.streams.audiences import server_sent_event
from service.tables.examples import page_of_tables, read_model_row
from service.tables.invitation_examples import invitations_of
from service.tables.private_tables import join_code
from service.tables.quick_seat import AS_OPENED
from service.tournaments.examples import tournament_examples
from service.tournaments.result_examples import result_examples

Json = dict[str, Any]
AT = 1_767_225_600_000  # milliseconds: the first second of 2026
ENTROPY = "c0ffee5eed9a7d1b3f20e4c86a5b1d7e"
COMMITMENT = hashlib.sha256(ENTROPY.encode()).hexdigest()
ADA, TABLE = "p0123456789abcdef01", "t0d1f2a3b4c5d6e7f80"
BOB = "p1123456789abcdef01"
TOKEN = "xkcJ0g0m7wV4i5qT9yQp2n3zR6sB8dL1fH-uEaKoWvY"
CODE = "k3fp-7q2m-xw5d-6hzt-b4ra-n2ye"
SEAT = Seat(0)
EDIT = (b"withdrawn", b"adjourned")  # what is changed in the log of a withdrawn table
NO_LOG = b"A letter to my aunt\n"
RULES_SHOWN = 300  # characters
COMMANDS_SHOWN = 5  # of a hand
PLAYERS_OWN = SigningKey(hashlib.sha256(b"a player's own").digest())
NEW_KEY = {
    "public": bytes(PLAYERS_OWN.verify_key).hex(),
    "proof": PLAYERS_OWN.sign(
        signed_bytes(KEY_PURPOSE, ADA, bytes(PLAYERS_OWN.verify_key).hex())
    ).signature.hex(),
}


class Recorder:
    """A table of Boon for three: Ada in seat 0, bots in the others."""

    def __init__(self, **changes: Any) -> None:
        self.table: Table | None = None
        self.log: list[StoredEvent] = []
        self.signer = Signer(SigningKey(hashlib.sha256(b"example").digest()))
        self.salts = count()
        fields: Json = {
            "game": "boon", "rules": NEWEST["boon"].version, "options": {"victory_cards": 1},
            "seats": 3, "clock": {"turn": 30, "bank": 60}, "on_time_out": "fallback",
            "reveal": "table", "private": False, "secret": "5a" * 32, **changes,
        }  # fmt: skip
        self.do(f"player:{ADA}", Open(**fields))

    def salt(self) -> bytes:
        """Return the next salt."""
        return hashlib.sha256(f"salt {next(self.salts)}".encode()).digest()

    def do(self, by: str, command: Command) -> Json:
        """Record a command; return what Ada is answered."""
        head, n = (self.log[-1].h, self.log[-1].n) if self.log else (first_head(TABLE), 0)
        at = AT + 1500 * len(self.log)
        drafts = decide(self.table, by, command, at, TABLE)
        stored, happened = encode_events(
            head, unsealed_events(TABLE_DECIDER, n, at, by, command, drafts), new_salt=self.salt
        )
        self.table = fold_table_facts(TABLE, self.table, happened)
        self.log += stored
        return self.answer(SEAT)

    def answer(self, seat: Seat | None) -> Json:
        """Return what the player in a seat, or without one, is answered."""
        last, at = self.log[-1], self.now.at
        receipt = self.signer.receipt(TABLE, last.n, last.h, at, "everysec")
        return {"receipt": receipt, "view": self.view(seat)}

    def seat_all(self) -> Json:
        """Seat all; return the answer to Ada's sitting down."""
        answer = self.do(f"player:{ADA}", Sit(SEAT, commitment=COMMITMENT))
        for seat in (1, 2):
            self.do(f"player:{ADA}", Sit(Seat(seat), bot="regular"))
        return answer

    def play(self, seat: int | None = None) -> Json:
        """Play the fallback of the seat that may act, until after that of `seat` or to the end."""
        answer: Json = {}
        while self.now.phase == "playing":
            (acting,) = self.now.to_act()
            action = self.now.game.fallback(self.now.play, acting)
            by = f"player:{ADA}" if acting == SEAT else f"seat:{acting}"
            answer = self.do(by, Act(acting, action))
            if acting == seat:
                break
        return answer

    @property
    def now(self) -> Table:
        """Return the table."""
        assert self.table is not None
        return self.table

    def view(self, seat: Seat | None) -> ServedView:
        """Return the view of a seat."""
        return view_for_seat(CachedStream(self.now, self.log[-1].h), seat, lambda ids: {ADA: "Ada"})

    def checked(self, action: Any) -> CheckedAction:
        """Return what Ada is answered who asks whether an action would be legal."""
        return check_legality(self.now, f"player:{ADA}", SEAT, action, self.now.at)

    def page(self, first: int, last: int) -> Json:
        """Return a page of the log as Ada may read it."""
        events = [event_for_seat(self.now, event, SEAT) for event in self.log[first - 1 : last]]
        return {"events": events, "n": self.now.n, "next": last if last < self.now.n else None}


def _played_table_examples() -> Json:
    """Return the examples of a table from its opening to its end."""
    table = Recorder()
    found: Json = {}
    found["TableFacts"] = {**public_table_facts(table.now), "head": table.log[-1].h.hex()}
    found["AcceptedSeat"] = table.seat_all()
    found["AcceptedStart"] = table.do(f"player:{ADA}", Start(ENTROPY))
    table.play(SEAT)
    found["AcceptedAction"] = table.play(SEAT)
    while SEAT not in table.now.to_act():
        table.play(table.now.to_act()[0])
    found["ViewToAct"] = table.view(SEAT)
    found["ViewOfSpectator"] = table.view(None)
    found["CheckedLegal"] = table.checked(table.now.game.fallback(table.now.play, SEAT))
    found["CheckedIllegal"] = table.checked(Take())
    found["OwnTables"] = page_of_tables(table.now, table.log, ADA, ADA)
    found["EventPage"] = table.page(5, 8)
    found |= _history_examples(table) | account_news(table.now, table.log, ADA)
    found["EventStream"] = server_sent_event("view", found["ViewToAct"], table.now.n).decode()
    table.play()
    found["ViewClosed"] = table.view(SEAT)
    found["TablesOfPlayer"] = page_of_tables(table.now, table.log, ADA, None)
    found["EventPageOpened"] = table.page(1, 2)
    found["HandOpened"] = hand.hand_to_json(_short_hand(table))
    lines = logfile.log_file_lines(TABLE, [*table.log], AT, table.signer)
    text = b"".join(lines).decode().splitlines(keepends=True)
    found["LogFile"] = "".join([*text[:2], text[-1]])
    found |= checkpoint_examples(TABLE, table.log, table.signer, AT) | dispute_examples(
        table.now, table.log, table.signer
    )
    found["Keys"] = {"keys": [PublicKey(table.signer.public, AT).as_json()]}
    return found


def _short_hand(table: Recorder) -> hand.Hand:
    """Return the beginning of a hand as Ada may read it."""
    whole = hand_of(table.now, table.log, 1, SEAT)
    return whole._replace(commands=whole.commands[:COMMANDS_SHOWN])


def _history_examples(table: Recorder) -> Json:
    """Return the examples of a running table's history."""
    return {
        "HandPage": {"hands": hand_summaries(table.now), "next": None},
        "Hand": hand.hand_to_json(_short_hand(table)),
        "HandText": hand_text.format_hand_text(_short_hand(table)),
        "Replay": replay_at_event(
            table.now, table.log, table.now.n - 2, SEAT, names=lambda ids: {ADA: "Ada"}
        ),
    }


def _statistics_example(player: str = ADA) -> GameStatistics:
    """Return the row of Ada, or of a level of bots, in the standings of Boon after one table."""
    (mu, sigma), _ = updated_ratings([NEW, NEW], [1, 2])
    own = {"player": player, "place": 1, "score": 7, "mu": mu, "sigma": sigma}
    told = {"n": 1, "data": {"game": "boon", "players": [own]}}
    row = evolve_ratings_row(None, row_name("boon", player), told)
    assert row is not None
    return game_statistics(row)


def _table_withdrawal_example() -> Json:
    """Return the answer to the withdrawal of a table."""
    table = Recorder()
    table.do(f"player:{ADA}", Close())
    return table.answer(None)


def _verification_examples() -> Json:
    """Return the examples of verifications: of a whole log, of an edited one, and of none."""
    table = Recorder()
    table.do(f"player:{ADA}", Close())
    log = b"".join(logfile.log_file_lines(TABLE, table.log, AT + 60_000, table.signer))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(log)
        good = verify_log(path, [table.signer.public]).as_json()
        again = replay_of_log(path, [PublicKey(table.signer.public)], 1, PAGE, None)
        path.write_bytes(log.replace(*EDIT))
        bad = verify_log(path, [table.signer.public]).as_json()
        path.write_bytes(NO_LOG)
        try:
            verify_log(path)
        except Unreadable as error:
            why = str(error).replace(str(path), "the file")
    return {
        "LogFileToVerify": log.decode(),
        "LogReplay": again,
        "VerificationGood": good,
        "VerificationBad": bad,
        "VerificationUnreadable": {"verdict": "unreadable", "why": why},
    }


def _request_body_examples() -> Json:
    """Return the examples of bodies that are sent."""
    return {
        "Empty": {}, "NewGuest": {}, "NewPlayer": {"name": "Ada"},
        "NewName": {"name": "Bea"},
        "Recovery": {"code": CODE},
        "NewToken": {"revoke": "all", "expires_in": 7_776_000},
        "NewKey": NEW_KEY,
        "NewTable": {"game": "boon", "seats": 3},
        "NewTableInFull": {
            "game": "boosh", "seats": 4, "options": {"woof": True, "target": 150},
            "clock": {"turn": 30, "bank": 60}, "on_time_out": "bot", "reveal": "hand",
            "private": True, "spectator_delay": 20, "expires_after": 3_600, "continues": None,
            "rated": False, "pace": 1_000,
        },
        "QuickSeat": {"game": "boon"},
        "QuickSeatInFull": {
            "game": "boosh", "seats": 4, "options": {"woof": True}, "clock": {"turn": 30},
            "on_time_out": "bot", "reveal": "table", "rated": True, "commitment": COMMITMENT,
        },
        "NewRematch": {"sit": True},
        "NewSeat": {"seat": 0, "commitment": COMMITMENT},
        "NewSeatOfBot": {"bot": "regular"},
        "NewStart": {"entropy": ENTROPY},
        "ActionPlay": {"type": "play", "card": "red-5"},
        "ActionBury": {"type": "bury", "cards": ["blue-1", "green-2", "red-3"]},
    }  # fmt: skip


def _other_answer_examples() -> Json:
    """Return the examples of answers that are no table's."""
    ada = {"player": ADA, "name": "Ada"}
    boon, row = game_details(NEWEST["boon"]), read_model_row(LOBBY, TABLE, Recorder().log)
    return {
        "Registered": {**ada, "role": "player", "token": TOKEN, "recovery_code": CODE},
        "NewCode": {"recovery_code": CODE},
        "Token": {"token": TOKEN, "expires_at": AT + 7_776_000_000},
        "Me": {**ada, "role": "player", "key": None},
        "MeRenamed": {**ada, "name": "Bea", "role": "player", "key": None},
        "FoundPlayers": {"players": [ada]},
        "ServerStatus": server_status(AT),
        "OwnLimits": new_account_limits(),
        "MeWithKey": {**ada, "role": "player", "key": NEW_KEY["public"]},
        **invitations_of(ADA, BOB, TABLE, AT),
        "Profile": {
            **ada,
            "key": None,
            "statistics": {"played": 1, "won": 1, "games": {"boon": _statistics_example()}},
        },
        "Leaderboard": {
            "game": "boon",
            "players": [{"rank": 1, **ada, **_statistics_example()}],
            "bots": [{"level": "expert", **_statistics_example(BOT + "expert")}],
            "cursor": None,
        },
        "Games": {"games": [*map(game_summary, NEWEST.values())]},
        "GameDetails": {**boon, "rules_text": boon["rules_text"][:RULES_SHOWN]},
        "Lobby": {"tables": [row], "cursor": None},
        "LobbyStream": server_sent_event(
            "tables", {"type": "tables", "tables": [row]}, AT
        ).decode(),
        "CardPicture": pictures_by_card()["gold-7"].data.decode(),
        "Health": {"status": "ok"},
        "Links": LINKS,
        "StartPage": "<!DOCTYPE html>",
        "Metrics": METRICS,
        "OpenapiDocument": {"openapi": "3.1.0", "info": {"title": "fairdeal"}, "paths": {}},
    }


def _came_and_went() -> Json:
    """Return the examples of leaving, coming back, adjourning and a rematch."""
    table, ada = Recorder(), f"player:{ADA}"
    table.seat_all()
    table.do(ada, Start(ENTROPY))
    table.do(ada, Leave(SEAT))
    rematch = Recorder(rematch_of=TABLE)
    rematch.do(ada, Sit(Seat(1), bot="regular"))
    private = Recorder(private=True)
    inviting = Recorder()
    inviting.do(ada, Invite((Invitee(Seat(1), BOB, 3600),)))
    invited = inviting.answer(None)
    inviting.do(ada, EndInvitation(BOB))
    gone, quick = Recorder(), Recorder(options={}, **AS_OPENED)
    gone.do(ada, Sit(SEAT))
    gone.do(ada, Leave(SEAT))
    return {
        "AcceptedLeaving": gone.answer(None),
        "AcceptedInvitations": invited,
        "AcceptedInvitationEnd": inviting.answer(None),
        "AcceptedQuickSeat": quick.do(ada, Sit(SEAT)),
        "AcceptedReturn": table.do(ada, Return(SEAT)),
        "AcceptedAdjourning": table.do(ada, Adjourn()),
        "AcceptedOpening": {**Recorder().answer(None), "join_code": None},
        "AcceptedPrivateOpening": {**private.answer(None), "join_code": join_code(private.now)},
        "AcceptedRematch": {**rematch.answer(None), "join_code": None},
    }


def component_examples() -> Json:
    """Return all examples by component name."""
    found = {
        **_request_body_examples(), **_other_answer_examples(), **_played_table_examples(),
        **_came_and_went(), "AcceptedWithdrawal": _table_withdrawal_example(),
        **_verification_examples(),
        **tournament_examples(ADA, BOB, (COMMITMENT, ENTROPY), AT, Recorder().signer),
        **result_examples(ADA, AT, Recorder().signer),
    }  # fmt: skip
    plain = orjson.loads(orjson.dumps(found))
    return {
        name: {"summary": _words_from_camel_case(name), "value": plain[name]}
        for name in sorted(plain)
    }


def _words_from_camel_case(name: str) -> str:
    """Return the name of an example in words: ``ViewToAct`` -> ``View to act``."""
    text = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return text.strip().capitalize()
