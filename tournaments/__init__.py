"""Tournaments as pure functions: who meets whom, what it counts, and what may be asked of one."""
