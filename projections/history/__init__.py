"""The signed Merkle tree over all heads: saved, published, guarded against losses."""
