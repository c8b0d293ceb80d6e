"""Bots at tables without HTTP and Redis: the arena, and programs by others that play in it."""
