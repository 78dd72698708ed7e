"""In which language a text is written."""

import json
import math
import re
import sys
import unicodedata
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANGUAGE_KEY = "language"
_SAMPLE = 2_000  # characters looked at
_LEAST = 20  # letters, below which nobody could tell
_WAITED_FOR = 8  # pages that are held back until there is enough to look at
_NO_FEATURE = -1
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of a text's language, "" when it is not recognisable."""
    letters = " ".join(_NOT_LETTERS.split(text[: 4 * _SAMPLE]))[:_SAMPLE]
    # the first letters nearly always tell that there are enough
    if sum(1 if letter < "\u3000" else 3 for letter in islice(filter(str.isalpha, letters), _LEAST)) < _LEAST:
        return ""
    return _classifier().classify(letters)


def with_language(pages: Iterable[Document]) -> Iterator[Document]:
    """Yield the pages of a document with its language in their metadata, recognised in the first of them."""
    held: list[Document] = []
    language: str | None = None
    for page in pages:
        if language is None:
            held.append(page)
            if sum(len(one.text) for one in held) >= _SAMPLE or len(held) >= _WAITED_FOR:
                language = _of(held)
                yield from _marked(held, language)
        else:
            yield from _marked([page], language)
    if language is None:
        yield from _marked(held, _of(held))


def _of(pages: Iterable[Document]) -> str:
    return detect_language("\n".join(page.text for page in pages))


def _marked(pages: Iterable[Document], language: str) -> Iterator[Document]:
    """Yield pages with their language."""
    for page in pages:
        if language:
            page.metadata[LANGUAGE_KEY] = language
        yield page


class _Classifier:
    """Classifies languages by the byte sequences of a text, as py3langid does (naive Bayes over their counts).

    An automaton finds the sequences: ``_next[_row[state] + byte]`` is the state behind a byte, and ``_feature`` says
    which sequence ends in a state, ``_NO_FEATURE`` for none.
    """

    def __init__(self, table: bytes) -> None:
        """Take the unpacked table: ``packaging/language_table.py`` writes it."""
        import numpy as np

        end = table.index(b"\n")
        head = json.loads(table[:end])
        parts: dict[str, NDArray[Any]] = {}
        end += 1
        for name, (kind, *shape) in head["parts"].items():
            parts[name] = np.frombuffer(table, kind, math.prod(shape), end).reshape(shape)
            end += parts[name].nbytes
        self._languages: list[str] = head["languages"]
        self._weights, self._priors = parts["weights"], parts["priors"]
        self._next = array("I")  # walked faster than numpy's
        self._next.frombytes(parts["next"].data.cast("B"))
        self._row: list[int] = (parts["row"].astype("u4") << 8).tolist()
        self._feature: list[int] = parts["feature"].tolist()

    def classify(self, text: str) -> str:
        """Return the code of the likeliest language."""
        import numpy as np

        text = unicodedata.normalize("NFC", text.lower() if text.isupper() else text)
        following, row = self._next, self._row
        state, states = 0, array("I")
        keep = states.append
        for byte in text.encode(errors="surrogatepass"):
            state = following[row[state] + byte]
            keep(state)
        found = Counter(map(self._feature.__getitem__, states))
        del found[_NO_FEATURE]
        if not found:
            return self._languages[0]
        counts = np.fromiter(found.values(), np.float32, len(found))
        scores = np.log1p(counts) @ self._weights[list(found)] + self._priors
        return self._languages[int(scores.argmax())]


@cache
def _classifier() -> _Classifier:
    """Return the language classifier, loaded once: unpacked in memory, nothing is written to the disk."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return _Classifier(zstd.decompress(resource_path("languages", "table.zst").read_bytes()))
