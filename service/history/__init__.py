"""The signed Merkle tree over HTTP: checkpoints, proofs, verifications."""
