"""Readers of type hints: what a type says, as JSON and as a record."""
