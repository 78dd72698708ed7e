"""An embedding model of words, and a model that answers from what it is asked, for tests of indices."""

import re
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, LLMMetadata
from desktop_rag.text.analyzer import terms

SIZE = 256


class ToyEmbedding:
    """Counts words, each in a place of its own: equal texts have cosine 1, texts without common words about 0."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("toy", "words", SIZE, "1")

    def get_query_embedding(self, query: str) -> Vector:
        return self._vector(query)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        self.texts += texts
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, SIZE), np.float32)

    def _vector(self, text: str) -> Vector:
        vector = np.zeros(SIZE, np.float32)
        for word in terms(text):
            vector[zlib.crc32(word.encode()) % SIZE] += 1
        return vector / max(np.float32(np.linalg.norm(vector)), np.float32(1e-6))


class FunctionLLM(LLM):
    """Answers with a function of the prompt; safe to ask from several threads."""

    def __init__(self, answer: Callable[[str], str], context_window: int = 3900) -> None:
        self._answer = answer
        self._metadata = LLMMetadata(context_window, context_window // 4, "function")
        self._lock = threading.Lock()
        self.prompts: list[str] = []

    @property
    def metadata(self) -> LLMMetadata:
        return self._metadata

    def close(self) -> None:
        """Nothing to let go of."""

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        prompt = "\n".join(message.content for message in messages)
        with self._lock:
            self.prompts.append(prompt)
        cancel.raise_if_cancelled()
        yield ChatDelta(self._answer(prompt), finish_reason="stop")


def counting_summary(prompt: str) -> str:
    """Return as a summary which numbered texts ("t17") stand below it."""
    numbers = sorted({int(number) for number in re.findall(r"\bt(\d+)\b", prompt)})
    return "about " + " ".join(f"t{number}" for number in numbers)
