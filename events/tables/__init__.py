"""Tables as streams: their decider, whose turn it is, news for players, beacons."""
