"""Bots play duplicate deals, without HTTP and Redis."""
