"""Questions with the words that answer them, and the passages that the program finds for each."""

import json
import random
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.config import Config
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.services.answers.engine_factory import AnswerResources, EngineFactory
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.sets import MIXED_SETS, PASSAGE_SETS, mixed_language

SETS = {
    "xquad-en": ("xquad-en", "xquad-en"),
    "xquad-zh": ("xquad-zh", "xquad-zh"),
    "xquad-es": ("xquad-es", "xquad-es"),
    "jsquad": ("jsquad", "jsquad"),
    "es>en": ("xquad-es", "xquad-en"),
    "zh>en": ("xquad-zh", "xquad-en"),
    "en>zh": ("xquad-en", "xquad-zh"),
} | {name: (f"xquad-{language}", name) for name, language in MIXED_SETS.items()}
"""Name -> (set of the questions, set of the passages)."""
_MOST_QUESTIONS = 1200
_SEED = 0
_PARAGRAPHS = 5  # of XQuAD to an article


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the words any of which answer it, the article it is about, and the passages found."""

    id: str
    text: str
    answers: tuple[str, ...]
    article: str
    nodes: tuple[NodeWithScore, ...]


def has_answer(text: str, answers: Sequence[str]) -> bool:
    """Whether a text has the words of any of the answers, whatever their case, width and white space."""
    folded = _folded(text)
    return any(_folded(answer) in folded for answer in answers)


def ask(name: str, data: Path, index: Path, embed_model: BaseEmbedding, most: int = _MOST_QUESTIONS) -> Iterator[Asked]:
    """Yield ``most`` questions of a set, always the same, with what the program searches out for an answer."""
    questions, passages = SETS[name]
    rows = _rows(data / PASSAGE_SETS[questions] / "queries.jsonl")
    answers = _answers_of(rows, passages, data)
    rows = [row for row in rows if any(answers.get(row["id"], ()))]
    if len(rows) > most:
        rows = random.Random(_SEED).sample(rows, most)
    with StorageContext(index, read_only=True) as storage:
        search = SearchResources(storage, embed_model, None, Config(), None, lambda *_: None)
        retrievers = RetrieverFactory(search)
        resources = AnswerResources(storage, embed_model, None, Config(), retrievers)
        retriever = retrievers.retriever()
        with EngineFactory(resources, ChatMemoryBuffer(1000)) as factory:
            steps = factory.postprocessors()
        for row in rows:
            query = QueryBundle(row["query"])
            nodes = retriever.retrieve(query)
            for step in steps:
                nodes = step.postprocess_nodes(nodes, query)
            yield Asked(row["id"], row["query"], answers[row["id"]], _article(row), tuple(nodes))


def _answers_of(rows: Sequence[dict[str, Any]], passages: str, data: Path) -> dict[str, tuple[str, ...]]:
    """Return the words that answer each question, in the language of the passage that has them."""
    if passages not in MIXED_SETS:
        return {row["id"]: tuple(row["answers"]) for row in _rows(data / PASSAGE_SETS[passages] / "answers.jsonl")}
    each = {language: _answers_of(rows, f"xquad-{language}", data) for language in MIXED_SETS.values()}
    return {row["id"]: each[mixed_language(next(iter(row["relevant"])))].get(row["id"], ()) for row in rows}


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _article(row: dict[str, Any]) -> str:
    """Return which article a question is about; XQuAD's are the same in all languages."""
    passage = next(iter(row["relevant"]))
    if passage.startswith("x"):
        return f"x{int(passage.rpartition('-')[2]) // _PARAGRAPHS}"
    return str(row["id"]).partition("p")[0]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
