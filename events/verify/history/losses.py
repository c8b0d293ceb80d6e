"""Published losses: which contradictions they excuse, and what shows that they excuse too much."""

from collections.abc import Sequence

from events.history.checkpoints import CLOSED
from events.history.merkle import is_included, leaf_hash
from events.record.receipts import PublicKey
from events.verify.history.tree import InclusionProof, checkpoint_signature_fault
from events.verify.report import Fault
from games.core.words import count_phrase

EVERY = 2**53  # beyond the number of any event


def last_retained_event(proof: InclusionProof, keys: Sequence[PublicKey]) -> int:
    """Return up to which event of its stream a leaf shows that no published loss took any.

    A store that has kept the leaf has kept what it was made of: all events up to the leaf's, and
    of a table that had closed there is no other. 0 where the leaf shows nothing of that kind.
    """
    if not _survives_losses(proof, keys):
        return 0
    return EVERY if proof.leaf.kind == CLOSED or _key_of_early_loss(proof, keys) else proof.leaf.n


def wrong_loss(proof: InclusionProof, keys: Sequence[PublicKey]) -> Fault | None:
    """Return that a loss is of a time from which the tree has kept a leaf; None where none is.

    It would excuse what a store that has kept the leaf can't have lost. A checkpoint of that time
    shows nothing like it: between two leaves tables run, and what they lost is in no tree.
    """
    if not _survives_losses(proof, keys) or (key := _key_of_early_loss(proof, keys)) is None:
        return None
    assert key.loss is not None
    why = (
        f"key {key.id} publishes that what was signed after {key.loss.after} may be lost, and that"
        f" {count_phrase(key.loss.kept, 'leaf', 'leaves')} of the tree are kept; leaf"
        f" {proof.place} is of {proof.leaf.at}: so it excuses nothing"
    )
    return Fault("wrong_loss", 0, why)


def _survives_losses(proof: InclusionProof, keys: Sequence[PublicKey]) -> bool:
    """Say whether the server signed for a leaf that every published loss has left in the tree."""
    size = min((key.loss.kept for key in keys if key.loss is not None), default=0)
    leaf, checkpoint = proof.leaf, proof.checkpoint
    hashes = (leaf_hash(leaf.data), proof.place, checkpoint.size, proof.path, checkpoint.root)
    return (
        0 <= proof.place < size
        and checkpoint_signature_fault(checkpoint, keys) is None
        and is_included(*hashes)
    )


def _key_of_early_loss(proof: InclusionProof, keys: Sequence[PublicKey]) -> PublicKey | None:
    """Return a key whose loss begins before a leaf that it has kept."""
    early = (key for key in keys if key.loss is not None and key.loss.after < proof.leaf.at)
    return next(early, None)
