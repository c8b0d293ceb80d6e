"""Deliveries of notices to webhooks and push services, in the background of play."""
