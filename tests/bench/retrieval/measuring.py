"""Builds the index of a set with the program's own pipeline and asks it every question."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from desktop_rag.cancel import CancelToken
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evaluation.metrics import FoundPlace, judge
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.ingestion.parse import parse_file
from desktop_rag.ingestion.pipeline import IngestionPipeline, Progress
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.schema import NodeWithScore
from desktop_rag.storage.docstore import DocumentRecord
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.sets import REPORTS, TestSet

MODES = {"keyword": "bm25", "vector": "vector", "hybrid": "hybrid"}
_DEPTH = {REPORTS: 100}
_USUAL_DEPTH = 50

Figures = dict[str, dict[str, float]]
"""Mode -> name of the figure -> value."""


def build(test_set: TestSet, path: Path, embed_model: BaseEmbedding) -> None:
    """Fill an index file with the set's files."""
    with StorageContext(path) as storage:
        IngestionPipeline(storage, _parse, embed_model, _ignore, CancelToken()).run([test_set.folder])


def measure(test_set: TestSet, path: Path, embed_model: BaseEmbedding) -> Figures:
    """Return the figures of each mode."""
    with StorageContext(path, read_only=True) as storage:
        index = VectorStoreIndex(storage_context=storage, embed_model=embed_model)
        return {name: _figures(test_set, index, mode) for name, mode in MODES.items()}


def _figures(test_set: TestSet, index: VectorStoreIndex, mode: str) -> dict[str, float]:
    retriever = index.as_retriever(_DEPTH.get(test_set.name, _USUAL_DEPTH), mode)
    judged = [
        judge(question, [_place(node) for node in retriever.retrieve(question.text)], 20)
        for question in test_set.questions
    ]
    count = len(judged)
    if test_set.name != REPORTS:
        return {
            "nDCG@10": sum(one.figures[3] for one in judged) / count,
            "R@1": sum(one.figures[0] for one in judged) / count,
        }
    ranks = [one.rank or 1000 for one in judged]
    hits = {f"hit@{depth}": sum(rank <= depth for rank in ranks) / count for depth in (1, 5, 20)}
    return hits | {"MRR": sum(one.figures[2] for one in judged) / count}


def _place(node: NodeWithScore) -> FoundPlace:
    metadata = node.node.metadata
    return str(metadata["file_path"]), int(str(metadata["page_number"]))


def _parse(files: Iterable[FoundFile], token: CancelToken) -> Iterator[DocumentRecord]:
    """Parse here rather than in child processes: the files are known to be good."""
    for file in files:
        yield parse_file(file.path, file.size, file.mtime_ns)


def _ignore(progress: Progress) -> None:
    """Report to nobody."""
