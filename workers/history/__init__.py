"""Cosignatures for the newest checkpoint."""
