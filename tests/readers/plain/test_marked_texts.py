"""TeX, XML, calendars and address books, in small documents: what must be found in them, and in what form."""

from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain import markdown_text

DOCUMENTS = [
    ("a.tex", "\\chapter{One}\n\\section*{Two}\n", "# One\n## Two\n"),
    ("b.tex", "\\subsubsection[Short]{Long {\\em title}} text", "#### Long {\\em title} text"),
    ("c.tex", "Half % not this\n100\\% % nor this\n% nor that\nend", "Half \n100% \n\nend"),
    ("d.tex", "\\sectional{no} \\section{never closed", "\\sectional{no} \\section{never closed"),
    ("a.xml", "<article><p>One</p><p>Two <i>and</i> a half</p></article>", "One\nTwo and a half"),
    ("b.xml", "<article><p>One<!-- not this -->more</p></article>", "Onemore"),
    ("c.xml", "<article><p>A &lt; B &#x2014; C</p><?pi not this?></article>", "A < B — C"),
    ("d.xml", "<article><p>Never closed", "<article><p>Never closed"),
    ("e.xml", '<a:article xmlns:a="n"><a:p>One</a:p><a:p>Two</a:p></a:article>', "One\nTwo"),
    (
        "f.xml",
        '<settings><option name="colour" value="red"/></settings>',
        '<settings><option name="colour" value="red"/>',
    ),
    ("g.xml", '<?xml version="1.0" encoding="utf-16"?><article><p>One</p></article>', "One"),
    (
        "a.ics",
        "SUMMARY:Meet\n ing\nLOCATION:Room\\; first\\, left\\nthen right",
        "SUMMARY:Meeting\nLOCATION:Room; first, left\n",
    ),
    ("b.ics", "ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD\n REVG\nSUMMARY:Lunch\n", "SUMMARY:Lunch\n"),
    ("a.vcf", "N;ENCODING=QUOTED-PRINTABLE:M=FCller;J=FCrgen\nTEL:1\n", "N:Müller;Jürgen\nTEL:1\n"),
    ("b.vcf", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=A4=9C=\n=E7=B4=A2\nTEL:1\n", "N:検索\nTEL:1\n"),
    ("a.org", "* One\n*bold* text\n******* seven\n", "# One\n*bold* text\n******* seven\n"),
    ("a.adoc", "= One\n== Two\n====\nblock\n====\n", "# One\n## Two\n====\nblock\n====\n"),
    ("a.md", "# One\n\n![x](data:image/png;base64,QUJD) after\n", "# One\n\n![x](data:) after\n"),
]


@pytest.mark.parametrize(("name", "source", "text"), DOCUMENTS, ids=[name for name, *_ in DOCUMENTS])
def test_a_small_document(name: str, source: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    (page,) = load_file(tmp_path / name)
    assert page.text.startswith(text)
    assert "not this" not in page.text
    assert "REVG" not in page.text


@pytest.mark.parametrize(
    ("rows", "table"),
    [
        ([], ""),
        ([["", " "]], ""),
        ([["a", "b"], ["1"]], "| a | b |\n| --- | --- |\n| 1 |  |"),
        ([["a"], ["", ""], ["1", "2"]], "| a |  |\n| --- | --- |\n| 1 | 2 |"),
        ([["a|b"], ["1\n2\t3"]], "| a\\|b |\n| --- |\n| 1 2 3 |"),
    ],
    ids=["nothing", "blank", "short row", "long row", "bars and breaks"],
)
def test_rows_become_a_table_in_which_every_row_is_one_line(rows: list[list[str]], table: str) -> None:
    assert markdown_text.table(rows) == table


@pytest.mark.parametrize(("level", "marks"), [(-1, "#"), (0, "#"), (1, "#"), (6, "######"), (9, "######")])
def test_a_heading_has_a_depth_that_exists_and_is_one_line(level: int, marks: str) -> None:
    assert markdown_text.heading(level, " Two\nlines ") == f"{marks} Two lines"
