"""Play over HTTP: views, actions, logs, hands, replays."""
