"""Make the model that the settings name, and test whether the settings are right."""

import difflib
import json
import re
import time
from contextlib import closing, suppress
from functools import reduce

from desktop_rag.config import Config
from desktop_rag.config.environment import ollama_address, openai_address
from desktop_rag.config.options import (
    LLM_ADDITIONAL_KWARGS,
    LLM_API_VERSION,
    LLM_BASE_URL,
    LLM_CONTEXT_WINDOW,
    LLM_DEFAULT_HEADERS,
    LLM_KEEP_ALIVE,
    LLM_MAX_RETRIES,
    LLM_MAX_TOKENS,
    LLM_MODEL,
    LLM_PROVIDER,
    LLM_REASONING_EFFORT,
    LLM_SEED,
    LLM_SEES_IMAGES,
    LLM_STOP,
    LLM_STRICT,
    LLM_TEMPERATURE,
    LLM_THINKING,
    LLM_THINKING_BUDGET,
    LLM_TIMEOUT,
)
from desktop_rag.config.presets import BUILT_IN
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.user_text import UserText, enumerated, joined
from desktop_rag.llms import openai_access, openai_like
from desktop_rag.llms.base import LLM
from desktop_rag.llms.built_in.engine import ModelEngine, ModelOrder, require_engine
from desktop_rag.llms.built_in.model import BuiltIn
from desktop_rag.llms.context_window import is_openai
from desktop_rag.llms.discovery import chat_models
from desktop_rag.llms.failures import ModelMissingError
from desktop_rag.llms.model_servers import ModelServer
from desktop_rag.llms.ollama import DEFAULT_ADDRESS, Ollama
from desktop_rag.llms.served import ModelSettings

_TEST_QUESTION = "Reply with the single word: ready"
_SHOWN_NAMES = 5
_THINKING_SECONDS = 20.0  # as long as a person waits for a test
_THINKING: dict[str, bool] = {"on": True, "off": False}
_OLLAMA_EFFORT: dict[str, bool | str] = {"none": False, "minimal": "low", "xhigh": "high"}
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")

_Server = openai_like.OpenAILike | Ollama


def resolve_llm(config: Config, api_key: str | None, engine: ModelEngine | None = None) -> LLM | None:
    """Return the model the settings name; None when answers consist of quotations only.

    Nothing is sent or loaded yet. ``engine`` runs the built-in model.

    Raises:
        UserError: the address is wrong or no model is chosen.

    """
    if config[LLM_PROVIDER] == "none":
        return None
    if not config[LLM_MODEL].strip():
        raise UserError("No model is chosen yet.", "Choose one in the settings.")
    return _server(config, api_key, engine)


def list_models(config: Config, api_key: str | None, engine: ModelEngine | None = None) -> tuple[str, ...]:
    """Return the names of the models at the address, without those that cannot chat; ``engine`` runs “Built in”.

    Raises:
        UserError: the server cannot be asked.

    """
    if config[LLM_PROVIDER] == "none":
        return ()
    if config[LLM_PROVIDER] == BUILT_IN:
        return engine.names() if engine is not None else ()
    names = _server(config, api_key).list_models()
    return chat_models(names) or names


def model_server(config: Config, api_key: str | None) -> ModelServer:
    """Return the manager of the models at the address of the settings.

    Raises:
        UserError: the address is wrong, or there is no server.

    """
    if config[LLM_PROVIDER] not in ("ollama", "openai"):
        raise UserError("There is no server whose models could be managed.", "Choose a connection to a server.")
    return _served(config, api_key).manager()


def test_connection(
    config: Config,
    api_key: str | None,
    cancel: CancelToken | None = None,  # noqa: PT028 - it is no test of ours
    engine: ModelEngine | None = None,  # noqa: PT028
) -> str:
    """Ask the model something tiny; return one sentence of success.

    Raises:
        UserError: what is wrong and what to do, with the names of models that could be meant.
        CancelledError: ``cancel`` was set.

    """
    if config[LLM_PROVIDER] == "none":
        return "No model is used: answers are quotations from your files."
    if not config[LLM_MODEL].strip():
        names = list_models(config, api_key, engine)
        raise UserError("No model is chosen yet.", _choices(names) or "Enter the name of the model.")
    server = _server(config, api_key, engine)
    try:
        first = _first_words(server, cancel or CancelToken())
    except ModelMissingError as error:
        raise _with_suggestions(error, server, config, api_key) from error
    window = f"{server.metadata.context_window:,}"
    if isinstance(server, BuiltIn):
        return joined(UserText("{model} is loaded ({tokens} tokens).", model=server.model, tokens=window), first)
    return joined(UserText("Connected to {model} ({tokens} tokens).", model=server.model, tokens=window), first)


def _server(config: Config, api_key: str | None, engine: ModelEngine | None = None) -> _Server:
    """Return the client for the provider in the settings."""
    if config[LLM_PROVIDER] == BUILT_IN:
        return _built_in(config, require_engine(engine))
    return _served(config, api_key)


