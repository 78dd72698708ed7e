"""The interface of response synthesizers, and the form in which models are shown passages."""

import logging
from abc import ABC
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, TypedDict

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.answer_pieces import joined_pieces
from desktop_rag.core.instrumentation import CBEventType, also_notified, each_notified, event, inside, leaf_event
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.payloads import SynthesizePayload
from desktop_rag.core.program import program_choice
from desktop_rag.core.response import AnyResponse, PydanticResponse, Response, ResponseOutcome, StreamingResponse
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle
from desktop_rag.llms.base import LLM, StructuredLLM
from desktop_rag.prompts.document_words import as_data, framed, on_one_line
from desktop_rag.prompts.mixin import PromptMixin, variables_of
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.type import ResponseMode

FormatNode = Callable[[int, NodeWithScore], str]
_LOG = logging.getLogger(__name__)
EMPTY_RESPONSE = "Empty Response"
"""What LlamaIndex answers where there is nothing to answer from."""


class AnswerForm(TypedDict, total=False):
    """The options for reading passages and giving an answer.

    ``format_node`` gives the text a model reads of the n-th node, from 1; ``use_async`` runs calls that do not wait
    for each other at once; ``output_cls`` wants an object rather than text (then nothing is streamed).
    ``callback_manager`` hears of each stage of an answer.
    """

    streaming: bool
    use_async: bool
    output_cls: OutputClass | None
    verbose: bool
    format_node: FormatNode | None
    callback_manager: CallbackManager | None


class SynthesizerOptions(AnswerForm, total=False):
    """The options of every synthesizer; ``prompt_helper`` fits the passages into the model's window."""

    prompt_helper: PromptHelper | None


