"""Read files of rows (``README.md`` has their three forms) as pairs: a statement or question, and units of evidence."""

import gzip
import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.units import units_of

LABELS = ("supported", "contradicted", "not_said", "not_supported")
SPLITS = ("train", "dev", "eval")
_DEV_PERCENT = 4  # of the groups of files that do not say themselves what is not trained on
_YES_NO = frozenset({"yes", "no", "true", "false"})
_LONG_UNIT, _CUT_TO = 600, 400  # letters


@dataclass(frozen=True)
class Pair:
    """What the judge is shown, and what is right."""

    task: str
    """“nli” for statements, “qa” for questions."""
    first: str
    evidence: Sequence[str]
    label: str
    kind: str
    language: str
    source: str
    split: str
    keep: str | None = None
    """The unit of the evidence that must stay when it is cut."""


def read_pairs(path: Path, rnd: random.Random) -> list[Pair]:
    """Return the pairs of a file. ``rnd`` draws how much stands around answers, and what does not answer."""
    name = path.name.split(".")[0]
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    ready = [row for row in rows if "evidence" in row]
    statements = [row for row in rows if "premise" in row]
    questions = [row for row in rows if "passage" in row]
    return [
        *(_pair(row, name, row["evidence"], row["label"], row["kind"]) for row in ready),
        *(_pair(row, name, units_of(row["premise"]), row["label"], row["kind"]) for row in statements),
        *_question_pairs(questions, name, rnd),
    ]


def _pair(
    row: dict[str, Any], name: str, evidence: Sequence[str], label: str, kind: str, keep: str | None = None
) -> Pair:
    return Pair(
        task=row["task"],
        first=row["question"] if "question" in row else row["hypothesis"],
        evidence=evidence,
        label=label,
        kind=kind,
        language=row["lang"],
        source=row.get("set") or row.get("source") or name,
        split="eval" if "set" in row else row.get("split") or _split_of(f"{name}.jsonl.gz/{row['group']}"),
        keep=keep,
    )


def _split_of(group: str) -> str:
    number = int.from_bytes(hashlib.blake2b(group.encode(), digest_size=4).digest(), "little") % 100
    return "dev" if number < _DEV_PERCENT else "train"


def _question_pairs(rows: Sequence[dict[str, Any]], name: str, rnd: random.Random) -> Iterator[Pair]:
    """Yield two pairs of most questions with an answer: units around it, and units that do not answer."""
    passages = list({row["passage"]: None for row in rows})
    of_group: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        of_group[row["group"]][row["passage"]] = None
    parts = {passage: _parts(passage) for passage in passages}
    for row in rows:
        units, answer = parts[row["passage"]], row.get("answer") or ""
        if not answer:
            yield _pair(row, name, units, "not_said", "qa_unanswerable")
        elif answer.lower() in _YES_NO and answer not in row["passage"]:
            yield _pair(row, name, units, "supported", "qa_yes_no")
            yield _pair(row, name, parts[rnd.choice(passages)], "not_said", "qa_yes_no")
        elif (target := _answering(row, units)) is not None:
            around = _window(units, target, rnd.choice((1, 2, 3, 3, 5, 8, 12)), rnd)
            yield _pair(row, name, around, "supported", "qa_answer", units[target])
            beside = [passage for passage in of_group[row["group"]] if passage != row["passage"]]
            others = [parts[passage] for passage in beside if answer not in passage]
            without = [unit for at, unit in enumerate(units) if answer not in unit and at != target]
            kind, wrong = _without_answer(without, others, lambda: parts[rnd.choice(passages)], rnd)
            yield _pair(row, name, wrong, "not_said", kind)


def _parts(passage: str) -> list[str]:
    return [
        part
        for unit in units_of(passage)
        for part in (
            [unit] if len(unit) < _LONG_UNIT else [unit[at : at + _CUT_TO] for at in range(0, len(unit), _CUT_TO)]
        )
    ]


def _answering(row: dict[str, Any], units: Sequence[str]) -> int | None:
    """Return which unit holds the answer where the row says that it begins; else the first that holds it; else None."""
    holding = [place for place, unit in enumerate(units) if row["answer"] in unit]
    start, at, found = row.get("start"), 0, holding[0] if holding else None
    if start is None or not holding:
        return found
    for place, unit in enumerate(units):
        here = row["passage"].find(unit[:40], at)
        if here >= 0:
            at = here
            if here <= start < here + len(unit) + 2 and place in holding:
                found = place
    return found


def _without_answer(
    without: Sequence[str], others: Sequence[Sequence[str]], any_other: Callable[[], Sequence[str]], rnd: random.Random
) -> tuple[str, Sequence[str]]:
    """Return a kind, and units that do not answer: of the passage, of others of its group, or of any other."""
    choice = rnd.random()
    if without and choice < 0.5:
        if rnd.random() < 0.5:
            return "qa_sentence_gone", without
        return "qa_other_sentence", _window(without, rnd.randrange(len(without)), rnd.choice((1, 2, 3, 3, 5)), rnd)
    if others and choice < 0.85:
        units, kind, sizes = rnd.choice(others), "qa_other_paragraph", (2, 3, 5, 8, 12)
    else:
        units, kind, sizes = any_other(), "qa_other_document", (1, 2, 3, 5, 8)
    return kind, _window(units, rnd.randrange(len(units)), rnd.choice(sizes), rnd)


def _window(units: Sequence[str], place: int, size: int, rnd: random.Random) -> Sequence[str]:
    """Return ``size`` units in a row of which one, anywhere among them, is that at ``place``."""
    start = max(0, place - rnd.randrange(size))
    return units[start : start + size]
