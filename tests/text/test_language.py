"""The language of a document is told by its first pages, and no page waits longer than it must."""

import re
import subprocess
import sys
from collections.abc import Iterator

import py3langid.langid
import pytest

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document
from desktop_rag.text.language import _classifier, detect_language, with_language

ENGLISH = "The library keeps what was read and finds it again. "
GERMAN = "Die Bibliothek behält, was gelesen wurde, und findet es wieder. "


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", ""),
        ("Short text here", ""),
        ("ΑΒΓ 12", ""),
        ("図書館は保存する", "ja"),
        ("The library 42 keeps, what was read; and finds_it again!", "en"),
        ("1 2 3 " * 3000 + ENGLISH, ""),
        ("\ud800" + ENGLISH, "en"),
    ],
)
def test_languages_of_short_and_strange_texts(text: str, language: str) -> None:
    assert detect_language(text) == language


def pages(texts: list[str], taken: list[int]) -> Iterator[Document]:
    for number, text in enumerate(texts):
        taken.append(number)
        yield Document(text=text, metadata={"page_label": str(number + 1)})


@pytest.mark.parametrize(
    ("texts", "held"),
    [
        ([ENGLISH * 50, GERMAN], 1),
        ([ENGLISH * 20, ENGLISH * 20, GERMAN * 5], 2),
        (["", "", *[ENGLISH] * 20], 8),
        ([ENGLISH] * 3, 3),
    ],
    ids=["long", "in the second", "short ones", "all"],
)
def test_pages_are_held_back_only_until_there_is_enough_to_tell(texts: list[str], held: int) -> None:
    taken: list[int] = []
    told = with_language(pages(texts, taken))
    first = next(told)
    assert len(taken) == held
    rest = list(told)
    assert [page.text for page in (first, *rest)] == texts
    assert [page.metadata["page_label"] for page in (first, *rest)] == [str(n + 1) for n in range(len(texts))]
    assert {page.metadata["language"] for page in (first, *rest)} == {"en"}


def test_pages_without_a_language_say_none() -> None:
    told = list(with_language([Document(text="12"), Document(text="")]))
    assert len(told) == 2
    assert not any("language" in page.metadata for page in told)
    assert list(with_language([])) == []


_WITHOUT_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from desktop_rag.text.language import detect_language
assert detect_language("The library keeps what was read.") == "en"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of what a program writes")
def test_nothing_is_written_to_the_disk_to_tell_a_language() -> None:
    done = subprocess.run([sys.executable, "-B", "-c", _WITHOUT_DISK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


STRANGE = (
    "İSTANBUL'DA BÜYÜK HARFLERLE YAZILMIŞ BİR CÜMLE",
    "e\u0301t e\u0301tait chaud, mais l'hiver e\u0301tait froid",
    "\ud800 lone surrogates \udfff in a sentence of words",
    "\U00010330\U00010332\U00010333\U00010334 " * 8,
    "ꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦ",
    "Сви људи рађају се слободни и једнаки у достојанству. Sva ljudska bića rađaju se slobodna.",
)


@pytest.mark.slow
def test_the_table_tells_what_the_model_that_it_is_made_of_tells() -> None:
    reference = py3langid.langid.LanguageIdentifier.from_model_file(py3langid.langid.MODEL_FILE)
    reference.set_languages(set(_classifier()._languages))
    lines = [
        line for guide in sorted(resource_path("guide").glob("*.md")) for line in guide.read_text("utf-8").splitlines()
    ]
    told = {}
    for line in [*lines, *(line.upper() for line in lines), *STRANGE]:
        if code := detect_language(line):
            assert code == reference.classify(" ".join(re.split(r"[\W\d_]+", line))[:2000])[0], line
            told[code] = line
    assert {"en", "ja", "zh", "de", "tr", "fr", "sr"} <= told.keys()
