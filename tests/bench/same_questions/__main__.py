"""Count which pairs of questions are taken for the same, and how near those are.

usage: python -m tests.bench.same_questions

``pairs.jsonl`` holds pairs that mean the same and pairs made to differ in one thing: a name, a figure, a date, a
negation, a condition. The questions of bench/everyday and bench/relations, each with every other one of its set, are
what people ask of the same files. See ``README.md`` beside this file.
"""

import itertools
import json
from pathlib import Path

import numpy as np

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.services.test_questions.same_question import NEAR, may_mean_the_same

_HERE = Path(__file__).parent


def main() -> None:
    """Print the figures."""
    model = MultilingualE5Embedding()
    pairs = [json.loads(line) for line in (_HERE / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    vectors = model.get_query_embedding_batch([question for pair in pairs for question in pair["questions"]])
    cosines = (vectors[0::2] * vectors[1::2]).sum(axis=1)
    worded = np.array([may_mean_the_same(*pair["questions"]) for pair in pairs])
    same = np.array([pair["same"] for pair in pairs])
    for name, chosen in (("same", same), ("different", ~same)):
        by_words, by_both = int((worded & chosen).sum()), int((worded & (cosines >= NEAR) & chosen).sum())
        by_cosine = int(((cosines >= NEAR) & chosen).sum())
        print(f"{name:10}{int(chosen.sum()):8} pairs: {by_words} by words, {by_cosine} by cosine, {by_both} by both")
    passed = cosines[worded & same]
    print(f"cosines of the same by words: {passed.min():.3f} to {passed.max():.3f}")
    count = 0
    for questions in _sets():
        alike = [pair for pair in itertools.combinations(questions, 2) if may_mean_the_same(*pair)]
        count += len(questions) * (len(questions) - 1) // 2
        for pair in alike:
            one, other = model.get_query_embedding_batch(pair)
            print(f"taken for the same by words, cosine {one @ other:.3f}: {pair}")
    print(f"{count:,} pairs of other questions")


def _sets() -> list[list[str]]:
    """Return the distinct questions that are asked of the same files."""
    found = [
        [json.loads(line)["question"] for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(_HERE.parent.glob("everyday/*/questions.jsonl"))
    ]
    for path in sorted(_HERE.parent.glob("relations/*.jsonl")):
        lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        asked = [one for line in lines for one in (*line["asks"], *line["asks_not"])]
        found.append([str(next(iter(one.values()))) if isinstance(one, dict) else one for one in asked])
    return [list(dict.fromkeys(questions)) for questions in found]


if __name__ == "__main__":
    main()
