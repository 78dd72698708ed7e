"""Measure citations: which sentences keep theirs, and which errors are noticed.

usage: python -m tests.bench.citations --data FOLDER [--meaning] [--kinds name number ...] [--every 1]
                                       [--save FILE] [--compare FILE] [--missed KIND ...] [--judged]
                                       [--languages]

FOLDER holds ``planted.jsonl``: answers of one sentence with five passages each. Constants and word lists are chosen on
the tuning part only; the figures of the part kept aside (other documents) tell what to expect. ``--meaning`` compares
by the built-in model as well, which takes minutes. ``--missed`` prints the answers of the tuning part that were judged
wrongly. ``--judged`` measures AttributionBench, WiCE and BEGIN too, sentences judged by people, and how well underlined
words are those that people found without support; ``baseline.json`` was saved with both.
``--languages`` measures answers in another language than their passages instead; FOLDER then holds XQuAD's ``en``,
``zh`` and ``es``. The exit code is 1 when a figure of ``--compare`` got worse by more than a point.
"""

import argparse
import json
import sys
from pathlib import Path

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from tests.bench.citations.cross_language import cross_language
from tests.bench.citations.judged_sentences import (
    FILES,
    TOKENS,
    JudgedSentence,
    agreement,
    judged_sentences,
    unsupported_tokens_f1,
)
from tests.bench.citations.measuring import Judged, figures, judge
from tests.bench.citations.planted import planted_answers

TOLERANCE = 0.01
_PARTS = ("tuning", "kept aside")
_JUDGED = ("AttributionBench", "WiCE", "BEGIN")


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--meaning", action="store_true")
    parser.add_argument("--kinds", nargs="+", default=())
    parser.add_argument("--every", type=int, default=1, help="only every so many-th answer")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--missed", nargs="+", default=())
    parser.add_argument("--judged", action="store_true")
    parser.add_argument("--languages", action="store_true")
    arguments = parser.parse_args()
    if arguments.languages:
        results = cross_language(arguments.data, MultilingualE5Embedding(), arguments.every)
    else:
        results = _planted(arguments)
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    _print(results, before)
    if arguments.save:
        arguments.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    worse = _worse(before, results)
    for line in worse:
        print(f"worse: {line}")
    return 1 if worse else 0


def _planted(arguments: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Judge the planted answers and return the figures of both parts."""
    embed_model = MultilingualE5Embedding() if arguments.meaning else None
    answers = [
        answer
        for answer in planted_answers(arguments.data / "planted.jsonl")
        if not arguments.kinds or answer.kind in arguments.kinds
    ]
    judged = [judge(answer, embed_model) for answer in answers[:: arguments.every]]
    _print_missed([one for one in judged if one.answer.kind in arguments.missed and not one.answer.is_kept_aside])
    results = {
        part: figures([one for one in judged if one.answer.is_kept_aside == (part == "kept aside")]) for part in _PARTS
    }
    if arguments.judged:
        for part in _PARTS:
            results[part] |= _judged(arguments.data, part, arguments.every, embed_model)
    return results


def _judged(data: Path, part: str, every: int, embed_model: BaseEmbedding | None) -> dict[str, float]:
    """Return how often verdicts agree with those of people in one part of each set."""
    found: dict[str, float] = {}
    for name in _JUDGED:
        shares = agreement(_sentences(data / FILES[name], part)[::every], embed_model)
        found[f"{name}, balanced accuracy"] = shares.balanced_accuracy
        found[f"{name}, supported accepted"] = shares.supported
        found[f"{name}, unsupported marked"] = shares.unsupported
    found["unsupported tokens, F1"] = unsupported_tokens_f1(_sentences(data / TOKENS, part)[::every], embed_model)
    return found


def _sentences(path: Path, part: str) -> list[JudgedSentence]:
    return [one for one in judged_sentences(path) if one.is_kept_aside == (part == "kept aside")]


def _print(results: dict[str, dict[str, float]], before: dict[str, dict[str, float]]) -> None:
    """Print the figures of both parts side by side."""
    print(f"{'':44}{'  '.join(f'{part:>16}' for part in _PARTS)}")
    for name in dict.fromkeys(name for part in _PARTS for name in results[part]):
        cells = (_cell(results[part].get(name), before.get(part, {}).get(name)) for part in _PARTS)
        print(f"{name:44}{'  '.join(cells)}")


def _cell(value: float | None, known: float | None) -> str:
    if value is None:
        return " " * 16
    change = "" if known is None else f" ({value - known:+.3f})"
    return f"{value:.3f}{change}".rjust(16)


def _print_missed(judged: list[Judged]) -> None:
    for one in judged:
        if not one.is_right:
            print(f"{one.answer.row} [{one.answer.how}]: {one.described}")


def _worse(before: dict[str, dict[str, float]], after: dict[str, dict[str, float]]) -> list[str]:
    """Name every figure that got worse; of false alarms and time less is better."""
    found = []
    for part, values in after.items():
        for name, value in values.items():
            known = before.get(part, {}).get(name, value)
            fewer_is_better = name.startswith("false alarms")
            if name.startswith("ms") or (known - value) * (-1 if fewer_is_better else 1) <= TOLERANCE:
                continue
            found.append(f"{part}, {name}: {known:.3f} -> {value:.3f}")
    return found


if __name__ == "__main__":
    sys.exit(main())
