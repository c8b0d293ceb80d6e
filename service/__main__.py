"""``python -m service`` is the command ``fairdeal``."""

from service.commands.main import main

main()
