"""What is read of tournaments: their list, logs, results and ratings."""
