"""Files made to break what reads them, or broken by chance: each is read, or says plainly why not, and soon."""

import io
import struct
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.office import powerpoint97
from desktop_rag.readers.pages.picture_files import check_size
from desktop_rag.readers.plain.web_pages import html_markdown

pytestmark = pytest.mark.timeout(60)
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def text_of(path: Path) -> str:
    return "\n".join(page.text for page in load_file(path))


def workbook(path: Path, rows: str, claimed: str = "A1:XFD1048576") -> Path:
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/></Types>',
        )
        relations = f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{_RELATION}/'
        archive.writestr("_rels/.rels", f'{relations}officeDocument" Target="xl/workbook.xml"/></Relationships>')
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f'{relations}worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/>'
            "</sheets></workbook>",
        )
        sheet = f'<dimension ref="{claimed}"/><sheetData>{rows}</sheetData>'
        archive.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{_MAIN}">{sheet}</worksheet>')
    return path


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_a_sheet_that_claims_to_be_huge_is_read(tmp_path: Path) -> None:
    empty = "".join(f'<row r="{row}"><c r="A{row}" s="1"/><c r="XFD{row}" s="1"/></row>' for row in range(2, 2000))
    path = workbook(tmp_path / "claimed.xlsx", f'<row r="1">{cell("A1", "whale")}</row>{empty}')
    assert text_of(path) == "| whale |\n| --- |"


def test_a_cell_at_the_far_corner_is_no_reason_to_crash(tmp_path: Path) -> None:
    rows = f'<row r="1">{cell("A1", "whale")}</row><row r="1048576">{cell("XFD1048576", "far")}</row>'
    with pytest.raises(UserError, match=r"far from all others.*Delete the rows"):
        load_file(workbook(tmp_path / "far.xlsx", rows))


def test_a_pdf_that_lies_about_its_pages_is_damaged(tmp_path: Path) -> None:
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 2000000000>>"]
    body = b"%PDF-1.7\n" + b"".join(
        b"%d 0 obj\n%s\nendobj\n" % (number, text.encode()) for number, text in enumerate(objects, 1)
    )
    (tmp_path / "count.pdf").write_bytes(body + b"trailer<</Root 1 0 R/Size 3>>\n%%EOF")
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "count.pdf")


def test_a_word_file_without_its_document_is_damaged_not_an_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "a.docx")


def test_what_terminals_obey_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_bytes(b"\x1b[31merror\x1b[0m in line 3\n" * 10)
    assert text_of(tmp_path / "run.log") == "error in line 3\n" * 10


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("comments.html", "<p>whale</p>" + "<!--" * 200_000),
        ("scripts.html", "<p>whale</p>" + "<script>" * 100_000),
        ("picture.html", f'<img src="data:image/png;base64,{"QUJD" * 5_500_000}"><p>whale</p>'),
        ("deep.xml", f"<article>{'<p>' * 100_000}whale{'</p>' * 100_000}</article>"),
        ("marks.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nwhale " + "<" * 300_000 + "\n"),
    ],
)
def test_marks_without_end_take_no_time_without_end(tmp_path: Path, name: str, source: str) -> None:
    (tmp_path / name).write_text(source)
    assert "whale" in text_of(tmp_path / name)


def test_hidden_parts_of_web_pages_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<body><!-- one --><p>seen<script>two()</SCRIPT ><style>three</style><svg>four</svg> too</p></body>"
    )
    assert text_of(tmp_path / "a.html").split() == ["seen", "too"]


def test_pictures_written_into_a_text_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"# Tea\n\n![leaf](data:image/png;base64,{'QUJD' * 50_000}) is green\n")
    assert text_of(tmp_path / "a.md") == "# Tea\n\n![leaf](data:) is green\n"


def test_an_archive_of_what_cannot_be_unpacked_says_so(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo("sparse.txt")
        entry.pax_headers = {
            "GNU.sparse.major": "0",
            "GNU.sparse.minor": "1",
            "GNU.sparse.map": "0,3",
            "GNU.sparse.size": "5368709120",
            "GNU.sparse.numblocks": "1",
        }
        entry.size = 3
        archive.addfile(entry, io.BytesIO(b"abc"))
    with pytest.raises(NothingToRead, match="packed in a format"):
        read_file(tmp_path / "a.tar", ReadOptions(tmp_path / "scratch"))


def test_a_word_file_of_pictures_says_what_helps(tmp_path: Path) -> None:
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    relation = f'<Relationship Id="rId1" Type="{_RELATION}/officeDocument" Target="word/document.xml"/>'
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    with zipfile.ZipFile(tmp_path / "scan.docx", "w") as archive:
        types = f'<Override PartName="/word/document.xml" ContentType="{kind}"/>'
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}/content-types">{types}</Types>')
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{_PACKAGE}/relationships">{relation}</Relationships>')
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{word}"><w:body><w:p/></w:body></w:document>')
        archive.writestr("word/media/image1.png", b"a picture")
    with pytest.raises(NothingToRead, match=r"only pictures.*as PDF"):
        load_file(tmp_path / "scan.docx")


@pytest.mark.parametrize("read", [html_text, html_markdown])
@pytest.mark.parametrize("mark", ["<script>", "<!--", "<title>", "<svg ", "<td ", "\n\n\n", "\n \t", "\r\n\r\n"])
def test_marks_that_never_end_are_looked_for_once(mark: str, read: Callable[[str], str]) -> None:
    started = time.process_time()
    assert read(f"<p>Words{mark * 20_000}<p>More").startswith("Words")
    assert time.process_time() - started < 5


def test_a_keynote_file_whose_inner_archive_is_damaged(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.key", "w") as archive:
        archive.writestr("Index.zip", b"PK\3\4 no archive")
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "a.key")


def test_numbers_of_an_opendocument_text_that_are_none(tmp_path: Path) -> None:
    names = "urn:oasis:names:tc:opendocument:xmlns:"
    body = '<text:h text:outline-level="first">Top<text:s text:c="-"/>most</text:h>'
    with zipfile.ZipFile(tmp_path / "a.odt", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "content.xml",
            f'<office:d xmlns:office="{names}office:1.0" xmlns:text="{names}text:1.0">'
            f"<office:body>{body}</office:body></office:d>",
        )
    (page,) = load_file(tmp_path / "a.odt")
    assert page.text == "# Top most"


def test_an_old_presentation_that_ends_before_its_slides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = struct.pack("<HHI", 0xF, 1000, 0)
    directory = struct.pack("<HHII", 0, 6002, 8, 1 << 20 | 1) + struct.pack("<I", 9_999)
    edit = struct.pack("<HHI8xIII", 0, 4085, 20, 0, len(document), 1)
    user = bytes(16) + struct.pack("<I", len(document) + len(directory))
    streams = [user, document + directory + edit]
    monkeypatch.setattr(powerpoint97, "read_streams", lambda *_: streams)
    with pytest.raises(UserError, match="damaged"):
        list(powerpoint97.load_data(tmp_path / "a.ppt"))


def test_a_picture_without_its_picture_is_damaged(tmp_path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (120, 60), "white").save(data, "avif")
    (tmp_path / "a.avif").write_bytes(data.getvalue().replace(b"av01", b"av00"))
    with pytest.raises(UserError, match="damaged"):
        load_file(tmp_path / "a.avif")


def test_a_picture_that_ends_after_its_signature_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(b"MM\x00*")
    with pytest.raises(UserError, match="damaged"):
        check_size(path)
