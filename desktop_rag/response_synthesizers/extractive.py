"""An answer without a language model: the sentences of the best passages that answer best, quoted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar, Unpack

import numpy as np

from desktop_rag.citations.quotes import Sentence, TermWeights, sentences_of
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.payloads import SynthesizePayload
from desktop_rag.core.response import Quotation, Response, ResponseOutcome, StreamingResponse
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.text import analyzer

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_ENDS = re.compile(r"[.!?。！？;:；：][\"'”’」』)*]*\Z")
_CANDIDATES = 48  # sentences compared by meaning: about half a second on a slow processor
_QUOTES = 4
_CLOSE_TO_BEST = 0.8
_SHORTEST = 60  # bytes, some 20 characters of Chinese; a quotation below is continued with the next sentence


class Extractive(BaseSynthesizer):
    """Quotes the sentences that share the question's words and meaning; see ``quotations``."""

    mode: ClassVar[ResponseMode] = ResponseMode.CONTEXT_ONLY
    builds_objects: ClassVar[bool] = False

    def __init__(self, embed_model: BaseEmbedding, **options: Unpack[SynthesizerOptions]) -> None:
        super().__init__(None, **options)
        self._embed_model = embed_model

    def synthesize(
        self,
        query: str | QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        *,
        streaming: bool | None = None,
    ) -> Response | StreamingResponse:
        """Return the quotations as Markdown block quotes, with their places in ``outcome.quotations``."""
        query_str = query if isinstance(query, str) else query.query_str
        told = SynthesizePayload("extractive", query_str, len(nodes))
        with event(CBEventType.SYNTHESIZE, **told.to_payload()) as stage:
            found = self.quotations(query_str, nodes)
            current_token().raise_if_cancelled()
            text = "\n\n".join(_shown(quotation, nodes[quotation.source].node.text) for quotation in found)
            stage.payload |= replace(told, response=text).to_payload()
        metadata: dict[str, object] = {"calls": 0}
        outcome = ResponseOutcome(nothing_found=not nodes, is_empty=not found, quotations=tuple(found))
        sources = [*nodes, *(additional_source_nodes or ())]
        if self.streaming if streaming is None else streaming:
            return StreamingResponse(iter([text]), sources, metadata, outcome)
        return Response(text, sources, metadata, outcome)

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:  # noqa: ARG002
        """Yield the best sentences of plain texts."""
        nodes = [NodeWithScore(TextNode(text=chunk)) for chunk in chunks]
        for quotation in self.quotations(query_str, nodes):
            yield f"{_shown(quotation, chunks[quotation.source])}\n\n"

    def quotations(self, query: str, nodes: Sequence[NodeWithScore]) -> list[Quotation]:
        """Return the best sentences, best first: half by words in common, half by meaning, better passages first."""
        sentences = _readable(sentences_of([node.node.text for node in nodes]), query)
        if not sentences:
            return []
        words = self._by_words(query, sentences, nodes)
        keep = sorted(range(len(sentences)), key=lambda i: (-words[i], i))[:_CANDIDATES]
        meaning = self._by_meaning(query, [sentences[i] for i in keep])
        scored = {i: 0.5 * words[i] + 0.5 * meaning[place] - 0.03 * sentences[i].source for place, i in enumerate(keep)}
        return _choose(sentences, scored)

    def _by_words(self, query: str, sentences: Sequence[Sentence], nodes: Sequence[NodeWithScore]) -> list[float]:
        """Return which share of the question's words each sentence, or else its heading, has."""
        weights = TermWeights(sentences)
        terms = frozenset(analyzer.terms(query))
        headings = [frozenset(analyzer.terms(node.node.get_metadata_str(MetadataMode.LLM))) for node in nodes]
        return [
            weights.covered(terms, sentence.terms)
            + 0.3 * weights.covered(terms - sentence.terms, headings[sentence.source])
            for sentence in sentences
        ]

    def _by_meaning(self, query: str, sentences: Sequence[Sentence]) -> list[float]:
        """Return how near each sentence is to the question, stretched to 0..1 (the cosines are crowded).

        When the model cannot be asked, words alone decide.
        """
        try:
            wanted = self._embed_model.get_query_embedding(query)
            vectors = self._embed_model.get_text_embedding_batch([sentence.text for sentence in sentences])
        except UserError:
            return [0.0] * len(sentences)
        cosines = vectors @ wanted
        low, high = float(np.min(cosines)), float(np.max(cosines))
        return [float(cosine - low) / (high - low) if high > low else 1.0 for cosine in cosines]


def _shown(quotation: Quotation, text: str) -> str:
    """Return a quotation from ``text`` as a Markdown block quote on one line."""
    return f"> {' '.join(text[quotation.start : quotation.end].split())} [{quotation.source + 1}]"


def _readable(sentences: Sequence[Sentence], query: str) -> list[Sentence]:
    """Leave out headings and, where there is a choice, sentences in another script than the question's."""
    prose = [sentence for sentence in sentences if not sentence.text.startswith("#")]
    same = [sentence for sentence in prose if _script(sentence.text) == _script(query)]
    return same or prose


def _script(text: str) -> str:
    """Return "kana", "han" or "" (all others): a word quoted in a text of another script does not count."""
    if len(_UNSPACED.findall(text)) * 5 <= len(text):
        return ""
    return "kana" if _KANA.search(text) else "han"


def _choose(sentences: Sequence[Sentence], scored: dict[int, float]) -> list[Quotation]:
    """Return the best few sentences, without repetitions; a very short one together with what follows it."""
    order = sorted(scored, key=lambda i: (-scored[i], i))
    best = scored[order[0]]
    chosen: list[Quotation] = []
    seen: set[frozenset[str]] = set()
    for i in order:
        if len(chosen) == _QUOTES or scored[i] < _CLOSE_TO_BEST * best:
            break
        quoted = _quoted(sentences, i)
        terms = frozenset().union(*(sentence.terms for sentence in quoted))
        if any(_says_the_same(terms, other) for other in seen):
            continue
        seen.add(terms)
        chosen.append(Quotation(quoted[0].source, quoted[0].start, quoted[-1].end, scored[i]))
    return chosen


def _says_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the shorter of two sentences is mostly contained in the longer."""
    return len(one & other) > 0.8 * min(len(one), len(other))


def _quoted(sentences: Sequence[Sentence], i: int) -> list[Sentence]:
    """Return sentence ``i``, with those that follow when it is too short to mean anything."""
    quoted = [sentences[i]]
    size = len(sentences[i].text.encode())
    for following in islice(sentences, i + 1, None):
        if size >= _SHORTEST or following.source != quoted[0].source:
            break
        quoted.append(following)
        size += len(following.text.encode())
    return quoted[1:] if _is_heading_of(quoted) else quoted


def _is_heading_of(quoted: Sequence[Sentence]) -> bool:
    """Whether the first of some lines only heads the sentence below it, which says more without it."""
    if len(quoted) < 2 or _ENDS.search(quoted[0].text):
        return False
    below = quoted[1].text
    return _ENDS.search(below) is not None and len(below.encode()) >= _SHORTEST
