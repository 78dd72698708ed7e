"""Whether texts of settings (conditions, steps after searching, headers, JSON) can be understood by their readers."""

import importlib
from collections.abc import Callable, Mapping

from desktop_rag.config import OptionValue
from desktop_rag.config.options import (
    FILTERS,
    LLM_ADDITIONAL_KWARGS,
    LLM_DEFAULT_HEADERS,
    NODE_POSTPROCESSORS,
    PLUGINS_ENABLED,
    SHORTCUTS,
)
from desktop_rag.core.errors import UserError
from desktop_rag.gui.widgets import words

_READERS = {
    FILTERS.key: ("desktop_rag.vector_stores.filters", "parse_filters"),
    LLM_DEFAULT_HEADERS.key: ("desktop_rag.llms.resolve", "parse_headers"),
    LLM_ADDITIONAL_KWARGS.key: ("desktop_rag.llms.resolve", "parse_fields"),
    NODE_POSTPROCESSORS.key: ("desktop_rag.postprocessor.factory", "check_postprocessors"),
    PLUGINS_ENABLED.key: ("desktop_rag.config.plugins", "parse_plugins"),
    SHORTCUTS.key: ("desktop_rag.gui.shortcuts.keys", "check_keys"),
}


def line_errors(values: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return, by option, what cannot be understood."""
    errors = {}
    for key, (module, name) in _READERS.items():
        text = str(values.get(key, ""))
        if text.strip():
            try:
                _reader(module, name)(text)
            except UserError as error:
                errors[key] = words.sentence(str(error))
    return errors


def load_readers() -> None:
    """Load what reads such lines; it takes a third of a second, so another thread does it before it is needed."""
    for module, _ in _READERS.values():
        importlib.import_module(module)


def _reader(module: str, name: str) -> Callable[[str], object]:
    reader: Callable[[str], object] = getattr(importlib.import_module(module), name)
    return reader