def _served(config: Config, api_key: str | None) -> openai_like.OpenAILike | Ollama:
    """Return the client for a server's model."""
    model, address = config[LLM_MODEL].strip(), config.revealed(LLM_BASE_URL).strip()
    settings = _settings(config)
    effort, thinking = config[LLM_REASONING_EFFORT], _THINKING.get(config[LLM_THINKING])
    if config[LLM_PROVIDER] == "ollama":
        return Ollama(
            model,
            address or ollama_address() or DEFAULT_ADDRESS,
            temperature=config[LLM_TEMPERATURE],
            request_timeout=config[LLM_TIMEOUT],
            thinking=_ollama_thinking(effort, thinking=thinking),
            keep_alive=_keep_alive(config[LLM_KEEP_ALIVE]),
            api_key=api_key,
            **settings,
        )
    server = openai_like.OpenAILike(
        model,
        address or openai_address() or openai_access.DEFAULT_ADDRESS,
        api_key,
        temperature=config[LLM_TEMPERATURE],
        timeout=config[LLM_TIMEOUT],
        api_version=config[LLM_API_VERSION].strip(),
        reasoning_effort=effort,
        thinking=thinking,
        strict=config[LLM_STRICT],
        **settings,
    )
    if not api_key and is_openai(server.address):
        raise UserError("OpenAI needs an API key.", "Enter the key in the settings.")
    return server


def _built_in(config: Config, engine: ModelEngine) -> BuiltIn:
    """Return the model of a file; which context window it gets is found out when it is loaded."""
    order = ModelOrder(engine.find(config[LLM_MODEL].strip()), config[LLM_CONTEXT_WINDOW])
    settings: ModelSettings = {**_settings(config), "context_window": None, "default_headers": {}}
    thinking = _THINKING.get(config[LLM_THINKING])
    return BuiltIn(order, engine, temperature=config[LLM_TEMPERATURE], thinking=thinking, **settings)


def _settings(config: Config) -> ModelSettings:
    """Return the settings that every provider takes."""
    return {
        "max_tokens": config[LLM_MAX_TOKENS] or None,
        "context_window": config[LLM_CONTEXT_WINDOW] or None,
        "max_retries": config[LLM_MAX_RETRIES],
        "thinking_budget": config[LLM_THINKING_BUDGET] or None,
        "seed": config[LLM_SEED] if config[LLM_SEED] >= 0 else None,
        "stop": [line.replace("\\n", "\n").replace("\\t", "\t") for line in config[LLM_STOP].splitlines() if line],
        "default_headers": parse_headers(config.revealed(LLM_DEFAULT_HEADERS)),
        "sees_images": {"on": True, "off": False}.get(config[LLM_SEES_IMAGES]),
        "additional_kwargs": parse_fields(config[LLM_ADDITIONAL_KWARGS]),
    }


def _ollama_thinking(effort: str, *, thinking: bool | None) -> bool | str | None:
    """Return the value of Ollama's field for thinking: a switch, or an effort; None leaves it out."""
    if thinking is False:
        return False
    return _OLLAMA_EFFORT.get(effort, effort) if effort else thinking


def _keep_alive(minutes: int) -> str | int:
    """Return Ollama's way to write how long a model stays in memory."""
    return f"{minutes}m" if minutes >= 0 else -1


def parse_fields(text: str) -> dict[str, object]:
    """Return the fields of a JSON object; none for an empty text.

    Raises:
        UserError: the text is no JSON object.

    """
    try:
        value = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UserError("The extra JSON is not a JSON object.", 'Write it like this: {"top_k": 20}')
    return value


def parse_headers(text: str) -> dict[str, str]:
    """Return HTTP headers written one on each line.

    Raises:
        UserError: a line is no header.

    """
    headers: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not _HEADER_NAME.fullmatch(name) or not value.isascii() or not value.isprintable():
            raise UserError(
                UserText("“{name} …” is not a header.", name=(name.split() or [""])[0]),
                "Write each as Name: value, on a line of its own.",
            )
        headers[name] = value
    return headers


def _first_words(server: _Server, cancel: CancelToken) -> str:
    """Return the time the model took to begin; the rest of its answer is not awaited.

    Raises:
        UserError: it thinks, but does not answer, or says nothing at all.

    """
    started, thinks = time.monotonic(), False
    with closing(server.stream_chat([ChatMessage(MessageRole.USER, _TEST_QUESTION)], cancel)) as deltas:
        for delta in deltas:
            seconds = time.monotonic() - started
            thinks = thinks or bool(delta.thought)
            if delta.text.strip():
                words = f"{seconds:.1f}"
                if thinks:
                    return UserText("The first words came after {seconds} s, after thinking.", seconds=words)
                return UserText("The first words came after {seconds} s.", seconds=words)
            if thinks and seconds > _THINKING_SECONDS:
                return UserText(
                    "It was still thinking after {seconds} s. Its answers take a while.", seconds=f"{seconds:.0f}"
                )
    if thinks:
        raise UserError(
            UserText("{model} can be reached, but it only thinks and gives no answer.", model=server.model),
            "Raise “Longest answer”, switch its thinking off, or choose another model.",
        )
    raise UserError(
        UserText("{model} can be reached, but it says nothing.", model=server.model),
        "Choose another model; this one may not be for chats.",
    )


def _with_suggestions(error: ModelMissingError, server: _Server, config: Config, api_key: str | None) -> UserError:
    """Add the names of models that are there."""
    names: tuple[str, ...] = ()
    with suppress(UserError):
        names = list_models(config, api_key)
    close = difflib.get_close_matches(server.model, names, n=1, cutoff=0.5)
    parts: list[str] = [UserText("Did you mean “{close}”?", close=close[0])] if close else []
    parts.append(_choices(names))
    if isinstance(server, Ollama):
        parts.append(error.next_step)
    return UserError(error.message, reduce(joined, parts, "") or error.next_step)


def _choices(names: tuple[str, ...]) -> str:
    """List a few names."""
    if not names:
        return ""
    return UserText("Available: {names}.", names=enumerated(names, _SHOWN_NAMES))
