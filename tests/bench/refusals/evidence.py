"""Gather the evidence of all questions once, so that weights and limits can be tried in seconds.

usage: python -m tests.bench.refusals.evidence --data PATH --save FILE [--libraries xquad-en …] [--cache FOLDER]

FILE holds a list of ``Gathered``, pickled: of the questions of ``tests.bench.refusals`` and of the everyday files, for
each what ``relevance`` is told about it, and how near each of its tokens comes to the sentences of the passages found.
"""

import argparse
import pickle
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from unittest.mock import patch

import numpy as np
import platformdirs
from numpy.typing import NDArray

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.response_synthesizers.quoting.table_rows import sentences_and_rows
from desktop_rag.retrievers.relevance import PASSAGES, SearchEvidence
from tests.bench.refusals.everyday import ANSWERED, KINDS, opened, rows
from tests.bench.refusals.measuring import HELD_OUT, TUNED, Asked, Library, Refusals
from tests.bench.retrieval.cached_embedding import CachedEmbedding

EVERYDAY = "everyday"
_AFTER = "after another"  # the same questions once more: only the passages found are others
_TEXTS = 50_000  # whose tokens are kept: most questions meet the same sentences


@dataclass(frozen=True)
class Gathered:
    """One way to understand a question that a library was asked.

    ``number`` counts the questions of a kind: those with several ways to be understood come several times.
    ``evidence`` has the fields of a ``SearchEvidence``. ``offsets`` are the characters of the question's tokens,
    ``nearest`` the cosines of each to the most similar token of each sentence, shape ``(tokens, sentences)``,
    ``cosines`` those of the whole question to each, ``sentences`` the places of their passages and ``sizes`` how many
    characters they have.
    """

    library: str
    kind: str
    number: int
    evidence: dict[str, object]
    offsets: tuple[tuple[int, int], ...]
    nearest: NDArray[np.float16]
    cosines: NDArray[np.float16]
    sentences: tuple[int, ...]
    sizes: tuple[int, ...]


def main() -> None:
    """Gather and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--save", type=Path, required=True)
    names = (EVERYDAY, *HELD_OUT, *TUNED)
    parser.add_argument("--libraries", nargs="+", choices=names, default=names)
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--questions", type=int, default=150, help="of each kind, asked of each library")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    model = MultilingualE5Embedding(arguments.cache / "graph.json")
    embed_model = CachedEmbedding(arguments.cache / "vectors.sqlite", model)
    found: list[Gathered] = []
    with tempfile.TemporaryDirectory() as work, patch.object(multilingual_e5, "_REMEMBERED", _TEXTS):
        refusals = Refusals(arguments.data, Path(work), embed_model, arguments.questions)
        for name in arguments.libraries:
            if name == EVERYDAY:
                with opened(embed_model) as library:
                    found += _gathered(name, library, _everyday(), model)
            else:
                with refusals.opened(name) as (library, kinds):
                    chosen = {kind: refusals.some(asked) for kind, asked in kinds.items() if _AFTER not in kind}
                    found += _gathered(name, library, chosen, model)
            print(f"{name}: {len(found)}", flush=True)
            arguments.save.write_bytes(pickle.dumps(found))
    embed_model.close()


def _everyday() -> dict[str, list[Asked]]:
    kinds: dict[str, list[Asked]] = {}
    for file, question, _ in rows():
        kinds.setdefault(KINDS.get(file, ANSWERED), []).append(Asked(question, "", frozenset()))
    return kinds


def _gathered(
    name: str, library: Library, kinds: dict[str, list[Asked]], model: MultilingualE5Embedding
) -> Iterator[Gathered]:
    """Yield what there is about each question."""
    for kind, asked in kinds.items():
        for number, one in enumerate(asked):
            for evidence in library.evidence(one):
                yield _compared(name, kind, number, evidence, model)


def _compared(name: str, kind: str, number: int, evidence: SearchEvidence, model: MultilingualE5Embedding) -> Gathered:
    sentences = sentences_and_rows(evidence.passages[:PASSAGES])
    texts: Sequence[str] = [one.text for one in sentences]
    similar = model.compare_tokens(evidence.question, texts)
    return Gathered(
        name,
        kind,
        number,
        {one.name: getattr(evidence, one.name) for one in fields(evidence)},
        similar.offsets,
        similar.nearest.astype(np.float16),
        similar.cosines.astype(np.float16),
        tuple(one.source for one in sentences),
        tuple(map(len, texts)),
    )


if __name__ == "__main__":
    main()
