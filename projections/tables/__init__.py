"""What is read of tables: views, the lobby, hands, replays, stories."""
