"""Keeps what was learnt about how models count tokens, in a file beside the settings."""

import logging
import threading
from pathlib import Path

import httpx
import msgspec

from desktop_rag.core.private_files import make_private_file
from desktop_rag.text.token_factors import TokenFactors

FACTORS_FILE = "token_factors.json"
_MOST_MODELS = 200
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
            known = {key: factors for key, factors in self._read().items() if key not in self._factors}
            latest = list((known | self._factors).items())[-_MOST_MODELS:]
            content = msgspec.json.encode({key: factors.to_json() for key, factors in latest})
            unfinished = self._path.with_name(f"{self._path.name}.new")
            try:
                make_private_file(unfinished)
                unfinished.write_bytes(content)
                unfinished.replace(self._path)
            except OSError as error:
                _LOG.info("the factors of token counts could not be kept: %s", error)

    def _read(self) -> dict[str, TokenFactors]:
        if self._path is None:
            return {}
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=dict[str, _Kept])
            return {key: TokenFactors(one.mean, one.variances) for key, one in kept.items()}
        except (OSError, ValueError) as error:
            if not isinstance(error, FileNotFoundError):
                _LOG.info("the factors of token counts could not be read: %s", error)
            return {}


def _key(address: str, model: str) -> str:
    """Return where a model is found, without name and password."""
    url = httpx.URL(address)
    return f"{url.copy_with(userinfo=b'', query=None, fragment=None)} {model}"
