"""The tokens of requests to one model: counted as its server counts them, or learnt from what it reports."""

from collections import deque
from collections.abc import Callable, Sequence

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import PromptTooLongError
from desktop_rag.llms.types import ChatOptions, has_images, image_tokens, request_texts, without_images
from desktop_rag.llms.window.fitting import FittedRequest
from desktop_rag.llms.window.model_tokenizer import ModelTokenizer

AskRequest = Callable[[Sequence[ChatMessage], ChatOptions], int | None]
"""Returns how many tokens the server makes of a request, None where it does not tell."""

_EXACT_SHARE = 0.9  # of an exact count, below which the server cannot have read all; templates differ by less
_EXACT_SLACK = 16  # tokens
_SMALL_SHARE = 0.25  # of the room: an estimate that is a third too high costs little there
_SMALLEST_LEARNT_WINDOW = 128
_REMEMBERED = 16  # requests: the same one is counted where it is packed and where it is sent


class CountedRequests:
    """Counts by ``ask_request`` where the server answers that, else by the factors of ``tokenizer``.

    ``learn_window`` is told of a window that the server names when it refuses a request.
    """

    def __init__(self, tokenizer: ModelTokenizer, ask_request: AskRequest, learn_window: Callable[[int], None]) -> None:
        self.tokenizer = tokenizer
        self._ask_request = ask_request
        self._learn_window = learn_window
        self._exact: deque[tuple[list[ChatMessage], ChatOptions, int]] = deque(maxlen=_REMEMBERED)

    def count(self, messages: Sequence[ChatMessage], options: ChatOptions, room: int) -> int:
        """Return how many tokens a request has, rather too many than too few.

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
        """Whether the server can have read the whole request; a count that can be right is learnt."""
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
        """Return what the server counted of a request, if it was asked a short while ago."""
        asked = (list(messages), options.tools, options.tool_choice)
        return next((n for sent, of, n in self._exact if (sent, of.tools, of.tool_choice) == asked), None)

    def learn_refusal(self, request: FittedRequest, options: ChatOptions, error: PromptTooLongError) -> None:
        """Learn how long the request was, and the window, from the server that refused it."""
        if error.prompt_tokens and not has_images(request.messages):
            texts = request_texts(request.messages, options)
            self.tokenizer.learn(texts, len(request.messages), error.prompt_tokens)
        if error.window and error.window >= _SMALLEST_LEARNT_WINDOW:
            self._learn_window(error.window)
