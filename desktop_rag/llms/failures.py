"""Turn what a model's server answers into sentences a person can act on, and read from it how long a prompt may be."""

import email.utils
import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import httpx

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.log import redact
from desktop_rag.core.net import (
    ConnectionCutError,
    LateReplyError,
    UnreadableReplyError,
    connection_error,
    https_error,
    offline_error,
    speaks_https,
)
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.llms.json_values import count_at, dig, items_at, number_in, parsed, text_at, whole_characters

_RERANKER = "The reranker"  # as ``rerankers/endpoint.py`` names its server
_TOO_LONG = (
    "context_length",
    "context length",
    "context size",
    "exceed_context",
    "context window",
    "too many tokens",
    "prompt is too long",
    "input length",
)
_NO_CREDIT = ("insufficient_quota", "insufficient balance", "insufficient credits", "exceeded your current quota")
_WRONG_KEY = ("api key not valid", "api_key_invalid")  # Gemini's, under the code 400
_NO_HTTP = "illegal status line"
_SAID: tuple[tuple[str | int, ...], ...] = (
    ("error", "message"),
    ("error",),
    ("message",),
    ("detail",),
    ("detail", 0, "msg"),
    (0, "error", "message"),  # Gemini's
)
_HTTPS_WANTED = ("http request to an https server", "plain http request was sent to https")
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_LONGEST_WISH = 1e10  # seconds, three centuries; what is longer is no time to tell of
_MOST_DAYS = 31  # limits count by the month at most; who asks for more time means something else
_LONGEST_NAME = 500  # characters of a model's; the longest known, paths of files, have about 150
_READ = 2_000  # characters of what a server says, of which 200 are shown
_LOADING = re.compile(
    r"\bloading (?:the )?model\b|\bmodel\b.{0,80}\b(?:is|still|currently|being) (?:\w+ )?load(?:ing|ed)\b"
)
_NO_MEMORY = ("more system memory", "out of memory", "failed to allocate")
_NUMBER = r"(\d[\d,]*)"
_PROMPTS = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"\(N in (?:the )?(?:your )?(?:prompt|messages|text input)",  # vLLM, OpenAI (older)
        r"messages resulted in N tokens",  # OpenAI
        r"request \(N tokens\) exceeds",  # llama.cpp
        r"n_keep:? N >=",  # LM Studio
        r"prompt is too long: N tokens",  # Anthropic
        r"(?:prompt|input) contains (?:at least )?N (?:input )?tokens",  # Mistral, vLLM
        r"input token count (?:is |of )?\(?N\)?",  # Gemini
        r"input length (?:of |is )?\(?N\)?",
        r"requested (?:about )?N tokens",  # with the answer: only where nothing else was told
    )
)
_WINDOWS = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) N",  # OpenAI, vLLM
        r"available context size \(N tokens\)",  # llama.cpp
        r"(?:loaded with )?context length of (?:only )?N",  # LM Studio
        r">= n_ctx:? N",
        r"> N maximum",  # Anthropic
        r"model with N maximum context",  # Mistral
        r"maximum number of tokens allowed \(?N\)?",  # Gemini
        r"(?:context (?:length|window|size)|n_ctx)\D{0,24}N",
    )
)


class BusyError(UserError):
    """The same request may work in a moment; ``retry_after`` is the server's wish in seconds, if it has one."""

    def __init__(
        self, message: str, next_step: str = "", *, retryable: bool = True, retry_after: float | None = None
    ) -> None:
        super().__init__(message, next_step, retryable=retryable)
        self.retry_after = retry_after


class PromptTooLongError(UserError):
    """The request does not fit the model's window; the server's own numbers of tokens, None if it gave none."""

    def __init__(
        self, message: str, next_step: str = "", *, prompt_tokens: int | None = None, window: int | None = None
    ) -> None:
        super().__init__(message, next_step)
        self.prompt_tokens = prompt_tokens
        self.window = window


class LoadingError(BusyError):
    """The server is still loading the model."""


