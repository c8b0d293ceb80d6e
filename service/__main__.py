"""``python -m service`` is the command ``fairdeal``."""

from service.cli import main

main()
