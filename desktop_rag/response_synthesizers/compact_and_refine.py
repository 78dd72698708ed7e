"""The default synthesizer: as many passages as fit into each call; what is left refines the answer.

Passages stay whole: their numbers and places stand at their beginnings, and a citation can only name what the model
saw the head of. Only one that alone is larger than the window is cut. (A ``PromptHelper`` with
``whole_chunks=False`` cuts wherever a call is full, as LlamaIndex does.)
"""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from desktop_rag.prompts.base import get_biggest_prompt
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.prompt_helper import present
from desktop_rag.response_synthesizers.refine import Refine
from desktop_rag.response_synthesizers.type import ResponseMode


class CompactAndRefine(Refine):
    """Refines with full calls: a question whose passages fit the window takes one."""

    mode: ClassVar[ResponseMode] = ResponseMode.COMPACT
    _texts_at_once: ClassVar[int | None] = None
    _most_calls: ClassVar[int | None] = 12  # 8 passages of 250 tokens in a window of 512 take no more

    def _queue(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> deque[str]:
        """Return the passages that are not blank; all of them repacked when they need not stay whole."""
        if calls.keeps_whole:
            return deque(present(chunks) or [""])
        prompts = [self._prompt("text_qa_template"), self._prompt("refine_template")]
        packs = calls.packed(get_biggest_prompt([calls.asking(one, query_str) for one in prompts]), chunks)
        return deque(present(packs) or [""])
