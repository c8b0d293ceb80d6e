"""The signed Merkle tree over all heads: its parts, and the server's keys."""
