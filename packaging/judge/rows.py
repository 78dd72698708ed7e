"""Turn the written texts into rows: statements and questions, each with evidence and a label.

A row is an object of JSON in one of three forms (``README.md``). Three files are written:

written.jsonl.gz  statements and questions, each with its whole text
units.jsonl.gz    questions with single units below the name of their file, and with their neighbours; statements among
                  the units of other texts
aside.jsonl.gz    the same of the texts that are never trained on

Of each text all rows go the same way. The seed of what is drawn is the text's file and line: add texts at the end of a
file, or in a file of their own, and the rows of the others stay as they are (but for the units of other texts in them).
"""

import argparse
import gzip
import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

from judge.texts import FOLDER, Text, read_texts
from judge.units import units_of

ASIDE, DEV, TRAIN = "aside", "dev", "train"
ONE_ASIDE_OF = {"fourth": 3, "fifth": 3, "sixth": 6, "seventh": 1}
_ONE_DEV_OF = 8
_TITLED_MOST = 0.7  # share of single units that their file's name stands above
_MOST_PLACES = 2  # an answer that stands in more units does not tell which one answers
_TITLE = re.compile(r"(?m)^\s*\[([^\]\n]{2,60})\]")
_CJK = re.compile(r"[\u3040-\u9fff]")
Row = dict[str, Any]
Passages = Sequence[tuple[str, Sequence[str]]]  # titles, and units below them
Place = tuple[int, int]  # a passage, and a unit in it
Example = tuple[str, list[str], str, str]  # a statement or question, units of evidence, label, kind


def split_of(text: Text) -> str:
    """Return ASIDE, DEV or TRAIN: the same for a text in every run, whatever else is there."""
    share = ONE_ASIDE_OF.get(text.round)
    if share and _number("aside " + text.group) % share == 0:
        return ASIDE
    return DEV if _number(text.group) % _ONE_DEV_OF == 0 else TRAIN


