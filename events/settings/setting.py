"""What a setting is: a name, a form, a default and a meaning."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Generic, TypeVar

from events.settings.sources import environment_variable, find_setting

T = TypeVar("T")
UNITS = {"": 1, "kb": 2**10, "mb": 2**20, "gb": 2**30}
OFF = "off"
DEFAULT = "default"  # the place of what is set nowhere
PASSWORD = re.compile(r"(://[^:/@\s]*:)\S*(?=@)")  # up to the last @, for it may have some
KEY = re.compile(r"(?i)((?:password|secret|token|key)[^=&\s]*=)[^&\s]+")


@dataclass(frozen=True, slots=True)
class SettingType(Generic[T]):
    """A kind of value: in words, and how a text is read, which raises ValueError saying why not."""

    words: str
    read: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """Something that an operator may set; `default` is a text too, and so is read like one."""

    name: str
    form: SettingType[T]
    default: str
    meaning: str

    @property
    def variable(self) -> str:
        """Return the variable that sets it."""
        return environment_variable(self.name)

    @property
    def text(self) -> str:
        """Return what it is set to, as a text."""
        set_to = find_setting(self.name)
        return self.default if set_to is None else set_to.text.strip()

    @property
    def place(self) -> str:
        """Return where it is set; `default` where nowhere."""
        set_to = find_setting(self.name)
        return DEFAULT if set_to is None else set_to.place

    def value(self) -> T:
        """Return what it is set to, or exit saying where it is wrong and what would be right."""
        try:
            return self.form.read(self.text)
        except ValueError as error:
            raise self.wrong(str(error)) from None

    def wrong(self, why: str) -> SystemExit:
        """Return the sentence with which a process ends for which the setting is wrong."""
        place = self.place
        if place in (self.variable, DEFAULT):
            return SystemExit(f"{self.variable}: {why}")
        return SystemExit(f"{place}: {self.name}: {why}")

    def masked_text(self) -> str:
        """Return its text without the passwords and keys in it."""
        return mask_secrets(self.text)


def mask_secrets(text: str) -> str:
    """Return a text without the passwords and keys of addresses in it."""
    return KEY.sub(r"\1***", PASSWORD.sub(r"\1***", text))


def _parse_whole_number(text: str) -> int:
    """Return a whole number."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"it must be a whole number, not `{text}`")
    return int(text)


def _seconds_or_off(text: str) -> int | None:
    """Return seconds; None for `off`."""
    if text == OFF:
        return None
    if not re.fullmatch("[0-9]{1,12}", text):
        raise ValueError(f"`{text}` is neither seconds nor `off`")
    return int(text)


def _parse_size(text: str) -> int | None:
    """Return bytes, 0 for `off`; None for nothing."""
    low = text.lower()
    if low in ("", OFF):
        return 0 if low else None
    matched = re.fullmatch("([1-9][0-9]{0,12})([kmg]b)?", low)
    if matched is None:
        raise ValueError(
            f"`{text}` is no size. Write `512mb`, `4gb`, a number of bytes, or `{OFF}`"
        )
    return int(matched[1]) * UNITS[matched[2] or ""]


def number_if_set(least: int, most: int) -> SettingType[int | None]:
    """Return the form of a whole number between two; None for nothing."""

    def read(text: str) -> int | None:
        if not text:
            return None
        if not (re.fullmatch("[0-9]{1,9}", text) and least <= int(text) <= most):
            raise ValueError(f"`{text}` is no whole number from {least} to {most:,}")
        return int(text)

    return SettingType(f"{least} to {most:,}", read)


def _split_words(text: str) -> tuple[str, ...]:
    """Return what stands between commas or spaces."""
    return tuple(text.replace(",", " ").split())


def _parse_networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return networks of addresses."""
    try:
        return tuple(ip_network(one) for one in _split_words(text))
    except ValueError as error:
        raise ValueError(f"{error}. Write networks such as `10.1.2.0/24`") from None


def one_of_words(*words: str) -> SettingType[str]:
    """Return the form of one of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"`{text}` must be one of {', '.join(words)}")
        return text

    return SettingType(" or ".join(f"`{word}`" for word in words), read)


def _host_and_port(text: str) -> tuple[str, int] | None:
    """Return where to listen; None for nothing."""
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not host or not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
        raise ValueError(f"`{text}` is no host and port. Write `127.0.0.1:9464`")
    return host.strip("[]"), int(port)


HOST_AND_PORT = SettingType("host:port", _host_and_port)
TEXT = SettingType("text", str)
WHOLE = SettingType("whole number", _parse_whole_number)
SECONDS = SettingType("seconds or `off`", _seconds_or_off)
SIZE = SettingType("size", _parse_size)
LIST = SettingType("list", _split_words)
NETWORKS = SettingType("networks", _parse_networks)
FOLDER = SettingType("folder", Path)
