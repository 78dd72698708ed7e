"""EPUB files: chapters that cannot be read are told of, and words, numbers, cells and formulas keep their shape."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.pages.render import read_words

_CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_LOCK = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
    '<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><enc:CipherData>'
    '<enc:CipherReference URI="OPS/{}"/></enc:CipherData></enc:EncryptedData></encryption>'
)
Change = Callable[[str, str], str | None]


def book(path: Path, *bodies: str, css: str = "", change: Change = lambda _, part: part, **more: str) -> Path:
    items = "".join(
        f'<item id="c{at}" href="c{at}.xhtml" media-type="application/xhtml+xml"/>' for at in range(len(bodies))
    )
    spine = "".join(f'<itemref idref="c{at}"/>' for at in range(len(bodies)))
    parts = {
        "META-INF/container.xml": _CONTAINER,
        "OPS/p.opf": f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>{items}'
        f'<item id="css" href="s.css" media-type="text/css"/></manifest><spine>{spine}</spine></package>',
        "OPS/s.css": css,
    }
    for at, body in enumerate(bodies):
        parts[f"OPS/c{at}.xhtml"] = (
            '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
            'xmlns:epub="http://www.idpf.org/2007/ops"><head><link rel="stylesheet" href="s.css"/></head>'
            f"<body>{body}</body></html>"
        )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, part in (parts | more).items():
            written = change(name, part)
            if written is not None:
                archive.writestr(name, written)
    return path


def read(path: Path) -> tuple[str, list[str]]:
    contents = read_file(path, ReadOptions(ocr=False))
    text = "\n".join(page.text for page in contents.pages)
    return text, [str(contents.notice)] if contents.notice else []


THREE = ("<p>First.</p>", "<p>Second.</p>", "<p>Third.</p>")


def test_missing_and_locked_chapters_are_told_of_and_the_others_are_read(tmp_path: Path) -> None:
    missing = book(tmp_path / "a.epub", *THREE, change=lambda name, part: None if "c1" in name else part)
    assert read(missing) == ("First.\nThird.", ["These chapters are missing in the file: c1.xhtml."])
    lock = _LOCK.format("c0.xhtml")
    locked = book(tmp_path / "b.epub", *THREE, **{"META-INF/encryption.xml": lock})
    text, noted = read(locked)
    assert text == "Second.\nThird."
    assert noted == ["Copy protection locks these chapters, and they were left out: c0.xhtml."]


def test_a_book_that_is_locked_as_a_whole_says_so(tmp_path: Path) -> None:
    path = book(tmp_path / "a.epub", "<p>x</p>", **{"META-INF/encryption.xml": _LOCK.format("c0.xhtml")})
    with pytest.raises(UserError, match="copy protection"):
        load_file(path)


def test_fonts_that_are_hidden_lock_nothing(tmp_path: Path) -> None:
    lock = _LOCK.format("c0.xhtml").replace(
        "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "http://www.idpf.org/2008/embedding"
    )
    assert read(book(tmp_path / "a.epub", *THREE, **{"META-INF/encryption.xml": lock}))[0] == "First.\nSecond.\nThird."


def test_a_chapter_with_a_place_in_its_address_or_other_capitals_is_found(tmp_path: Path) -> None:
    def change(name: str, part: str) -> str:
        return (
            part.replace("c1.xhtml", "c1.xhtml#top").replace("c2.xhtml", "C2.XHTML") if name.endswith("opf") else part
        )

    assert read(book(tmp_path / "a.epub", *THREE, change=change)) == ("First.\nSecond.\nThird.", [])


@pytest.mark.parametrize("length", [0, 200, 330, 420])
def test_a_book_with_a_torn_list_of_chapters_is_read(tmp_path: Path, length: int) -> None:
    path = book(tmp_path / "a.epub", *THREE, change=lambda name, part: part[:length] if name.endswith("opf") else part)
    text, noted = read(path)
    assert text == "First.\nSecond.\nThird."
    assert noted == ["The list of chapters is damaged: they may be in another order, or some may be missing."]


def test_a_torn_table_of_contents_does_not_close_the_book(tmp_path: Path) -> None:
    item = '<item id="n" href="t.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="n">'
    path = book(
        tmp_path / "a.epub",
        *THREE,
        change=lambda name, part: part.replace("</manifest><spine>", item) if name.endswith("opf") else part,
        **{"OPS/t.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Hel'},
    )
    assert read(path)[0] == "First.\nSecond.\nThird."


def test_a_torn_chapter_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = book(tmp_path / "a.epub", *THREE, change=lambda name, part: part[:-18] if "c1" in name else part)
    text, noted = read(path)
    assert text.split("\n")[0::2] == ["First.", "Third."]
    assert "Second" in text
    assert noted == ["These chapters are damaged, and some of their text is missing: c1.xhtml."]


def test_rows_of_a_table_keep_their_columns(tmp_path: Path) -> None:
    rows = (
        "<tr><th>Line</th><th>Rider</th><th>Toll</th></tr><tr><td rowspan='2'>Red</td><td>adult</td><td>50</td></tr>"
        "<tr><td><p>child</p></td><td>51</td></tr><tr><td>Blue</td><td></td><td>60</td></tr>"
    )
    text, _ = read(book(tmp_path / "a.epub", f"<p>Tolls</p><table>{rows}</table><p>After.</p>"))
    assert [" ".join(line.split()) for line in text.split("\n") if line] == [
        "Tolls",
        "| Line | Rider | Toll |",
        "| Red | adult | 50 |",
        "| Red | child | 51 |",
        "| Blue | | 60 |",
        "After.",
    ]


def test_words_with_readings_labels_formulas_forms_and_pictures(tmp_path: Path) -> None:
    body = (
        "<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>湾の船。<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>"
        "<ol type='a' start='3'><li>rope</li><li><p>tar</p></li></ol>"
        "<ol class='r'><li>oak</li><li value='9'>ash</li></ol>"
        "<p>10<sup>6</sup>, x<span class='low'>i</span>, crowns<a epub:type='noteref' href='#n'><sup>1</sup></a></p>"
        "<p>ratio <math xmlns='http://www.w3.org/1998/Math/MathML'><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>"
        "<p><select><option>cart</option><option selected='selected'>boat</option></select> "
        "<label>Ox <input type='checkbox' checked='checked'/></label></p><p class='n'>Rent</p><p class='n'>Keys</p>"
        "<img src='gone.png' alt='Map of the Quarnero'/><p><a href='https://ordinance.example.org/a-17'>ordinance</a></p>"
    )
    css = (
        ".r{list-style-type:upper-roman} .low{vertical-align:sub;font-size:70%} body{counter-reset:n} "
        ".n::before{counter-increment:n;content:'§ ' counter(n) ' '}"
    )
    text, _ = read(book(tmp_path / "a.epub", body, css=css))
    for line in (
        "東京湾の船。漢字（かんじ）", "c. rope", "d. tar", "I. oak", "IX. ash", "10⁶, x_i, crowns[1]", "ratio 1/2",
        "boat ☒ Ox", "§ 1 Rent", "§ 2 Keys", "Map of the Quarnero", "ordinance: https://ordinance.example.org/a-17",
    ):  # fmt: skip
        assert line in text.split("\n"), line


def test_what_is_shown_stands_where_it_was_read(tmp_path: Path) -> None:
    path = book(tmp_path / "a.epub", "<table><tr><th>A</th><th>B</th></tr><tr><td>rope</td><td>40</td></tr></table>")
    (stored,) = [page.text for page in load_file(path)]
    shown = read_words(path, 1, None)
    assert shown.text == stored
    assert [shown.text[start:end] for start, end, _ in shown.words] == ["A", "B", "rope", "40"]
