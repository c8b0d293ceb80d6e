"""Ratings follow a ruling in small steps: broken off anywhere, and beside others that rate."""

import random
from typing import Any

import pytest

from events.disputes.state import RULED
from events.record.chain import canonical_json, first_head, next_head
from events.record.codec import StoredEvent
from events.store.streams import AppendRequest, Store
from projections.ratings import corrections
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import CORRECTED, WAITING, Ratings, next_queued_ruling, rated_rows
from tests.projections.ratings.test_corrections import correct, expected, folded, results
from tests.projections.ratings.test_standings import AT, decisions, play

HASH = "0" * 64
RULING = {
    "hand": 1, "n": 7, "head": HASH, "verdict": "upheld", "remedy": "points_adjusted",
    "points": [], "reason": HASH, "where": None,
}  # fmt: skip
FRAME = {
    "at": AT, "by": "server", "seals": {},
    "cause": {"seat": None, "action": {"type": "rule"}, "last": 1},
}  # fmt: skip


def ruled(store: Store, table: str, scores: list[int]) -> None:
    """Let a ruling wait that gives the players of a table of Boosh other results."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    outcome = {"places": places, "scores": scores, "why": "points"}
    told = {"dispute": f"d{table[1:]}.1", "table": table, "outcome": outcome}
    disputes, n = f"d{table[1:]}", len(store.read(f"d{table[1:]}"))
    fact = canonical_json({**FRAME, "n": n + 1, "type": RULED, "data": {**RULING, **told}})
    head = store.read(disputes)[-1].h if n else first_head(disputes)
    event = StoredEvent(n + 1, fact, None, next_head(head, fact))
    store.append(
        AppendRequest(stream=disputes, seen=n, head=head, events=[event], types=[RULED], at=AT)
    )
    Ratings(store).decide([disputes])


def many(store: Store, count: int, first: int = 0) -> list[str]:
    """Write down so many tables of Boosh that are rated; return their ids."""
    luck, names = random.Random(first), [f"t{first + k}" for k in range(count)]
    for name in names:
        places = luck.sample([1, 2], 2)
        play(store, name, luck.sample(["ann", "ben", "cat", "dan"], 2), places, game="boosh")
    Ratings(store).decide(names)
    return names


def test_a_correction_that_was_broken_off_anywhere_goes_on_where_it_was_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrections, "KEEP", corrections.STEP)
    names, rerated = many(store, 100), []

    def counted(newest: Any, places: Any) -> Any:
        rerated.append(places)
        return rated_rows(newest, places)

    monkeypatch.setattr(corrections, "rated_rows", counted)
    ruled(store, names[3], [-40, 90])
    died = 0
    while next_queued_ruling(store):
        one = RatingCorrector(store, Ratings(store))
        for _ in range(3 + died % 2):  # then it dies
            one.step()
        died += 1
        assert died < 100, "it begins anew each time"
    assert died > 3
    assert results(store)[names[3]] == rows_of(store, names[3])
    newest = {name: (row["mu"], row["sigma"]) for name, row in expected(store).items()}
    assert folded(store) == newest
    assert len(rerated) <= len(names) + died * corrections.STEP


def rows_of(store: Store, table: str) -> list[tuple[str, int, int]]:
    """Return what the newest event about a table says of its players."""
    told = [event for event in decisions(store) if event["data"]["table"] == table][-1]
    assert told["type"] == CORRECTED
    return [(r["player"], r["place"], r["score"]) for r in told["data"]["players"]]


def test_tables_that_are_rated_and_corrected_meanwhile_are_taken_in(store: Store) -> None:
    names = many(store, 60)
    ruled(store, names[30], [-40, 90])
    one, other = RatingCorrector(store, Ratings(store)), RatingCorrector(store, Ratings(store))
    for _ in range(3):
        assert one.step()
    ruling = next_queued_ruling(store)
    assert ruling is not None
    many(store, 10, first=100)
    ruled(store, names[2], [70, -20])
    store.redis.zrem(WAITING, " ".join(map(str, ruling)))
    while other.step():  # the later ruling, while the first is still followed
        pass
    while one.step():
        pass
    assert next_queued_ruling(store) is None
    newest = {name: (row["mu"], row["sigma"]) for name, row in expected(store).items()}
    assert folded(store) == newest
    assert [event["type"] for event in decisions(store)].count(CORRECTED) == 2


def test_a_ruling_that_changes_nothing_is_looked_at_once(store: Store) -> None:
    (name,) = many(store, 1)
    outcome = sorted(results(store)[name], key=lambda row: row[1])
    scores = {player: score for player, _, score in outcome}
    ruled(store, name, [scores[player] for player, _, _ in results(store)[name]])
    correct(store)
    Ratings(store).decide([f"d{name[1:]}"])
    assert next_queued_ruling(store) is None
    assert len(decisions(store)) == 1
