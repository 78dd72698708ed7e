"""Headings, tables, slides, notes and cells of documents that are no PDF."""

import gzip
import struct
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.query_engine.sql_tables import SQLDatabase
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.file import load_file
from desktop_rag.readers.office import hwp, powerpoint97, spreadsheets, word97, word_text
from desktop_rag.readers.office.word import DrawnWord, aligned_pages
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.page_text import PageText, RecognisedPage, read_page

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
ODF = (
    f'<office:document-content xmlns:office="{OFFICE}office:1.0" xmlns:text="{OFFICE}text:1.0" '
    f'xmlns:table="{OFFICE}table:1.0" xmlns:draw="{OFFICE}drawing:1.0" xmlns:presentation="{OFFICE}presentation:1.0">'
    "<office:body>{}</office:body></office:document-content>"
)
TABLE = "| City | Size |\n| --- | --- |\n| Rome | 3 |\n| Oslo | 1 |"


def texts(path: Path) -> list[str]:
    return [page.text for page in load_file(path)]


def odf(path: Path, kind: str, body: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        archive.writestr("content.xml", ODF.format(body))
    return path


def cells(*words: str) -> str:
    return "".join(f"<table:table-cell><text:p>{word}</text:p></table:table-cell>" for word in words)


def test_an_opendocument_text_keeps_headings_lists_and_tables(tmp_path: Path) -> None:
    rows = "".join(
        f"<table:table-row>{cells(*row)}</table:table-row>" for row in (("City", "Size"), ("Rome", "3"), ("Oslo", "1"))
    )
    body = (
        '<office:text><text:h text:outline-level="2">Cities</text:h><text:p>Two<text:s text:c="2"/>of them.'
        "<text:note><text:note-body><text:p>A note.</text:p></text:note-body></text:note></text:p>"
        "<text:list><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p>"
        f"</text:list-item></text:list><table:table>{rows}</table:table></office:text>"
    )
    (text,) = texts(odf(tmp_path / "a.odt", "text", body))
    assert text == f"## Cities\n\nTwo  of them.\n\nA note.\n\n- one\n- two\n\n{TABLE}"


def test_comments_and_headers_are_below_an_opendocument_text(tmp_path: Path) -> None:
    comment = "<office:annotation><text:creator>Anna</text:creator><text:p>Is that so?</text:p></office:annotation>"
    path = odf(tmp_path / "a.odt", "text", f"<office:text><text:p>The price{comment} is fixed.</text:p></office:text>")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "styles.xml",
            '<a xmlns:style="s" xmlns:text="t"><style:header><text:p>Contract 4711</text:p></style:header></a>',
        )
    assert texts(path) == [
        "The price is fixed.\n\n## Comments\n\n- Anna: Is that so?\n\n## Header and footer\n\nContract 4711"
    ]


def test_slides_have_their_notes_below(tmp_path: Path) -> None:
    slide = "<draw:page><draw:frame><draw:text-box><text:p>Shown</text:p></draw:text-box></draw:frame>{}</draw:page>"
    notes = "<presentation:notes><draw:text-box><text:p>Spoken</text:p></draw:text-box></presentation:notes>"
    body = f"<office:presentation>{slide.format(notes)}{slide.format('')}</office:presentation>"
    path = odf(tmp_path / "a.odp", "presentation", body)
    assert texts(path) == ["Shown\n\n## Notes\n\nSpoken", "Shown"]
    with pytest.raises(NothingToRead):
        load_file(odf(tmp_path / "b.odp", "presentation", "<office:presentation><draw:page/></office:presentation>"))
    (tmp_path / "c.odt").write_bytes(b"PK\3\4 no")
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "c.odt")


def test_a_word_file_that_cannot_be_drawn_is_read_all_the_same(tmp_path: Path) -> None:
    row = (
        "<w:tr><w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc></w:tr>"
    )
    rows = "".join(row.format(*pair) for pair in (("City", "Size"), ("Rome", "3"), ("Oslo", "1")))
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="s"><w:body><w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Top</w:t>'
            f"</w:r></w:p><w:p><w:r><w:t>Words</w:t></w:r><w:del><w:r><w:t>gone</w:t></w:r></w:del></w:p>"
            f"<w:tbl>{rows}</w:tbl></w:body></w:document>",
        )
        archive.writestr(
            "word/styles.xml",
            '<w:styles xmlns:w="s"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
        )
    (page,) = word_text.load_data(tmp_path / "a.docx")
    assert page.text == f"# Top\n\nWords\n\n{TABLE}"


