"""Push that reaches who sleeps: webhooks and Web Push subscriptions."""
