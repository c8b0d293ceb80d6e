"""The verdict on the tree of heads: proofs, checkpoints, cosignatures."""