def rows_of_texts(texts: Sequence[Text]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of all texts, each with the name of its file."""
    trained: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        if split_of(text) == TRAIN:
            trained[text.evidence_language].append(text)
    for text in texts:
        same_language = [one for one in trained[text.evidence_language] if one is not text]
        yield from rows_of(text, same_language or trained["en"])


def rows_of(text: Text, others: Sequence[Text]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a text, each with the name of its file; ``others`` lend what stands around its units."""
    rnd = random.Random(text.group)
    shared = {"lang": text.language, "group": text.group}
    units = [("qa", *example) for example in question_examples(text, others, rnd)]
    if len(others) > 2:
        units += [("nli", *example) for example in statement_examples(text, others, rnd)]
    split = split_of(text)
    if split == ASIDE:
        for number, row in enumerate(_rows_aside(text, units)):
            yield "aside", {**row, "id": f"{text.group}-{number}", **shared}
        return
    shared["split"] = split
    for statement, label, kind in text.statements():
        told: Row = {"task": "nli", "premise": text.evidence, "hypothesis": statement, "label": label}
        yield "written", {**told, "kind": f"written {kind}", **shared}
    for question, answer in [*text.asks, *((question, None) for question in text.asks_not)]:
        at = text.evidence.find(answer) if answer else -1
        told = {"task": "qa", "question": question, "passage": text.evidence, "answer": answer}
        yield "written", {**told, "start": at if at >= 0 else None, "kind": "written", **shared}
    for example in units:
        yield "units", {"source": "units", **_ready(*example), **shared}


def passages_of(text: Text) -> Passages:
    """Return the passages of a text of look-alike documents, or the whole text below its domain."""
    titles = list(_TITLE.finditer(text.evidence))
    if len(titles) < 2:
        return [(text.domain, units_of(text.evidence))]
    ends = [title.start() for title in titles[1:]] + [len(text.evidence)]
    return [
        (title[1].removesuffix(".pdf"), units_of(text.evidence[title.end() : end].strip(" :\n")))
        for title, end in zip(titles, ends, strict=True)
    ]


def question_examples(text: Text, others: Sequence[Text], rnd: random.Random) -> Iterator[Example]:
    """Yield questions with single units.

    The right ones hold the answer. Of the wrong ones those are taken that share most words with the question: beside
    the right one, and below questions that the text does not answer.
    """
    passages = passages_of(text)
    several = len(passages) > 1
    places = [(at, unit) for at, (_, units) in enumerate(passages) for unit in range(len(units))]

    def shown(place: Place, *, around: bool = False, titled: bool = True) -> list[str]:
        title, units = passages[place[0]]
        first, last = (max(0, place[1] - 1), place[1] + 2) if around else (place[1], place[1] + 1)
        return [*([title] if titled else []), *units[first:last]]

    def maybe_titled() -> bool:
        return several or rnd.random() < _TITLED_MOST  # which of several passages it is always shows

    for question, answer in text.asks:
        right = _holding(answer, places, passages)
        if not right:
            continue
        yield question, shown(right[0], titled=maybe_titled()), "supported", "unit_answer"
        yield question, shown(right[0], around=True, titled=maybe_titled()), "supported", "unit_answer_around"
        wrong = [place for place in places if place not in right]
        near = {(at, unit + step) for at, unit in right for step in (-1, 0, 1)}
        for place in _likest(question, wrong, passages, rnd)[:2]:
            yield question, shown(place, titled=maybe_titled()), "not_said", "unit_beside"
        for place in _likest(question, [place for place in wrong if place not in near], passages, rnd)[:1]:
            yield question, shown(place, around=True, titled=maybe_titled()), "not_said", "unit_beside_around"
        title, units = rnd.choice(passages_of(rnd.choice(others)))
        yield question, [title, rnd.choice(units)], "not_said", "unit_elsewhere"
    for question in text.asks_not:
        best = _likest(question, places, passages, rnd)
        for place in best[:2]:
            yield question, shown(place, titled=maybe_titled()), "not_said", "unit_unasked"
        yield question, shown(best[0], around=True), "not_said", "unit_unasked_around"


def statement_examples(text: Text, others: Sequence[Text], rnd: random.Random) -> Iterator[Example]:
    """Yield the statements among the units of their text and of two others, each below its title."""
    for statement, label, kind in text.statements():
        parts = [[title, *units] for one in (text, *rnd.sample(others, 2)) for title, units in passages_of(one)]
        rnd.shuffle(parts)
        yield statement, [unit for part in parts for unit in part], label, f"mixed_{kind}"


def _rows_aside(text: Text, units: Sequence[tuple[str, str, list[str], str, str]]) -> Iterator[Row]:
    whole = units_of(text.evidence)
    for statement, label, kind in text.statements():
        yield {"set": f"eval/aside_{text.round}", **_ready("nli", statement, whole, label, f"written {kind}")}
    questions = [(question, "supported") for question, _ in text.asks]
    for question, label in [*questions, *((question, "not_said") for question in text.asks_not)]:
        yield {"set": f"eval/aside_q_{text.round}", **_ready("qa", question, whole, label, "written")}
    for example in units:
        yield {"set": "eval/aside_units" if example[0] == "qa" else "eval/aside_mixed", **_ready(*example)}


def _ready(task: str, first: str, evidence: Sequence[str], label: str, kind: str) -> Row:
    return {"task": task, "hypothesis": first, "evidence": evidence, "label": label, "kind": kind}


def _holding(answer: str, places: Sequence[Place], passages: Passages) -> list[Place]:
    """Return the one or two units of one passage with the answer, [] where it is too short or stands elsewhere too."""
    wanted = _folded(answer)
    if not wanted or (len(wanted) < 2 and not wanted.isdigit()):
        return []
    found = [(at, unit) for at, unit in places if wanted in _folded(passages[at][1][unit])]
    return found if len(found) <= _MOST_PLACES and len({at for at, _ in found}) == 1 else []


def _likest(question: str, among: Sequence[Place], passages: Passages, rnd: random.Random) -> list[Place]:
    """Return the units in the order of how much they share with a question; of equals any first."""
    wanted = _features(question)

    def order(place: Place) -> tuple[int, float]:
        title, units = passages[place[0]]
        return -len(wanted & _features(f"{title} {units[place[1]]}")), rnd.random()

    return sorted(among, key=order)


def _features(text: str) -> set[str]:
    """Return what two texts are likened by: beginnings of words, pairs of letters where words are not set apart."""
    if _CJK.search(text):
        letters = re.findall(r"[\u3040-\u9fff\w]", text)
        return set(map("".join, pairwise(letters)))
    return {word[:6].lower() for word in re.findall(r"\w+", text) if len(word) > 2 or word.isdigit()}


def _folded(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _number(text: str) -> int:
    return int(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest(), 16)


def main() -> None:
    """Write the rows of a folder of texts."""
    parser = argparse.ArgumentParser(description="Turn the written texts into rows.")
    parser.add_argument("out", type=Path, help="folder for written.jsonl.gz, units.jsonl.gz and aside.jsonl.gz")
    parser.add_argument("--texts", type=Path, default=FOLDER, help="folder of texts in the form of FORM.md")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    counts: Counter[tuple[str, str, str]] = Counter()
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(gzip.open(options.out / f"{name}.jsonl.gz", "wt", encoding="utf-8"))
            for name in ("written", "units", "aside")
        }
        for name, row in rows_of_texts(read_texts(options.texts)):
            files[name].write(json.dumps(row, ensure_ascii=False) + "\n")
            counts[name, row.get("split", ASIDE), row["task"]] += 1
    for key, count in sorted(counts.items()):
        print(f"{count:8}", *key)
