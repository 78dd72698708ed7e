"""Counts tokens for one model: as its server does where that can be asked, else by factors that are learnt."""

import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import msgspec
import numpy as np

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.shared_files import BusyFileError, peek_json, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.types import ChatOptions, has_images, image_tokens, request_texts, without_images
from desktop_rag.llms.window import FittedRequest
from desktop_rag.text.script_sizes import Sizes, script_sizes
from desktop_rag.text.token_factors import Estimate, RequestSize, TokenFactors

AskServer = Callable[[str], int | None]
"""Returns how many tokens the server makes of a text, None where it does not tell."""

_REMEMBERED = 4096  # texts
_WORTH_ASKING = 400  # bytes: a shorter text says little about its script
_MOST_QUESTIONS = 8  # to the server, while factors are not learnt
_WORTH_SAVING = 16  # after so many counts the factors change little
AskRequest = Callable[[Sequence[ChatMessage], ChatOptions], int | None]
_EXACT_SHARE = 0.9  # of an exact count, below which the server cannot have read all; templates differ by less
_EXACT_SLACK = 16  # tokens
_SMALL_SHARE = 0.25  # of the room: an estimate that is a third too high costs little there
_SMALLEST_LEARNT_WINDOW = 128
_REQUESTS_REMEMBERED = 16  # requests: the same one is counted where it is packed and where it is sent
FACTORS_FILE = "token_factors.json"
_MOST_MODELS = 200
_IF_DAMAGED = UserText("It stored how each model counts tokens. The program learns that again as you ask questions.")
_LOG = logging.getLogger(__name__)


class ModelTokenizer:
    """Estimates rather too many tokens than too few; ``learn`` makes the estimates closer.

    The first long texts in each script are counted by ``ask_server``, at most ``_MOST_QUESTIONS`` in all.
    """

    def __init__(self, name: str, factors: TokenFactors, ask_server: AskServer, save: Callable[[], None]) -> None:
        self._name = name
        self._factors = factors
        self._ask_server = ask_server
        self._save = save
        self._lock = threading.Lock()
        self._sizes: dict[int, Sizes] = {}  # by the hash: prompts are long, and each is new
        self._exact: dict[str, int] = {}
        self._questions = 0
        self._learnt = 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def count(self, text: str) -> int:
        """Return the number of tokens in a text, rather too many than too few."""
        if not text:
            return 0
        exact = self._exact.get(text)
        if exact is not None:
            return exact
        size = RequestSize(self._size(text))
        estimate = self._factors.estimate(size)
        if (
            not estimate.is_learnt
            and len(text.encode(errors="replace")) >= _WORTH_ASKING
            and (asked := self._asked(text, size)) is not None
        ):
            return asked
        return max(1, round(estimate.high))  # a long text is measured by parts: neither up nor down

    def mean(self, text: str) -> float:
        """Return the most likely number of tokens in a text; no server is asked."""
        return self._factors.estimate(RequestSize(script_sizes(text))).mean

    def estimate(self, texts: list[str], messages: int) -> Estimate:
        """Return an estimate for a request of these texts in ``messages`` messages."""
        return self._factors.estimate(self._request(texts, messages))

    def learn(self, texts: list[str], messages: int, tokens: int) -> bool:
        """Learn from the server's count of a request; return True if that can have been all of it."""
        is_plausible = self._factors.learn(self._request(texts, messages), tokens)
        if is_plausible:
            self._learnt += 1
            if self._learnt <= _WORTH_SAVING or self._learnt % _WORTH_SAVING == 0:
                self._save()
        return is_plausible

    def _request(self, texts: list[str], messages: int) -> RequestSize:
        sizes = [self._size(text) for text in texts if text]
        return RequestSize(np.sum(sizes, axis=0) if sizes else script_sizes(""), messages)

    def _size(self, text: str) -> Sizes:
        size = self._sizes.get(hash(text))
        if size is None:
            size = script_sizes(text)
            with self._lock:
                if len(self._sizes) >= _REMEMBERED:
                    self._sizes.clear()
                self._sizes[hash(text)] = size
        return size

    def _asked(self, text: str, size: RequestSize) -> int | None:
        """Return the server's count, and learn it; None when it was asked often enough or gives none."""
        with self._lock:
            if self._questions >= _MOST_QUESTIONS:
                return None
            self._questions += 1
        tokens = self._ask_server(text)
        if tokens is None:
            self._questions = _MOST_QUESTIONS
            return None
        self._exact[text] = tokens
        if self._factors.learn(size, tokens):
            self._save()
        return tokens


