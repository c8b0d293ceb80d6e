"""What is read by player: news of all tables, and lists of tables."""
