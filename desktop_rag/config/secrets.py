"""API keys: in the operating system's keychain, never in a file of ours."""

import os
import threading
from urllib.parse import urlsplit

from desktop_rag.core.paths import APP_NAME

KEY_VARIABLE = "OPENAI_API_KEY"
ADDRESS_VARIABLE = "OPENAI_BASE_URL"
_OPENAI = "api.openai.com"


class Secrets:
    """The API keys of this person, one per address where a model is served.

    Where the system has no keychain, or it stays locked, a key set here is kept in memory until the
    program ends. For reading, the environment variable OPENAI_API_KEY is the last resort, but only for
    OpenAI's own address or the one in OPENAI_BASE_URL: a key must not travel to a server it is not for.
    Reading and writing may block while the system asks the person to unlock the keychain.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._this_run: dict[str, str] = {}

    def get_api_key(self, base_url: str) -> str | None:
        """Return the key for this address; None when there is none."""
        name = _entry_name(base_url)
        with self._lock:
            kept = self._this_run.get(name)
        return kept or _read(name) or _from_environment(name)

    def set_api_key(self, base_url: str, key: str) -> bool:
        """Store the key for this address ("" forgets it).

        Returns whether that is permanent; False means: until the program ends.
        """
        name, key = _entry_name(base_url), key.strip()
        permanent = _write(name, key)
        with self._lock:
            self._this_run.pop(name, None)
            if key and not permanent:
                self._this_run[name] = key
        return permanent


def _entry_name(base_url: str) -> str:
    """Return one name for the spellings of an address (with or without /v1, https:// or a last slash)."""
    address = base_url.strip().rstrip("/") or _OPENAI
    scheme, separator, rest = address.rpartition("://")
    try:
        parts = urlsplit(f"//{rest}")
    except ValueError:  # not an address; whoever asks it will say so
        return address
    path = parts.path.rstrip("/").removesuffix("/v1")
    prefix = "http://" if separator and scheme.lower() == "http" else ""
    return f"{prefix}{parts.netloc.rpartition('@')[2].lower()}{path}"


def _from_environment(name: str) -> str | None:
    """Return the environment's key if it is meant for this address."""
    meant_for = {_OPENAI, _entry_name(os.environ.get(ADDRESS_VARIABLE, ""))}
    return (os.environ.get(KEY_VARIABLE) or None) if name in meant_for else None


def _read(name: str) -> str | None:
    """Read from the keychain; None when it has no such entry, is locked or missing."""
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(APP_NAME, name) or None
    except (KeyringError, OSError, RuntimeError):
        return None


def _write(name: str, key: str) -> bool:
    """Write to the keychain (or delete); return whether that worked."""
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        if key:
            keyring.set_password(APP_NAME, name, key)
        else:
            keyring.delete_password(APP_NAME, name)
    except PasswordDeleteError:
        return True  # there was none
    except (KeyringError, OSError, RuntimeError):
        return False
    return True
