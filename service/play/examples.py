"""Examples of the answers about a table that is played, and about its log."""

import tempfile
from pathlib import Path
from typing import Any

from events.record import logfile
from events.record.receipts import PublicKey
from events.store.analyses import AnalysisRecord
from events.verify.log import verify_log
from events.verify.report import Unreadable
from games.boon.actions import Take
from games.table import Close
from games.table.influence import influence
from games.table.view import public_table_facts
from projections.accounts.player_tables import PLAYER_TABLES
from projections.tables import hand, hand_text
from projections.tables.hands import hand_of, hand_summaries
from projections.tables.log_replay import replay_of_log
from projections.tables.replay import replay_at_event
from service.accounts.examples import ADA, AT, account_news, page_of_tables
from service.disputes.examples import dispute_examples
from service.history.examples import checkpoint_examples
from service.play.analyses import analysis_to_json
from service.play.hints import hint_to_json
from service.play.play import CheckedAction, check_legality
from service.streams.audiences import server_sent_event
from service.tables.examples import SEAT, STREAM_LENGTH, TABLE, Recorder, read_model_row
from service.wire.json_schema import Json

STORED_HINT: Json = {  # as a worker keeps it
    "action": {"type": "pass"}, "rule": {"type": "pass"}, "deals": 40,
    "others": [[{"type": "take"}, 85, 15]],
}  # fmt: skip
STORED_ANALYSIS: Json = {  # as a worker keeps it
    "n": 12, "hand": 1, "grade": "mistake",
    "played": {"action": {"type": "take"}, "text": {"en": "Take the Boon"}},
    "best": {"action": {"type": "pass"}, "text": {"en": "Leave the Boon to the others"}},
    "cost": {"points": 1.25, "least": 0.61, "most": 1.89, "deals": 100},
}  # fmt: skip
EDIT = (b"withdrawn", b"adjourned")  # what is changed in the log of a withdrawn table
NO_LOG = b"A letter to my aunt\n"
COMMANDS_IN_EXAMPLE = 2  # of a hand
MOMENTS_IN_EXAMPLE = 1  # of the replay of a log file


def play_examples() -> Json:
    """Return the examples of a table from its opening to its end, and of checks of its log."""
    table = Recorder()
    found: Json = {
        "ActionPlay": {"type": "play", "card": "red-5"},
        "ActionBury": {"type": "bury", "cards": ["blue-1", "green-2", "red-3"]},
        **_verification_examples(),
        **_hint_examples(),
        **_analysis_examples(),
    }
    found["TableFacts"] = {**public_table_facts(table.now), "head": table.log[-1].h.hex()}
    found["AcceptedSeat"] = table.seat_all()
    found["AcceptedMinimal"] = {"receipt": found["AcceptedSeat"]["receipt"]}
    table.start()
    found["AcceptedAction"] = table.play(SEAT)
    found |= _start_examples(table)
    while SEAT not in table.now.to_act():
        table.play(table.now.to_act()[0])
    found["ViewToAct"] = table.view(SEAT)
    found["CheckedLegal"] = _check(table, table.now.game.rules.fallback(table.now.play, SEAT))
    found["CheckedIllegal"] = _check(table, Take())
    found["OwnTables"] = _list_tables(table, ADA)
    found["EventPage"] = table.page(5, 7)
    found |= _history_examples(table) | account_news(table.now, table.log, ADA)
    stream = server_sent_event("view", found["ViewToAct"], table.now.n).decode()
    found["EventStream"] = stream[:STREAM_LENGTH]
    table.play()
    found["TablesOfPlayer"] = _list_tables(table, None)
    found["EventPageOpened"] = table.page(1, 2)
    found |= checkpoint_examples(TABLE, table.log, table.signer, AT) | dispute_examples(
        table.now, table.log, table.signer
    )
    found["Keys"] = {"keys": [PublicKey(table.signer.public, AT).as_json()]}
    return found


def _hint_examples() -> Json:
    """Return the examples of hints for Ada, whose turn it is at a table that does not count."""
    table = Recorder(rated=False)
    table.seat_all()
    table.start()
    while SEAT not in table.now.to_act():
        table.play(table.now.to_act()[0])
    hint = hint_to_json(table.now, SEAT, STORED_HINT, None)
    return {"PendingHint": {"n": table.now.n}, "Hint": hint}


def _analysis_examples() -> Json:
    """Return the examples of the analysis of Ada's seat: as it begins, and whole."""
    whole = AnalysisRecord(1, [STORED_ANALYSIS])
    return {
        "NewAnalysis": {"seat": SEAT},
        "AnalysisBegun": analysis_to_json(TABLE, SEAT, AnalysisRecord()),
        "Analysis": analysis_to_json(TABLE, SEAT, whole),
    }


def _start_examples(table: Recorder) -> Json:
    """Return what is told of the start of a table."""
    receipts = {
        name: event and table.receipt_of(event.n, event.at)
        for name, event in (("closing", table.now.closing), ("settled", table.now.settled))
    }
    aborted = {"server": 3, "players": [0, *[None] * (table.now.seats - 1)]}
    fairness = {**influence(table.now), "table": TABLE, "aborted": aborted, "abort_reason": None}
    lost = {"receipt": receipts["closing"]}
    return {"StartReceipts": receipts, "TableFairness": fairness, "NewAbort": lost}


def _check(table: Recorder, action: Any) -> CheckedAction:
    """Return what Ada is answered who asks whether an action would be legal."""
    return check_legality(table.now, f"player:{ADA}", SEAT, action, table.now.at)


def _list_tables(table: Recorder, caller: str | None) -> Json:
    """Return the list of Ada's tables as somebody gets it."""
    row = read_model_row(PLAYER_TABLES, TABLE, table.log)
    return page_of_tables(row, table.now, ADA, caller)


def _short_hand(table: Recorder) -> hand.Hand:
    """Return the beginning of a hand as Ada may read it."""
    whole = hand_of(table.now, table.log, 1, SEAT)
    return whole._replace(commands=whole.commands[:COMMANDS_IN_EXAMPLE])


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


def _verification_examples() -> Json:
    """Return the examples of verifications: of a whole log, of an edited one, and of none."""
    table = Recorder()
    table.do(f"player:{ADA}", Close())
    log = b"".join(logfile.log_file_lines(TABLE, table.log, AT + 60_000, table.signer))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(log)
        good = verify_log(path, [table.signer.public]).as_json()
        again = replay_of_log(path, [PublicKey(table.signer.public)], 1, MOMENTS_IN_EXAMPLE, None)
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
