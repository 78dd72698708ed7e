"""Hangul files in XML as a person sees them."""

import zipfile
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import load_file

_NAMES = (
    'xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" '
    'xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"'
)
HEAD = (
    '<hh:charPr id="0"/><hh:charPr id="1"><hh:supscript/></hh:charPr><hh:charPr id="2"><hh:subscript/></hh:charPr>'
    '<hh:paraPr id="0"/><hh:paraPr id="1"><hh:heading type="NUMBER" idRef="7" level="0"/></hh:paraPr>'
    '<hh:paraPr id="2"><hh:heading type="NUMBER" idRef="7" level="1"/></hh:paraPr>'
    '<hh:paraPr id="3"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr>'
    '<hh:numbering id="7" start="0"><hh:paraHead start="1" level="1" numFormat="DIGIT">제^1조</hh:paraHead>'
    '<hh:paraHead start="1" level="2" numFormat="HANGUL_SYLLABLE">^2.</hh:paraHead></hh:numbering>'
)


def hwpx(path: Path, body: str, head: str = HEAD) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/hwp+zip")
        archive.writestr("Contents/header.xml", f"<hh:head {_NAMES}>{head}</hh:head>")
        archive.writestr("Contents/section0.xml", f"<hs:sec {_NAMES}>{body}</hs:sec>")
    return path


def p(inside: str, style: int = 0) -> str:
    return f'<hp:p paraPrIDRef="{style}">{inside}</hp:p>'


def run(text: str, look: int = 0) -> str:
    return f'<hp:run charPrIDRef="{look}"><hp:t>{text}</hp:t></hp:run>'


def cell(text: str, row: int, column: int, *, down: int = 1, across: int = 1) -> str:
    place = f'<hp:cellAddr colAddr="{column}" rowAddr="{row}"/><hp:cellSpan colSpan="{across}" rowSpan="{down}"/>'
    return f"<hp:tc><hp:subList>{p(run(text))}</hp:subList>{place}</hp:tc>"


def text_of(folder: Path, body: str) -> str:
    return "\n".join(page.text for page in load_file(hwpx(folder / "a.hwpx", body)))


def test_a_table_stands_once_with_its_merged_cells_in_each_row(tmp_path: Path) -> None:
    rows = (
        cell("구역", 0, 0) + cell("승객", 0, 1) + cell("요금", 0, 2),
        cell("언덕", 1, 0, down=2) + cell("어른", 1, 1) + cell("48", 1, 2),
        cell("유모차", 2, 1) + cell("24", 2, 2),
        cell("모두", 3, 0, across=2) + cell("9", 3, 2),
    )
    table = "<hp:tbl>" + "".join(f"<hp:tr>{row}</hp:tr>" for row in rows) + "</hp:tbl>"
    assert text_of(tmp_path, p(run("요금표") + f"<hp:run>{table}</hp:run>")) == (
        "요금표\n| 구역 | 승객 | 요금 |\n| --- | --- | --- |\n"
        "| 언덕 | 어른 | 48 |\n| 언덕 | 유모차 | 24 |\n| 모두 |  | 9 |"
    )


def test_numbers_raised_figures_and_deleted_words(tmp_path: Path) -> None:
    body = (
        p(run("목적"), 1)
        + p(run("정의"), 1)
        + p(run("하나"), 2)
        + p(run("둘"), 2)
        + p(run("점"), 3)
        + p(run("3 × 10") + run("6", 1) + run(" CO") + run("2", 2))
        + p(run("남은 <hp:deleteBegin/>지운<hp:deleteEnd/>말<hp:tab/>끝"))
    )
    assert text_of(tmp_path, body) == "제1조 목적\n제2조 정의\n가. 하나\n나. 둘\n점\n3 × 10⁶ CO₂\n남은 말\t끝"


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ('<hp:checkBtn value="CHECKED" caption="흡연"/><hp:checkBtn value="UNCHECKED" caption="개"/>', "☒ 흡연 ☐ 개"),
        ('<hp:radioBtn value="CHECKED" caption="수표"/>', "◉ 수표"),
        ('<hp:comboBox selectedValue="b"><hp:listItem displayText="기선" value="b"/></hp:comboBox>', "기선"),
        ("<hp:dutmal><hp:mainText>東京</hp:mainText><hp:subText>동경</hp:subText></hp:dutmal>", "東京（동경）"),
        ("<hp:equation><hp:script>{a+b} over {c}</hp:script></hp:equation>", "(a+b)/c"),
        ("<hp:equation><hp:script>sqrt {81} = v ^{2}</hp:script></hp:equation>", "√81 = v²"),
        ("<hp:pic><hp:shapeComment>그림입니다.</hp:shapeComment></hp:pic><hp:t>본문</hp:t>", "본문"),
    ],
)  # fmt: skip
def test_what_stands_in_a_line(tmp_path: Path, inside: str, shown: str) -> None:
    assert text_of(tmp_path, p(f"<hp:run>{inside}</hp:run>")) == shown


def test_notes_headers_and_links(tmp_path: Path) -> None:
    note = f'<hp:ctrl><hp:footNote number="1"><hp:subList>{p(run("각주"))}</hp:subList></hp:footNote></hp:ctrl>'
    header = f"<hp:ctrl><hp:header><hp:subList>{p(run('머리말'))}</hp:subList></hp:header></hp:ctrl>"
    path = '<hp:parameters><hp:stringParam name="Path">https://example.org/a-17</hp:stringParam></hp:parameters>'
    link = f'<hp:ctrl><hp:fieldBegin type="HYPERLINK">{path}</hp:fieldBegin></hp:ctrl>'
    assert text_of(tmp_path, p(f"<hp:run>{link}<hp:t>규정 310</hp:t>{note}{header}</hp:run>")) == (
        "규정 310 ¹\n¹ 각주\n\n## Links\n\nhttps://example.org/a-17\n\n## Header and footer\n\n머리말"
    )


def test_a_damaged_header_does_not_hide_the_text(tmp_path: Path) -> None:
    path = hwpx(tmp_path / "a.hwpx", p(run("본문"), 1), "<broken")
    assert [page.text for page in load_file(path)] == ["본문"]
    with zipfile.ZipFile(tmp_path / "b.hwpx", "w") as archive:
        archive.writestr("mimetype", "application/hwp+zip")
        archive.writestr("Contents/section0.xml", "<damaged")
    with pytest.raises(UserError):
        load_file(tmp_path / "b.hwpx")
