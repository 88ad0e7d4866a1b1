"""A link taken apart: host, decoded path, query. Strict: what is malformed is refused, never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

_SCHEME = re.compile(r"(?:https?:)?[/\\]+", re.IGNORECASE)
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*|\[[0-9a-f:.]+\]")
_KEPT_ENCODED = re.compile(r"[\x00-\x20\x7f-\xa0/?#%\\\u2028\u2029]")
_PATH_SAFE = "/@.-_~%:!$&'()*+,;="
_WEB_PORTS = frozenset({"", "80", "443"})


class Malformed(ValueError):
    """The text cannot be an address: bad percent-encoding, invalid UTF-8, no host, no port number."""


@dataclass(frozen=True, slots=True)
class Address:
    """An http(s) address.

    Attributes:
        host: lower case, without user and port; international names as they were written.
        usual_port: False when another service of the host is meant than its web site.
        path: decoded, one leading slash, none at the end; ``""`` is the home page. What would change the
            path's structure when decoded (``/ ? # %``, control characters, spaces) stays encoded.
        query: raw values by key, the first of each key.
    """

    host: str
    usual_port: bool
    path: str
    query: Mapping[str, str]

    def value(self, keys: Iterable[str]) -> str | None:
        """The decoded value of the first of ``keys`` that is present and not empty; ``+`` stays.

        Raises:
            Malformed: the value is badly encoded.
        """
        for key in keys:
            if raw := self.query.get(key):
                return decode(raw)
        return None

    def plain(self, host: str | None = None) -> str:
        """The plainest spelling, at ``host`` where given: https, no user, port, query or fragment."""
        host = quote(host or self.host, safe=".-_[]:", errors="replace")
        path = quote(self.path, safe=_PATH_SAFE, errors="replace")
        return f"https://{host}{path or '/'}"


def decode(text: str) -> str:
    """Percent-decode once.

    Raises:
        Malformed: an escape without two hexadecimal digits, or bytes that are no UTF-8.
    """
    if "%" not in text:
        return text
    if _BAD_ESCAPE.search(text):
        raise Malformed(text)
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeError as error:
        raise Malformed(text) from error


def split(url: str) -> Address:
    """Take a link apart; a missing scheme is allowed.

    Raises:
        Malformed: see there.
    """
    rest = _SCHEME.sub("", url, count=1) if _SCHEME.match(url) else url
    rest, _, fragment = rest.partition("#")
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    if fragment.startswith("!/") and not path:  # the old form of one-page sites: twitter.com/#!/name
        slash, (path, _, query) = "/", fragment[2:].partition("?")
    host, usual_port = _host(authority)
    return Address(host, usual_port, _path(slash + path), _query(query))


def _host(authority: str) -> tuple[str, bool]:
    host = authority.rpartition("@")[2].lower()
    port = ""
    if not host.endswith("]"):
        head, colon, tail = host.rpartition(":")
        if colon:
            host, port = head, tail
    if port and not (port.isascii() and port.isdigit() and int(port[:6]) <= 65535 and len(port) <= 5):
        raise Malformed(authority)
    host = host.removesuffix(".")
    if host.isascii() and not _HOST.fullmatch(host):
        raise Malformed(authority)
    return host, port in _WEB_PORTS


def _path(raw: str) -> str:
    segments: list[str] = []
    for segment in raw.split("/"):
        decoded = decode(segment)
        if segment:
            segments.append(quote(segment, safe="%") if _KEPT_ENCODED.search(decoded) else decoded)
    return "".join(f"/{s}" for s in segments)


def _query(raw: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in raw.split("&"):
        key, _, value = part.removeprefix("amp;").partition("=")
        found.setdefault(key, value)
    return found
