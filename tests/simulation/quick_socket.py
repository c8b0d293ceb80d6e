"""The server's end of a connection, with what fakeredis does around each command left out.

fakeredis reads protocol in Python, and looks with every command for users, subscribers, protocol
versions and kinds of servers that no simulation has: that took as long as the commands themselves.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import hiredis
from fakeredis import _msgs as messages
from fakeredis._commands import COMMANDS_WITH_SUB, SUPPORTED_COMMANDS, Key, Signature
from fakeredis._core import CommandItem
from fakeredis._helpers import NoResponse, SimpleError
from fakeredis._socket import FakeSocket
from fakeredis._socket._resp import convert_to_resp2, valid_response_type
from redis.exceptions import ConnectionError as ConnectionLost

from tests.simulation.virtual_time import time_of_day

VERSION = (7, 4)
PLAIN = (bytes, int, type(None))  # replies that are sent as they are


class QuickSocket(FakeSocket):
    """Carries out commands for the default user of a Redis, by version 2 of the protocol."""

    version, server_type, _resp_version = VERSION, "redis", 2

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reader = hiredis.Reader()

    def sendall(self, data: Any) -> None:
        """Carry out the commands in packed bytes."""
        if not self._server.connected or self._killed:
            raise ConnectionLost(messages.CONNECTION_ERROR_MSG)
        self.reader.feed(data)
        while (fields := self.reader.gets()) is not False:
            self._process_command(fields)

    def _process_command(self, fields: list[bytes]) -> None:
        signature = signature_of(fields[0])
        if signature is None or self._transaction is not None:
            super()._process_command(fields)
            return
        closed, databases, now = self._server.closed_sockets, self._server.dbs, time_of_day()
        while closed:
            if (socket := closed.pop()()) is not None:
                socket._cleanup(self._server)
        for database in databases.values():
            database.time = now
        function = getattr(self, signature.func_name)
        result = self._run_command(function, signature, fields[1:], False)
        if not isinstance(result, NoResponse):
            self.put_response(self._decode_result(result))

    def _run_command(
        self, func: Callable[..., Any] | None, sig: Signature, args: list[Any], from_script: bool
    ) -> Any:
        items: list[CommandItem] = []
        assert func is not None
        try:
            if from_script and messages.FLAG_NO_SCRIPT in sig.flags:
                raise SimpleError(messages.COMMAND_IN_SCRIPT_MSG)
            found = self.converted(sig, args, items)
            result = found[0] if isinstance(found, tuple) else func(*found)
            if type(result) not in PLAIN and messages.FLAG_SKIP_CONVERT_TO_RESP2 not in sig.flags:
                result = convert_to_resp2(result)
                assert valid_response_type(result, 2), result
        except SimpleError as error:
            result = error
        for item in items:
            item.writeback(remove_empty_val=messages.FLAG_LEAVE_EMPTY_VAL not in sig.flags)
        return result

    def converted(
        self, signature: Signature, given: list[Any], items: list[CommandItem]
    ) -> list[Any] | tuple[Any]:
        """Return the arguments as a command takes them, or the answer where a key is missing.

        Keys are added to `items`, whose changes are written when the command has been done.
        """
        others, keys = places_of(signature, len(given))
        database, arguments = self._db, list(given)
        for place, kind in others:
            if not isinstance(kind, Key):
                arguments[place] = kind.decode(arguments[place])
            elif arguments[place] not in database:
                return (kind.missing_return,)
        for place, kind, makes in keys:
            item = database.get(arguments[place])
            if item is not None and kind is not None and type(item.value) is not kind:
                raise SimpleError(messages.WRONGTYPE_MSG)
            default = kind() if makes and item is None else None
            arguments[place] = CommandItem(arguments[place], database, item, default=default)
            items.append(arguments[place])
        return arguments

    def _lua_redis_call(self, lua_runtime: Any, known: set[Any], op: bytes, *args: Any) -> Any:
        signature = signature_of(op)
        if signature is None:
            return super()._lua_redis_call(lua_runtime, known, op, *args)
        function = getattr(self, signature.func_name)
        given = [one if type(one) is bytes else number(one) for one in args]
        result = self._run_command(function, signature, given, True)
        return result if type(result) is bytes else self._convert_redis_result(lua_runtime, result)


def number(value: Any) -> bytes:
    """Return a number of a script as Redis takes it."""
    if type(value) not in (int, float):
        raise SimpleError(messages.LUA_COMMAND_ARG_MSG)
    return b"%.17g" % value


@cache
def signature_of(name: bytes) -> Signature | None:
    """Return what a command takes; None where fakeredis must look closer."""
    word = name.decode().lower()
    return None if word in COMMANDS_WITH_SUB else SUPPORTED_COMMANDS.get(word)


@cache
def places_of(signature: Signature, count: int) -> tuple[list[Any], list[Any]]:
    """Return the places of arguments that are converted or must be there, and those of keys.

    Raises:
        SimpleError: a command does not take so many arguments.
    """
    signature.check_arity([b""] * count, VERSION)
    repeated = signature.repeat
    more = [repeated[k % len(repeated)] for k in range(count - len(signature.fixed))]
    kinds: list[Any] = [*signature.fixed, *more]
    others: list[Any] = []
    keys: list[Any] = []
    for place, kind in enumerate(kinds):
        if not isinstance(kind, Key):
            others += [] if kind is bytes else [(place, kind)]
            continue
        if kind.missing_return is not Key.UNSPECIFIED:
            others.append((place, kind))
        is_made = messages.FLAG_DO_NOT_CREATE not in signature.flags
        makes = is_made and kind.type_ is not None and kind.type_ is not bytes
        keys.append((place, kind.type_, makes))
    return others, keys
