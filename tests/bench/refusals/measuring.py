"""Asks libraries made of half a set's files, and counts the refusals."""

import json
import random
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from desktop_rag.citations.align import align
from desktop_rag.config import Config
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.units import sentence_ranges
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.rerankers.judge import built_in_judge
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.retrievers.relevance import PASSAGES, SearchEvidence
from desktop_rag.services.answers.documents_only import kept_to_documents
from desktop_rag.services.answers.relevance_check import RelevanceCheck, follows_up, is_answered
from desktop_rag.services.sources import to_source
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.sets import CONVERSATIONS, CROSS_SETS, PASSAGE_SETS, REPORTS, TestSet, open_set

TUNED = ("xquad-en", "xquad-zh", "jsquad", CONVERSATIONS)
HELD_OUT = ("xquad-es", "cmrc2018", REPORTS)
GOOD = (
    "same subject",
    "other subject",
    "other language and subject",
    "same subject, other language",
    "follow-ups, same subject",
    "documents only, same subject",
    "same subject, after another",
    "other subject, after another",
    "other language and subject, after another",
)
_FAMILIES = {"xquad-en": "xquad", "xquad-es": "xquad", "xquad-zh": "xquad"}
_LANGUAGES = {"xquad-zh": "zh", "cmrc2018": "zh", "jsquad": "ja", "xquad-es": "es"}  # the others: English
_SEED = 0
Figures = dict[str, dict[str, float]]
"""Library -> kind of question -> share that was refused."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the one before it in its conversation ("": none), and the files that answer it.

    ``said`` is what a model says that knows the answer, whatever it is shown: the sentence of the file ("": unknown).
    """

    text: str
    before: str
    files: frozenset[str]
    said: str = ""


class Refusals:
    """Makes the libraries below ``work`` and asks each up to ``most`` questions of a kind."""

    def __init__(self, data: Path, work: Path, embed_model: CachedEmbedding, most: int) -> None:
        self._data = data
        self._work = work
        self._embed_model = embed_model
        self._most = most

    def measure(self, name: str) -> dict[str, float]:
        """Return the share refused of each kind of question."""
        with self.opened(name) as (library, kinds):
            shares = {kind: [library.refuses(one) for one in self.some(asked)] for kind, asked in kinds.items()}
            for kind in ("answerable", "same subject"):
                said = [one for one in kinds[kind] if one.said]
                shares[f"documents only, {kind}"] = [library.leaves_out(one) for one in self.some(said)]
        return {kind: round(sum(refused) / len(refused), 4) for kind, refused in shares.items() if refused}

    @contextmanager
    def opened(self, name: str) -> Iterator[tuple["Library", dict[str, list[Asked]]]]:
        """Make and open a library of half of a set's files; yields it and all questions of each kind."""
        test_set = self._set(name)
        kept = [path for path in sorted(test_set.folder.iterdir()) if _is_kept(path.name)]
        folder, index = self._work / "halves" / name, self._work / f"half-{name}.ragindex"
        folder.mkdir(parents=True)
        for path in kept:
            shutil.copy(path, folder / path.name)
        build(TestSet(name, folder, []), index, self._embed_model)
        with StorageContext(index, read_only=True) as storage:
            kinds = self._questions(name, test_set, frozenset(path.name for path in kept))
            yield Library(storage, self._embed_model), kinds

    def _questions(self, name: str, test_set: TestSet, kept: frozenset[str]) -> dict[str, list[Asked]]:
        own = _asked(test_set, _said(self._data, test_set))
        first = [one for one in own if not one.before]
        kinds = {
            "answerable": [one for one in first if one.files & kept],
            "same subject": [one for one in first if not one.files & kept],
        }
        if name == CONVERSATIONS:
            follow_ups = [one for one in own if one.before]
            kinds["follow-ups, answerable"] = [one for one in follow_ups if one.files & kept]
            kinds["follow-ups, same subject"] = [one for one in follow_ups if not one.files & kept]
        if first:  # of another subject than the question before it
            kinds["answerable, after another"] = self._after(kinds["answerable"], kinds["answerable"])
            kinds["same subject, after another"] = self._after(kinds["same subject"], kinds["answerable"])
        for cross in (cross for cross, (_, searched) in CROSS_SETS.items() if searched == name):
            asked = _asked(self._set(cross))
            kinds["answerable, other language"] = [one for one in asked if one.files & kept]
            kinds["same subject, other language"] = [one for one in asked if not one.files & kept]
        others = [one for one in (*TUNED, *HELD_OUT) if _FAMILIES.get(one, one) != _FAMILIES.get(name, name)]
        for kind, wanted in (("other subject", True), ("other language and subject", False)):
            sets = [one for one in others if (_LANGUAGES.get(one) == _LANGUAGES.get(name)) is wanted]
            share = self._most // max(1, len(sets))
            kinds[kind] = [one for other in sets for one in self.some(_standing_alone(self._set(other)), share)]
            kinds[f"{kind}, after another"] = self._after(kinds[kind], kinds["answerable"])
        return kinds

    def _after(self, asked: Sequence[Asked], earlier: Sequence[Asked]) -> list[Asked]:
        """Return some questions, each asked after one that has nothing to do with it."""
        turns = random.Random(_SEED)
        return [replace(one, before=turns.choice(earlier).text) for one in self.some(asked)] if earlier else []

    def _set(self, name: str) -> TestSet:
        return open_set(name, self._data, self._work)

    def some(self, asked: Iterable[Asked], most: int = 0) -> list[Asked]:
        """Return as many of the questions as are wanted, always the same."""
        found, most = list(asked), most or self._most
        return found if len(found) <= most else random.Random(_SEED).sample(found, most)


