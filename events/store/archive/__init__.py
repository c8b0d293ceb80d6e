"""Archived logs, and snapshots that spare their readers a fold."""
