"""The programs that may use the local API: each has a token of its own, which can be revoked.

A token is shown once, to the person who makes it. Kept is its hash, where API keys are kept.
"""

import hashlib
import re
import secrets as random
import time
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_rag.config.secrets import Place, Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.log import remember_secret
from desktop_rag.core.user_text import UserText
from desktop_rag.services.operations import Service, runs

DEFAULT_PORT = 8417
"""Where the local API is unless somebody chooses another port."""
_OWNER, _KIND = "local-api", "client "
_PREFIX = "dr-"  # tells people and scanners what a token is of
_NAME = re.compile(r"[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,38}[^\s\x00-\x1f\x7f])?")
_MOST = 50


@dataclass(frozen=True, slots=True)
class ApiClient:
    """A program that may use the local API: the name that the person gave it, and when, as YYYY-MM-DD."""

    name: str
    since: str


class ApiClients(Service):
    """Keeps which programs may use the local API."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

    @runs(Lane.MODELS, JobKind.READ)
    def listed(self) -> tuple[ApiClient, ...]:
        """Return the clients by name."""
        return tuple(ApiClient(name, kept.partition(" ")[2]) for name, kept in sorted(self._kept().items()))

    @runs(Lane.MODELS, JobKind.READ)
    def hashes(self) -> Mapping[str, str]:
        """Return the hash of each client's token, by its name."""
        return {name: kept.partition(" ")[0] for name, kept in self._kept().items()}

    @runs(Lane.MODELS, JobKind.CHANGE)
    def create(self, client: str) -> str:
        """Return a new token for a client, which cannot be shown again.

        Raises:
            UserError: the name is none or taken, or the token cannot be kept.

        """
        name = " ".join(client.split())
        if not _NAME.fullmatch(name) or not name.isprintable():
            raise UserError("A client's name is 1 to 40 letters, digits and signs.", "Choose another name.")
        known = self._names()
        if name.casefold() in {one.casefold() for one in known}:
            raise UserError(
                UserText("There is a client “{name}” already.", name=name), "Revoke it, or choose another name."
            )
        if len(known) >= _MOST:
            raise UserError(
                UserText("There are {count} clients already.", count=_MOST), "Revoke one that is not needed."
            )
        token = _PREFIX + random.token_urlsafe(32)
        remember_secret(token)
        place = self._secrets.set(_OWNER, _KIND + name, f"{token_hash(token)} {time.strftime('%Y-%m-%d')}")
        if place is Place.MEMORY:
            raise UserError(
                "The token cannot be stored: this system has no keychain, and the file for it cannot be written.",
                UserText("Check the folder {folder}.", folder=self._secrets.file.parent),
            )
        return token

    @runs(Lane.MODELS, JobKind.CHANGE)
    def revoke(self, client: str) -> None:
        """Forget a client's token: from now on it opens nothing.

        Raises:
            UserError: there is no such client, or the keychain does not forget it.

        """
        if client not in (known := self._names()):
            raise UserError(
                UserText("There is no client “{name}”.", name=client),
                UserText("Clients: {names}.", names=", ".join(sorted(known)) or "–"),
            )
        self._secrets.set(_OWNER, _KIND + client, "")
        if self._secrets.get(_OWNER, _KIND + client) is not None:
            raise UserError(
                UserText("The token of “{name}” cannot be deleted.", name=client), "Unlock the keychain and try again."
            )

    def _names(self) -> set[str]:
        found = (one for one in self._secrets.names() if one.owner == _OWNER and one.kind.startswith(_KIND))
        return {one.kind.removeprefix(_KIND) for one in found}

    def _kept(self) -> dict[str, str]:
        return {name: kept for name in self._names() if (kept := self._secrets.get(_OWNER, _KIND + name))}


def token_hash(token: str) -> str:
    """Return what is kept of a token: it has 256 random bits, so nothing slower than SHA-256 is needed."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
