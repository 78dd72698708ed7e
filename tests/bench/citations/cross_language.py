"""Answers in another language than their passages: German and Japanese ones, Chinese and Spanish ones of XQuAD.

The passages are the five paragraphs that XQuAD has of an article. Every other sentence of ``translations.jsonl`` is
named its passage as a model would; sentences of XQuAD are not. Wrong ones are about the same things, but nobody says
them (``translations.jsonl``), or their own paragraph is missing among the passages (XQuAD).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from desktop_rag.citations.align import Alignment
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.units import sentence_ranges
from desktop_rag.rerankers.judge import built_in_judge

TRANSLATIONS = Path(__file__).parent / "translations.jsonl"
PARAGRAPHS = 5  # of an article, one after the other
_SHORTEST = {"zh": 12, "es": 30}  # characters


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence about paragraph ``place``; ``named``: the model named that one. ``is_kept_aside``: by article."""

    language: str
    place: int
    text: str
    is_supported: bool
    named: bool = False

    @property
    def is_kept_aside(self) -> bool:
        return self.place // PARAGRAPHS % 2 == 1


class _Remembering:
    """Embeds nothing twice: the paragraphs of an article are those of several answers."""

    def __init__(self, model: BaseEmbedding) -> None:
        self._model = model
        self._known: dict[str, Vector] = {}

    @property
    def space(self) -> EmbeddingSpace:
        return self._model.space

    def get_query_embedding(self, query: str) -> Vector:
        return self._model.get_query_embedding(query)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known |= dict(zip(missing, self._model.get_text_embedding_batch(missing), strict=True))
        return np.stack([self._known[text] for text in texts])


def cross_language(folder: Path, model: BaseEmbedding, every: int) -> dict[str, dict[str, float]]:
    """Return shares by part and name; ``folder`` holds XQuAD's ``en``, ``zh`` and ``es``."""
    passages = _texts(folder / "en")
    statements = [*_translations(), *_parallel(folder, passages)][::every]
    remembering = _Remembering(model)
    parts: dict[str, dict[str, float]] = {}
    for part, is_kept_aside in (("tuning", False), ("kept aside", True)):
        chosen = [one for one in statements if one.is_kept_aside is is_kept_aside]
        judged = [(one, *_judged(one, passages, remembering)) for one in chosen]
        parts[part] = {}
        for language in dict.fromkeys(one.language for one in chosen):
            right = [(rank, verdict) for one, rank, verdict in judged if one.language == language and one.is_supported]
            wrong = [verdict for one, _, verdict in judged if one.language == language and not one.is_supported]
            parts[part] |= {
                f"{language} on en, right marker": _share([rank is True for rank, _ in right]),
                f"false alarms, {language} on en, another marker": _share([rank is False for rank, _ in right]),
                f"false alarms, {language} on en, unsupported": _share([verdict.is_refused for _, verdict in right]),
                f"false alarms, {language} on en, in part": _share([verdict is Verdict.PARTLY for _, verdict in right]),
                f"{language} on en, wrong and not cited": _share(
                    [verdict.is_refused or verdict is Verdict.UNCHECKED for verdict in wrong]
                ),
                f"{language} on en, wrong and marked": _share([verdict.is_doubt for verdict in wrong]),
            }
    return parts


def _judged(statement: _Statement, passages: Sequence[str], model: BaseEmbedding) -> tuple[bool | None, Verdict]:
    """Return whether the marker that a statement gets is right, None without one, and its verdict."""
    article = statement.place // PARAGRAPHS * PARAGRAPHS
    places = range(article, article + PARAGRAPHS)
    # of XQuAD a wrong statement is one whose own paragraph is missing
    is_missing = not statement.is_supported and statement.language in _SHORTEST
    sources = tuple(_source(rank, passages[place]) for rank, place in enumerate(places, 1))
    own = statement.place - article + 1
    shown = tuple(source for source in sources if not (is_missing and source.rank == own))
    text = f"{statement.text} [{own}]" if statement.named else statement.text
    aligned = Alignment(shown, model, built_in_judge()).aligned(text)
    verdict = max((one.verdict for one in aligned.sentences), key=list(Verdict).index)
    return (aligned.citations[0].marker == own if aligned.citations else None), verdict


def _source(rank: int, text: str) -> Source:
    return Source(rank, 1.0, f"/{rank}.txt", 1, "1", 0, len(text), text, str(rank))


def _translations() -> Iterator[_Statement]:
    for number, line in enumerate(TRANSLATIONS.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        place = int(row["passage"].rpartition("-")[2])
        yield _Statement(row["language"], place, row["text"], row["is_supported"], named=number % 2 == 1)


def _parallel(folder: Path, passages: Sequence[str]) -> Iterator[_Statement]:
    """Yield sentences of the paragraphs' translations, each with its paragraph and without it."""
    for language, shortest in _SHORTEST.items():
        texts = _texts(folder / language)
        for place in range(len(passages)):
            for start, end in sentence_ranges(texts[place])[::2]:
                if end - start >= shortest:
                    sentence = " ".join(texts[place][start:end].split())
                    yield _Statement(language, place, sentence, is_supported=True)
                    yield _Statement(language, place, sentence, is_supported=False)


def _texts(folder: Path) -> list[str]:
    with (folder / "passages.jsonl").open(encoding="utf-8") as lines:
        return [str(json.loads(line)["text"]) for line in lines]


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 0.0
