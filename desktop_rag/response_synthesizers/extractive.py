"""An answer without a language model: the sentences of the best passages that answer best, quoted.

Of a place of a file that a question names, the text is quoted from the beginning on. Sentences are block quotes, rows
of a table stand below the names of its columns; one whose columns have no names is a label with its values, as a
sentence: “Deposit: £975”, not below empty heads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, Unpack

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.payloads import SynthesizePayload
from desktop_rag.core.response import Quotation, Response, ResponseOutcome, StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.tables import cells_of, is_row
from desktop_rag.evidence.units import Kind, units_of
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.rerankers.judge import Judges
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.quoting.choice import choose
from desktop_rag.response_synthesizers.quoting.competing import competing, naming_others
from desktop_rag.response_synthesizers.quoting.ranking import (
    Identifies,
    RankedSentence,
    Replaces,
    SentenceRanking,
    told_of_row,
)
from desktop_rag.response_synthesizers.quoting.readable import line_of
from desktop_rag.response_synthesizers.quoting.table_rows import (
    Heading,
    Pages,
    RowHeadings,
    as_table,
    inside,
    is_quotable,
    rows_beside,
)
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.question_words import parts_of
from desktop_rag.retrievers.relevance import subject_terms

# Share of a question's terms, of three at least, that a row must hold with its heads. On bench/everyday (open) this
# is so for .07 of what the files answer and .01 of what they don't; refused rightly is .625 with it and .633 without.
_HELD = 0.75
_FEWEST_TERMS = 3
MOST_QUOTED = 1_800  # characters, a page of a booklet; who wants more reads the file
_PARAGRAPH = "\n\n"


class Extractive(BaseSynthesizer):
    """Quotes the sentences and table rows that answer best; see ``quotations``.

    ``pages`` tells what stands above a row on its page, also above the passage. A ``judge`` reads the sentences that
    come nearest together with the question.
    """

    mode: ClassVar[ResponseMode] = ResponseMode.CONTEXT_ONLY
    builds_objects: ClassVar[bool] = False

    def __init__(
        self,
        embed_model: BaseEmbedding,
        pages: Pages | None = None,
        judge: Judges | None = None,
        identity: Identifies | None = None,
        replacements: Replaces | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(None, **options)
        self._pages = pages
        self._identity = identity
        self._replacements = replacements
        self._ranking = SentenceRanking(embed_model, judge=judge, identity=identity, replacements=replacements)
        self._last: tuple[str, list[tuple[str, str]], list[RankedSentence]] | None = None

    def synthesize(
        self,
        query: str | QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        *,
        streaming: bool | None = None,
    ) -> Response | StreamingResponse:
        """Return the quotations as Markdown, block quotes and small tables; their places are ``outcome.quotations``."""
        query_str = query if isinstance(query, str) else query.query_str
        told = SynthesizePayload("extractive", query_str, len(nodes))
        with event(CBEventType.SYNTHESIZE, **told.to_payload()) as stage:
            headings = self._headings(nodes)
            rivals, found = self._compared(query_str, nodes, headings)
            current_token().raise_if_cancelled()
            text = as_markdown(found, nodes, headings)
            stage.payload |= replace(told, response=text).to_payload()
        outcome = ResponseOutcome(
            nothing_found=not nodes, is_empty=not found, quotations=tuple(found), competing=len(rivals)
        )
        sources = [*nodes, *(additional_source_nodes or ())]
        metadata: dict[str, object] = {found.node.node_id: found.node.metadata for found in sources}
        if self.streaming if streaming is None else streaming:
            return StreamingResponse(iter([text]), sources, metadata, outcome)
        return Response(text, sources, metadata, outcome)

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:  # noqa: ARG002
        """Yield the best sentences of plain texts."""
        nodes = [NodeWithScore(TextNode(text=chunk)) for chunk in chunks]
        headings = self._headings(nodes)
        if found := self._quoted(query_str, nodes, headings):
            yield f"{as_markdown(found, nodes, headings)}\n\n"

    def quotations(self, query: str, nodes: Sequence[NodeWithScore]) -> list[Quotation]:
        """Return the best few sentences and table rows, best first, each with the share it has of being the answer."""
        return self._quoted(query, nodes, self._headings(nodes))

    def nearest(self, query: str, nodes: Sequence[NodeWithScore]) -> tuple[str, ...]:
        """Return, for each node, the words of it that come nearest to an answer; "" where it has no sentences."""
        ranked = self._ranked(query, nodes, self._headings(nodes))
        every = units_of(passage_of(node.node) for node in nodes)
        found = (
            choose([one for one in ranked if one.sentence.source == place], every, nodes) for place in range(len(nodes))
        )
        return tuple(
            passage_of(nodes[best[0].source].node).whole(best[0].start, best[0].end) if best else "" for best in found
        )

    def answers(self, query: str, nodes: Sequence[NodeWithScore]) -> float | None:
        """Return the log odds that the best sentence answers a question; None without a judge or sentences.

        Of several questions in one it is enough to answer one. The judge reads cells badly: a row that holds most of a
        question's words answers it at least as likely as not.
        """
        parts = parts_of(query)
        asked = [*parts, query] if len(parts) > 1 else [query]
        headings = self._headings(nodes)
        ranked = [one for each in asked for one in self._ranked(each, nodes, headings)]
        best = max((one.answers for one in ranked if one.answers is not None), default=None)
        if best is None or best >= 0:
            return best
        terms = subject_terms(query)
        rows = [one.sentence for one in ranked if one.answers is not None and one.sentence.kind is Kind.ROW]
        if len(terms) >= _FEWEST_TERMS and any(
            len(terms & told_of_row(row, nodes[row.source], headings)) >= _HELD * len(terms) for row in rows
        ):
            return 0.0
        return best

    def _headings(self, nodes: Sequence[NodeWithScore]) -> RowHeadings:
        return RowHeadings([found.node for found in nodes], self._pages)

    def _compared(
        self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> tuple[list[RankedSentence], list[Quotation]]:
        """Return the best sentences of documents between which the question does not decide, and the quotations.

        Each quotation names the documents that say the same, whatever else they say.
        """
        if self._identity is None:
            return [], self._quoted(query, nodes, headings)
        documents = [found.node.ref_doc_id or "" for found in nodes]
        deficits = self._identity.deficits(query, documents)
        newer = self._replacements.newer(query, documents) if self._replacements else {}
        rivals = competing(self._ranked(query, nodes, headings), nodes, deficits, newer)
        found = self._quoted(query, nodes, headings, rivals)
        every = units_of(passage_of(found.node) for found in nodes)
        return rivals, naming_others(found, every, nodes, deficits, newer)

    def _quoted(
        self,
        query: str,
        nodes: Sequence[NodeWithScore],
        headings: RowHeadings,
        rivals: Sequence[RankedSentence] = (),
    ) -> list[Quotation]:
        """Return the best quotations; of documents that compete, one of each."""
        ranked = rivals or self._ranked(query, nodes, headings)
        every = units_of(passage_of(node.node) for node in nodes)
        return choose(ranked, every, nodes, competing=bool(rivals))

    def _ranked(self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> list[RankedSentence]:
        """Return the sentences with their scores; those of the last question are kept.

        Whether a question is answered is asked first, then what answers it.
        """
        passages = [(node.node.node_id, node.node.text) for node in nodes]
        if self._last is None or self._last[:2] != (query, passages):
            self._last = query, passages, self._ranking.ranked(query, nodes, headings)
        return self._last[2]


class PlaceQuotes(Extractive):
    """Quotes passages whole, in their order, whatever is asked: paragraph by paragraph, and row by row."""

    def _quoted(
        self,
        query: str,  # noqa: ARG002 - all of it answers
        nodes: Sequence[NodeWithScore],
        headings: RowHeadings,  # noqa: ARG002
        rivals: Sequence[RankedSentence] = (),  # noqa: ARG002
    ) -> list[Quotation]:
        chosen: list[Quotation] = []
        length = 0
        for one in _paragraphs(nodes):
            length += one.end - one.start
            if chosen and length > MOST_QUOTED:
                break
            chosen.append(one)
        return chosen


def is_quoted_whole(nodes: Sequence[NodeWithScore]) -> bool:
    """Return True if all of the passages is quoted."""
    return sum(one.end - one.start for one in _paragraphs(nodes)) <= MOST_QUOTED


def _paragraphs(nodes: Sequence[NodeWithScore]) -> Iterator[Quotation]:
    """Yield the range of each paragraph, of each record, and of each row that says something."""
    run: Quotation | None = None
    for one in units_of(passage_of(found.node) for found in nodes):
        text = nodes[one.source].node.text
        is_prose = one.kind is Kind.SENTENCE
        if run is not None and is_prose and run.source == one.source and _PARAGRAPH not in text[run.end : one.start]:
            run = Quotation(one.source, run.start, one.end, 1.0)
            continue
        if run is not None:
            yield run
        run = Quotation(one.source, one.start, one.end, 1.0) if is_prose else None
        if one.kind is Kind.RECORD:
            yield Quotation(one.source, one.start, one.end, 1.0)
        elif one.kind is Kind.ROW and is_quotable(text, text.rfind("\n", 0, one.start) + 1):
            yield Quotation(one.source, *inside(text, one.start, one.end), 1.0)
    if run is not None:
        yield run


def as_markdown(quotations: Sequence[Quotation], nodes: Sequence[NodeWithScore], headings: RowHeadings) -> str:
    """Return quotations in their order, each with the numbers of its passages; rows of one table in one table."""
    return "\n\n".join(_blocks(quotations, nodes, headings))


def _blocks(quotations: Sequence[Quotation], nodes: Sequence[NodeWithScore], headings: RowHeadings) -> Iterator[str]:
    for (source, heading), group in groupby(quotations, lambda one: (one.source, _heading(one, nodes, headings))):
        passage, several = passage_of(nodes[source].node), list(group)
        quoted = [(" ".join(passage.told(one.start, one.end).split()), _numbers(one)) for one in several]
        if heading is None:
            yield from (f"> {text} {numbers}" for text, numbers in quoted)
        elif not any(heading.columns):
            yield from filter(None, [heading.nearest])
            yield from (f"> {_field(text)} {numbers}" for text, numbers in quoted)
        else:
            beside = rows_beside(passage.text, passage.text.rfind("\n", 0, several[0].start) + 1)
            yield as_table(heading, [f"| {text} | {numbers}" for text, numbers in quoted], beside)


def _numbers(quotation: Quotation) -> str:
    """Return the numbers of the passages that say it."""
    return " ".join(f"[{one.source + 1}]" for one in (quotation, *quotation.others))


def _field(row: str) -> str:
    """Return the cells of a row as a label with its values."""
    label, *values = filter(None, cells_of(f"| {row} |"))
    if not values:
        return label
    mark = "" if label.endswith((":", "：")) else ":"
    return f"{label}{mark} {' · '.join(values)}"


def _heading(quotation: Quotation, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> Heading | None:
    """Return the heading of a quoted row, None for a sentence."""
    text = nodes[quotation.source].node.text
    if not is_row(line_of(text, quotation.start)):
        return None
    return headings.of(quotation.source, text.rfind("\n", 0, quotation.start) + 1)