class ModelMissingError(UserError):
    """The server works but does not have this model."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A server's reply that is not an answer."""

    status: int
    text: str
    address: str
    model: str
    headers: Mapping[str, str] = field(default_factory=dict)
    has_key: bool = True
    server: str = ""  # the name of a program, “The reranker”, or "" for any server of a model

    @classmethod
    def of(cls, response: httpx.Response, address: str, model: str, *, has_key: bool = True) -> "Refusal":
        """Return the refusal in a response whose body has been read."""
        text = whole_characters(response.content.decode("utf-8", errors="replace"))
        return cls(response.status_code, text, address, model, response.headers, has_key)

    @property
    def said(self) -> str:
        """The server's own explanation, shortened and without secrets."""
        value = parsed(self.text)
        for path in _SAID:
            if found := text_at(value, *path):
                return _shortened(found)
        return "" if value is not None or "<" in self.text else _shortened(self.text)


def refusal_error(refusal: Refusal) -> UserError:
    """Return the error for a refusal in plain words, with the next step."""
    told = _passing_error(refusal) or _worded_error(refusal)
    if told is not None:
        return told
    status = refusal.status
    if status in (401, 403) or _has_any(refusal.text.lower(), _WRONG_KEY):
        return _key_error(refusal)
    if status == httpx.codes.NOT_FOUND:
        return _not_found_error(refusal)
    if status == httpx.codes.TOO_MANY_REQUESTS:
        return _rate_error(refusal)
    if status in (408, 409, 425) or status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return BusyError(
            _with_words(_about(refusal).problem, refusal.said),
            "Try again in a moment. If the problem persists, restart the server.",
            retry_after=_retry_after(refusal.headers),
        )
    return _unknown_error(refusal)


def _passing_error(refusal: Refusal) -> UserError | None:
    """Recognise a model that is being loaded, and a server that wants another address."""
    text, status = refusal.text.lower(), refusal.status
    if _has_any(text, _HTTPS_WANTED):
        return https_error(refusal.address)
    if status >= httpx.codes.INTERNAL_SERVER_ERROR and _LOADING.search(text):
        return LoadingError(
            "The model is still being loaded.",
            "Wait a moment and try again.",
            retry_after=_retry_after(refusal.headers),
        )
    return None


def _worded_error(refusal: Refusal) -> UserError | None:
    """Return the error for a server's known wording, under whatever code, or None."""
    text, status = refusal.text.lower(), refusal.status
    if _has_any(text, _NO_CREDIT) or status == httpx.codes.PAYMENT_REQUIRED:
        return UserError("The account for this model has no credit left.", "Add credit at the provider.")
    if "model_not_found" in text:
        return _not_found_error(refusal)
    if status in (401, 403, 404, 429):
        return None
    if status == httpx.codes.REQUEST_ENTITY_TOO_LARGE or _has_any(text, _TOO_LONG):
        return too_long_error(refusal.text)
    if _has_any(text, _NO_MEMORY):
        return UserError(
            _with_words(UserText("The model does not fit into memory."), refusal.said),
            "Choose a smaller model, or close other programs.",
        )
    return None


def _has_any(text: str, signs: Sequence[str]) -> bool:
    return any(sign in text for sign in signs)


def _unknown_error(refusal: Refusal) -> UserError:
    """Pass on what the server said."""
    if refusal.status < httpx.codes.MULTIPLE_CHOICES:  # 204: a success without a body
        return nonsense_error(refusal.address)
    if 300 <= refusal.status < 400 and (target := _target(refusal)):
        return UserError(
            "The model is served at another address.", UserText("Change the address to {address}.", address=target)
        )
    return UserError(
        _with_words(_about(refusal).rejected, refusal.said),
        # a redirect to nowhere is about the address, not about what was asked
        "Check the address of the model in the settings."
        if refusal.status < httpx.codes.BAD_REQUEST
        else "Check the model's name and options in the settings.",
    )


