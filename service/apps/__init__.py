"""Apps over HTTP: registered, allowed by players, and given tokens (OAuth 2.1)."""
