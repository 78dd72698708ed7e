"""Ask everyday files (a lease, a handbook, a recipe …) what they answer, and what they do not.

usage: python -m tests.bench.refusals.everyday [FILE …]

The files are those of the folders ``everyday`` and ``everyday_second``, written for this purpose like those people own,
in four and six languages; each folder is a library, and further files given make it larger. A table beside each folder
has the questions, each with the file that answers it and the words of it that do; “=” is in front of questions of the
same subjects that no file answers, “-” in front of those of other subjects. What the lead by tokens counts in the
language of the files is learnt from the first folder, too (``by_token``), whose misses were looked at; nothing was
tuned on the second, written by somebody who had not seen the program answer. How often the answer is quoted without a
model is told, and, since a person who is refused reads the sentences that come nearest, how often it is the first of
them, or among the first three.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.rerankers.judge import built_in_judge
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.retrievers.relevance import PASSAGES
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.refusals.measuring import Asked, Library
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.sets import TestSet

_HERE = Path(__file__).parent
NAMES = ("everyday", "everyday_second")
_NOWHERE = 1_000_000
KINDS = {"=": "same subject", "-": "other subject"}
ANSWERED = "answerable"


def main(further: Sequence[str]) -> None:
    """Print the figures of both folders."""
    model = MultilingualE5Embedding()
    for name in NAMES:
        print(f"== {name}")
        measure(name, model, further)


def measure(name: str, model: BaseEmbedding, further: Sequence[str]) -> None:
    """Print the share of each kind of question that is refused, and how often file and answer are found."""
    refused: dict[str, list[bool]] = {}
    found: list[bool] = []
    quoted: list[int] = []
    read: dict[bool, list[int]] = {True: [], False: []}
    extractive = Extractive(model, judge=built_in_judge())
    with opened(model, name, further) as library:
        for file, question, answer in rows(name):
            asked = Asked(question, "", frozenset())
            kind = KINDS.get(file, ANSWERED)
            is_refused = library.refuses(asked)
            refused.setdefault(kind, []).append(is_refused)
            if kind == ANSWERED:
                nodes = library.found(asked)
                quotations = extractive.quotations(question, nodes)
                texts = [nodes[one.source].node.text[one.start : one.end] for one in quotations]
                quoted.append(_place(answer, texts))
                read[is_refused].append(_place(answer, extractive.nearest(question, nodes)))
                found.append(any(str(node.metadata["file_path"]).endswith(file) for node in nodes))
    for kind, shares in refused.items():
        print(f"{kind}: {sum(shares) / len(shares):.3f} of {len(shares)} refused")
    print(f"the file that answers is among the {PASSAGES} best passages: {sum(found) / len(found):.3f}")
    print("the answer is quoted: first {:.3f}, at all {:.3f}".format(*_shares(quoted, (1, _NOWHERE))))
    for is_refused, places in read.items():
        kind = "refused" if is_refused else "not refused"
        told = "the answer is the nearest sentence for {:.3f}, in three for {:.3f}".format(*_shares(places, (1, 3)))
        print(f"{kind}, of {len(places)}: {told}")


def _place(answer: str, texts: Sequence[str]) -> int:
    """Return which of some texts has an answer first."""
    return next((at for at, text in enumerate(texts) if answer in " ".join(text.split())), _NOWHERE)


def _shares(places: Sequence[int], limits: Sequence[int]) -> list[float]:
    """Return the share of places below each limit."""
    return [sum(place < most for place in places) / max(1, len(places)) for most in limits]


def rows(name: str = NAMES[0]) -> list[tuple[str, str, str]]:
    """Return the file that answers (or “=”, “-”), the question and the words that answer it."""
    lines = (_HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(file, question, answer) for file, question, answer, *_ in (f"{line}\t".split("\t") for line in lines)]


@contextmanager
def opened(model: BaseEmbedding, name: str = NAMES[0], further: Sequence[str] = ()) -> Iterator[Library]:
    """Make and open a library of the files of a folder and ``further`` ones."""
    with tempfile.TemporaryDirectory() as place:
        folder, index = Path(place) / "files", Path(place) / f"{name}.ragindex"
        shutil.copytree(_HERE / name, folder)
        for path in further:
            shutil.copy(path, folder)
        build(TestSet(name, folder, []), index, model)
        with StorageContext(index, read_only=True) as storage:
            yield Library(storage, model)


if __name__ == "__main__":
    main(sys.argv[1:])
