"""Prompt templates as the person worded them."""

from collections.abc import Iterable

from desktop_rag.config.options import PROMPT_OPTIONS
from desktop_rag.config.store import Config
from desktop_rag.prompts.base import PromptTemplate

_BY_NAME = {option.key.removeprefix("prompts."): option for option in PROMPT_OPTIONS}


def changed_prompts(config: Config, known: Iterable[str]) -> dict[str, PromptTemplate]:
    """Return those of the ``known`` templates that the person changed, by name."""
    options = {name: _BY_NAME[name] for name in known if name in _BY_NAME}
    return {name: prompt(config, name) for name, option in options.items() if config[option] != option.default}


def prompt(config: Config, name: str) -> PromptTemplate:
    """Return a template by name, with the variables it must contain."""
    option = _BY_NAME[name]
    return PromptTemplate(config[option], option.required)
