"""Forms that only Adobe's programs draw."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.pages.pdf import load_data

WAIT = "Please wait... If this message is not eventually replaced, your viewer may not display this document."
BEGIN, END = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">', "</xdp:xdp>"
TEMPLATE = """<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f">
<draw><value><text>Harbour dues declaration</text></value></draw>
<field name="vessel"><caption><value><text>Name of the vessel</text></value></caption></field>
<field name="insured"><ui><checkButton/></ui><caption><value><text>Insured</text></value></caption>
<items><integer>1</integer><integer>0</integer></items></field>
<field name="armed"><ui><checkButton/></ui><caption><value><text>Armed</text></value></caption>
<items><integer>1</integer><integer>0</integer></items></field>
<field name="flag"><caption><value><text>Flag</text></value></caption>
<items><text>Norway</text><text>Sweden</text></items><items save="1"><text>NO</text><text>SE</text></items></field>
<exclGroup name="payment"><caption><value><text>Payment</text></value></caption>
<field name="cash"><caption><value><text>cash</text></value></caption><items><text>A</text></items></field>
<field name="cheque"><caption><value><text>cheque</text></value></caption><items><text>B</text></items></field>
</exclGroup>
<field name="send"><ui><button/></ui><caption><value><text>Send now</text></value></caption></field>
<field name="secret" presence="hidden"><caption><value><text>Internal</text></value></caption></field>
</subform></template>"""
DATA = """<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f>
<vessel>Gannet of Wexcombe</vessel><insured>1</insured><armed>0</armed><flag>SE</flag><payment>B</payment>
<dues>84.50</dues></f></xfa:data></xfa:datasets>"""
READ = """Harbour dues declaration
Name of the vessel: Gannet of Wexcombe
☒ Insured
☐ Armed
Flag: Sweden
Payment: ○ cash ◉ cheque
dues: 84.50"""


def form(path: Path, *parts: tuple[str, str], shown: str = WAIT, needs_drawing: bool = True) -> Path:
    """Write a PDF with a form of one stream, or of parts with their names."""
    with pymupdf.open() as document:
        page = document.new_page()
        if shown:
            page.insert_htmlbox((36, 36, 560, 800), shown)
        references = []
        for name, content in parts:
            xref = document.get_new_xref()
            document.update_object(xref, "<<>>")
            document.update_stream(xref, content.encode())
            references.append(f"({name}) {xref} 0 R" if name else f"{xref} 0 R")
        xfa = f"[{' '.join(references)}]" if len(parts) > 1 else references[0]
        root = document.pdf_catalog()
        document.xref_set_key(root, "AcroForm", f"<< /Fields [ ] /XFA {xfa} >>")
        if needs_drawing:
            document.xref_set_key(root, "NeedsRendering", "true")
        document.save(path)
    return path


def test_one_stream(tmp_path: Path) -> None:
    (page,) = load_data(form(tmp_path / "a.pdf", ("", BEGIN + TEMPLATE + DATA + END)))
    assert page.text == READ


@pytest.mark.parametrize("shown", [WAIT, ""])
def test_parts_with_names(tmp_path: Path, shown: str) -> None:
    parts = (("preamble", BEGIN), ("template", TEMPLATE), ("datasets", DATA), ("postamble", END))
    (page,) = load_data(form(tmp_path / "a.pdf", *parts, shown=shown))
    assert page.text == READ


@pytest.mark.parametrize("needs_drawing", [True, False])
@pytest.mark.parametrize(
    "shown",
    [
        "Vent venligst... Hvis denne meddelelse ikke erstattes, kan din PDF-fremviser ikke vise dokumentet.",
        "しばらくお待ちください。この文書を表示できるPDFビューアーが必要です。",
        "انتظر من فضلك. قد لا يتمكن عارض PDF من عرض هذا المستند.",
    ],
    ids=["Danish", "Japanese", "Arabic"],
)
def test_a_notice_in_any_language(tmp_path: Path, shown: str, needs_drawing: bool) -> None:
    path = form(tmp_path / "a.pdf", ("", BEGIN + TEMPLATE + DATA + END), shown=shown, needs_drawing=needs_drawing)
    (page,) = load_data(path)
    assert page.text == READ


def test_a_damaged_form_behind_a_notice_in_another_language(tmp_path: Path) -> None:
    shown = "Vänta... Annars kan PDF-läsaren kanske inte visa dokumentet."
    with pytest.raises(UserError, match="Adobe Acrobat Reader"):
        list(load_data(form(tmp_path / "a.pdf", ("", BEGIN + TEMPLATE[:200]), shown=shown)))


def test_a_drawn_form_that_speaks_of_pdf(tmp_path: Path) -> None:
    """The labels of the form stand on the page."""
    shown = "Harbour dues declaration, sent as PDF. Name of the vessel Insured Armed Flag Payment cash cheque"
    (page,) = load_data(form(tmp_path / "a.pdf", ("", BEGIN + TEMPLATE + DATA + END), shown=shown))
    assert "sent as PDF" in page.text


@pytest.mark.parametrize("content", ["no form at all", BEGIN + "<template/>" + END, BEGIN + TEMPLATE[:200]])
def test_a_form_that_cannot_be_read_says_what_to_do(tmp_path: Path, content: str) -> None:
    with pytest.raises(UserError, match="Adobe Acrobat Reader") as caught:
        list(load_data(form(tmp_path / "a.pdf", ("", content))))
    assert "print it as a PDF" in caught.value.next_step


def test_a_form_that_is_drawn_is_read_as_it_is_drawn(tmp_path: Path) -> None:
    (page,) = load_data(form(tmp_path / "a.pdf", ("", BEGIN + TEMPLATE + DATA + END), shown="Dues: eleven crowns."))
    assert page.text == "Dues: eleven crowns."
