"""One answer for as many passages as fit a call, one below the other."""

from collections.abc import Sequence
from typing import ClassVar

from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.response_synthesizers.accumulate import Accumulate
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.type import ResponseMode


class CompactAndAccumulate(Accumulate):
    """Accumulates with full calls."""

    mode: ClassVar[ResponseMode] = ResponseMode.COMPACT_ACCUMULATE

    def _texts(self, prompt: BasePromptTemplate, chunks: Sequence[str], calls: ModelCalls, extra: int) -> list[str]:
        """Return the passages packed into as few texts as possible."""
        return calls.packed(prompt, chunks, extra)
