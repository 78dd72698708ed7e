"""No answer, only sources."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.type import ResponseMode


class NoText(BaseSynthesizer):
    """An empty answer, also without nodes; no model is asked."""

    mode: ClassVar[ResponseMode] = ResponseMode.NO_TEXT
    empty_response: ClassVar[str] = ""
    needs_nodes: ClassVar[bool] = False
    builds_objects: ClassVar[bool] = False

    def _write(self, _query_str: str, _chunks: Sequence[str], _calls: ModelCalls) -> Iterator[str]:
        """Yield nothing."""
        return iter(())
