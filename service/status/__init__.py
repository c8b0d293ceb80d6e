"""How the server fares: for operators, and in Prometheus' format."""
