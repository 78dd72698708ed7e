"""Measure quotations: how often the answer stands in the first one, and in any.

usage: python -m tests.bench.quotations --data PATH [--sets xquad-en jsquad ...] [--cache FOLDER]
                                        [--save FILE] [--compare FILE] [--train] [--rows] [--judged 150]

Searching and quoting are the program's own, without a language model. Each figure is given with the program's weights
("tuned": they were learnt on these questions) and with weights learnt without the article that a question is about
("held out"). ``--train`` prints weights learnt from all of the sets. ``--rows`` measures tables instead: see
``rows.py``. ``--judged`` questions of each set are answered once more with the judge, as the program does where the
built-in search model runs ("judged"; "unjudged" are the same questions without it). Vectors of passages and sentences
are remembered in the cache folder: the first run takes half an hour. The exit code is 1 when a figure fell by more than
half a point below ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import json
import pprint
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from desktop_rag.core.schema import NodeWithScore
from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.evidence.units import Unit, units_of
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.rerankers.judge import Judge, built_in_judge
from desktop_rag.response_synthesizers.quoting.choice import choose
from desktop_rag.response_synthesizers.quoting.ranking import SentenceRanking
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings
from desktop_rag.response_synthesizers.quoting.weights import LEARNT, Weights
from tests.bench.quotations import rows
from tests.bench.quotations.asking import SETS, Asked, ask, has_answer
from tests.bench.quotations.training import FOLDS, example_of, fold_of, learn
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.sets import MIXED_SETS, open_set

TOLERANCE = 0.005
_PASSAGES = 5_000
Figures = dict[str, float]
Compared = dict[tuple[str, str, bool], tuple[list[Unit], NDArray[np.float64]]]
"""A question, the first passage found for it, and whether a judge reads -> its sentences and their features."""


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--judged", type=int, default=150, help="questions of each set that the judge reads")
    arguments = parser.parse_args()
    multilingual_e5._REMEMBERED_IN_CONTEXT = _PASSAGES  # of all sets together: each is met by many questions
    embed_model = CachedEmbedding(
        arguments.cache / "vectors.sqlite", MultilingualE5Embedding(arguments.cache / "graph.json")
    )
    if arguments.rows:
        results = {"rows": rows.measure(arguments.data, arguments.cache, embed_model)}
        print(results)
    else:
        with tempfile.TemporaryDirectory() as folder:
            asked = {name: _asked(name, arguments.data, Path(folder), embed_model) for name in arguments.sets}
        results = _measured(asked, embed_model, arguments.judged, train=arguments.train)
    embed_model.close()
    if arguments.save:
        kept = json.loads(arguments.save.read_text(encoding="utf-8")) if arguments.save.exists() else {}
        arguments.save.write_text(json.dumps(kept | results, indent=1) + "\n", encoding="utf-8")
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    fallen = _fallen(before, results)
    for line in fallen:
        print(f"fell: {line}")
    return 1 if fallen else 0


def _asked(name: str, data: Path, work: Path, embed_model: BaseEmbedding) -> list[Asked]:
    """Return a set's questions with their passages; its index is built unless it is there."""
    passages = open_set(SETS[name][1], data, work)
    index = work / f"{passages.folder.name}.ragindex"
    if not index.exists():
        build(passages, index, embed_model)
    return list(ask(name, data, index, embed_model))


def _measured(
    asked: dict[str, list[Asked]], embed_model: BaseEmbedding, judged: int, *, train: bool
) -> dict[str, Figures]:
    """Return the figures of each set, printing them."""
    known: Compared = {}
    ranking = _Ranking(known, embed_model, LEARNT, None)
    learnt = [questions for name, questions in asked.items() if name not in MIXED_SETS]  # there, tokens do not count
    examples = [example_of(one, ranking) for questions in learnt for one in questions]
    if train:
        pprint.pp(learn(examples))
    folds = [learn([one for one in examples if fold_of(one.article) != fold]) for fold in range(FOLDS)]
    results = {}
    for name, questions in asked.items():
        tuned = _figures(questions, [LEARNT] * FOLDS, embed_model, known)
        held_out = _figures(questions, folds, embed_model, known)
        results[name] = tuned | {f"held out {key}": held_out[key] for key in ("first", "any")}
        some = random.Random(0).sample(questions, min(judged, len(questions)))
        for kind, judge in (("judged", built_in_judge()), ("unjudged", None)):
            if some:
                found = _figures(some, [LEARNT] * FOLDS, embed_model, known, judge)
                results[name] |= {f"{kind} {key}": found[key] for key in ("first", "any")}
        print(name, "   ".join(f"{key} {value}" for key, value in results[name].items()), flush=True)
    return results


class _Ranking(SentenceRanking):
    """Compares the sentences of a question once, whichever weights they get; ``known`` is shared."""

    def __init__(self, known: Compared, embed_model: BaseEmbedding, weights: Weights, judge: Judge | None) -> None:
        super().__init__(embed_model, weights, judge)
        self._known = known
        self._is_judged = judge is not None

    def compared(
        self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> tuple[list[Unit], NDArray[np.float64]]:
        """Return the sentences that were compared, with their features."""
        key = (query, nodes[0].node.node_id if nodes else "", self._is_judged)
        if key not in self._known:
            self._known[key] = super().compared(query, nodes, headings)
        return self._known[key]


def _figures(
    questions: Sequence[Asked],
    weights: Sequence[Weights],
    embed_model: BaseEmbedding,
    known: Compared,
    judge: Judge | None = None,
) -> Figures:
    """Return the shares of questions answered, and the mean number and length of quotations.

    ``weights`` are those of each fold.
    """
    rankings = [_Ranking(known, embed_model, one, judge) for one in weights]
    first = found = count = length = first_length = 0
    for asked in questions:
        headings = RowHeadings([found.node for found in asked.nodes])
        ranked = rankings[fold_of(asked.article)].ranked(asked.text, asked.nodes, headings)
        quotations = choose(ranked, units_of(passage_of(node.node) for node in asked.nodes), asked.nodes)
        texts = [asked.nodes[one.source].node.text[one.start : one.end] for one in quotations]
        hits = [has_answer(text, asked.answers) for text in texts]
        first += hits[:1] == [True]
        found += any(hits)
        count += len(texts)
        length += sum(map(len, texts))
        first_length += sum(map(len, texts[:1]))
    return {
        "first": round(first / len(questions), 4),
        "any": round(found / len(questions), 4),
        "quotations": round(count / len(questions), 2),
        "characters": round(length / max(1, count)),
        "characters of the first": round(first_length / len(questions)),
    }


def _fallen(before: dict[str, Figures], after: dict[str, Figures]) -> list[str]:
    """Name every share that is more than half a point lower."""
    return [
        f"{name} {key}: {before[name][key]} -> {value}"
        for name, figures in after.items()
        for key, value in figures.items()
        if value <= 1 and value < before.get(name, {}).get(key, value) - TOLERANCE
    ]


if __name__ == "__main__":
    sys.exit(main())