def _target(refusal: Refusal) -> str:
    """Return the address of the web that a server sends to, "" when it names none that a person could enter."""
    try:
        target = httpx.URL(refusal.address).join(refusal.headers.get("location", ""))
    except (httpx.InvalidURL, ValueError):
        return ""
    is_usable = target.scheme in ("http", "https") and target.host and str(target) != refusal.address
    return _shortened(str(target)) if is_usable else ""


def too_long_error(text: str = "") -> PromptTooLongError:
    """Return the error for a prompt that does not fit; ``text`` is the server's message about it."""
    prompt_tokens, window = too_long_numbers(text)
    return PromptTooLongError(
        "The question with its passages is longer than the model can read at once.",
        "Use fewer passages per answer, start a new conversation, or choose a model with a larger context window.",
        prompt_tokens=prompt_tokens,
        window=window,
    )


def nonsense_error(address: str) -> UserError:
    """Return the error for an address without a model."""
    return UserError(
        UserText("The server at {address} does not serve a language model.", address=address),
        "Check the address of the model in the settings.",
    )


def listed_models(content: bytes, models: str, name: str, address: str) -> dict[str, object]:
    """Return the entries of a server's list of models, by name; they stand under the key ``models``.

    A name that is longer than any, or that no line of a list could show, is left out.

    Raises:
        UserError: it is no such list, or none of what is in it is a model.

    """
    value = parsed(content)
    items = items_at(value, models)
    named = {found: item for item in items if 0 < len(found := text_at(item, name)) <= _LONGEST_NAME}
    if not isinstance(dig(value, models), list) or (items and not named):
        raise nonsense_error(address)
    return named


def cut_error() -> BusyError:
    """Return the error for an answer that was cut off."""
    return BusyError("The connection to the model was lost.", "Try again.")


def broken_error(error: httpx.HTTPError, address: str) -> UserError:
    """Return the error for an answer that broke off: its connection is lost, or a part is not readable."""
    problem = connection_error(error, address)
    return problem if isinstance(problem, UnreadableReplyError) else cut_error()


def garbled_error(address: str) -> UserError:
    """Return the error for unreadable data in the middle of an answer."""
    return UserError(
        UserText("The server at {address} sent something unreadable in the middle of the answer.", address=address),
        "Try again.",
        retryable=True,
    )


@contextmanager
def plain_errors(cancel: CancelToken, address: str, *, asks_model: bool = True) -> Iterator[None]:
    """Turn connection errors inside into ``UserError``, and any error after cancelling into ``CancelledError``.

    A server that is only asked about its models, not a model, is late whatever the person's time limit and model are.
    """
    try:
        yield
    except UserError as error:
        cancel.raise_if_cancelled()
        if isinstance(error, BusyError) and (offline := offline_error(address)):
            raise offline from error
        raise
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
        if cancel.cancelled:
            raise CancelledError from error
        problem = transport_error(error, address)
        if not asks_model and isinstance(problem, LateReplyError):
            problem = UserError(problem.message, UserText("Try again in a moment, or restart the server."))
        raise problem from error


def transport_error(error: Exception, address: str) -> UserError:
    """Return the error for a connection that failed before a reply; retryable if the server merely hung up."""
    problem = connection_error(error, address)
    is_other = isinstance(problem, UnreadableReplyError) and _NO_HTTP in f"{error} {error.__cause__}"
    if not is_other and not isinstance(problem, ConnectionCutError):
        return problem
    if address.startswith("http://") and speaks_https(address):
        return https_error(address)
    return nonsense_error(address) if is_other else cut_error()


def _key_error(refusal: Refusal) -> UserError:
    """Return the error for a missing or wrong key."""
    if not refusal.has_key:
        return UserError("This model needs an API key.", "Enter the key in the settings.")
    if refusal.status == httpx.codes.FORBIDDEN:
        return UserError(
            _with_words(UserText("The server does not allow this key to use the model."), refusal.said),
            "Check the key's rights at the provider, or choose another model.",
        )
    return UserError("The API key is wrong.", "Enter the key again in the settings.")


