"""Pictures inside documents that are text otherwise: what they say is found too."""

import logging
import zipfile
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.ocr import page_recognition
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.page_text import PageText, RecognisedPage
from tests.helpers.office import deck, package, picture, relations, shape, slide_of, word_with, words, workbook

NO_OCR = ReadOptions(ocr=False)


def test_a_picture_in_a_word_file_is_read_below_its_text(tmp_path: Path) -> None:
    path = word_with(
        tmp_path / "a.docx", words("See the figure."), picture("Serial Number 4711"), picture("Blue whale")
    )
    (page,) = load_file(path)
    assert page.text == "See the figure.\n\n## Pictures\n\nSerial Number 4711\nBlue whale"
    (page,) = read_file(path, NO_OCR).pages
    assert page.text == "See the figure."


def test_a_word_file_of_scans_has_a_page_for_each(tmp_path: Path) -> None:
    path = word_with(tmp_path / "a.docx", "<w:p/>", picture("The first page"), picture(), picture("The second page"))
    assert [(page.text, page.metadata["page_label"]) for page in load_file(path)] == [
        ("The first page", "1"),
        ("The second page", "2"),
    ]
    with pytest.raises(NothingToRead, match="switched off"):
        list(read_file(path, NO_OCR).pages)


def test_slides_are_read_with_their_pictures_and_signets_once(tmp_path: Path) -> None:
    path = deck(
        tmp_path / "a.pptx",
        [slide_of(shape("Sales")), slide_of(shape("Costs"))],
        ("image", "media/one.png", picture("Market share 35 percent")),
        ("image", "media/two.emf", b"drawing"),
    )
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("ppt/slides/_rels/slide1.xml.rels", relations(("image", "../media/one.png")))
    first, second = load_file(path)
    assert first.text == "Sales\n\n## Pictures\n\nMarket share 35 percent"
    assert second.text == "Costs"


def test_a_sheet_is_read_with_its_pictures(tmp_path: Path) -> None:
    drawing = '<x:wsDr xmlns:x="x"/>'
    path = workbook(
        tmp_path / "a.xlsx",
        ("drawing", "drawings/drawing1.xml", drawing),
        ("", "drawings/_rels/drawing1.xml.rels", relations(("image", "../media/image1.png"))),
        ("", "media/image1.png", picture("Uptime in January")),
    )
    (page,) = load_file(path)
    assert page.text == "| City |\n| --- |\n\n## Pictures\n\nUptime in January"


@pytest.mark.parametrize(("ending", "kind"), [("odt", "text"), ("odp", "presentation")])
def test_opendocument_files_are_read_with_their_pictures(tmp_path: Path, ending: str, kind: str) -> None:
    names = "urn:oasis:names:tc:opendocument:xmlns"
    shown = '<d:frame><d:image xmlns:l="l" l:href="Pictures/a.png"/></d:frame>'
    frame = f'{shown}<t:p xmlns:t="{names}:text:1.0">Whales</t:p>'
    inside = f"<d:page>{frame}</d:page>" if ending == "odp" else frame
    content = f'<o:d xmlns:o="{names}:office:1.0" xmlns:d="{names}:drawing:1.0"><o:body>{inside}</o:body></o:d>'
    parts = {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content}
    path = package(tmp_path / f"a.{ending}", parts | {"Pictures/a.png": picture("A blue whale")})
    (page,) = load_file(path)
    assert page.text == "Whales\n\n## Pictures\n\nA blue whale"


def test_what_cannot_be_read_does_not_hide_the_text(tmp_path: Path) -> None:
    broken = picture("Something")[:200]
    path = word_with(tmp_path / "a.docx", words("See the figure."), broken, b"no picture", b"", picture("Blue whale"))
    (page,) = load_file(path)
    assert page.text == "See the figure.\n\n## Pictures\n\nBlue whale"


def test_pictures_that_take_too_long_are_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = package(tmp_path / "a.docx", {f"{number}.png": picture(f"Blue whale {number}") for number in range(3)})
    with Parts(path) as parts, caplog.at_level(logging.INFO, logger="desktop_rag"):
        reading = EmbeddedPictures(parts, ReadOptions()).texts(parts.names(), seconds=0.01)
        assert list(reading) == ["Blue whale 0"]
    assert "1.png on are left out" in caplog.text


def report(path: Path, *pictures: bytes, repeated: int = 1) -> Path:
    """A PDF with a small picture or more on each page of text."""
    with pymupdf.open() as document:
        for number in range(repeated):
            page = document.new_page()
            page.insert_text((72, 60), f"Page {number + 1} of the report")
            for place, data in enumerate(pictures):
                page.insert_image((72, 100 + 60 * place, 300, 150 + 60 * place), stream=data)
        document.save(path)
    return path


def test_small_pictures_of_a_pdf_are_read_where_they_stand_first(tmp_path: Path) -> None:
    path = report(tmp_path / "a.pdf", picture("Serial Number 4711"), picture("Blue whale"), repeated=2)
    first, second = pdf.load_data(path)
    assert first.text == "Page 1 of the report\n\nSerial Number 4711\n\nBlue whale"
    assert second.text == "Page 2 of the report"
    assert isinstance(first, RecognisedPage)
    start = first.text.index("Blue")
    (box,) = PageText(first.text, first.words).boxes(start, start + 4)
    assert 160 < box[1] < box[3] < 210


@pytest.mark.parametrize("limit", ["_IN_VAIN", "_MOST_PICTURES"])
def test_after_many_photographs_no_more_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    looked_at = []
    monkeypatch.setattr(page_recognition, limit, 3)
    monkeypatch.setattr(page_recognition, "recognise", lambda _, __, area: looked_at.append(area))
    blank = [picture(*[""] * number) for number in range(1, 7)]
    list(pdf.load_data(report(tmp_path / "a.pdf", *blank)))
    assert len(looked_at) == 3
    monkeypatch.setattr(page_recognition, "recognise", lambda *_: looked_at.append(()))
    load_file(word_with(tmp_path / "a.docx", words("See the pictures."), *blank))
    assert len(looked_at) == 6


def test_icons_are_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    monkeypatch.setattr(page_recognition, "recognise", lambda _, __, area: looked_at.append(area))
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 60), "Text")
        page.insert_image((72, 100, 90, 118), stream=picture("Icon"))
        document.save(tmp_path / "a.pdf")
    (read,) = pdf.load_data(tmp_path / "a.pdf")
    assert (read.text, looked_at) == ("Text", [])
