"""Reading real files of every supported format, and refusing the others in plain words."""

import contextlib
import re
import zipfile
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import resource_path
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.pages.page_text import read_page
from desktop_rag.readers.pages.render import render_page
from desktop_rag.text.encodings import decode


def make_pdf(path: Path, *pages: str, **options: object) -> Path:
    document = pymupdf.open()
    for text in pages:
        document.new_page().insert_text((72, 72), text, fontname="japan" if not text.isascii() else "helv")
    document.save(path, **options)
    document.close()
    return path


def make_epub(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(
            "META-INF/container.xml",
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        archive.writestr(
            "c.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="a"/></spine></package>',
        )
        archive.writestr(
            "a.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Whales sing.</p></body></html>'
        )
    return path


def text_of(path: Path, options: ReadOptions | None = None) -> str:
    return "\n".join(page.text for page in read_file(path, options or ReadOptions()).pages)


@pytest.mark.slow
def test_a_page_with_a_picture_of_a_screen_reads_as_its_text_does(tmp_path: Path) -> None:
    """The guide in all languages, without the pictures: ``tests/test_guide.py``."""
    with pymupdf.open(resource_path("guide", "guide.ja.pdf")) as guide:
        guide.select([next(page.number for page in guide if page.get_images())])
        guide.save(tmp_path / "page.pdf")
    text, typed = (text_of(tmp_path / "page.pdf", ReadOptions(ocr=ocr)) for ocr in (True, False))
    words = re.findall(r"[ァ-ー]{3,}", typed)
    assert len(words) > 10
    assert [word for word in words if word not in text] == []
    assert len(text) > len(typed)


def test_pages_have_labels_and_metadata(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "two.pdf", "First page", "Second page")
    pages = load_file(path)
    assert [page.text for page in pages] == ["First page", "Second page"]
    assert [page.metadata["page_label"] for page in pages] == ["1", "2"]
    metadata = pages[0].metadata
    assert metadata["file_name"] == "two.pdf"
    assert metadata["file_type"] == "application/pdf"
    assert metadata["file_size"] == path.stat().st_size
    assert {"file_path", "creation_date", "last_modified_date"} <= set(metadata)


def test_web_pages_books_and_code(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<h1>Title</h1><p>Some <b>bold</b> words.</p><script>x()</script>")
    assert "bold words" in text_of(tmp_path / "page.html")
    assert "x()" not in text_of(tmp_path / "page.html")
    assert "Whales sing." in text_of(make_epub(tmp_path / "book.epub"))
    (tmp_path / "code.py").write_text("def f():\n    return 1\n")
    assert text_of(tmp_path / "code.py") == "def f():\n    return 1\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("日本語の文章です。これは文字コードの試験です。" * 3, "shift_jis"),
        ("日本語の文章です。これは文字コードの試験です。" * 3, "euc_jp"),
        ("这是一个中文编码测试。请正确识别文字编码。" * 3, "gb18030"),
        ("Grüße aus Köln, schöne Füße, größer als vorher. " * 3, "cp1252"),
        ("Привет, это проверка кодировки текста на русском языке. " * 3, "cp1251"),
        ("plain", "utf-8"),
        ("with a mark", "utf-8-sig"),
        ("wide 日本", "utf-16"),
        ("wider 日本", "utf-32"),
    ],
)
def test_encodings_are_recognised(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@given(st.binary(min_size=1, max_size=400))
def test_decoding_never_crashes(data: bytes) -> None:
    with contextlib.suppress(UserError):
        assert isinstance(decode(data), str)


def test_files_that_are_not_read_say_why(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "blank.txt").write_text(" \n ")
    for name in ("photo.raw", "junk.xyz", "film.mp4"):
        (tmp_path / name).write_bytes(b"\1\2\3\0\xff")
    (tmp_path / "folder.txt").mkdir()
    for name, reason in [
        ("empty.txt", "is empty"),
        ("blank.txt", "white space"),
        ("photo.raw", "Raw photographs"),
        ("junk.xyz", "its content is not text"),
        ("film.mp4", "video"),
        ("folder.txt", "not a regular file"),
    ]:
        with pytest.raises(NothingToRead, match=reason):
            load_file(tmp_path / name)
    with pytest.raises(UserError, match="cannot be opened"):
        load_file(tmp_path / "missing.txt")


def test_damaged_and_protected_files_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnonsense")
    (tmp_path / "broken.docx").write_bytes(b"PK\3\4nonsense")
    (tmp_path / "broken.xlsx").write_bytes(b"PK\3\4nonsense")
    for name in ("broken.pdf", "broken.docx", "broken.xlsx"):
        with pytest.raises(UserError, match="damaged"):
            load_file(tmp_path / name)
    locked = make_pdf(
        tmp_path / "locked.pdf", "secret", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o"
    )
    with pytest.raises(UserError, match="password"):
        load_file(locked)
    scan = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8))
    scan.new_page().insert_image((10, 10, 100, 100), pixmap=picture)
    scan.save(tmp_path / "scan.pdf")
    scan.close()
    with pytest.raises(UserError, match="pictures without text"):
        list(read_file(tmp_path / "scan.pdf", ReadOptions(ocr=False)).pages)


def test_a_document_without_any_text_is_skipped(tmp_path: Path) -> None:
    blank = pymupdf.open()
    blank.new_page()
    blank.save(tmp_path / "blank.pdf")
    blank.close()
    with pytest.raises(NothingToRead, match="no text"):
        load_file(tmp_path / "blank.pdf")


def test_every_character_range_has_boxes_on_its_words(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", "The quick brown fox\njumps over the lazy dog")
    with pymupdf.open(path) as document:
        page = document[0]
        text = read_page(page)
        start = text.text.index("brown")
        (box,) = text.boxes(start, start + 5)
        assert page.get_textbox(pymupdf.Rect(box)).strip() == "brown"
        both = text.boxes(text.text.index("fox"), text.text.index("jumps") + 5)
        assert len(both) == 2


def test_words_broken_at_a_line_end_are_joined_and_keep_both_boxes(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", "some infor-\nmation here")
    with pymupdf.open(path) as document:
        text = read_page(document[0])
    assert "information here" in text.text
    start = text.text.index("information")
    assert len(text.boxes(start, start + len("information"))) == 2


def test_japanese_lines_are_joined(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", "東京都の人\n口は多い")
    with pymupdf.open(path) as document:
        assert "東京都の人口は多い" in read_page(document[0]).text


def test_a_page_is_drawn_with_its_passage_marked(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", "one", "The quick brown fox")
    image = render_page(str(path), path, 2, 2.0, (4, 9), (10, 15))
    assert (image.page, image.pages) == (2, 2)
    assert len(image.rgb) == image.width * image.height * 3
    ((x0, y0, x1, y1),) = image.boxes
    assert 0 < x0 < x1 < image.width
    assert 0 < y0 < y1 < image.height
    assert image.cited[0][0] > x1
    assert render_page(str(path), path, 99, 1.0, None, None).page == 2
