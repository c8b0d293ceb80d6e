"""What every resource shares: requests and answers, errors, limits, push."""
