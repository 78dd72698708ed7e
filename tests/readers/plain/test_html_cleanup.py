"""Text with marks around it: no words run together, and nothing that is read is left behind."""

import json
import plistlib
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain.web_pages import html_markdown


def text_of(path: Path) -> str:
    return "\n".join(page.text for page in load_file(path))


@pytest.mark.parametrize("mark", "section article nav header footer figcaption details summary button label td".split())
@pytest.mark.parametrize("read", [html_markdown, html_text])
def test_what_stands_apart_on_a_page_does_not_run_together(mark: str, read: type[str]) -> None:
    assert read(f"<body><{mark}>Total</{mark}><{mark} id=x>42.00</{mark}></body>").split() != ["Total42.00"]


def test_links_beside_each_other_are_words_and_a_link_within_a_word_is_not() -> None:
    assert html_markdown("<nav><a href=a>Home</a><a href=b>Prices</a></nav>") == "Home Prices"
    assert html_markdown("<p><a href=a>dog</a>s and H<sub>2</sub>O</p>") == "dogs and H₂O"


def test_a_row_of_a_table_is_one_line_whatever_is_in_its_cells() -> None:
    rows = "<tr><td>City</td><td>Size</td></tr><tr><td><div>New</div><div>York</div></td><td>8<br>million</td></tr>"
    assert html_markdown(f"<table>{rows}</table>") == "| City | Size |\n| --- | --- |\n| New York | 8 million |"


HEAD = (
    '<tr><th rowspan="2">Item</th><th colspan=2>Price</th><th rowspan="2">Unit</th></tr>'
    "<tr><th>2022</th><th>2023</th></tr>"
)
MERGED_HEAD = "| Item | Price |  | Unit |\n| --- | --- | --- | --- |\n|  | 2022 | 2023 |  |\n"


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (f"{HEAD}<tr><td>Tea<td>3<td>4<td>kg</tr>", f"{MERGED_HEAD}| Tea | 3 | 4 | kg |"),
        (f"{HEAD}<tr><td>Tea</td><td> </td><td>4</td><td>kg</td></tr>", f"{MERGED_HEAD}| Tea |  | 4 | kg |"),
        (
            "<tr><th></th><th>2022</th></tr><tr><td>Tea</td><td>&nbsp;</td></tr>",
            "|  | 2022 |\n| --- | --- |\n| Tea |  |",
        ),
    ],
)
def test_the_cells_beside_merged_and_empty_ones_stay_in_their_columns(rows: str, text: str) -> None:
    assert html_markdown(f"<table>{rows}</table>") == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Words.</p>", "# Rain & snow\n\nWords."),
        ("<h1>Rain</h1>", "# Rain"),
        ("<p>Rain & snow fell.</p>", "Rain & snow fell."),
    ],
)
def test_a_web_page_has_its_title_unless_it_says_it_itself(tmp_path: Path, body: str, text: str) -> None:
    (tmp_path / "a.html").write_text(f"<html><head><title>\nRain &amp; snow</title></head><body>{body}</body></html>")
    assert text_of(tmp_path / "a.html") == text


def test_a_page_saved_by_safari(tmp_path: Path) -> None:
    page = {"WebResourceMIMEType": "text/html", "WebResourceTextEncodingName": "Shift_JIS"}
    frame = {"WebMainResource": page | {"WebResourceData": b"<p>Beside it</p>"}}
    main = page | {"WebResourceData": "<p>検索の説明</p>".encode("shift_jis")}
    archive = {"WebMainResource": main, "WebSubframeArchives": [frame]}
    (tmp_path / "a.webarchive").write_bytes(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
    assert text_of(tmp_path / "a.webarchive") == "検索の説明\n\nBeside it"
    (tmp_path / "settings.plist").write_bytes(plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY))
    with pytest.raises(NothingToRead):
        load_file(tmp_path / "settings.plist")
    (tmp_path / "b.webarchive").write_bytes(b"bplist00 and nonsense")
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "b.webarchive")


def test_elements_of_a_record_do_not_run_together(tmp_path: Path) -> None:
    source = (
        "<article><name><surname>Trono</surname><given-names>Didier</given-names></name>"
        "<p>CO<sub>2</sub> of <italic>cells</italic>, in <year>2010</year>.</p></article>"
    )
    (tmp_path / "a.xml").write_text(source)
    assert text_of(tmp_path / "a.xml") == "Trono Didier\nCO2 of cells, in 2010."


def test_office_files_of_2003_that_are_xml(tmp_path: Path) -> None:
    head = '<?xml version="1.0"?><?mso-application progid="x"?>'
    row = "<Row><Cell><Data>City</Data></Cell><Cell><Data>Size</Data></Cell></Row>"
    (tmp_path / "a.xls").write_text(f'{head}<Workbook xmlns="s"><Table>{row}</Table></Workbook>')
    assert text_of(tmp_path / "a.xls") == "City\nSize"
    picture = "<w:pict><w:binData>AAAA</w:binData></w:pict>"
    paragraph = f"<w:p><w:r><w:t>Wha</w:t></w:r><w:r><w:t>les</w:t></w:r>{picture}</w:p>"
    (tmp_path / "a.doc").write_text(f'{head}<w:wordDocument xmlns:w="w">{paragraph}{paragraph}</w:wordDocument>')
    assert text_of(tmp_path / "a.doc") == "Whales\nWhales"


def test_address_books_and_calendars(tmp_path: Path) -> None:
    (tmp_path / "a.vcf").write_text(
        "BEGIN:VCARD\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen=\n Meier\n"
        "PHOTO;ENCODING=BASE64;TYPE=JPEG:AAAA\n BBBB\nNOTE:Rome\\, Oslo\\nand more\nEND:VCARD\n"
    )
    assert text_of(tmp_path / "a.vcf").split("\n") == ["Jürgen Meier", "Note: Rome, Oslo", "and more"]
    (tmp_path / "a.ics").write_bytes(b"BEGIN:VEVENT\r\nSUMMARY:Meeting of the commit\r\n tee\r\nEND:VEVENT\r\n")
    assert text_of(tmp_path / "a.ics") == "Meeting of the committee"


def test_what_cells_of_a_notebook_ended_with(tmp_path: Path) -> None:
    outputs = [
        {"output_type": "error", "ename": "ValueError", "evalue": "no such city", "traceback": ["\x1b[31mlong"]},
        {"output_type": "display_data", "data": {"text/html": ["<b>Only</b> a page"], "image/png": "AAAA"}},
    ]
    cell = {"cell_type": "code", "source": "f()", "outputs": outputs}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell]}))
    assert (
        text_of(tmp_path / "a.ipynb") == "```\nf()\n```\n\n```\nValueError: no such city\n```\n\n```\nOnly a page\n```"
    )


def test_footnotes_of_rich_text(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_bytes(rb"{\rtf1\ansi Whales sing{\footnote\pard Mostly humpbacks.} in winter.\par}")
    assert text_of(tmp_path / "a.rtf").split() == "Whales sing [* Mostly humpbacks.] in winter.".split()
