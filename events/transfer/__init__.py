"""Logs on their way: to the archive, and between servers."""