def test_rich_text(tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_text(
        r"{\rtf1\ansi\ansicpg1252 Gr\'fc\'dfe\par{\trowd\cellx1\cellx2 City\cell Size\cell\row "
        r"\trowd Rome\cell 3\cell\row}\pard End\par}"
    )
    (text,) = texts(tmp_path / "a.rtf")
    assert text.startswith("Grüße\n\n| City | Size |\n| --- | --- |\n| Rome | 3 |")
    assert text.endswith("End")


def word_streams(text: str, headings: tuple[tuple[int, int], ...] = ()) -> list[bytes]:
    data = text.encode("cp1252")
    word = bytearray(2048)
    struct.pack_into("<HH", word, 0, 0xA5EC, 0xC1)
    struct.pack_into("<i", word, 0x4C, len(data))
    word[512 : 512 + len(data)] = data
    page = bytearray(512)
    struct.pack_into("<3I", page, 0, 512, 512 + headings[0][0] if headings else 512, 2048)
    if headings:
        page[12] = 200  # where the format of the first paragraph stands, in words
        struct.pack_into("<BBH", page, 400, 0, 1, headings[0][1])
    page[511] = 2
    word[1536:] = page
    clx = (
        b"\2" + struct.pack("<I", 16) + struct.pack("<2I", 0, len(data)) + struct.pack("<HIH", 0, 0x40000000 | 1024, 0)
    )
    bins = struct.pack("<3I", 0, 9999, 3)
    struct.pack_into("<II", word, 0x9A + 8 * 33, 0, len(clx))
    struct.pack_into("<II", word, 0x9A + 8 * 13, len(clx), len(bins))
    return [bytes(word), clx + bins, b""]


def test_old_word_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'Top\rSee \x13HYPERLINK "x"\x14them\x15.\rCity\x07Size\x07\x07Rome\x073\x07\x07Oslo\x071\x07\x07End\r'
    monkeypatch.setattr(word97, "read_streams", lambda *_: word_streams(text, ((4, 1),)))
    (page,) = word97.load_data(tmp_path)
    assert page.text == f"# Top\n\nSee them.\n\n{TABLE}\n\nEnd"
    locked = bytearray(word_streams(text)[0])
    struct.pack_into("<H", locked, 0x0A, 0x100)
    monkeypatch.setattr(word97, "read_streams", lambda *_: [bytes(locked), b"", b""])
    with pytest.raises(UserError, match="password"):
        list(word97.load_data(tmp_path))
    for broken in ([b"", b"", b""], [word_streams(text)[0], b"", b""], [b"\xec\xa5" * 700, b"\1" * 9, b""]):
        monkeypatch.setattr(word97, "read_streams", lambda *_, broken=broken: broken)
        with pytest.raises(UserError):
            list(word97.load_data(tmp_path))


def test_fields_of_old_word_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        'See \x13 HYPERLINK "https://example.org/a-17" \\o "tip" \x14the ordinance\x15.\r'
        "Half is \x13 EQ \\f(1,2) \x15 of \x13 SYMBOL 109 \\f Symbol \x15m.\r\x13 TOC \x14Begins\rEnds\x15\r"
    )
    monkeypatch.setattr(word97, "read_streams", lambda *_: word_streams(text))
    (page,) = word97.load_data(tmp_path)
    assert page.text == (
        "See the ordinance.\n\nHalf is 1/2 of µm.\n\nBegins\n\nEnds\n\n## Links\n\nthe ordinance: https://example.org/a-17"
    )


def test_raised_letters_and_signs_of_old_word_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "It holds 3 x 106 cells in 450 m2, H2O.\rIt is 40 (m wide.\r"
    raised, lowered = struct.pack("<HB", 0x2A48, 1), struct.pack("<HB", 0x2A48, 2)
    bold, symbol = struct.pack("<HB", 0x0835, 1), struct.pack("<HHH", 0x6A09, 1, 0xF06D)
    looks = [
        (text.index("6 cells"), raised), (text.index("cells"), bold), (text.index("2,"), raised),
        (text.index("2O"), lowered), (text.index("(m"), symbol),
    ]  # fmt: skip
    word, table, data = word_streams(text)
    formats = bytearray(512)
    bounds = sorted({0, len(text), *(at for at, _ in looks), *(at + 1 for at, _ in looks)})
    struct.pack_into(f"<{len(bounds)}I", formats, 0, *(512 + at for at in bounds))
    place = 500
    for number, at in enumerate(bounds[:-1]):
        for start, look in looks:
            if start == at:
                place -= len(look) + 2
                place -= place % 2
                formats[4 * len(bounds) + number] = place // 2
                formats[place : place + 1 + len(look)] = bytes([len(look)]) + look
    formats[511] = len(bounds) - 1
    names = struct.pack("<HH", 2, 0)
    for name in ("Arial", "Symbol"):
        font = bytes(39) + f"{name}\0".encode("utf-16-le")
        names += bytes([len(font)]) + font
    bins = struct.pack("<3I", 0, 9999, 4)
    whole = bytearray(word + bytes(formats))
    struct.pack_into("<II", whole, 0x9A + 8 * 12, len(table), len(bins))
    struct.pack_into("<II", whole, 0x9A + 8 * 15, len(table) + len(bins), len(names))
    monkeypatch.setattr(word97, "read_streams", lambda *_: [bytes(whole), table + bins + names, data])
    (page,) = word97.load_data(tmp_path)
    assert page.text == "It holds 3 x 10⁶ cells in 450 m², H₂O.\n\nIt is 40 µm wide."


