"""Tables over HTTP: open, find, sit down, invite, play again."""
