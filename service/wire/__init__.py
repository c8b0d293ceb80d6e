"""Requests and answers: bodies, problems, queries, connections, the log."""
