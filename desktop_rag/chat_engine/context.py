"""Searches for each message as it stands, and answers from the passages found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.chat_engine.simple import prefix_of
from desktop_rag.chat_engine.types import BaseChatEngine, StreamingAgentChatResponse
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage, MessageTemplate, PromptTemplate
from desktop_rag.prompts.default_prompts import CONTEXT_SYSTEM_PROMPT, REFINE_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, FormatNode
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.tools.base import ToolOutput

_QUESTION = PromptTemplate("{query_str}", required=frozenset({"query_str"}))
_PASSAGES = frozenset({"context_str"})
_PLACE = "{context_str}"
_PARAGRAPH = "\n\n"
_NOTHING = "(nothing was found)"


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """The options for making an answer from the passages; see ``get_response_synthesizer``.

    ``synthesizer`` takes the place of a model's answer altogether (quotations). ``history_first`` puts a conversation
    before the passages: what is the same from one question to the next then stands first, and servers that remember how
    a prompt began need not read it again.
    """

    context_prompt: PromptTemplate = CONTEXT_SYSTEM_PROMPT
    context_refine_prompt: PromptTemplate = REFINE_PROMPT
    response_mode: ResponseMode = ResponseMode.COMPACT
    structured_answer_filtering: bool = False
    summary_prompt: PromptTemplate | None = None
    format_node: FormatNode | None = None
    prompt_helper: PromptHelper | None = None
    synthesizer: BaseSynthesizer | None = None
    history_first: bool = False


class ContextChatEngine(BaseChatEngine):
    """Searches for the message itself; the model sees the passages, the conversation and the message."""

    def __init__(
        self,
        retriever: BaseRetriever,
        llm: LLM | None,
        memory: BaseMemory | None = None,
        prefix_messages: Sequence[ChatMessage] = (),
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        options: ContextOptions | None = None,
    ) -> None:
        self._retriever = retriever
        self._llm = llm
        self.memory = memory_for(memory, llm)
        self._prefix = list(prefix_messages)
        self._node_postprocessors = tuple(node_postprocessors)
        self._options = options or ContextOptions()
        if self._llm is None and self._options.synthesizer is None:
            raise ValueError("without a model, options.synthesizer must say what answers are made of")

    @classmethod
    def from_defaults(
        cls,
        retriever: BaseRetriever,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        system_prompt: str | None = None,
        prefix_messages: Sequence[ChatMessage] | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        context_template: PromptTemplate | str = CONTEXT_SYSTEM_PROMPT,
        *,
        chat_history: Sequence[ChatMessage] | None = None,
    ) -> "ContextChatEngine":
        """Make an engine whose conversation begins with ``chat_history``; the system prompt is above the passages."""
        llm = chosen_llm(llm, "A conversation")
        prefix = prefix_of(system_prompt, prefix_messages)
        options = ContextOptions(context_prompt=as_context_prompt(context_template))
        return cls(retriever, llm, memory_for(memory, llm, chat_history), prefix, node_postprocessors, options)

    def stream_chat(
        self, message: str | QueryBundle, chat_history: Sequence[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        """Return the answer to a message as it is written."""
        message = str(message)
        history = self._begin(message, chat_history)
        nodes = self._nodes(message, history)
        output = ToolOutput("", "retriever", {"message": message}, nodes)
        if not nodes and self._llm is not None:
            prompt = self._around(self._options.context_prompt, history, _QUESTION)
            pieces = self._llm.stream(prompt, context_str=_NOTHING, query_str=message)
            return StreamingAgentChatResponse(self._remembered(message, pieces), [output])
        response = self._synthesizer(history).synthesize(QueryBundle(message), nodes)
        pieces = response.response_gen if isinstance(response, StreamingResponse) else iter((str(response),))
        return StreamingAgentChatResponse(
            self._remembered(message, pieces), [output], nodes, response.metadata, response.outcome
        )

    def _nodes(self, message: str, _history: Sequence[ChatMessage]) -> list[NodeWithScore]:
        """Return the passages for a message; engines that look at the history do so here."""
        return self._processed(self._retriever.retrieve(message), message)

    def _processed(self, nodes: list[NodeWithScore], question: str) -> list[NodeWithScore]:
        """Apply the postprocessors."""
        for postprocessor in self._node_postprocessors:
            nodes = postprocessor.postprocess_nodes(nodes, QueryBundle(question))
        return nodes

    def _synthesizer(self, history: Sequence[ChatMessage]) -> BaseSynthesizer:
        """Return the synthesizer that writes the answer after this conversation."""
        options = self._options
        if options.synthesizer is not None:
            return options.synthesizer
        context = options.context_prompt.validated()
        usual = get_response_synthesizer(
            llm=self._llm,
            prompt_helper=options.prompt_helper,
            text_qa_template=self._around(context, history, _QUESTION),
            refine_template=self._around(context, history, options.context_refine_prompt),
            summary_template=options.summary_prompt,
            simple_template=self._around(None, history, _QUESTION),
            response_mode=options.response_mode,
            structured_answer_filtering=options.structured_answer_filtering,
            format_node=options.format_node,
        )
        usual.streaming = True  # an answer that is filtered comes in one piece
        return usual

    def _around(
        self, context: PromptTemplate | None, history: Sequence[ChatMessage], question: PromptTemplate
    ) -> ChatPromptTemplate:
        """Return the messages of one call: system prompt with the passages, conversation, question."""
        system = [message for message in self._prefix if message.role is MessageRole.SYSTEM]
        others = [message for message in self._prefix if message.role is not MessageRole.SYSTEM]
        first: list[MessageTemplate | FixedMessage] = [FixedMessage(message) for message in system]
        if context is not None and history and self._options.history_first:
            context, question = _parted(context, question)
        if context is not None:
            above = "".join(f"{message.content}\n\n" for message in system)
            template = replace(context, template="{system_prompt}" + context.template)
            first = [MessageTemplate(MessageRole.SYSTEM, template.partial_format(system_prompt=above))]
        said = [FixedMessage(message) for message in (*others, *history)]
        return ChatPromptTemplate([*first, *said, MessageTemplate(MessageRole.USER, question)])


def _parted(context: PromptTemplate, question: PromptTemplate) -> tuple[PromptTemplate, PromptTemplate]:
    """Move the paragraph with the passages in front of the question; a wording of one paragraph stays as it is."""
    paragraphs = context.template.split(_PARAGRAPH)
    passages = [paragraph for paragraph in paragraphs if _PLACE in paragraph]
    others = [paragraph for paragraph in paragraphs if _PLACE not in paragraph]
    if len(passages) != 1 or not any(others):
        return context, question
    return (
        PromptTemplate(_PARAGRAPH.join(others)),
        replace(question, template=f"{passages[0]}{_PARAGRAPH}{question.template}"),
    )


def as_context_prompt(template: PromptTemplate | str) -> PromptTemplate:
    """Return a wording of what stands above the passages, which it must have a place for."""
    made = PromptTemplate(template, required=_PASSAGES) if isinstance(template, str) else template
    return made.validated()