"""Returns how many tokens the server makes of a request, None where it does not tell."""


class CountedRequests:
    """Counts by ``ask_request`` where the server answers that, else by the factors of ``tokenizer``.

    ``learn_window`` is told of a window that the server names when it refuses a request.
    """

    def __init__(self, tokenizer: ModelTokenizer, ask_request: AskRequest, learn_window: Callable[[int], None]) -> None:
        self.tokenizer = tokenizer
        self._ask_request = ask_request
        self._learn_window = learn_window
        self._exact: deque[tuple[list[ChatMessage], ChatOptions, int]] = deque(maxlen=_REQUESTS_REMEMBERED)

    def count(self, messages: Sequence[ChatMessage], options: ChatOptions, room: int) -> int:
        """Return the number of tokens of a request, rather too many than too few.

        The server is asked only where the request may not fit into ``room`` tokens, or takes much of them and nothing
        was learnt yet.
        """
        if has_images(messages):
            images = image_tokens(messages)
            return self.count(without_images(messages), options, room - images) + images
        texts = request_texts(messages, options)
        estimate = self.tokenizer.estimate(texts, len(messages))
        if estimate.high <= room * (1 if estimate.is_learnt else _SMALL_SHARE):
            return int(estimate.high)
        exact = self._known(messages, options)
        if exact is not None:
            return exact
        exact = self._ask_request(messages, options)
        if exact is None:
            return int(estimate.high)
        self.tokenizer.learn(texts, len(messages), exact)
        self._exact.append((list(messages), options, exact))
        return exact

    def has_read_all(self, request: FittedRequest, options: ChatOptions, usage: Usage) -> bool:
        """Return True if the server can have read the whole request; a plausible count is learnt."""
        read = usage.prompt_tokens
        if not read or has_images(request.messages):  # nobody knows how many of them the images took
            return True
        if usage.cached_tokens and usage.cached_tokens > read:  # some report only what was new
            read += usage.cached_tokens
        texts = request_texts(request.messages, options)
        exact = self._known(request.messages, options)
        if exact is not None and read < exact * _EXACT_SHARE - _EXACT_SLACK:
            return False
        expected = self.tokenizer.estimate(texts, len(request.messages)).mean
        return self.tokenizer.learn(texts, len(request.messages), read) or read > expected

    def _known(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Return the server's recent count of a request, or None."""
        asked = (list(messages), options.tools, options.tool_choice)
        return next((n for sent, of, n in self._exact if (sent, of.tools, of.tool_choice) == asked), None)

    def learn_refusal(self, request: FittedRequest, options: ChatOptions, error: PromptTooLongError) -> None:
        """Learn how long the request was, and the window, from the server that refused it."""
        if error.prompt_tokens and not has_images(request.messages):
            texts = request_texts(request.messages, options)
            self.tokenizer.learn(texts, len(request.messages), error.prompt_tokens)
        if error.window and error.window >= _SMALLEST_LEARNT_WINDOW:
            self._learn_window(error.window)


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
        """Write the learnt factors, at once or not at all."""
        with self._lock:
            if self._path is None:
                return
            learnt = {key: factors.to_json() for key, factors in self._factors.items()}

            def change(held: dict[str, object]) -> dict[str, object]:
                others = {key: one for key, one in held.items() if key not in learnt}
                return dict(list({**others, **learnt}.items())[-_MOST_MODELS:])

            try:
                update_json(self._path, change, next_step=_IF_DAMAGED)
            except (OSError, BusyFileError) as error:
                _LOG.info("the factors of token counts could not be kept: %s", error)

    def _read(self) -> dict[str, TokenFactors]:
        if self._path is None:
            return {}
        try:
            held = peek_json(self._path) or {}
        except OSError as error:
            _LOG.info("the factors of token counts could not be read: %s", error)
            return {}
        known = {}
        for key, one in held.items():
            with contextlib.suppress(ValueError):
                kept = msgspec.convert(one, _Kept)
                known[key] = TokenFactors(kept.mean, kept.variances)
        return known


def _key(address: str, model: str) -> str:
    """Return the address of a model, without name and password."""
    url = httpx.URL(address)
    return f"{url.copy_with(userinfo=b'', query=None, fragment=None)} {model}"
