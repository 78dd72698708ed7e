"""In which language a text is written."""

import io
import lzma
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from desktop_rag.core.schema import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LANGUAGE_KEY = "language"
_SAMPLE = 2_000  # characters looked at
_LEAST = 20  # letters, below which nobody could tell
_WAITED_FOR = 8  # pages that are held back until there is enough to look at
_TYPE_CODES = {2: "H", 4: "I", 8: "L"}  # of unsigned numbers, by their bytes
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_LANGUAGES = (
    "af am ar az be bg bn ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko "
    "lo lt lv mk ml mn mr ms mt ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh"
).split()  # the rest are dialects that short texts are mistaken for


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of a text's language, "" when it cannot be told."""
    letters = " ".join(_NOT_LETTERS.split(text[: 4 * _SAMPLE]))[:_SAMPLE]
    if sum(1 if letter < "\u3000" else 3 for letter in letters if letter.isalpha()) < _LEAST:
        return ""
    return _classifier()(letters)


def with_language(pages: Iterable[Document]) -> Iterator[Document]:
    """Yield the pages of a document with its language in their metadata, told by the first of them."""
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


@cache
def _classifier() -> Callable[[str], str]:
    """Return what tells the language of a text, loaded once."""
    identifier = _load_identifier()
    identifier.set_languages(_LANGUAGES)

    def classify(text: str) -> str:
        return str(identifier.classify(text)[0])

    return classify


def _load_identifier() -> Any:  # noqa: ANN401 - the package has no types
    """Return py3langid's model, unpacked in memory: its own loader writes 68 MB to the disk for each process."""
    import numpy as np
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    unpacked = io.BytesIO(lzma.decompress((MODEL_DIR / MODEL_FILE).read_bytes()))
    with np.load(unpacked, allow_pickle=False) as data:
        return LanguageIdentifier(
            data["ptc"],
            data["pc"],
            data["classes"].tolist(),
            _as_array(data["nextmove"]),
            data["out_feat"].tolist(),
            tk_row=_as_array(data["nextmove_row"]),
        )


def _as_array(numbers: "NDArray[np.unsignedinteger[Any]]") -> "array[int]":
    """Return numbers as they are walked fastest."""
    found = array(_TYPE_CODES[numbers.dtype.itemsize])
    found.frombytes(numbers.data.cast("B"))
    return found
