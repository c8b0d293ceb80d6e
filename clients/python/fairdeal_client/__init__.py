"""A client of fairdeal: play, watch, and check what the server claims.

`Client` blocks, `AsyncClient` is for asyncio; `calls` has every operation of the API, `types` its
JSON, `errors` what may go wrong.
"""

from fairdeal_client import calls, errors, types
from fairdeal_client.aio import AsyncClient, AsyncTable, AsyncTournament
from fairdeal_client.bots import Bot, offered_actions
from fairdeal_client.client import Client, Table, Tournament
from fairdeal_client.errors import ApiError, FairdealError, Lie, NoAnswer, Refused, SignInFailed
from fairdeal_client.requests import Call
from fairdeal_client.session import Tokens
from fairdeal_client.sign_in import DeviceCode
from fairdeal_client.signing import Signer
from fairdeal_client.streams import EventMessage, StreamMessage, ViewMessage
from fairdeal_client.tables import Accepted

__all__ = [
    "Accepted", "ApiError", "AsyncClient", "AsyncTable", "AsyncTournament", "Bot", "Call",
    "Client", "DeviceCode", "EventMessage", "FairdealError", "Lie", "NoAnswer", "Refused",
    "SignInFailed", "Signer", "StreamMessage", "Table", "Tokens", "Tournament", "ViewMessage",
    "calls", "errors", "offered_actions", "types",
]  # fmt: skip
