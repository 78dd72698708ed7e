"""PDFs that ask for work without end: what stands on their pages is read all the same, and soon."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from desktop_rag.readers.pages.render import render_page

WORDS = b"BT /F 12 Tf 72 700 Td (The whale sings here.) Tj ET\n"
ANNOTATIONS = {
    "notes": b"<</Type/Annot/Subtype/Text/Rect[%d 8 20 20]/Contents(note)>>",
    "links": b"<</Type/Annot/Subtype/Link/Rect[%d 8 20 20]/A<</S/URI/URI(http://example.org)>>>>",
    "fields": b"<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(entry)/Rect[%d 8 20 20]>>",
    "squares": b"<</Type/Annot/Subtype/Square/Rect[%d 8 20 20]>>",
}


def raw_pdf(path: Path, objects: Sequence[bytes]) -> Path:
    """Write a PDF of objects as they are; the first is the catalogue."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF"
    path.write_bytes(out + end % (len(objects) + 1, table, len(objects) + 1, len(out)))
    return path


def stream(data: bytes, keys: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (keys, len(data), data)


def paged(page: bytes, content: bytes, more: Sequence[bytes], pages: int = 1, catalogue: bytes = b"") -> list[bytes]:
    """Objects of a file of equal pages; ``more`` begin with number 6."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    kid = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R%s>>" % page
    others = range(6 + len(more), 5 + len(more) + pages)
    kids = b" ".join(b"%d 0 R" % number for number in (5, *others))
    tree = b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages)
    return [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % catalogue,
        tree,
        stream(content),
        font,
        kid,
        *more,
        *[kid for _ in others],
    ]


def annotated(path: Path, annotation: bytes, count: int, catalogue: bytes = b"") -> Path:
    numbers = b" ".join(b"%d 0 R" % (6 + number) for number in range(count))
    page = b"/Resources<</Font<</F 4 0 R>>>>/Annots[%s]" % numbers
    return raw_pdf(path, paged(page, WORDS, [annotation % (number % 9) for number in range(count)], 1, catalogue))


def seconds(what: Callable[[], object]) -> float:
    started = time.process_time()
    what()
    return time.process_time() - started


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ANNOTATIONS)
def test_a_page_with_very_many_annotations_is_read_in_seconds(tmp_path: Path, kind: str) -> None:
    path = annotated(tmp_path / "a.pdf", ANNOTATIONS[kind], 4_000)
    pages = []
    assert seconds(lambda: pages.extend(load_file(path))) < 10
    assert pages[0].text.startswith("The whale sings here.")


@pytest.mark.slow
@pytest.mark.nightly(by_day="test_a_page_with_very_many_annotations_is_read_in_seconds")
@pytest.mark.parametrize("kind", ["notes", "fields"])
def test_a_million_annotations_take_seconds_too(tmp_path: Path, kind: str) -> None:
    path = annotated(tmp_path / "a.pdf", ANNOTATIONS[kind], 1_000_000)
    pages = []
    assert seconds(lambda: pages.extend(load_file(path))) < 40
    assert pages[0].text.startswith("The whale sings here.")


@pytest.mark.slow
def test_pages_that_share_very_many_annotations_have_them_once(tmp_path: Path) -> None:
    numbers = b" ".join([b"7 0 R"] * 9_000)
    page = b"/Resources<</Font<</F 4 0 R>>>>/Annots 6 0 R"
    more = [b"[%s]" % numbers, ANNOTATIONS["squares"] % 1]
    path = raw_pdf(tmp_path / "a.pdf", paged(page, WORDS, more, pages=60))
    pages = []
    assert seconds(lambda: pages.extend(load_file(path))) < 20
    assert [page.text for page in pages] == ["The whale sings here."] * 60


def test_every_remark_of_a_long_discussion_is_read(tmp_path: Path) -> None:
    path = annotated(tmp_path / "a.pdf", b"<</Type/Annot/Subtype/Text/Rect[1 8 20 20]/Contents(note)/T(Ann %d)>>", 900)
    (page,) = load_file(path)
    assert [page.text.count(f"- Ann {number}: note") for number in range(9)] == [1] * 9


def test_forms_that_show_each_other_again_and_again_are_not_drawn(tmp_path: Path) -> None:
    depth, first = 12, 6
    forms = [
        stream(b"/X Do " * 10, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 R>>>>" % number)
        for number in range(first + 1, first + depth)
    ]
    forms.append(stream(b"0 0 1 1 re f", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"))
    logo = stream(b"BT /F 12 Tf 72 600 Td (It is a logo.) Tj ET", b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]")
    page = b"/Resources<</Font<</F 4 0 R>>/XObject<</X 6 0 R/Logo %d 0 R>>>>" % (first + depth)
    path = raw_pdf(tmp_path / "a.pdf", paged(page, WORDS + b"/X Do /Logo Do", [*forms, logo]))
    pages = []
    assert seconds(lambda: pages.extend(load_file(path))) < 10
    assert pages[0].text == "The whale sings here.\n\nIt is a logo."
    assert seconds(lambda: render_page("a.pdf", path, 1, 1.0, None, None)) < 10


def test_a_form_that_shows_itself_is_no_reason_to_hang(tmp_path: Path) -> None:
    form = stream(b"/X Do " * 10, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>")
    page = b"/Resources<</Font<</F 4 0 R>>/XObject<</X 6 0 R>>>>"
    path = raw_pdf(tmp_path / "a.pdf", paged(page, WORDS + b"/X Do", [form]))
    assert [one.text for one in load_file(path)] == ["The whale sings here."]


def test_many_pages_with_labels_of_their_own(tmp_path: Path) -> None:
    rules = b" ".join(b"%d<</S/D/P(A%d-)>>" % (number, number) for number in range(1_000))
    page = b"/Resources<</Font<</F 4 0 R>>>>"
    labels = b"/PageLabels<</Nums[%s]>>" % rules
    path = raw_pdf(tmp_path / "a.pdf", paged(page, WORDS, [], pages=1_000, catalogue=labels))
    pages = []
    assert seconds(lambda: pages.extend(load_file(path))) < 10
    assert pages[-1].metadata["page_label"] == "A999-1"


def test_labels_of_pages_are_those_that_programs_show(tmp_path: Path) -> None:
    rules = b"0<</S/r>> 3<</S/D/St 7>> 5<</S/A/P(A-)/St 27>> 6<</P(Back)>> 7<</S/R/St 999999999>> 8<</S/D/St x>>"
    labels = b"/PageLabels<</Nums[%s]>>"
    page = b"/Resources<</Font<</F 4 0 R>>>>"
    for text, expected in (
        (rules[: rules.index(b" 8<<")], ["i", "ii", "iii", "7", "8", "A-AA", "Back", "999999999", "1000000000"]),
        (rules, [str(number) for number in range(1, 10)]),
        (b"2<</S/r>>", ["1", "2", "i", "ii", "iii", "iv", "v", "vi", "vii"]),
    ):
        path = raw_pdf(tmp_path / "a.pdf", paged(page, WORDS, [], pages=9, catalogue=labels % text))
        assert [one.metadata["page_label"] for one in load_file(path)] == expected
