"""Options of commands that stand for settings: they hold for one run, nothing is stored."""

from collections.abc import Callable, Iterable

import click

from desktop_rag.cli.common import F, go_offline
from desktop_rag.config import OPTIONS_BY_KEY, AnyOption, OptionValue
from desktop_rag.config.options import (
    CHAT_MODE,
    DOCUMENTS_ONLY,
    FILTERS,
    IMAGES,
    LLM_BASE_URL,
    LLM_CONNECTION,
    LLM_MODEL,
    LLM_PROVIDER,
    MODE,
    NETWORK_OFFLINE,
    NODE_POSTPROCESSORS,
    QUERY_ENGINE,
    RESPONSE_MODE,
    RETRIEVER,
    SIMILARITY_TOP_K,
)
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS, PostprocessorKind

MODEL_FLAGS: dict[str, AnyOption] = {
    "connection": LLM_CONNECTION,
    "provider": LLM_PROVIDER,
    "base-url": LLM_BASE_URL,
    "model": LLM_MODEL,
}
QUESTION_FLAGS: dict[str, AnyOption] = {
    "mode": MODE,
    "documents-only": DOCUMENTS_ONLY,
    "chat-mode": CHAT_MODE,
    "response-mode": RESPONSE_MODE,
    "retriever": RETRIEVER,
    "query-engine": QUERY_ENGINE,
    "top-k": SIMILARITY_TOP_K,
    "postprocessor": NODE_POSTPROCESSORS,
    "filter": FILTERS,
    "images": IMAGES,
}
SET_HELP = "Any other setting, for example llm.seed=7; “desktop-rag settings” lists them. May be repeated."


def settings_options(function: F) -> F:
    """Add the options to a command that asks; it gets them as keywords, see ``overrides_of``."""
    for flag, option in reversed(QUESTION_FLAGS.items()):
        function = setting_option(flag, option)(function)
    return model_options(function)


def model_options(function: F) -> F:
    """Add only the options of the language model, and ``--set`` for every other one."""
    for flag, option in reversed(MODEL_FLAGS.items()):
        function = setting_option(flag, option)(function)
    return click.option("--set", "others", multiple=True, metavar="KEY=VALUE", help=SET_HELP)(function)


def setting_option(flag: str, option: AnyOption) -> Callable[[F], F]:
    """Return a decorator that adds ``--flag``, or ``--no-flag`` for a switch; type and help are the option's."""
    if isinstance(option.default, bool):
        return click.option(f"--{flag}/--no-{flag}", default=None, help=option_help(option))
    kind = click.Choice(option.values) if option.choices else type(option.default)
    return click.option(f"--{flag}", type=kind, multiple=option.lines, help=option_help(option))


def option_help(option: AnyOption) -> str:
    """Return the help of an option in one paragraph: its meaning, an example, and the meaning of each choice."""
    parts = [option.help]
    if option.example:
        parts.append(UserText("Example: {example}.", example=option.example))
    if option == NODE_POSTPROCESSORS:
        parts.append(
            UserText("The steps and their parameters: {steps}.", steps=", ".join(map(_step, POSTPROCESSOR_KINDS)))
        )
    if option.lines:
        parts.append("May be repeated.")
    if option.choices:
        parts.append("; ".join(f"{choice.value or '(empty)'}: {choice.label}" for choice in option.choices) + ".")
    return " ".join(parts)


def _step(kind: PostprocessorKind) -> str:
    return f"{kind.name} ({', '.join(kind.parameters)})" if kind.parameters else kind.name


def overrides_of(given: dict[str, object]) -> dict[str, OptionValue]:
    """Take the options of ``settings_options`` or ``model_options`` out of a command's arguments.

    Raises:
        UserError: a setting has no such name or value.

    """
    values: dict[str, OptionValue] = {}
    for flag, option in (MODEL_FLAGS | QUESTION_FLAGS).items():
        value = given.pop(flag.replace("-", "_"), None)
        if isinstance(value, tuple) and value:
            values[option.key] = "\n".join(value)
        elif isinstance(value, str | int | float):
            values[option.key] = value
    others = given.pop("others")
    for option, text in _others(others if isinstance(others, tuple) else ()):
        value = option.parse(text)
        if option == NETWORK_OFFLINE and value:
            go_offline(click.get_current_context())
        values[option.key] = f"{values[option.key]}\n{value}" if option.lines and option.key in values else value
    return values


def _others(pairs: Iterable[str]) -> Iterable[tuple[AnyOption, str]]:
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or key not in OPTIONS_BY_KEY:
            known = ", ".join(sorted(OPTIONS_BY_KEY))
            raise UserError(
                UserText("There is no setting named {name}.", name=repr(key)),
                UserText("Write KEY=VALUE with one of: {known}.", known=known),
            )
        yield OPTIONS_BY_KEY[key], text
