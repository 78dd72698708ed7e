"""Answers each message of a conversation from freshly retrieved passages.

A follow-up is understood by asking for two things and fusing what is found: the message itself, and the
message made independent of the conversation (by the model; without one, together with the question before).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.cancel import CancelToken
from desktop_rag.llms.base import LLM
from desktop_rag.messages import ChatMessage, MessageRole
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import CONDENSE_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesisInput
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion import reciprocal_rerank
from desktop_rag.schema import NodeWithScore, QueryBundle, StreamingResponse

_LONGEST_QUESTION = 1000  # characters; a condensed question beyond is a model that rambles


@dataclass(slots=True)
class ChatTurn:
    """One message on its way to an answer; drain ``response.response_gen`` once."""

    source_nodes: list[NodeWithScore]
    response: StreamingResponse

    @property
    def response_gen(self) -> Iterator[str]:
        """The answer's text as it arrives."""
        return self.response.response_gen


class CondensePlusContextChatEngine:
    """See the module. ``llm`` is None for answers made of quotations."""

    def __init__(
        self,
        retriever: BaseRetriever,
        synthesizer: BaseSynthesizer,
        llm: LLM | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        condense_prompt: PromptTemplate = CONDENSE_PROMPT,
    ) -> None:
        self._retriever = retriever
        self._synthesizer = synthesizer
        self._llm = llm
        self._node_postprocessors = tuple(node_postprocessors)
        self._condense_prompt = condense_prompt.validated()

    def retrieve(self, message: str, chat_history: Sequence[ChatMessage], cancel: CancelToken) -> list[NodeWithScore]:
        """Return the passages for a message, best first."""
        nodes = self._retriever.retrieve(message)
        independent = self._condense(message, chat_history, cancel) if chat_history else message
        if independent != message:
            cancel.raise_if_cancelled()
            nodes = reciprocal_rerank([self._retriever.retrieve(independent), nodes], (1.0, 1.0))
        for postprocessor in self._node_postprocessors:
            nodes = postprocessor.postprocess_nodes(nodes, QueryBundle(independent))
        return nodes

    def stream_chat(
        self, message: str, nodes: Sequence[NodeWithScore], chat_history: Sequence[ChatMessage], cancel: CancelToken
    ) -> ChatTurn:
        """Start the answer to a message from ``nodes`` (see ``retrieve``)."""
        question = SynthesisInput(QueryBundle(message), nodes, chat_history)
        return ChatTurn(list(nodes), self._synthesizer.synthesize(question, cancel))

    def _condense(self, message: str, chat_history: Sequence[ChatMessage], cancel: CancelToken) -> str:
        """Return the message as a question that stands alone."""
        if self._llm is None:
            earlier = [turn.content for turn in chat_history if turn.role is MessageRole.USER]
            return f"{earlier[-1]}\n{message}" if earlier else message
        history = "\n".join(f"{turn.role.value}: {turn.content}" for turn in chat_history)
        prompt = self._condense_prompt.format(chat_history=history, question=message)
        condensed = str(self._llm.chat([ChatMessage(MessageRole.USER, prompt)], cancel)).strip()
        return condensed if 0 < len(condensed) <= _LONGEST_QUESTION else message
