"""Sentences that models and Wikipedia's authors wrote, with references, judged by people."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict

FILES = {"AttributionBench": "attributionbench_dev.jsonl", "WiCE": "wice_dev.jsonl"}


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence, its references, and whether people found all of it supported by them."""

    text: str
    references: tuple[str, ...]
    is_supported: bool


def judged_sentences(path: Path) -> Iterator[JudgedSentence]:
    """Yield the sentences of a file of either set."""
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if "label" in row:
                page = "\n".join(row["evidence_sentences"])
                yield JudgedSentence(row["sentence"], (page,), row["label"] == "supported")
            else:
                yield JudgedSentence(row["sentence"], tuple(row["passages"]), bool(row["supported"]))


def balanced_accuracy(path: Path, every: int) -> dict[str, float]:
    """Return how often the verdict “supported” agrees with people, on both kinds of sentences alike."""
    agreed: dict[bool, list[bool]] = {True: [], False: []}
    for number, sentence in enumerate(judged_sentences(path)):
        if number % every == 0:
            agreed[sentence.is_supported].append(_is_supported(sentence) is sentence.is_supported)
    supported, unsupported = (sum(hits) / len(hits) for hits in agreed.values())
    return {
        "supported": supported,
        "not supported": unsupported,
        "balanced accuracy": (supported + unsupported) / 2,
    }


def _is_supported(sentence: JudgedSentence) -> bool:
    sources = tuple(
        Source(rank, 1.0, f"reference {rank}", 1, "1", 0, len(text), text, str(rank))
        for rank, text in enumerate(sentence.references, 1)
    )
    verdicts = {one.verdict for one in align(sentence.text, sources).sentences}
    return not verdicts & {Verdict.PARTLY, Verdict.UNSUPPORTED}
