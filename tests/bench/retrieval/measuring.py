"""Builds the index of a set with the program's own pipeline and asks it every question."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.context import ContextOptions
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evaluation.metrics import FoundPlace, judge
from desktop_rag.ingestion.file_ingestion import FileIngestion, ParserSetup, Progress
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.sets import ALL_REPORTS, CONVERSATIONS, REPORTS, TestSet
from tests.helpers.same_process import SameProcess

MODES = {"keyword": "bm25", "vector": "vector", "hybrid": "hybrid"}
_DEPTH = 50
_RERANKED = 20
_SHORT = 5  # how many results of conversations are judged

Figures = dict[str, dict[str, float]]
"""Mode -> name of the figure -> value."""


def build(test_set: TestSet, path: Path, embed_model: BaseEmbedding) -> None:
    """Fill an index file with the set's files."""
    with StorageContext(path) as storage, tempfile.TemporaryDirectory() as scratch:
        FileIngestion(storage, ParserSetup(SameProcess(), Path(scratch)), _ignore, CancelToken()).run(
            [test_set.folder], embed_model
        )


def measure(
    test_set: TestSet, path: Path, embed_model: BaseEmbedding, reranker: BaseNodePostprocessor | None = None
) -> Figures:
    """Return the figures of each mode; with a reranker also those of the best by both, put in its order."""
    with StorageContext(path, read_only=True) as storage:
        index = VectorStoreIndex(storage_context=storage, embed_model=embed_model)
        retrievers = {name: index.as_retriever(_DEPTH, mode) for name, mode in MODES.items()}
        if reranker is not None:
            retrievers["reranked"] = _Reranked(index.as_retriever(_RERANKED, "hybrid"), reranker)
        return {name: _figures(test_set, retriever) for name, retriever in retrievers.items()}


class _Reranked(BaseRetriever):
    """Another retriever's nodes, in a reranker's order."""

    def __init__(self, retriever: BaseRetriever, reranker: BaseNodePostprocessor) -> None:
        self._retriever = retriever
        self._reranker = reranker

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._reranker.postprocess_nodes(self._retriever.retrieve(query_bundle), query_bundle)


def _figures(test_set: TestSet, retriever: BaseRetriever) -> dict[str, float]:
    if test_set.name == CONVERSATIONS:
        return _conversation_figures(test_set, retriever)
    judged = [
        judge(question, [_place(node) for node in retriever.retrieve(question.text)], 20)
        for question in test_set.questions
    ]
    count = len(judged)
    if test_set.name not in (REPORTS, ALL_REPORTS):
        return {
            "nDCG@10": sum(one.figures[3] for one in judged) / count,
            "R@1": sum(one.figures[0] for one in judged) / count,
        }
    ranks = [one.rank or 1000 for one in judged]
    hits = {f"hit@{depth}": sum(rank <= depth for rank in ranks) / count for depth in (1, 5, 20)}
    return hits | {"MRR": sum(one.figures[2] for one in judged) / count}


class _Engine(CondensePlusContextChatEngine):
    """The product's way of searching for a message, without an answer and without a model."""

    def __init__(self, retriever: BaseRetriever, *, skip: bool = False, both: bool = False) -> None:
        options = ContextOptions(synthesizer=get_response_synthesizer(response_mode=ResponseMode.NO_TEXT))
        super().__init__(retriever, None, options=options, skip_condense=skip, search_message_too=both)

    def find(self, message: str, earlier: Sequence[str]) -> list[FoundPlace]:
        """Return where the passages for a message stand."""
        history = [ChatMessage(MessageRole.USER, text) for text in earlier]
        return [_place(node) for node in self._nodes(message, history)]


def _conversation_figures(test_set: TestSet, retriever: BaseRetriever) -> dict[str, float]:
    """Return the figures of the last message alone, of the condensed one, and of both as the product fuses them."""
    engines = {
        "last": _Engine(retriever, skip=True),
        "condensed": _Engine(retriever),
        "fused": _Engine(retriever, both=True),
    }
    asked = list(zip(test_set.questions, test_set.histories, strict=True))
    figures: dict[str, float] = {}
    for name, engine in engines.items():
        judged = [judge(question, engine.find(question.text, earlier), _SHORT).figures for question, earlier in asked]
        figures[f"{name} nDCG@5"] = sum(one[3] for one in judged) / len(judged)
        figures[f"{name} recall@5"] = sum(one[1] for one in judged) / len(judged)
    return figures


def _place(node: NodeWithScore) -> FoundPlace:
    metadata = node.node.metadata
    return str(metadata["file_path"]), int(str(metadata["page_number"]))


def _ignore(progress: Progress) -> None:
    """Report to nobody."""
