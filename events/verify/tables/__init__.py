"""The verdict on the commands of one table."""
