"""What may be asked for, and how much of it: refusals, quotas, slots."""
