"""Answers as synthesizers and query engines return them (LlamaIndex's terms)."""

import json
import sys
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from desktop_rag.core.answer_pieces import appended, joined_pieces, reading_pieces
from desktop_rag.core.parallel import iterate
from desktop_rag.core.payloads import LeftOut
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.schema import NodeWithScore


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a passage: ``source`` is its position in the response's ``source_nodes``, the range is in its text.

    ``others``: where the passages of other documents say the very same words.
    """

    source: int
    start: int
    end: int
    score: float
    others: "tuple[Quotation, ...]" = ()


@dataclass(slots=True)
class ResponseOutcome:
    """The outcome of the attempt to answer; of a stream, complete once it is drained.

    ``nothing_found``: there were no passages, so no model was asked. ``is_empty``: there is no answer, for that reason
    or because the model said nothing; the text may then be LlamaIndex's "Empty Response". ``query_satisfied``: whether
    any passage answers the question, None where nobody judged. ``quotations``: what the answer is made of, None where
    a model wrote it. ``competing``: how many documents answer alike where the question does not decide between them,
    else 0. ``left_out``: what did not fit the model's window before any request was made of it.
    ``calls``: how many requests the synthesizer made of the model; ``usage``: the tokens that the server counted for
    them. ``sub_questions``: what the question was taken apart into (``SubQuestionQueryEngine``).
    """

    nothing_found: bool = False
    is_empty: bool = False
    query_satisfied: bool | None = None
    quotations: tuple[Quotation, ...] | None = None
    competing: int = 0
    left_out: LeftOut = field(default_factory=LeftOut)
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    sub_questions: tuple[Mapping[str, str], ...] = ()


@dataclass(slots=True)
class Response:
    """An answer and the nodes it was made from."""

    response: str | None
    source_nodes: list[NodeWithScore] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    outcome: ResponseOutcome = field(default_factory=ResponseOutcome)

    def __str__(self) -> str:
        """Return the answer as text."""
        return self.response or "None"

    def get_formatted_sources(self, length: int = 100) -> str:
        """Return the beginnings of the sources with their ids."""
        return format_sources(self.source_nodes, length)


@dataclass(slots=True)
class AgentChatResponse:
    """A whole answer, with the outputs of tools (``ToolOutput``) and the nodes it was made from."""

    response: str = ""
    sources: list[Any] = field(default_factory=list)
    source_nodes: list[NodeWithScore] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    outcome: ResponseOutcome = field(default_factory=ResponseOutcome)

    def __post_init__(self) -> None:
        """Take the nodes of the answers among the sources for its own, where none are given."""
        if not self.source_nodes:
            answers = (output.raw_output for output in self.sources)
            self.source_nodes = [node for one in answers if isinstance(one, Response) for node in one.source_nodes]

    def __str__(self) -> str:
        """Return the answer's text."""
        return self.response


@dataclass(slots=True)
class PydanticResponse:
    """An answer as an object of the wanted class, whose fields are read here as well."""

    response: object
    source_nodes: list[NodeWithScore] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    outcome: ResponseOutcome = field(default_factory=ResponseOutcome)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what the object has
        """Return a field of the object."""
        return getattr(object.__getattribute__(self, "response"), name)

    def __str__(self) -> str:
        """Return the object as JSON."""
        if hasattr(self.response, "model_dump_json"):
            return str(self.response.model_dump_json())
        if isinstance(self.response, dict | list):
            return json.dumps(self.response, ensure_ascii=False, indent=1)
        return str(self.response)

    def get_response(self) -> Response:
        """Return the same answer as text."""
        return Response(str(self), self.source_nodes, self.metadata, self.outcome)

    def get_formatted_sources(self, length: int = 100) -> str:
        """Return the beginnings of the sources with their ids."""
        return format_sources(self.source_nodes, length)


@dataclass(slots=True)
class StreamingResponse:
    """An answer that is still being written; iterate ``response_gen`` once, or let one of the methods do it."""

    response_gen: Iterator[str]
    source_nodes: list[NodeWithScore] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    outcome: ResponseOutcome = field(default_factory=ResponseOutcome)
    response_txt: str | None = None
    """The whole answer, once the stream is drained."""
    _read: list[str] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the parts of the stream as they are read: the whole answer is there afterwards."""
        self.response_gen = kept(self.response_gen, self._read)

    def __str__(self) -> str:
        return str(self.get_response())

    def get_response(self) -> Response:
        """Return the whole answer, once the stream is drained."""
        if self.response_txt is None:
            self.response_txt = drained(self.response_gen, self._read)
        return Response(self.response_txt, self.source_nodes, self.metadata, self.outcome)

    def async_response_gen(self) -> AsyncGenerator[str]:
        """Return the answer's pieces for ``async for``."""
        return iterate(lambda: self.response_gen)

    def print_response_stream(self) -> None:
        """Print the answer as it is written."""
        self.response_txt = printed(self.response_gen) if self.response_txt is None else printed([self.response_txt])

    def get_formatted_sources(self, length: int = 100) -> str:
        """Return the beginnings of the sources with their ids."""
        return format_sources(self.source_nodes, length)


AnyResponse = Response | StreamingResponse | PydanticResponse


def format_sources(nodes: list[NodeWithScore], length: int) -> str:
    """Return the first ``length`` characters of each source's text, with its id."""
    return "\n\n".join(
        f"> Source (Node id: {found.node.node_id}): {shortened(found.node.text, length)}" for found in nodes
    )


def kept(pieces: Iterator[str], read: list[str]) -> Iterator[str]:
    """Yield pieces of an answer, and add them to ``read``."""
    try:
        for piece in pieces:
            read.append(piece)
            yield piece
    finally:
        if isinstance(pieces, Generator):
            pieces.close()


def drained(pieces: Iterable[str], read: list[str]) -> str:
    """Read the rest of an answer, and return all of it."""
    for _ in pieces:
        pass
    return joined_pieces(read)


def printed(pieces: Iterable[str]) -> str:
    """Print pieces of an answer as they come, and return the whole."""
    text = ""
    with reading_pieces(pieces) as each:
        for piece in each:
            text = appended(text, piece)
            sys.stdout.write(piece)
            sys.stdout.flush()
    return text


def shortened(text: str, length: int) -> str:
    """Return the first ``length`` characters."""
    stripped = text.strip()
    return stripped if len(stripped) <= length else stripped[:length].rstrip() + "..."
