"""Options of commands that stand for settings: for one question, nothing is stored."""

from collections.abc import Callable, Iterable

import click

from desktop_rag.cli.common import F
from desktop_rag.config import OPTIONS, AnyOption, OptionValue
from desktop_rag.config.option import KINDS
from desktop_rag.config.options import (
    CHAT_MODE,
    FILTERS,
    LLM_BASE_URL,
    LLM_DEFAULT_HEADERS,
    LLM_MODEL,
    LLM_PROVIDER,
    LLM_STOP,
    MODE,
    NODE_POSTPROCESSORS,
    QUERY_ENGINE,
    RESPONSE_MODE,
    RETRIEVER,
    SIMILARITY_TOP_K,
)
from desktop_rag.core.errors import UserError

_OF_MODEL: tuple[tuple[str, AnyOption], ...] = (
    ("provider", LLM_PROVIDER), ("base_url", LLM_BASE_URL), ("model", LLM_MODEL),
)  # fmt: skip
_OF_QUESTION: tuple[tuple[str, AnyOption], ...] = (
    ("mode", MODE), ("chat_mode", CHAT_MODE), ("response_mode", RESPONSE_MODE), ("retriever", RETRIEVER),
    ("query_engine", QUERY_ENGINE), ("top_k", SIMILARITY_TOP_K),
)  # fmt: skip
_LINES: tuple[tuple[str, AnyOption, str], ...] = (
    ("postprocessor", NODE_POSTPROCESSORS, ("A step after searching, in their order: near_duplicates, similarity "
     "cutoff=0.5, keyword required=WORD, prev_next num_nodes=1, join_neighbours, long_context_reorder, time_weighted, "
     "fixed_recency, embedding_recency, metadata_replacement key=window, llm_rerank top_n=5, rerank top_n=5.")),
    ("filter", FILTERS, "A condition that passages must meet, such as file_name=report.pdf or “page_number<=10”."),
)  # fmt: skip
_OF_LINES = {option.key for option in (LLM_STOP, LLM_DEFAULT_HEADERS, NODE_POSTPROCESSORS, FILTERS)}
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def settings_options(function: F) -> F:
    """Add the options to a command that asks; it gets them as keywords, see ``overrides_of``."""
    for name, option in reversed(_OF_QUESTION):
        function = _option(name, option)(function)
    for name, _, about in reversed(_LINES):
        function = click.option(f"--{name}", name, multiple=True, help=f"{about} May be repeated.")(function)
    return model_options(function)


def model_options(function: F) -> F:
    """Add only the options of the language model, and ``--set`` for every other one."""
    for name, option in reversed(_OF_MODEL):
        function = _option(name, option)(function)
    set_help = "Any other setting for this run, for example llm.seed=7 or retrieval.alpha=0.3. May be repeated."
    return click.option("--set", "others", multiple=True, metavar="KEY=VALUE", help=set_help)(function)


def _option(name: str, option: AnyOption) -> Callable[[F], F]:
    """Return what adds an option to a command."""
    kind = click.Choice(option.choices) if option.choices else type(option.default)
    return click.option(f"--{name.replace('_', '-')}", name, type=kind, help=option.help)


def overrides_of(given: dict[str, object]) -> dict[str, OptionValue]:
    """Take the options of ``settings_options`` or ``model_options`` out of a command's arguments.

    Raises:
        UserError: a setting has no such name or value.

    """
    values: dict[str, OptionValue] = {}
    for name, option in _OF_MODEL + _OF_QUESTION:
        value = given.pop(name, None)
        if isinstance(value, str | int | float):
            values[option.key] = value
    for name, option, _ in _LINES:
        lines = given.pop(name, ())
        if isinstance(lines, tuple) and lines:
            values[option.key] = "\n".join(lines)
    others = given.pop("others")
    for key, value in _others(others if isinstance(others, tuple) else ()):
        values[key] = f"{values[key]}\n{value}" if key in values and key in _OF_LINES else value
    return values


def _others(pairs: Iterable[str]) -> Iterable[tuple[str, OptionValue]]:
    """Yield the settings that are given by their keys."""
    by_key = {option.key: option for option in OPTIONS}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or key not in by_key:
            known = ", ".join(sorted(by_key))
            raise UserError(f"There is no setting named {key!r}.", f"Write KEY=VALUE with one of: {known}.")
        yield key, _typed(by_key[key], text)


def _typed(option: AnyOption, text: str) -> OptionValue:
    """Return a value as the option's type."""
    kind: type[OptionValue] = type(option.default)
    if isinstance(option.default, bool):
        if text.lower() in (*_TRUE, *_FALSE):
            return text.lower() in _TRUE
        raise UserError(f"“{option.label}” cannot be {text!r}.", "Write true or false.")
    try:
        return option.check(kind(text))
    except ValueError as error:
        raise UserError(f"“{option.label}” cannot be {text!r}.", f"It must be {KINDS[kind]}.") from error
