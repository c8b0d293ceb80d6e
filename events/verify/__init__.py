"""The verdict over one log or many. Knows no Redis."""