def record(kind: int, content: bytes, *, instance: int = 0, container: bool = False) -> bytes:
    return struct.pack("<HHI", instance << 4 | (15 if container else 0), kind, len(content)) + content


def test_old_powerpoint_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(place: int, identity: int, text: str) -> bytes:
        atom = record(1011, struct.pack("<5I", place, 0, 0, identity, 0))
        return atom + (record(4000, text.encode("utf-16-le")) if text else b"")

    slides = record(4080, listed(2, 256, "Title"), instance=0, container=True)
    notes = record(4080, listed(3, 0, ""), instance=2, container=True)
    document = record(1000, slides + notes, container=True)
    slide = record(1006, record(1036, record(4008, b"In a box"), container=True), container=True)
    spoken = record(1008, record(1009, struct.pack("<II", 256, 0)) + record(4008, b"Spoken"), container=True)
    data, places = b"", []
    for part in (document, slide, spoken):
        places.append(len(data))
        data += part
    directory = len(data)
    data += record(6002, struct.pack("<4I", 3 << 20 | 1, *places))
    edit = len(data)
    data += record(4085, struct.pack("<4I", 0, 0, 0, directory)[:8] + struct.pack("<III", 0, directory, 1))
    user = record(4086, struct.pack("<III", 0x14, 0xE391C05F, edit))
    monkeypatch.setattr(powerpoint97, "read_streams", lambda *_: [user, data])
    (page,) = powerpoint97.load_data(tmp_path)
    assert page.text == "Title\n\nIn a box\n\n## Notes\n\nSpoken"
    monkeypatch.setattr(powerpoint97, "read_streams", lambda *_: [user, data[:40]])
    with pytest.raises(UserError, match="damaged"):
        powerpoint97.load_data(tmp_path)


def test_hangul_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "안녕하세요".encode("utf-16-le") + struct.pack("<H", 11) + bytes(14) + "끝\r".encode("utf-16-le")
    packer = zlib.compressobj(wbits=-15)
    section = packer.compress(struct.pack("<I", 67 | len(words) << 20) + words) + packer.flush()
    header = b"HWP Document File".ljust(36, b"\0") + struct.pack("<I", 1)
    streams = {"FileHeader": header, "BodyText/Section0": section}
    monkeypatch.setattr(hwp, "read_streams", lambda _, *names: [streams[name] for name in names])
    monkeypatch.setattr(hwp, "stream_names", lambda _: list(streams))
    (page,) = hwp.load_data(tmp_path)
    assert page.text == "안녕하세요끝"
    with zipfile.ZipFile(tmp_path / "a.hwpx", "w") as archive:
        archive.writestr("mimetype", "application/hwp+zip")
        archive.writestr("Contents/section0.xml", '<s xmlns:hp="h"><hp:p><hp:t>안녕</hp:t></hp:p></s>')
    assert texts(tmp_path / "a.hwpx") == ["안녕"]


def test_iwork_files(tmp_path: Path) -> None:
    def field(number: int, value: bytes | int) -> bytes:
        if isinstance(value, int):
            return bytes([number << 3, value])
        return bytes([number << 3 | 2, len(value)]) + value

    body = field(3, b"Words of Pages")
    info = field(1, 7) + field(2, bytes([8, 0xD1, 0x0F, 24, len(body)]))
    raw = bytes([len(info)]) + info + body
    packed = bytes([len(raw)]) + bytes([len(raw) - 1 << 2]) + raw
    with zipfile.ZipFile(tmp_path / "new.pages", "w") as archive:
        archive.writestr("Index/Document.iwa", b"\0" + len(packed).to_bytes(3, "little") + packed)
    assert texts(tmp_path / "new.pages") == ["Words of Pages"]
    with zipfile.ZipFile(tmp_path / "old.key", "w") as archive:
        archive.writestr("index.apxl.gz", gzip.compress(b'<k xmlns:sf="s"><sf:p>Old words</sf:p></k>'))
    assert texts(tmp_path / "old.key") == ["Old words"]