class BaseSynthesizer(HasCallbackManager, PromptMixin, ABC):
    """Makes an answer of a question and passages. Subclasses implement ``_write``; ``_build`` for objects.

    One of a program's own may implement ``get_response`` in place of both: what that returns is the answer.
    """

    mode: ClassVar[ResponseMode]
    empty_response: ClassVar[str] = EMPTY_RESPONSE
    """The answer of a model that says nothing."""
    needs_nodes: ClassVar[bool] = True
    builds_objects: ClassVar[bool] = True
    takes: ClassVar[frozenset[str]] = frozenset()
    """What ``get_response`` takes beside values for the templates."""

    def __init__(
        self,
        llm: LLM | None = None,
        *,
        callback_manager: CallbackManager | None = None,
        prompt_helper: PromptHelper | None = None,
        streaming: bool = False,
        use_async: bool = False,
        output_cls: OutputClass | None = None,
        verbose: bool = False,
        format_node: FormatNode | None = None,
    ) -> None:
        self.llm = llm
        self.streaming = streaming
        self._callback_manager = callback_manager
        self._given_helper = prompt_helper
        self._use_async = use_async
        self._given_output_cls = output_cls
        self._verbose = verbose
        self._format_node = format_node or plain_passage

    @property
    def _output_cls(self) -> OutputClass | None:
        """The form of the answer, that of a model which answers in one (``LLM.as_structured_llm``) too."""
        llm = self.llm or program_choice("llm")
        return self._given_output_cls or (llm.output_cls if isinstance(llm, StructuredLLM) else None)

    @property
    def _llm(self) -> LLM:
        """The model, that of ``Settings`` where none was given.

        Raises:
            UserError: there is neither.

        """
        return self._calls(self.streaming, {}).llm

    @property
    def _prompt_helper(self) -> PromptHelper:
        """The helper that fits texts into the window of the model."""
        return self._calls(self.streaming, {}).helper

    def synthesize(
        self,
        query: str | QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        *,
        streaming: bool | None = None,
    ) -> AnyResponse:
        """Return the answer and its sources; ``streaming`` overrides the option.

        A stream does its work while it is drained; its ``outcome`` is complete then. Without nodes no model is asked.

        Raises:
            UserError: the model fails, or its window leaves no room for any passage.

        """
        query_str = query if isinstance(query, str) else query.query_str
        streaming = self.streaming if streaming is None else streaming
        if not nodes and self.needs_nodes:
            nothing = ResponseOutcome(nothing_found=True, is_empty=True)
            if streaming:
                return StreamingResponse(iter([EMPTY_RESPONSE]), outcome=nothing)
            return Response(EMPTY_RESPONSE, outcome=nothing)
        chunks = [self._format_node(number, found) for number, found in enumerate(nodes, 1)]
        calls = self._calls(streaming, {})
        with also_notified(self._callback_manager):
            return self._respond(query_str, chunks, [*nodes, *(additional_source_nodes or ())], calls)

    asynthesize = asynchronous(synthesize)

    def _respond(
        self, query_str: str, chunks: Sequence[str], sources: list[NodeWithScore], calls: ModelCalls
    ) -> AnyResponse:
        """Return the answer in the form that is wanted, with its sources and their metadata."""
        metadata: dict[str, object] = {found.node.node_id: found.node.metadata for found in sources}
        if type(self).get_response is not BaseSynthesizer.get_response:
            answer = self.get_response(query_str, list(chunks))
            if not isinstance(answer, str | Iterator):
                return PydanticResponse(answer, sources, metadata)
            if calls.streaming:
                return StreamingResponse(iter([answer]) if isinstance(answer, str) else answer, sources, metadata)
            return Response("".join(answer) or self.empty_response, sources, metadata)
        if self._output_cls is not None and self.builds_objects:
            return PydanticResponse(self._object(query_str, chunks, calls), sources, metadata, calls.outcome)
        texts = self._text(query_str, chunks, calls)
        if calls.streaming:
            return StreamingResponse(each_notified(self._callback_manager, texts), sources, metadata, calls.outcome)
        return Response(joined_pieces(texts) or self.empty_response, sources, metadata, calls.outcome)

    def get_response(
        self, /, query_str: str, text_chunks: Sequence[str], *, streaming: bool | None = None, **response_kwargs: str
    ) -> str | Iterator[str] | object:
        """Return the answer from texts: a text, an iterator when streaming, or an object of ``output_cls``.

        ``response_kwargs`` are values for variables of the templates beside the question and the texts, and
        ``separator`` where several answers become one text.

        Raises:
            TypeError: no template has such a variable.

        """
        known = {name for prompt in self.get_prompts().values() for name in variables_of(prompt)} | self.takes
        if not known.issuperset(response_kwargs):
            raise TypeError(f"no template has the variable {min(set(response_kwargs) - known)!r}")
        streaming = self.streaming if streaming is None else streaming
        calls = self._calls(streaming, response_kwargs)
        if self._output_cls is not None and self.builds_objects:
            return self._object(query_str, text_chunks, calls)
        texts = self._text(query_str, text_chunks, calls)
        return texts if streaming else joined_pieces(texts) or self.empty_response

    aget_response = asynchronous(get_response)

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the answer's own text (earlier calls are not shown)."""
        raise NotImplementedError

    def _build(self, query_str: str, chunks: Sequence[str], calls: ModelCalls, output_cls: OutputClass) -> object:
        """Return the answer as an object (where ``builds_objects``)."""
        raise NotImplementedError

    def _text(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the answer's text inside its event; fill the calls' outcome at the end."""
        wrap = leaf_event if calls.streaming else event  # a generator's body runs wherever it is drained
        said: list[str] = []
        told = SynthesizePayload(self.mode.value, query_str, len(chunks))
        with wrap(CBEventType.SYNTHESIZE, {"texts": list(chunks)}, **told.to_payload()) as stage:
            try:
                for text in inside(stage, self._write(query_str, chunks, calls)):
                    said.append(text)
                    yield text
            finally:
                calls.count()
                calls.outcome.is_empty = not any(said)
                stage.objects["response"] = Response("".join(said), outcome=calls.outcome)
                stage.payload |= calls.payload("".join(said))
        self._tell(calls)

    def _object(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> object:
        """Return the answer as an object, made inside its event."""
        output_cls = self._output_cls or {}
        told = SynthesizePayload(self.mode.value, query_str, len(chunks))
        with event(CBEventType.SYNTHESIZE, {"texts": list(chunks)}, **told.to_payload()) as stage:
            try:
                built = self._build(query_str, chunks, calls, output_cls)
            finally:
                calls.count()
                stage.payload |= calls.payload()
            stage.objects["response"] = PydanticResponse(built, outcome=calls.outcome)
            stage.payload |= calls.payload(str(built))
        self._tell(calls)
        return built

    def _calls(self, streaming: bool, given: Mapping[str, str]) -> ModelCalls:  # noqa: FBT001 - as ``streaming`` is
        framed = self._format_node in (numbered_passage, framed_passage)
        output_cls = self._output_cls if self.builds_objects else None
        streams = streaming and output_cls is None
        return ModelCalls(self.llm, self._given_helper, output_cls, streaming=streams, framed=framed, given=given)

    def _tell(self, calls: ModelCalls) -> None:
        """Log the usage of the answer, if ``verbose``."""
        if self._verbose:
            _LOG.info("%s: %s", self.mode.value, calls.payload())


def plain_passage(_number: int, found: NodeWithScore) -> str:
    """Return a passage with the metadata meant for models."""
    return found.node.get_content(MetadataMode.LLM)


def numbered_passage(number: int, found: NodeWithScore) -> str:
    """Return a passage with its number for citing, and its source and text in a frame.

    The answer to a part of the question is shown as it is: it names the passages it rests on itself.
    """
    metadata = found.node.metadata
    if "sub_question" in metadata:
        return as_data(found.node.text)
    file_name, page, heading = (str(metadata.get(key) or "") for key in ("file_name", "page_label", "heading"))
    place = ", ".join(part for part in (file_name, page and f"page {page}") if part)
    place = ": ".join(part for part in (place, heading) if part)
    text = f"({on_one_line(place)})\n{found.node.text}" if place else found.node.text
    return f"[{number}] {framed(text)}"


def framed_passage(_number: int, found: NodeWithScore) -> str:
    """Return a passage in its frame, with the metadata meant for models."""
    return framed(plain_passage(0, found))
