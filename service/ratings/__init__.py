"""Leaderboards and statistics over HTTP."""
