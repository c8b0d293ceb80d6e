"""Apps of third parties: who may act for a player, and how they come to that (OAuth 2.1)."""
