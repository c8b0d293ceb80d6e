"""Have a program of the arena play at a server, unchanged: it sits down at a table with two bots.

python examples/programs/at_server.py URL GAME LEVEL python my_bot.py
"""

import secrets
import sys

from bots.programs import USUAL
from service.commands.client import register_account
from service.commands.tournaments.program_seats import ProgramSeat

URL, GAME, LEVEL, *COMMAND = sys.argv[1:]
SEATS = 3

client = register_account(URL, f"{GAME} bot {secrets.token_hex(3)}")
body = {"game": GAME, "seats": SEATS, "options": client.get(f"/v1/games/{GAME}")["brief"]}
table = client.post("/v1/tables", body)["view"]["table"]
client.post(f"/v1/tables/{table}/seats", {})
for _ in range(SEATS - 1):
    client.post(f"/v1/tables/{table}/seats", {"bot": LEVEL})
client.post(f"/v1/tables/{table}/start", {})
seat = ProgramSeat(client, table, COMMAND, USUAL, secrets.randbelow(2**48))
outcome = seat.play()["outcome"]
print(f"/tables/{table}: places {outcome['places']}, scores {outcome['scores']}")
if seat.conduct.fallbacks:
    print(f"{seat.conduct.fallbacks} fallbacks; {seat.conduct.first}", file=sys.stderr)