class Library:
    """A library that is asked as the program does it."""

    def __init__(self, storage: StorageContext, embed_model: BaseEmbedding) -> None:
        index = VectorStoreIndex(storage_context=storage, embed_model=embed_model)
        self._retriever = index.as_retriever(PASSAGES, "hybrid")
        self._check = RelevanceCheck(storage, embed_model, Config(), VectorCache())
        self._extractive = Extractive(embed_model, storage.docstore, built_in_judge())
        self._refused: dict[Asked, bool] = {}

    def evidence(self, asked: Asked) -> list[SearchEvidence]:
        """Return what speaks for each way to understand a question."""
        return list(self._check.evidence(asked.text, asked.before, self.found(asked)))

    def refuses(self, asked: Asked) -> bool:
        """Whether the library says that it does not answer a question."""
        if asked not in self._refused:
            nodes = self.found(asked)
            relevance = self._check.relevance(asked.text, asked.before, nodes)
            goes_on = follows_up(asked.text, asked.before)
            answers = None if goes_on else self._extractive.answers(asked.text, nodes)
            self._refused[asked] = not is_answered(relevance, answers)
        return self._refused[asked]

    def leaves_out(self, asked: Asked) -> bool:
        """Whether nothing of what a model says is left under “Documents only”, or it is not even asked."""
        if self.refuses(asked):
            return True
        sources = [to_source(found, rank) for rank, found in enumerate(self.found(asked), 1)]
        said = align(asked.said, sources)
        answer = Answer(asked.text, said.text, said.citations, tuple(sources), "a model", extractive=False)
        return not kept_to_documents(replace(answer, sentences=said.sentences)).answered

    def found(self, asked: Asked) -> list[NodeWithScore]:
        """Return the best passages."""
        return self._retriever.retrieve(f"{asked.before}\n{asked.text}" if asked.before else asked.text)


def _asked(test_set: TestSet, said: Mapping[str, str] | None = None) -> list[Asked]:
    histories = test_set.histories or ((),) * len(test_set.questions)
    return [
        Asked(
            question.text,
            earlier[-1] if earlier else "",
            frozenset(place.file for place in question.expected),
            (said or {}).get(question.id, ""),
        )
        for question, earlier in zip(test_set.questions, histories, strict=True)
    ]


def _said(data: Path, test_set: TestSet) -> dict[str, str]:
    """Return the sentences with the answers, by the ids of the questions, where a set tells the answers."""
    path = data / PASSAGE_SETS.get(test_set.name, test_set.name) / "answers.jsonl"
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    answers = {str(row["id"]): row["answers"] for row in rows}
    found: dict[str, str] = {}
    for question in test_set.questions:
        text = (test_set.folder / question.expected[0].file).read_text(encoding="utf-8")
        sentences = [text[start:end] for start, end in sentence_ranges(text)]
        having = (one for one in sentences if any(answer in one for answer in answers.get(question.id, ())))
        found[question.id] = next(having, "")
    return found


def _standing_alone(test_set: TestSet) -> list[Asked]:
    return [one for one in _asked(test_set) if not one.before]


def _is_kept(name: str) -> bool:
    """Whether a file is in the half that the library is made of."""
    return blake2b(name.encode(), digest_size=1).digest()[0] % 2 == 0
