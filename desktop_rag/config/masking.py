"""Takes passwords out of addresses and values out of HTTP headers, and puts them back when they are sent."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from desktop_rag.config.option import AnyOption, OptionValue
from desktop_rag.config.options import LLM_BASE_URL, OPTIONS_BY_KEY
from desktop_rag.config.secrets import LOGIN, keep_out_of_logs
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText

MASK = "••••"
_ADDRESS = re.compile(r"(?P<scheme>\s*(?:[a-z][a-z0-9+.-]*://)?)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_AUTHORITY_END = re.compile(r"[/?#]")


class Masked(NamedTuple):
    """A text without its secrets, and those by kind (``config.secrets``)."""

    text: str
    secrets: dict[str, str]


def mask_address(address: str) -> Masked:
    """Replace the password in ``http://user:password@host``, or a token in the user's place."""
    scheme, login, host = _parts(address)
    user, colon, password = login.partition(":") if ":" in login else ("", "", login)
    if not password or password == MASK:
        return Masked(address, {})
    return Masked(f"{scheme}{user}{colon}{MASK}@{host}", {LOGIN: login})


def reveal_address(address: str, secret: Callable[[str], str | None]) -> str:
    """Put the password back; None for it leaves the address without the login."""
    scheme, login, host = _parts(address)
    if not login.endswith(MASK):
        return address
    found = secret(LOGIN) or ""
    same_user = found.partition(":")[0] == login.partition(":")[0] if ":" in login else ":" not in found
    return f"{scheme}{found}@{host}" if found and same_user else f"{scheme}{host}"


def add_login(address: str, login: str | None) -> str:
    """Put a login into an address that has none."""
    scheme, own, host = _parts(address)
    return f"{scheme}{login}@{host}" if login and not own else address


def mask_headers(text: str) -> Masked:
    """Replace the value of every ``Name: value``, one on each line; of other lines only the first word stays."""
    lines, secrets = list[str](), dict[str, str]()
    for line in text.splitlines():
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            first, *others = line.split() or [""]
            lines.append(f"{first} {MASK}" if others else first)
            continue
        if value and value != MASK:
            secrets[header_kind(name)] = value
        lines.append(f"{name}: {MASK}" if value else f"{name}:")
    return Masked("\n".join(lines), secrets) if text else Masked(text, {})


def masked_values(
    values: Mapping[str, OptionValue], others: Mapping[str, OptionValue]
) -> tuple[dict[str, OptionValue], list[tuple[str, str, str]]]:
    """Return options by key without their secrets, and those as server, kind and secret.

    ``others`` hold beside ``values``; they may name the server.
    """
    masked, secrets = dict(values), list[tuple[str, str, str]]()
    for key, value in values.items():
        option = OPTIONS_BY_KEY[key]
        if option.hides:
            text, found = (mask_address if option.hides == "login" else mask_headers)(str(value))
            masked[key] = text
            for kind, secret in found.items():
                keep_out_of_logs(kind, secret)
            server = server_of(option, {**others, **values})
            secrets.extend((server, kind, secret) for kind, secret in found.items())
    return masked, secrets


def server_of(option: AnyOption, values: Mapping[str, OptionValue]) -> str:
    """Return the address to which an option's secrets are sent, "" for the usual one."""
    return str(values.get(option.key if option.hides == "login" else LLM_BASE_URL.key, ""))


def reveal_headers(text: str, address: str, secret: Callable[[str], str | None]) -> str:
    """Put the values back; ``address`` names the server in the error.

    Raises:
        UserError: a header has no value for this server.

    """
    lines = list[str]()
    for line in text.splitlines():
        name, _, value = (part.strip() for part in line.partition(":"))
        if value == MASK:
            kept = secret(header_kind(name))
            if not kept:
                raise UserError(
                    UserText(
                        "The header “{name}” has no value for {address}.", name=name, address=mask_address(address).text
                    ),
                    "Type its value again under “HTTP headers” in the settings.",
                )
            lines.append(f"{name}: {kept}")
        else:
            lines.append(line)
    return "\n".join(lines)


def header_names(text: str) -> list[str]:
    """Return the names of headers, whose values are masked or not."""
    return [name.strip() for name, colon, _ in (line.partition(":") for line in text.splitlines()) if colon]


def header_kind(name: str) -> str:
    """Return the kind of secret that the value of a header is."""
    return f"header {name}"


def _parts(address: str) -> tuple[str, str, str]:
    """Return the text before the login, the login, and the text after it."""
    found = _ADDRESS.match(address)
    scheme, rest = (found["scheme"], found["rest"]) if found else ("", address)
    authority = _AUTHORITY_END.split(rest, maxsplit=1)[0]
    end = authority.rfind("@")
    # a password with a slash in it: what seems to be a port is no number
    if end < 0 and "@" in rest and ":" in authority and not authority.rpartition(":")[2].isdigit():
        end = rest.rfind("@")
    return (scheme, rest[:end], rest[end + 1 :]) if end >= 0 else (scheme, "", rest)
