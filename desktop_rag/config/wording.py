"""Prompt templates as the person words them."""

from collections.abc import Iterable

from desktop_rag.config.prompts import PROMPT_OPTIONS
from desktop_rag.config.store import Config
from desktop_rag.prompts.base import PromptTemplate

_BY_NAME = {option.key.removeprefix("prompts."): option for option in PROMPT_OPTIONS}


def reworded(config: Config, known: Iterable[str]) -> dict[str, PromptTemplate]:
    """Return those of the ``known`` templates whose wording the person changed."""
    options = {name: _BY_NAME[name] for name in known if name in _BY_NAME}
    return {name: prompt(config, name) for name, option in options.items() if config[option] != option.default}


def prompt(config: Config, name: str) -> PromptTemplate:
    """Return a template as it is worded now."""
    option = _BY_NAME[name]
    return PromptTemplate(config[option], option.required)
