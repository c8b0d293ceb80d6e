"""Tournaments as streams, and what their tables have to say."""
