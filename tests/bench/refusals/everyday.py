"""Ask everyday files (a lease, a handbook, a recipe …) what they answer, and what they do not.

usage: python -m tests.bench.refusals.everyday [FILE …]

The files are those of the folder ``everyday``, written for this purpose like those people own, in four languages;
further ones given make the library larger. ``everyday.tsv`` has the questions, each with the file that answers it and
the words of it that do; “=” is in front of questions of the same subjects that no file answers, “-” in front of those
of other subjects. Nothing was tuned on it. A person who is refused reads the sentences that come nearest: how often
the answer is the first of them, or among the first three, is told too.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.retrievers.relevance import PASSAGES
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.refusals.measuring import Asked, Library
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.sets import TestSet

_HERE = Path(__file__).parent
KINDS = {"=": "same subject", "-": "other subject"}
ANSWERED = "answerable"


def main(further: Sequence[str]) -> None:
    """Print the share of each kind of question that is refused, and how often the right file is found."""
    refused: dict[str, list[bool]] = {}
    found: list[bool] = []
    read: dict[bool, list[int]] = {True: [], False: []}
    model = MultilingualE5Embedding()
    with opened(model, further) as library:
        for file, question, answer in rows():
            asked = Asked(question, "", frozenset())
            kind = KINDS.get(file, ANSWERED)
            is_refused = library.refuses(asked)
            refused.setdefault(kind, []).append(is_refused)
            if kind == ANSWERED:
                nodes = library.found(asked)
                nearest = Extractive(model).nearest(question, nodes)
                read[is_refused].append(next((at for at, one in enumerate(nearest) if answer in one), len(nodes)))
                found.append(any(str(node.metadata["file_path"]).endswith(file) for node in nodes))
    for kind, shares in refused.items():
        print(f"{kind}: {sum(shares) / len(shares):.3f} of {len(shares)} refused")
    print(f"the file that answers is among the {PASSAGES} best passages: {sum(found) / len(found):.3f}")
    for is_refused, places in read.items():
        first, three = (sum(place < most for place in places) / max(1, len(places)) for most in (1, 3))
        kind = "refused" if is_refused else "not refused"
        print(f"{kind}, of {len(places)}: the answer is the nearest sentence for {first:.3f}, in three for {three:.3f}")


def rows() -> list[tuple[str, str, str]]:
    """Return the file that answers (or “=”, “-”), the question and the words that answer it."""
    lines = (_HERE / "everyday.tsv").read_text(encoding="utf-8").splitlines()
    return [(file, question, answer) for file, question, answer, *_ in (f"{line}\t".split("\t") for line in lines)]


@contextmanager
def opened(model: BaseEmbedding, further: Sequence[str] = ()) -> Iterator[Library]:
    """Make and open a library of the files and ``further`` ones."""
    with tempfile.TemporaryDirectory() as place:
        folder, index = Path(place) / "files", Path(place) / "everyday.ragindex"
        shutil.copytree(_HERE / "everyday", folder)
        for path in further:
            shutil.copy(path, folder)
        build(TestSet("everyday", folder, []), index, model)
        with StorageContext(index, read_only=True) as storage:
            yield Library(storage, model)


if __name__ == "__main__":
    main(sys.argv[1:])
