"""Commands for keys, losses, and the signed tree."""
