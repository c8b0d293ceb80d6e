"""Commands for tables and their logs: verify, replay, archive, export, import."""
