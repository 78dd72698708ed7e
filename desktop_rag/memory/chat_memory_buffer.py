"""The latest messages that fit a token limit."""

from collections.abc import Callable, Sequence

from desktop_rag.messages import ChatMessage, MessageRole

DEFAULT_TOKEN_LIMIT_RATIO = 0.25


class ChatMemoryBuffer:
    """Drops the oldest messages over ``token_limit``; what is left never starts with an answer."""

    def __init__(self, token_limit: int, count_tokens: Callable[[str], int]) -> None:
        self._token_limit = token_limit
        self._count = count_tokens

    def get(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the end of the conversation that fits."""
        kept: list[ChatMessage] = []
        left = self._token_limit
        for message in reversed(messages):
            left -= self._count(message.content)
            if left < 0:
                break
            kept.insert(0, message)
        while kept and kept[0].role is not MessageRole.USER:
            kept.pop(0)
        return kept
