"""Sentences that models and Wikipedia's authors wrote, with references, judged by people."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.citations.align import Aligned, align
from desktop_rag.core.results.answers import Source
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.rerankers.judge import built_in_judge

FILES = {
    "AttributionBench": "attributionbench_dev.jsonl",
    "WiCE": "wice_dev.jsonl",
    "BEGIN": "begin_wow_dev.jsonl",
    "OCNLI": "ocnli_10k.jsonl",
    "JNLI": "jnli_valid.jsonl",
}
TOKENS = "wice_unsupported_tokens_dev.jsonl"
_SUPPORTED = {"supported", "Fully attributable", "entailment"}
_ASIDE = 4  # one group in so many is kept aside: nothing is learnt from it


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence, its references, and whether people found all of it supported by them.

    ``group`` is what other sentences have in common with it, its question or its reference. ``tokens`` are its words
    and marks where people told which of them nothing supports.
    """

    text: str
    references: tuple[str, ...]
    is_supported: bool
    group: str
    tokens: tuple[tuple[str, bool], ...] = ()

    @property
    def is_kept_aside(self) -> bool:
        """Whether nothing is learnt from it."""
        return hashlib.blake2b(self.group.encode()).digest()[0] % _ASIDE == 0

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return its references as passages."""
        return tuple(
            Source(rank, 1.0, f"reference {rank}", 1, "1", 0, len(text), text, str(rank))
            for rank, text in enumerate(self.references, 1)
        )

    def token_ranges(self) -> list[tuple[int, int, bool]]:
        """Return where its tokens stand, and whether each is without support."""
        found, position = [], 0
        for token, is_unsupported in self.tokens:
            start = self.text.find(token, position)
            if start >= 0:
                position = start + len(token)
                found.append((start, position, is_unsupported))
        return found


def judged_sentences(path: Path) -> Iterator[JudgedSentence]:
    """Yield the sentences of a file of any of the sets."""
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield _judged_sentence(row)


def _judged_sentence(row: dict[str, object]) -> JudgedSentence:
    if "premise" in row:
        premise = str(row["premise"])
        return JudgedSentence(str(row["hypothesis"]), (premise,), row["label"] in _SUPPORTED, premise)
    if "evidence_sentences" in row:
        page = "\n".join(_texts(row["evidence_sentences"]))
        unsupported = row.get("unsupported")
        flags = [bool(one) for one in unsupported] if isinstance(unsupported, list) else []
        is_supported = not any(flags) if flags else row["label"] in _SUPPORTED
        tokens = tuple(zip(_texts(row["tokens"]), flags, strict=True)) if flags else ()
        return JudgedSentence(str(row["sentence"]), (page,), is_supported, page, tokens)
    passages = tuple(_texts(row["passages"]))
    is_supported = bool(row["supported"]) if "supported" in row else row["label"] in _SUPPORTED
    group = str(row["question"]) if "supported" in row else passages[0]
    return JudgedSentence(str(row["sentence"]), passages, is_supported, group)


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the verdict “supported” agrees with people, on both kinds of sentences."""

    supported: float
    unsupported: float

    @property
    def balanced_accuracy(self) -> float:
        """Return the mean of both."""
        return (self.supported + self.unsupported) / 2


def agreement(sentences: Sequence[JudgedSentence], embed_model: BaseEmbedding | None) -> Agreement:
    """Align each sentence with its references and compare the verdicts with those of people."""
    agreed: dict[bool, list[bool]] = {True: [], False: []}
    for sentence in sentences:
        aligned = align(sentence.text, sentence.sources, embed_model, built_in_judge() if embed_model else None)
        agreed[sentence.is_supported].append(_is_supported(aligned) is sentence.is_supported)
    return Agreement(*(sum(agreed[kind]) / max(1, len(agreed[kind])) for kind in (True, False)))


def _is_supported(aligned: Aligned) -> bool:
    return not any(one.verdict.is_doubt for one in aligned.sentences)


def unsupported_tokens_f1(sentences: Sequence[JudgedSentence], embed_model: BaseEmbedding | None) -> float:
    """Return the F1 of underlined words against those that people found without support."""
    right = told = wanted = 0
    for sentence in sentences:
        # it ends with a full stop, so no marker stands inside it
        aligned = align(sentence.text, sentence.sources, embed_model, built_in_judge() if embed_model else None)
        ranges = [span for one in aligned.sentences for span in one.unsupported]
        for start, end, is_unsupported in sentence.token_ranges():
            is_told = any(a < end and start < b for a, b in ranges)
            right += is_told and is_unsupported
            told += is_told
            wanted += is_unsupported
    return 2 * right / max(1, told + wanted)
