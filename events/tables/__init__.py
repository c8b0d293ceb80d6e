"""Tables as streams, and the beacons that they follow."""
