"""What holds of every log is asserted where it is written and where it is read."""

import pytest

from events.disputes.state import Docket, Withdrawn, evolve_docket
from events.record.chain import first_head
from events.store.archive.log_archive import SEGMENT, segment_text
from events.store.streams import Store
from games.table import Fact
from projections.history.leaves import HEADS_DECIDER, LeafAdded
from tests.events.given_log import AT, chained, draft

HEAD = first_head("t1")


def test_an_append_leaves_no_gap_in_the_numbers(store: Store) -> None:
    given = draft("t1", ["a", "b", "c"])
    for wrong in (given._replace(seen=1), given._replace(events=given.events[::2])):
        with pytest.raises(AssertionError, match=r"\[1, "):
            store.append(wrong)
    assert store.read("t1") == []


def test_a_docket_folds_no_event_out_of_turn() -> None:
    fact = Fact(2, AT, "p1", {}, Withdrawn("d1-1", "t1"), HEAD)
    with pytest.raises(AssertionError, match="event 2 after 0"):
        evolve_docket(Docket("d1"), [fact])


def test_the_tree_folds_no_leaf_out_of_turn() -> None:
    tree = HEADS_DECIDER.open("heads")
    fact = Fact(2, AT, "server", {}, LeafAdded("closed", "t1", 9, HEAD.hex(), None), HEAD)
    with pytest.raises(AssertionError, match="leaf 2 after 0"):
        HEADS_DECIDER.evolve(tree, [fact])


def test_a_segment_of_the_archive_is_a_whole_chain() -> None:
    events = chained(HEAD, 0, range(SEGMENT + 1))
    assert segment_text(events[:SEGMENT]).count(b"\n") == SEGMENT
    for wrong, why in (
        (events[1:SEGMENT], "499 events"),
        ([*events[:3], *events[4:]], "event 5 after 3"),
        ([events[0]._replace(h=HEAD), *events[1:SEGMENT]], "the head after event 2"),
    ):
        with pytest.raises(AssertionError, match=why):
            segment_text(wrong)
