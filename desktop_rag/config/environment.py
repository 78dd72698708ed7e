"""Addresses and keys that the environment names, for what the person has not set in the program."""

import contextlib
import ipaddress
import os

API_KEY_VARIABLE = "OPENAI_API_KEY"
OPENAI_ADDRESS_VARIABLE = "OPENAI_BASE_URL"
OLLAMA_ADDRESS_VARIABLE = "OLLAMA_HOST"
OPENAI_HOST = "api.openai.com"
OPENAI_URL = f"https://{OPENAI_HOST}/v1"
OLLAMA_URL = "http://127.0.0.1:11434"
_OLLAMA_PORTS = {"http": 80, "https": 443}  # of an address with a scheme; Ollama reads it the same way
_OLLAMA_PORT = 11434
_LARGEST_PORT = 65535


def openai_address() -> str:
    """Return the address of OPENAI_BASE_URL, "" when it is not set."""
    return os.environ.get(OPENAI_ADDRESS_VARIABLE, "").strip()


def ollama_address() -> str:
    """Return the address that OLLAMA_HOST means, "" when it is not set.

    As for Ollama, it may be a host, a port, both, or a URL; a server that listens on every address is reached on
    this computer.
    """
    text = os.environ.get(OLLAMA_ADDRESS_VARIABLE, "").strip().strip("\"'").strip()
    if not text:
        return ""
    scheme, separator, rest = text.rpartition("://")
    scheme = scheme.lower() if separator else "http"
    default = _OLLAMA_PORTS.get(scheme, _OLLAMA_PORT) if separator else _OLLAMA_PORT
    place, slash, path = rest.partition("/")
    login, at, place = place.rpartition("@")
    host, port = _host_and_port(place, default)
    return f"{scheme}://{login}{at}{_to_connect_to(host)}:{port}{slash}{path}".rstrip("/")


def _host_and_port(place: str, default: int) -> tuple[str, int]:
    """Split "host", ":port", "host:port", "[::1]:port" and "::1"."""
    if place.count(":") > 1 and not place.startswith("["):
        return place, default
    host, colon, port = place.rpartition(":") if not place.endswith("]") else (place, "", "")
    if not colon:
        return place.strip("[]"), default
    known = port.isascii() and port.isdigit() and int(port) <= _LARGEST_PORT
    return host.strip("[]"), int(port) if known else default


def _to_connect_to(host: str) -> str:
    """Return a host as it stands in a URL; an address that only servers can use becomes this computer's."""
    if not host:
        return "127.0.0.1"
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(host)
        if ip.is_unspecified:
            return "127.0.0.1" if ip.version == 4 else "[::1]"
        return f"[{host}]" if ip.version == 6 else host
    return host