def _not_found_error(refusal: Refusal) -> UserError:
    """Return the error for a wrong model or a wrong address."""
    if "model" in refusal.said.lower() or "model_not_found" in refusal.text:
        return ModelMissingError(
            UserText("The server has no model named “{model}”.", model=refusal.model),
            "Choose another model in the settings.",
        )
    return UserError(
        UserText("There is no language model at {address}.", address=refusal.address),
        "Check the address. Most servers' addresses end in /v1.",
    )


def _rate_error(refusal: Refusal) -> UserError:
    """Return the error with the time to wait."""
    seconds = _retry_after(refusal.headers)
    return BusyError(_about(refusal).busy, _wait_words(seconds or 0), retry_after=seconds)


def _wait_words(seconds: float) -> str:
    """Return a text with the time to wait, in a natural unit."""
    minutes, hours, days = (round(seconds / unit) for unit in (_MINUTE, _HOUR, _DAY))
    if seconds < 1:
        return "Wait a moment and try again."
    if seconds < 2 * _MINUTE:
        return UserText("Wait {seconds} seconds and try again.", seconds=f"{seconds:.0f}")
    if seconds < 2 * _HOUR:
        return UserText("Wait {minutes} minutes and try again.", minutes=minutes)
    if seconds < 2 * _DAY:
        return UserText("Wait {hours} hours and try again.", hours=hours)
    if days <= _MOST_DAYS:
        return UserText("Wait {days} days and try again.", days=days)
    return UserText("Try again later, or choose another model.")


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Read the server's wish, given in seconds or as a date."""
    wish = headers.get("retry-after", "").strip()
    if not wish:
        return None
    try:
        seconds = float(wish)
        return max(0.0, seconds) if seconds < _LONGEST_WISH and math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(wish).timestamp() - time.time())
    except (ValueError, OverflowError, OSError, TypeError, LookupError):  # no date, or one that nothing counts
        return None


class _About(NamedTuple):
    problem: UserText
    busy: UserText
    rejected: UserText


def _about(refusal: Refusal) -> _About:
    """Return the texts for a refusal by its server.

    Each is a sentence of its own: “The model's server” put into one would not be translated, nor found in stored texts.
    """
    server, status = refusal.server, refusal.status
    if server == _RERANKER:
        return _About(
            UserText("The reranker has a problem."),
            UserText("The reranker is getting too many requests right now."),
            UserText("The reranker rejected the request (code {status}).", status=status),
        )
    if server:
        return _About(
            UserText("{server} has a problem.", server=server),
            UserText("{server} is getting too many requests right now.", server=server),
            UserText("{server} rejected the request (code {status}).", server=server, status=status),
        )
    return _About(
        UserText("The model's server has a problem."),
        UserText("The model's server is getting too many requests right now."),
        UserText("The model's server rejected the request (code {status}).", status=status),
    )


def _with_words(sentence: UserText, said: str) -> str:
    """Add the server's own words, with a full stop: it separates them, in a stored text, from the next sentence."""
    return joined(sentence, UserText("It said: “{said}”.", said=said)) if said else sentence


def _shortened(text: str) -> str:
    """One short line without secrets."""
    line = " ".join(redact(text[:_READ]).split())
    return line if len(line) <= 200 else f"{line[:199]}…"


def too_long_numbers(text: str) -> tuple[int | None, int | None]:
    """Return the tokens of the prompt and of the model's window; None for a missing number."""
    value = parsed(text)
    prompt = count_at(value, "error", "n_prompt_tokens") or count_at(value, "n_prompt_tokens")
    window = count_at(value, "error", "n_ctx") or count_at(value, "n_ctx")
    return prompt or _first(_PROMPTS, text), window or _first(_WINDOWS, text)


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> int | None:
    found = (pattern.search(text) for pattern in patterns)
    return next((number for match in found if match and (number := number_in(match.group(1))) is not None), None)
