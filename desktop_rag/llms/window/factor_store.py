"""Keeps what was learnt about how models count tokens, in a file beside the settings."""

import contextlib
import logging
import threading
from pathlib import Path

import httpx
import msgspec

from desktop_rag.core.shared_files import BusyFileError, peek_json, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.text.token_factors import TokenFactors

FACTORS_FILE = "token_factors.json"
_MOST_MODELS = 200
_IF_DAMAGED = UserText("It stored how each model counts tokens. The program learns that again as you ask questions.")
_LOG = logging.getLogger(__name__)


class _Kept(msgspec.Struct):
    mean: list[float]
    variances: list[list[float]]


class FactorStore:
    """The factors of each model, by address and name; without a path, for as long as the program runs.

    What cannot be read counts as unknown, what cannot be written is learnt again. Several stores may share a file:
    each writes the models it was asked for.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._factors: dict[str, TokenFactors] = {}

    def of(self, address: str, model: str) -> TokenFactors:
        """Return the factors of a model; they are shared by all who ask this store."""
        key = _key(address, model)
        with self._lock:
            if key not in self._factors:
                self._factors[key] = self._read().get(key) or TokenFactors()
            return self._factors[key]

    def save(self) -> None:
        """Write what was learnt, at once or not at all."""
        with self._lock:
            if self._path is None:
                return
            learnt = {key: factors.to_json() for key, factors in self._factors.items()}

            def change(held: dict[str, object]) -> dict[str, object]:
                others = {key: one for key, one in held.items() if key not in learnt}
                return dict(list({**others, **learnt}.items())[-_MOST_MODELS:])

            try:
                update_json(self._path, change, next_step=_IF_DAMAGED)
            except (OSError, BusyFileError) as error:
                _LOG.info("the factors of token counts could not be kept: %s", error)

    def _read(self) -> dict[str, TokenFactors]:
        if self._path is None:
            return {}
        try:
            held = peek_json(self._path) or {}
        except OSError as error:
            _LOG.info("the factors of token counts could not be read: %s", error)
            return {}
        known = {}
        for key, one in held.items():
            with contextlib.suppress(ValueError):
                kept = msgspec.convert(one, _Kept)
                known[key] = TokenFactors(kept.mean, kept.variances)
        return known


def _key(address: str, model: str) -> str:
    """Return where a model is found, without name and password."""
    url = httpx.URL(address)
    return f"{url.copy_with(userinfo=b'', query=None, fragment=None)} {model}"
