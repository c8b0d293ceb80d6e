"""What happens without a request: follower, bot turns, clock."""
