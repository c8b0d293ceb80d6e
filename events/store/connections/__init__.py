"""Connections to one Redis, to a cluster, or to a primary with sentinels."""
