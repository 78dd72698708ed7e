"""PDF files as they come: damaged, encrypted, long."""

from itertools import islice
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.pages import pdf
from tests.helpers.pages import pdf_of


def test_pages_come_one_by_one(tmp_path: Path) -> None:
    document = pymupdf.open()
    for number in range(300):
        document.new_page().insert_text((72, 72), f"Page {number + 1}")
    document.save(tmp_path / "long.pdf")
    pages = pdf.load_data(tmp_path / "long.pdf")
    assert [page.text for page in islice(pages, 3)] == ["Page 1", "Page 2", "Page 3"]
    assert sum(1 for _ in pages) == 297


def test_a_broken_table_of_contents_is_repaired(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>What was saved is still there.</p>")
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"startxref")])
    assert [page.text for page in pdf.load_data(path)] == ["What was saved is still there."]


def test_a_damaged_page_is_empty_and_the_others_are_read(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>First</p>", "<p>Second</p>", "<p>Third</p>")
    with pymupdf.open(path) as document:
        document.update_object(document[1].xref, "<</Type/Nonsense>>")
        document.save(tmp_path / "b.pdf")
    texts = [page.text for page in pdf.load_data(tmp_path / "b.pdf")]
    assert texts[0] == "First"
    assert texts[-1] == "Third"


def test_no_password_but_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    pdf_of(path, "<p>Everybody may read this.</p>", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="o")
    assert next(iter(pdf.load_data(path))).text == "Everybody may read this."
    pdf_of(path, "<p>Nobody may.</p>", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with pytest.raises(UserError, match="password"):
        next(iter(pdf.load_data(path)))


def test_files_without_pages_to_read(tmp_path: Path) -> None:
    with pytest.raises(NothingToRead, match="no text"):
        list(pdf.load_data(pdf_of(tmp_path / "blank.pdf", "", "")))
    with pytest.raises(UserError, match="cannot be opened"):
        list(pdf.load_data(tmp_path / "gone.pdf"))
    (tmp_path / "cut.pdf").write_bytes(b"%PDF-1.7\n1 0 obj")
    with pytest.raises(UserError, match="damaged"):
        list(pdf.load_data(tmp_path / "cut.pdf"))


def test_letters_drawn_as_shapes_are_read_too(tmp_path: Path) -> None:
    source = pdf_of(
        tmp_path / "a.pdf", "<p>The letters of this sentence are shapes without any text behind them.</p>", size=16
    )
    with pymupdf.open(source) as document:
        shapes = document[0].get_svg_image(text_as_path=True)
    with pymupdf.open(stream=shapes.encode(), filetype="svg") as picture:
        (tmp_path / "shapes.pdf").write_bytes(picture.convert_to_pdf())
    (page,) = pdf.load_data(tmp_path / "shapes.pdf")
    assert "letters of this sentence are shapes" in page.text


def test_forms_and_comments_are_read(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), "Surname:")
        widget = pymupdf.Widget()
        widget.field_name, widget.field_type, widget.field_value = "name", pymupdf.PDF_WIDGET_TYPE_TEXT, "Rasmussen"
        widget.rect = pymupdf.Rect(250, 60, 400, 80)
        page.add_widget(widget)
        page.add_freetext_annot((100, 300, 300, 330), "Typed onto the page", fontsize=12)
        note = page.add_text_annot((100, 200), "Ask  the\nlawyer")
        note.set_info(title="Anna")
        note.update()
        page.add_highlight_annot(pymupdf.Rect(72, 60, 120, 80))
        document.new_page().add_text_annot((100, 200), "Nothing else stands here")
        document.save(tmp_path / "form.pdf")
    first, second = pdf.load_data(tmp_path / "form.pdf")
    text, _, comments = first.text.partition("\n\n## Comments\n\n")
    assert text.split("\n\n") == ["Surname: Rasmussen", "Typed onto the page"]
    assert comments == "- Anna: Ask the lawyer"
    assert second.text == "## Comments\n\n- Nothing else stands here"


def test_entries_are_whole_though_their_boxes_are_too_small(tmp_path: Path) -> None:
    address = "Anna Rasmussen\nStorgatan 12\nOslo\nNorway\nScandinavia"
    with pymupdf.open() as document:
        page = document.new_page()
        for name, value, flags, left in (
            ("address", address, pymupdf.PDF_TX_FIELD_IS_MULTILINE, 60),
            ("secret", "a password nobody reads", pymupdf.PDF_TX_FIELD_IS_PASSWORD, 200),
            ("city", "Bergen", 0, 350),
            ("sum", "123456789012345678901234567890", 0, 450),
        ):
            widget = pymupdf.Widget()
            widget.field_name, widget.field_type, widget.field_value = name, pymupdf.PDF_WIDGET_TYPE_TEXT, value
            widget.field_flags, widget.rect, widget.text_fontsize = flags, pymupdf.Rect(left, 60, left + 90, 88), 11
            page.add_widget(widget)
        page.add_freetext_annot((100, 300, 190, 318), "Typed onto the page, far beyond its box", fontsize=12)
        document.save(tmp_path / "form.pdf")
    (only,) = pdf.load_data(tmp_path / "form.pdf")
    visible, _, entries = only.text.partition("\n\n## Form entries\n\n")
    assert "Bergen" in visible
    assert "Bergen" not in entries
    assert address in entries
    assert "Typed onto the page, far beyond its box" in entries
    assert "nobody reads" not in only.text
    assert "123456789012345678901234567890" not in entries


@pytest.mark.parametrize("rotation", [0, 90])
def test_addresses_behind_links_stand_below_the_page(tmp_path: Path, rotation: int) -> None:
    links = (
        ("the ordinance", "https://ordinance.example.org/a-17"),
        ("write to the warden", "mailto:warden@example.org"),
        ("https://shown.example.org", "https://shown.example.org/"),
        ("the next page", ""),
    )
    with pymupdf.open() as document:
        document.new_page()
        document.new_page()
        page = document[0]
        for row, (words, address) in enumerate(links):
            page.insert_text((72, 100 + 20 * row), f"See {words} for details.", fontsize=11)
            (area,) = page.search_for(words)
            kind = {"kind": pymupdf.LINK_URI, "uri": address} if address else {"kind": pymupdf.LINK_GOTO, "page": 1}
            page.insert_link({"from": area, **kind})
        page.insert_link(
            {"from": pymupdf.Rect(72, 300, 120, 340), "kind": pymupdf.LINK_URI, "uri": "https://picture.example.org/x"}
        )
        page.set_rotation(rotation)
        document.save(tmp_path / "links.pdf")
    first, *_ = pdf.load_data(tmp_path / "links.pdf")
    text, _, below = first.text.partition("\n\n## Links\n\n")
    assert "See the ordinance for details." in text
    assert below.split("\n") == [
        "the ordinance: https://ordinance.example.org/a-17",
        "write to the warden: warden@example.org",
        "https://picture.example.org/x",
    ]
