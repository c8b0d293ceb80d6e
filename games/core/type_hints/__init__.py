"""Readers of type hints: what a type says, as JSON, as a record, one by one."""
