"""The passages as the answer."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.prompt_helper import SEPARATOR
from desktop_rag.response_synthesizers.type import ResponseMode


class ContextOnly(BaseSynthesizer):
    """What a model would read, joined; no model is asked."""

    mode: ClassVar[ResponseMode] = ResponseMode.CONTEXT_ONLY
    empty_response: ClassVar[str] = ""
    builds_objects: ClassVar[bool] = False

    def _write(self, _query_str: str, chunks: Sequence[str], _calls: ModelCalls) -> Iterator[str]:
        """Yield the passages one by one."""
        for number, chunk in enumerate(chunks):
            yield f"{SEPARATOR}{chunk}" if number else chunk
