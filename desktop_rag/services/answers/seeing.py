"""Shows a model that sees images what the passages look like, and what the person attached."""

from collections.abc import Callable, Sequence

from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatOptions
from desktop_rag.llms.types import request_room, tokens_of_image
from desktop_rag.services.answers.delegating import DelegatingLLM

_MOST_OF_ROOM = 0.5  # images take no more: passages are what answers rest on


class SeeingLLM(DelegatingLLM):
    """A model whose streamed answers are made with ``images``: they go along with the question.

    As many as fit beside the text, or into half of the window's room, where passages at the end give way.
    """

    def __init__(self, llm: LLM, images: Callable[[], Sequence[ImageBlock]]) -> None:
        super().__init__(llm)
        self._images = images

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return how many tokens the words of a request take: passages are packed as if there were no images."""
        return self._llm.count_tokens(messages, options)

    def _changed(self, messages: Sequence[ChatMessage], options: ChatOptions) -> list[ChatMessage]:
        places = [place for place, message in enumerate(messages) if message.role is MessageRole.USER]
        changed = list(messages)
        images = self._fitting(messages, options) if places else ()
        if images:
            changed[places[-1]] = changed[places[-1]].with_parts(images=images)
        return changed

    def _fitting(self, messages: Sequence[ChatMessage], options: ChatOptions) -> tuple[ImageBlock, ...]:
        """Return the images that there is room for, the first ones first."""
        images = self._images()
        if not images:
            return ()
        room = request_room(self._llm.metadata)
        left = max(room - self._llm.count_tokens(messages, options), int(room * _MOST_OF_ROOM))
        fitting: list[ImageBlock] = []
        for image in images:
            left -= tokens_of_image(image)
            if left < 0:
                break
            fitting.append(image)
        return tuple(fitting)
