"""What happens at tables without a request: bot turns, time-outs, beacons, the archive."""
