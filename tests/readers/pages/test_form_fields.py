"""Boxes, buttons, lists and entries of forms in PDFs."""

from pathlib import Path

import pymupdf

from desktop_rag.readers.pages.page_text import PageText, read_page
from desktop_rag.readers.pages.pdf import load_data

CHECK, RADIO, LIST, COMBO, TEXT = (
    pymupdf.PDF_WIDGET_TYPE_CHECKBOX,
    pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON,
    pymupdf.PDF_WIDGET_TYPE_LISTBOX,
    pymupdf.PDF_WIDGET_TYPE_COMBOBOX,
    pymupdf.PDF_WIDGET_TYPE_TEXT,
)


def add(page: pymupdf.Page, kind: int, box: tuple[float, float, float, float], value: object, **more: object) -> None:
    """Add a field to a page."""
    widget = pymupdf.Widget()
    widget.field_type, widget.rect, widget.field_name = kind, pymupdf.Rect(box), f"f{box[0]}-{box[1]}"
    if kind in {LIST, COMBO}:
        widget.choice_values = more["choices"]
    widget.field_value = value
    page.add_widget(widget)


def saved(document: pymupdf.Document) -> PageText:
    with pymupdf.open(stream=document.tobytes()) as again:
        return read_page(again[0])


def flat(text: str) -> str:
    return " ".join(text.split())


def test_boxes_stand_before_their_labels_with_their_states() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for row, (label, ticked) in enumerate([("Smoker", True), ("Has a dog", False), ("Over sixty", True)]):
            page.insert_text((95, 107 + 20 * row), label, fontsize=11)
            add(page, CHECK, (72, 97 + 20 * row, 84, 109 + 20 * row), ticked)
        for row, (label, ticked) in enumerate([("Has a berth", False), ("Has a cat", True)]):
            page.insert_text((72, 307 + 20 * row), label, fontsize=11)
            add(page, CHECK, (140, 297 + 20 * row, 152, 309 + 20 * row), ticked)
        read = saved(document)
    said = flat(read.text)
    assert said == "☒ Smoker ☐ Has a dog ☒ Over sixty ☐ Has a berth ☒ Has a cat"
    (box,) = read.boxes(read.text.index("☐"), read.text.index("☐") + 1)
    assert box[:1] == (72,)
    assert 110 < box[1] < box[3] < 135


def test_boxes_in_one_line_belong_to_the_nearer_label() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 107), "Meals:", fontsize=11)
        for x, label, ticked in ((130, "none", False), (190, "lunch", True), (260, "dinner", True)):
            page.insert_text((x + 16, 107), label, fontsize=11)
            add(page, CHECK, (x, 97, x + 12, 109), ticked)
        said = flat(saved(document).text)
    assert said == "Meals: ☐ none ☒ lunch ☒ dinner"


def test_lists_show_the_label_of_what_was_chosen() -> None:
    choices = [("F", "First class"), ("S", "Second class"), ("T", "Third class")]
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 107), "Class:", fontsize=11)
        add(page, COMBO, (112, 97, 220, 112), "Second class", choices=choices)
        page.insert_text((72, 157), "Deck:", fontsize=11)
        add(page, LIST, (112, 147, 220, 200), "lower", choices=["upper", "middle", "lower"])
        page.insert_text((72, 300), "All choices are final.", fontsize=11)
        said = flat(saved(document).text)
    assert "Class: Second class" in said
    assert "First class" not in said
    assert "Deck: lower All choices" in said
    assert "upper" not in said


def test_typed_entries_stand_in_their_places_once(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for row, (label, entry) in enumerate([("Name", "Ada Berg"), ("Length", "12 m"), ("Mooring", "pier 4")]):
            page.insert_text((72, 107 + 30 * row), f"{label}:", fontsize=11)
            add(page, TEXT, (130, 95 + 30 * row, 300, 111 + 30 * row), entry)
        page.insert_text((72, 250), "Signed on the quay.", fontsize=11)
        add(page, TEXT, (72, 270, 300, 400), "")
        document.save(tmp_path / "form.pdf")
        for widget in document[0].widgets():  # a program that leaves the drawing to the viewer
            document.xref_set_key(widget.xref, "AP", "null")
        document.save(tmp_path / "undrawn.pdf")
    for name in ("form.pdf", "undrawn.pdf"):
        (only,) = load_data(tmp_path / name)
        assert flat(only.text.replace("|", "")) == "Name: Ada Berg Length: 12 m Mooring: pier 4 Signed on the quay."


def test_buttons_of_one_group_show_which_is_chosen() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 152), "Payment:", fontsize=11)
        for x, label, chosen in ((140, "cash", False), (200, "cheque", True)):
            page.insert_text((x + 15, 152), label, fontsize=11)
            add(page, RADIO, (x, 142, x + 12, 154), chosen)
        for widget in page.widgets():
            document.xref_set_key(widget.xref, "AS", "/Off" if widget.rect.x0 < 190 else "/Yes")
        said = flat(saved(document).text)
    assert said == "Payment: ○ cash ◉ cheque"


def test_a_page_that_is_turned_and_what_is_hidden() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((95, 107), "Smoker", fontsize=11)
        add(page, CHECK, (72, 97, 84, 109), True)
        add(page, CHECK, (72, 300, 84, 312), True)
        hidden = list(page.widgets())[1]
        document.xref_set_key(hidden.xref, "F", "2")
        page.set_rotation(90)
        assert flat(saved(document).text) == "☒ Smoker"
