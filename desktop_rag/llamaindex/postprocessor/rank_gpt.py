"""Have a model put what was found in order, all of it at once (RankGPT, Sun et al. 2023)."""

import logging
import re
from collections.abc import Sequence

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llamaindex.prompts.further_prompts import RANKGPT_RERANK_PROMPT
from desktop_rag.llms.base import LLM, ChatResponse, chosen_llm
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin

_MOST_WORDS = 300  # of a passage
_PROMPT = "rankgpt_rerank_prompt"
_LOG = logging.getLogger(__name__)


class RankGPTRerank(PromptMixin, BaseNodePostprocessor):
    """Shows the model every passage in a message of its own, and asks for their numbers, the most relevant first.

    The ``top_n`` best stay, with the scores they had. Passages that the reply does not name follow in their order.
    """

    def __init__(
        self,
        top_n: int = 5,
        llm: LLM | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's parameter
        rankgpt_rerank_prompt: BasePromptTemplate | None = None,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.top_n = top_n
        self.llm = chosen_llm(llm, "Reranking")
        self.verbose = verbose
        self._declare_prompts({_PROMPT: RANKGPT_RERANK_PROMPT}, {_PROMPT: rankgpt_rerank_prompt})

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return self._ranked(nodes, self.run_llm(self._messages(nodes, query_bundle)))

    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None
    ) -> list[NodeWithScore]:
        return self._ranked(nodes, await self.arun_llm(self._messages(nodes, query_bundle)))

    def run_llm(self, messages: Sequence[ChatMessage]) -> ChatResponse:
        """Return the model's reply."""
        return self.llm.chat(messages)

    async def arun_llm(self, messages: Sequence[ChatMessage]) -> ChatResponse:
        """Return the model's reply, awaited."""
        return await self.llm.achat(messages)

    def _messages(self, nodes: Sequence[NodeWithScore], query_bundle: QueryBundle | None) -> list[ChatMessage]:
        """Return the conversation that the model is shown."""
        if query_bundle is None:
            raise ValueError("reranking needs the question")
        question, count = query_bundle.query_str, len(nodes)
        told = f"{count} passages follow, each with its number in brackets. Rank them by how relevant they are to: "
        messages = [
            ChatMessage(MessageRole.SYSTEM, "You rank passages by how relevant they are to a question."),
            ChatMessage(MessageRole.USER, told + question),
            ChatMessage(MessageRole.ASSISTANT, "Please show me the passages."),
        ]
        for number, found in enumerate(nodes, 1):
            words = found.node.get_content().split()[:_MOST_WORDS]
            messages.append(ChatMessage(MessageRole.USER, f"[{number}] {' '.join(words)}"))
            messages.append(ChatMessage(MessageRole.ASSISTANT, f"I have read [{number}]."))
        asked = self._prompt(_PROMPT).format(query=question, num=str(count))
        return [*messages, ChatMessage(MessageRole.USER, asked)]

    def _ranked(self, nodes: Sequence[NodeWithScore], reply: ChatResponse) -> list[NodeWithScore]:
        """Return the best nodes in the order of the reply."""
        named = [int(number) - 1 for number in re.findall(r"\d{1,9}", reply.message.content or "")]
        places = [place for place in dict.fromkeys([*named, *range(len(nodes))]) if 0 <= place < len(nodes)]
        if self.verbose:
            _LOG.info("the new order of the passages: %s", places)
        return [nodes[place] for place in places][: self.top_n]