def test_a_large_sheet_goes_on_over_several_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "PAGE_SIZE", 40)
    rows = [["City", "Size"], ["", ""], *([f"City {number}", float(number)] for number in range(5))]
    pages = list(spreadsheets.sheet_pages("Cities", rows))
    assert [page.metadata["page_label"] for page in pages] == ["Cities", "Cities (2)"]
    assert all(page.text.startswith("| City | Size |\n| --- | --- |\n| City") for page in pages)
    assert sum(page.text.count("| City ") for page in pages) == 7


def test_tables_between_words_become_tables_of_the_database(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(f"# Report\n\n{TABLE}\n\nWords.\n\n{TABLE.replace('Rome', 'Bonn')}\n")
    database = SQLDatabase.from_files([str(tmp_path / "report.md")])
    try:
        assert database.run("SELECT SUM(size) FROM report_1").rows == [(4,)]
        assert database.run("SELECT city FROM report_1_2").rows == [("Bonn",), ("Oslo",)]
        one, other = database.tables.values()
        assert one.page_text[one.places[0].start : one.places[0].end] == "| Rome | 3 |"
        assert {place.number for place in one.places}.isdisjoint(place.number for place in other.places)
    finally:
        database.close()
    stored = SQLDatabase.from_files(["/gone/a.zip//b.docx"], lambda path: [("1", "Words"), ("2", TABLE)])
    try:
        assert stored.tables["b"].page == 2
    finally:
        stored.close()


def test_the_text_of_a_word_file_is_laid_over_its_pages() -> None:
    text = f"# Cities\n\nTwo of them.\n\n{TABLE}\n\nMore words here."
    drawn = "Cities Two of them. • City Size Rome 3 Oslo 1 More words here.".split()
    boxes: list[DrawnWord] = [(word, (float(number), 0.0, float(number) + 1, 1.0)) for number, word in enumerate(drawn)]
    pages = aligned_pages(text, [boxes[:9], boxes[9:], []])
    assert pages is not None
    assert [page.text for page in pages] == [text[: text.index("| Oslo")].rstrip(), text[text.index("| Oslo") :], ""]
    for page, words in zip(pages, (boxes[:9], boxes[9:], []), strict=True):
        places = {page.text[word.start : word.end]: word.box for word in page.words}
        assert places == {word: box for word, box in words if word != "•"}
    assert aligned_pages(text, [[("Something", boxes[0][1]), ("else", boxes[1][1])]]) is None


def test_a_row_that_is_drawn_on_two_pages_stands_on_the_first() -> None:
    text = f"{TABLE}\n| Bonn | 2 |"
    drawn = "City Size Rome 3 Oslo 1 Bonn 2".split()
    boxes: list[DrawnWord] = [(word, (float(number), 0.0, float(number) + 1, 1.0)) for number, word in enumerate(drawn)]
    pages = aligned_pages(text, [boxes[:5], boxes[5:]])
    assert pages is not None
    assert [page.text for page in pages] == [TABLE, "| Bonn | 2 |"]
    assert [page.text[word.start : word.end] for page in pages for word in page.words] == [
        *["City", "Size", "Rome", "3", "Oslo"],
        *["Bonn", "2"],
    ]
    assert [page.text for page in aligned_pages(text, [boxes[:7], boxes[7:]]) or ()] == [text, ""]


def test_a_word_file_keeps_its_headings_and_its_pages() -> None:
    pages = load_file(Path(__file__).with_name("guide.docx"))
    assert "\n## " in pages[0].text or pages[0].text.startswith("# ")
    assert all(isinstance(page, RecognisedPage) for page in pages)


def test_what_is_told_of_a_page_of_a_word_file_is_what_is_drawn_on_it() -> None:
    told: list[PageText] = []
    with closing(pdf.open_document(Path(__file__).with_name("guide.docx"))) as document:
        pages = list(pdf.pages_of(document, ReadOptions(), told.append))
        again = [read_page(document.load_page(number)) for number in range(len(document))]
    assert told == again
    assert len(told) == len(pages)
