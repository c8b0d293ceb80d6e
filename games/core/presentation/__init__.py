"""What people read: the scene of a table, sentences, marks in them, one line for each move."""
