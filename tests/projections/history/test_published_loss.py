"""What a store has lost is published so that no leaf which it has kept is newer than the loss."""

from types import SimpleNamespace
from typing import Any

import pytest

from events.history.signed_heads import NewestAppend
from events.history.signed_tree import SignedSize
from events.record.losses import Loss
from projections.history import losses
from projections.history.losses import loss_of

ROOT, QUIET, NEWEST = "ab" * 32, 5, 900  # times: of a quiet partition's last event, of a leaf


def guard(*, is_behind: bool) -> Any:
    """Return a guard over a store that has lost the last event of a partition."""
    heads = SimpleNamespace(
        behind=lambda: "it is shorter" if is_behind else None,
        signed=SimpleNamespace(newest=lambda: SignedSize(4, ROOT)),
        leaves=lambda: SimpleNamespace(n=3, tree=None),
        added_at=lambda leaves, index: NEWEST,
        added_by=lambda leaves, at: 2 if at < NEWEST else 3,
    )
    lost = {3: NewestAppend("1-0", "t1", 9, b"")}
    return SimpleNamespace(heads=heads, lost=lambda: lost, store=SimpleNamespace(redis=None))


@pytest.mark.parametrize(
    ("servers", "is_behind", "loss"),
    [
        (1, False, Loss(NEWEST, 4, ROOT, 4)),
        (1, True, Loss(NEWEST, 4, ROOT, 3)),
        (2, False, Loss(QUIET, 4, ROOT, 2)),
        (2, True, Loss(QUIET, 4, ROOT, 2)),
    ],
)
def test_no_kept_leaf_is_newer_than_a_loss(
    servers: int, is_behind: bool, loss: Loss, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server has what it had when it took a leaf in; of several each has its own past."""
    monkeypatch.setattr(losses, "_time_before", lambda store, lost: QUIET)
    monkeypatch.setattr(losses, "primary_clients", lambda redis: [redis] * servers)
    assert loss_of(guard(is_behind=is_behind)) == loss
