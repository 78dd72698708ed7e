"""The language of a document is told by its first pages, and no page waits longer than it must."""

import subprocess
import sys
from collections.abc import Iterator

import py3langid.langid
import pytest

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document
from desktop_rag.text.language import detect_language, with_language

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


@pytest.mark.slow
def test_the_model_tells_what_its_own_loader_lets_it_tell() -> None:
    reference = py3langid.langid.LanguageIdentifier.from_model_file(py3langid.langid.MODEL_FILE)
    codes = {"en", "ja", "zh", "de", "fr", "es", "ko", "ar", "ru", "pt", "it", "nl"}
    reference.set_languages(codes)
    for guide in sorted(resource_path("guide").glob("*.md")):
        for line in guide.read_text(encoding="utf-8").splitlines():
            if len(line) > 120 and line.isprintable() and not line.startswith("|"):  # rows mix languages and code
                told = detect_language(line)
                assert told not in codes or told == reference.classify(line)[0], line
