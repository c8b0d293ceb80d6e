"""Push that reaches who sleeps: webhooks and Web Push, due notices, how they are signed."""
