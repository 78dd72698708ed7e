"""The base of models behind an address: settings, retries, the budget of thoughts, learning what a server refuses."""

import math
import re
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TypedDict

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import ModelState, Progress, current_token, tell_progress
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.net import split_login
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM
from desktop_rag.llms.failures import BusyError, ModelMissingError, Refusal, refusal_error
from desktop_rag.llms.model_tokenizer import CountedRequests, FactorStore, ModelTokenizer
from desktop_rag.llms.repetition import within_length
from desktop_rag.llms.retrying import Readiness, stream_with_retries
from desktop_rag.llms.types import NO_OPTIONS, ChatDelta, ChatOptions, LLMMetadata, default_num_output, request_room
from desktop_rag.text.tokenizer import Tokenizer

DEFAULT_MAX_RETRIES = 3
FOR_EVER = math.inf
AS_A_GUESS = 30.0  # seconds, longer than one question asks for it; a server that falls silent is waited for once
_NO_TOOLS = re.compile(
    r"support|requires|jinja|enable|unsupported|unknown|unrecogni[sz]ed|unexpected|not allowed|extra"
)
_NO_IMAGES = re.compile(r"\bimages?\b|\bimage_url\b|multimodal|vision|mmproj")
_REFUSALS = frozenset({400, 404, 422, 500, 501})
_LEEWAY = 1.25  # our counts are estimates, and a server that was told the budget is to end the thoughts by itself
_MORE = 32  # tokens
_MEASURED = 200  # characters of thoughts that are counted at a time
_BUDGETS: tuple[tuple[str, Callable[[int], dict[str, object]]], ...] = (
    ("openrouter.ai", lambda tokens: {"reasoning": {"max_tokens": tokens}}),
    ("anthropic.com", lambda tokens: {"thinking": {"type": "enabled", "budget_tokens": tokens}}),
    (
        "googleapis.com",
        lambda tokens: {"extra_body": {"google": {"thinking_config": {"thinking_budget": tokens}}}},
    ),
    ("aliyuncs.com", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
    ("siliconflow.com", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
    ("siliconflow.cn", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
)


class ModelSettings(TypedDict, total=False):
    """The settings every provider takes by name; see ``ModelOptions``."""

    max_tokens: int | None
    context_window: int | None
    max_retries: int
    thinking_budget: int | None
    seed: int | None
    stop: Sequence[str]
    default_headers: Mapping[str, str]
    additional_kwargs: Mapping[str, object]
    is_function_calling_model: bool | None
    sees_images: bool | None


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The options of requests to a model. None and empty ones are not sent: the server decides.

    ``timeout`` is the longest silence in seconds. At most ``1 + max_retries`` requests are sent per answer. After about
    ``thinking_budget`` tokens of thoughts a reasoning model is to answer: servers that know how are told so, and where
    one thinks on, it is asked anew, once, to answer without thinking.
    ``additional_kwargs`` go into the request as they are. ``is_function_calling_model`` and
    ``sees_images`` None find out.
    """

    timeout: float
    temperature: float | None = None
    max_tokens: int | None = None
    context_window: int | None = None
    max_retries: int = DEFAULT_MAX_RETRIES
    thinking_budget: int | None = None
    seed: int | None = None
    stop: Sequence[str] = ()
    default_headers: Mapping[str, str] = field(default_factory=dict)
    additional_kwargs: Mapping[str, object] = field(default_factory=dict)
    is_function_calling_model: bool | None = None
    sees_images: bool | None = None

    def sampling(self) -> dict[str, object]:
        """Return the fields that both interfaces call by the same names; None and empty ones are left out."""
        wanted = {"temperature": self.temperature, "seed": self.seed, "stop": list(self.stop) or None}
        return {name: value for name, value in wanted.items() if value is not None}

    def described(
        self, model: str, context_window: int, *, calls_functions: bool, sees_images: bool = False
    ) -> LLMMetadata:
        """Return a model's metadata; functions and images given here override those found out."""
        told, seeing = self.is_function_calling_model, self.sees_images
        return LLMMetadata(
            context_window,
            default_num_output(self.max_tokens, context_window),
            model,
            is_chat_model=True,
            is_function_calling_model=calls_functions if told is None else told,
            sees_images=sees_images if seeing is None else seeing,
        )


class RejectedFields:
    """The fields of requests that a server does not accept."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, names: Collection[str]) -> bool:
        """Note fields that are never to be sent again; return whether that is news."""
        before = self._names
        self._names |= frozenset(names)
        return self._names != before


class ToolsUnsupportedError(UserError):
    """The model, or its server, cannot be given tools."""


class ServedLLM(LLM):
    """A model behind an address. It may be used from several threads: every answer has its own connection."""

    def __init__(self, model: str, address: str, options: ModelOptions) -> None:
        # a password in the address is sent as a header: the address stands in messages and traces
        self.address, login = split_login(address)
        self.model = model
        self.options = replace(options, default_headers={**login, **options.default_headers})
        self._lock = threading.Lock()
        self._metadata: LLMMetadata | None = None
        self._asked_again_at = FOR_EVER  # what the server did not tell
        self._readiness = Readiness(options.timeout)
        self.learn_into(FactorStore())

    @property
    def metadata(self) -> LLMMetadata:
        """The capabilities of the model; the server is asked once, and again later if it did not answer."""
        return self._load_metadata(current_token())

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of texts, which counts rather too many than too few."""
        return self._counted.tokenizer

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of tokens of a request in the window, rather too many than too few."""
        return self._counted.count(messages, options, request_room(self.metadata))

    def learn_into(self, store: FactorStore) -> None:
        """Load this model's token factors from a store, and save later ones there."""
        factors = store.of(self.address, self.model)
        tokenizer = ModelTokenizer(self.model, factors, self._ask_text_tokens, store.save)
        self._counted = CountedRequests(tokenizer, self._ask_request_tokens, self._learn_window)

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with."""
        return (self.model, self.address, self.options)

    def close(self) -> None:
        """Do nothing: no connection is held between answers."""

    @abstractmethod
    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models the server has.

        Raises:
            UserError: the server does not answer as it should.

        """

    def _load_metadata(self, cancel: CancelToken) -> LLMMetadata:
        with self._lock:
            if self._metadata is None or time.monotonic() >= self._asked_again_at:
                self._metadata, seconds = self._ask_what_it_can(cancel)
                self._asked_again_at = time.monotonic() + seconds
            return self._metadata

    @abstractmethod
    def _ask_what_it_can(self, cancel: CancelToken) -> tuple[LLMMetadata, float]:
        """Return the server's facts about the model, and the seconds they hold: ``FOR_EVER`` if it replied."""

    @abstractmethod
    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""

    @abstractmethod
    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Learn the features that the server rejects from a refusal's text; return True if the request changes."""

    def _ask_text_tokens(self, text: str) -> int | None:  # noqa: ARG002 - most servers have no way of telling
        """Return the server's token count of a text; None if it gives none."""
        return None

    def _ask_request_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:  # noqa: ARG002
        """Return the server's token count of a request; None if it gives none."""
        return None

    @property
    def _learner(self) -> CountedRequests:
        return self._counted

    def _learn_window(self, context_window: int) -> None:
        """Keep the window that the server named, if it is smaller than was thought."""
        known = self.metadata
        if context_window < known.context_window:
            output = min(known.num_output, default_num_output(None, context_window))
            self._metadata = replace(known, context_window=context_window, num_output=output)

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; see ``LLM``."""
        cancel.raise_if_cancelled()
        sent = _one_system_message(messages)
        tell_progress(Progress(ModelState.CONNECTING))

        try:
            yield from within_length(self._within_budget(sent, cancel, options))
        except UserError as error:
            if isinstance(error, ModelMissingError) or isinstance(error.__cause__ or error, net.NothingThereError):
                self._metadata = None  # when it is back, it may be another server
            raise

    def _within_budget(
        self, sent: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Yield the answer; of one that is all thoughts beyond the budget, the answer without them."""
        meter = ThoughtMeter(self.options.thinking_budget, self._counted.tokenizer.mean)
        with closing(self._retried(sent, cancel, options)) as deltas:
            for delta in deltas:
                yield delta
                if meter.is_beyond(delta.thought, delta.text):
                    break
            else:
                return
        yield from self._retried(sent, cancel, replace(options, thinks=False))

    def _retried(self, sent: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions) -> Generator[ChatDelta]:
        return stream_with_retries(lambda: self._stream_once(sent, cancel, options), cancel, self.options.max_retries)

    def _refusal(self, refusal: Refusal, options: ChatOptions) -> UserError:
        """Return the error for a refusal; one that our own extras caused is worth sending again without them."""
        without = _lack(refusal, options)
        with self._lock:
            known, self._metadata = self._metadata, self._metadata and without(self._metadata)
        if without is _without_functions:
            return ToolsUnsupportedError(
                UserText("The model “{model}” cannot use tools.", model=self.model),
                "Choose a model that can, or another mode.",
            )
        if self._metadata != known or (refusal.status in (400, 422) and self._adapt(refusal.text, options)):
            # as if busy: the same way of sending again, at once
            return BusyError("The model's server rejected the request.", "Try again.", retry_after=0.0)
        return refusal_error(refusal)


def _lack(refusal: Refusal, options: ChatOptions) -> Callable[[LLMMetadata], LLMMetadata]:
    """Return a function that removes the ability a refusal says is missing, by its words: there are no codes."""
    text = refusal.text.lower() if refusal.status in _REFUSALS else ""
    if options.tools and "tool" in text and _NO_TOOLS.search(text):
        return _without_functions
    return _without_sight if _NO_IMAGES.search(text) else _as_known


def _as_known(known: LLMMetadata) -> LLMMetadata:
    return known


def _without_functions(known: LLMMetadata) -> LLMMetadata:
    return replace(known, is_function_calling_model=False)


def _without_sight(known: LLMMetadata) -> LLMMetadata:
    return replace(known, sees_images=False)


def _one_system_message(messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """Return the messages with all system messages in front, as one: many chat templates refuse anything else."""
    system = [message for message in messages if message.role is MessageRole.SYSTEM]
    if not system or list(messages[:1]) == system:
        return messages
    text = "\n\n".join(message.content for message in system if message.content)
    others = [message for message in messages if message.role is not MessageRole.SYSTEM]
    return [ChatMessage(MessageRole.SYSTEM, text), *others]


def budget_fields(host: str, server: str, tokens: int) -> dict[str, object]:
    """Return a server's fields for a thinking budget: services by their host, llama.cpp and vLLM by their kind."""
    fields = next((fields for name, fields in _BUDGETS if host == name or host.endswith(f".{name}")), None)
    if fields is not None:
        return fields(tokens)
    name = {"llama.cpp": "thinking_budget_tokens", "vllm": "thinking_token_budget"}.get(server)
    return {name: tokens} if name else {}


class ThoughtMeter:
    """Checks thoughts against a budget of tokens, None: no limit; ``count`` returns the tokens of a text."""

    def __init__(self, budget: int | None, count: Callable[[str], float]) -> None:
        self._left = None if budget is None else budget * _LEEWAY + _MORE
        self._count = count
        self._waiting = ""

    def is_beyond(self, thought: str, text: str) -> bool:
        """Return True if the thoughts so far are too long; never once there is text of the answer."""
        if self._left is None or text:
            self._left = None
            return False
        self._waiting += thought
        if len(self._waiting) >= _MEASURED:
            self._left -= self._count(self._waiting)
            self._waiting = ""
        return self._left < 0
