"""What every game shares: the contract, cards, shuffles, audiences, JSON and text forms."""
