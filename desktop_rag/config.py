"""ONE table of options: it feeds the settings, the command line and the documentation.

``Config`` keeps what differs from the defaults in ``settings.json`` in the data folder.
"""

import contextlib
import json
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar, cast

from desktop_rag.errors import UserError

OptionValue = str | int | float | bool
T = TypeVar("T", str, int, float, bool)


@dataclass(frozen=True)
class Option(Generic[T]):
    """One setting. ``label`` and ``help`` are for people; ranges are inclusive; ``group`` is its page."""

    key: str
    default: T
    label: str
    help: str
    group: str
    choices: tuple[T, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def check(self, value: object) -> T:
        """Return ``value`` as this option's type.

        Raises:
            UserError: wrong type, out of range, or not among the choices.

        """
        kind = type(self.default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not kind:
            raise UserError(f"“{self.label}” cannot be {value!r}.", f"It must be of type {kind.__name__}.")
        if self.choices and value not in self.choices:
            raise UserError(
                f"“{self.label}” cannot be {value!r}.", f"Choose one of {', '.join(map(str, self.choices))}."
            )
        if isinstance(value, int | float) and not self._in_range(value):
            raise UserError(f"“{self.label}” cannot be {value}.", f"Choose {self.minimum} to {self.maximum}.")
        return value

    def _in_range(self, value: float) -> bool:
        """Whether a number is inside the inclusive range."""
        above = self.minimum is None or value >= self.minimum
        return above and (self.maximum is None or value <= self.maximum)


LLM_PROVIDER = Option(
    "llm.provider", "none", "Answers are written by",
    "none: quotations only. openai: any OpenAI-compatible endpoint (OpenAI, LM Studio, llama.cpp, vLLM). "
    "ollama: Ollama's own interface.",
    "Model", choices=("none", "openai", "ollama"),
)  # fmt: skip
LLM_BASE_URL = Option(
    "llm.base_url", "", "Address",
    "Where the model is served, for example http://localhost:11434. Empty: the provider's usual address.",
    "Model",
)  # fmt: skip
LLM_MODEL = Option("llm.model", "", "Model", "The model's name as its server lists it.", "Model")
LLM_CONTEXT_WINDOW = Option(
    "llm.context_window", 0, "Context window",
    "How many tokens the model reads at once. 0: ask the server.", "Model", minimum=0, maximum=10_000_000,
)  # fmt: skip
LLM_MAX_TOKENS = Option(
    "llm.max_tokens", 0, "Longest answer", "Tokens an answer may have. 0: let the model decide.", "Model",
    minimum=0, maximum=1_000_000,
)  # fmt: skip
LLM_TEMPERATURE = Option(
    "llm.temperature", 0.1, "Temperature", "0 repeats itself exactly; higher values vary the wording.", "Model",
    minimum=0.0, maximum=2.0,
)  # fmt: skip
LLM_TIMEOUT = Option(
    "llm.timeout", 120.0, "Patience",
    "Seconds to wait for the next words of an answer before giving up.", "Model", minimum=1.0, maximum=3600.0,
)  # fmt: skip
SIMILARITY_TOP_K = Option(
    "retrieval.similarity_top_k", 5, "Passages per answer", "How many passages an answer is made from.", "Search",
    minimum=1, maximum=50,
)  # fmt: skip
RETRIEVAL_MODE = Option(
    "retrieval.mode", "hybrid", "Search by", "hybrid: by words and by meaning; bm25: words only; vector: meaning only.",
    "Search", choices=("hybrid", "vector", "bm25"),
)  # fmt: skip
THEME = Option(
    "window.theme", "system", "Appearance", "Follow the system, or always light or dark.", "Window",
    choices=("system", "light", "dark"),
)  # fmt: skip

AnyOption = Option[str] | Option[int] | Option[float]
OPTIONS: tuple[AnyOption, ...] = (
    LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL, LLM_CONTEXT_WINDOW, LLM_MAX_TOKENS, LLM_TEMPERATURE, LLM_TIMEOUT,
    SIMILARITY_TOP_K, RETRIEVAL_MODE, THEME,
)  # fmt: skip


class Config:
    """The person's settings. Reads and writes may come from any thread; writes are atomic."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._values: dict[str, OptionValue] = self._load() if path is not None else {}

    def __getitem__(self, option: Option[T]) -> T:
        with self._lock:
            return cast("T", self._values.get(option.key, option.default))

    def update(self, values: dict[str, OptionValue]) -> None:
        """Set options by key and save them; nothing changes when one of them is wrong.

        Raises:
            UserError: an unknown key, a wrong value, or the settings file cannot be written.

        """
        by_key = {option.key: option for option in OPTIONS}
        unknown = sorted(set(values) - set(by_key))
        if unknown:
            raise UserError(f"There is no setting named {unknown[0]!r}.")
        checked = {key: by_key[key].check(value) for key, value in values.items()}
        with self._lock:
            merged = self._values | checked
            self._values = {key: value for key, value in merged.items() if value != by_key[key].default}
            self._save()

    def overridden(self, values: dict[str, OptionValue]) -> "Config":
        """Return a copy with other values that is never saved (for one command or question)."""
        copy = Config()
        with self._lock:
            copy._values = dict(self._values)
        copy.update(values)
        return copy

    def _load(self) -> dict[str, OptionValue]:
        """Read the file; a damaged one is set aside under another name rather than overwritten."""
        path = self._path
        if path is None or not path.exists():
            return {}
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, OSError):
            stored = None
        if not isinstance(stored, dict):
            with contextlib.suppress(OSError):
                path.replace(path.with_suffix(".damaged.json"))
            return {}
        return _known_values(stored)

    def _save(self) -> None:
        """Write a new file beside the old one and swap them."""
        if self._path is None:
            return
        temporary = self._path.with_suffix(".tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(self._values, indent=1, ensure_ascii=False), encoding="utf-8")
            os.replace(temporary, self._path)  # noqa: PTH105 - atomic on every system
        except OSError as error:
            raise UserError(
                f"The settings could not be saved: {error.strerror}.",
                f"Check the folder {self._path.parent}.",
            ) from error


def _known_values(stored: dict[str, object]) -> dict[str, OptionValue]:
    """Keep the stored values that this version understands."""
    known: dict[str, OptionValue] = {}
    for option in OPTIONS:
        if option.key in stored:
            with contextlib.suppress(UserError):
                known[option.key] = option.check(stored[option.key])
    return known
