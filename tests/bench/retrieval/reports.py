"""What a search of company reports finds for each question, as examples to learn from."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evaluation.questions import Question
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.postprocessor.join_neighbours import Documents, WidenBestPostprocessor
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor, SpreadFilesPostprocessor
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.page_evidence import Asked, PageFeatures, row_evidence
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.sets import REPORT_FOLDERS

Numbers = NDArray[np.float64]

_DEPTH = 50
_READ = 5  # passages that a model reads
_FIGURE = re.compile(r"\d[\d,.]*\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORTEST = 3  # digits; shorter figures stand anywhere


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the passages found for it.

    ``report`` is the file that answers, ``pages`` the number of each passage's page (those of one page have one
    number), ``answers`` whether that page answers, ``values`` the passage's own score and the features of its page.
    ``evidence`` are the figures that people named as evidence.
    """

    report: str
    pages: NDArray[np.int64]
    answers: NDArray[np.bool_]
    values: Numbers
    found: Sequence[NodeWithScore]
    evidence: frozenset[str]

    def rank(self, weights: Numbers) -> int:
        """Return which page, counted from 1, is the first that answers; a thousand where none was found."""
        best = self.best_passages(weights)
        scores, answers = self.values[best] @ weights, self.answers[best]
        return int((scores > scores[answers].max()).sum()) + 1 if answers.any() else 1000

    def best_passages(self, weights: Numbers) -> NDArray[np.int64]:
        """Return the place of each page's best passage."""
        order = np.lexsort((self.values @ weights, self.pages))
        best: NDArray[np.int64] = order[np.append(np.diff(self.pages[order]) > 0, True)]
        return best

    def evidence_read(self, weights: Numbers, docstore: Documents) -> float:
        """Return the share of the evidence that a model reads in the five passages it gets."""
        scores = self.values @ weights
        nodes = [self.found[place].with_score(float(scores[place])) for place in np.argsort(-scores, kind="stable")]
        steps = (SpreadFilesPostprocessor(), NearDuplicatesPostprocessor(_READ), WidenBestPostprocessor(docstore))
        for step in steps:
            nodes = step.postprocess_nodes(nodes)
        read = figures_of(" ".join(one.node.text for one in nodes))
        return len(self.evidence & read) / len(self.evidence)


def evidence_figures(data: Path) -> dict[str, frozenset[str]]:
    """Return the figures of each question's evidence, by its id."""
    lines = [
        line for one in REPORT_FOLDERS for line in (data / one / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    rows = map(json.loads, lines)
    return {row["id"]: figures_of(" ".join(one["evidence"] for one in row["expected"])) for row in rows}


def figures_of(text: str) -> frozenset[str]:
    """Return the figures of a text without their commas: no years, and none of two digits."""
    found = (figure.replace(",", "") for figure in _FIGURE.findall(text))
    return frozenset(one for one in found if sum(map(str.isdigit, one)) >= _SHORTEST and not _YEAR.fullmatch(one))


def examples(
    questions: Sequence[Question],
    evidence: Mapping[str, frozenset[str]],
    storage: StorageContext,
    model: BaseEmbedding,
) -> Iterator[Example]:
    """Search for every question, and yield what its answer is chosen from."""
    retriever = _Candidates(storage, model)
    for question in questions:
        found, values = retriever.candidates(question.text)
        pages = [(str(one.node.metadata["file_path"]), int(str(one.node.metadata["page_number"]))) for one in found]
        numbers = {page: number for number, page in enumerate(dict.fromkeys(pages))}
        answers = [any(place.matches(*page) for place in question.expected) for page in pages]
        report = Path(question.expected[0].file).name
        places = np.array([numbers[page] for page in pages])
        yield Example(report, places, np.array(answers), values, found, evidence[question.id])


class _Candidates:
    """The product's search without the evidence of pages, and that evidence beside it."""

    def __init__(self, storage: StorageContext, model: BaseEmbedding) -> None:
        self._storage = storage
        index = VectorStoreIndex(storage_context=storage, embed_model=model)
        self._retrievers = [index.as_retriever(_DEPTH, mode) for mode in ("vector", "bm25")]

    def candidates(self, question: str) -> tuple[list[NodeWithScore], Numbers]:
        """Return all that is found, best first, and for each its score, with what its rows say, and its features."""
        hybrid = HybridRetriever(self._retrievers, similarity_top_k=4 * _DEPTH)
        found = hybrid.retrieve(question)
        asked = Asked.of(question, hybrid.subject(QueryBundle(question)), self._storage.keywords)
        features = PageFeatures(self._storage.documents, asked).of(found)
        own = np.array([one.get_score() for one in found]) + row_evidence(found, asked)
        return found, np.column_stack([own, features])
