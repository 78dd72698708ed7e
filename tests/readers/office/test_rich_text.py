r"""Rich text (RTF): what people see, whatever groups and control words it is written with."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import load_file
from desktop_rag.readers.office.rtf import rtf_markdown

_FONTS = (
    r"{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\ftech\fcharset2 Symbol;}{\f2\fcharset2 Wingdings;}"
    r"{\f3\fnil\fcharset128 MS Mincho;}{\f4\fnil\fcharset204 Arial Cyr;}}"
)


def read(body: str) -> str:
    return rtf_markdown((rf"{{\rtf1\ansi\ansicpg1252\deff0{_FONTS}\pard\plain " + body + "}").encode("latin-1"))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"3 \'d7 10{\super 6} cells", "3 × 10⁶ cells"),
        (r"3 \'d7 10\super 6\nosupersub  cells", "3 × 10⁶ cells"),
        (r"10{\up6\fs16 -3} m\super 2\super0  wide", "10⁻³ m² wide"),
        (r"H{\sub 2}O and x{\dn4 i}", "H₂O and x_i"),
        (r"the 21{\super st} of 1,250{\super 4} crowns", "the 21st of 1,250 ⁴ crowns"),
        (r"40 {\f1 m}m, {\f1\'b1}3 and 5 {\f1\u-3920\'b0}C", "40 µm, ±3 and 5 °C"),
        (r"{\f2\'fe} smokes {\f2\'a8} has a dog", "☑ smokes ☐ has a dog"),
        (r"40 {\field{\*\fldinst SYMBOL 109 \\f Symbol}{\fldrslt\f1\'6d}}m", "40 µm"),
        (r"{\listtext\pard\plain\f0 2.2\tab}Late payments", "2.2 Late payments"),
        (r"{\pntext\f0 (a)\tab}tenants\par{\listtext\f1\'b7\tab}keys", "(a) tenants\n\n- keys"),
        (r"pages 10\_15 of caf\'e9 caf\u233\'e9 caf\u233?", "pages 10-15 of café café café"),
        (r"\uc0\u26481\u20140 \uc1\u-10179?\u-8704?", "東京😀"),
        (r"{\f3\'93\'8c\'8b\'9e} {\f4\'ec\'ee\'f1\'f2}", "東京 мост"),
        (
            r"Whales sing{\super\chftn{\footnote\pard\plain{\super\chftn} Mostly humpbacks.}}.",
            "Whales sing [* Mostly humpbacks.].",
        ),
        (r"seen{\v hidden}{\deleted gone} {\xe{\v index}}here{\*\unknown not}", "seen here"),
        (r"{\upr{old}{\*\ud{new}}} text", "new text"),
        (r"{\pict\pngblip 89504e47}after {\*\shppict{\pict 00}}it", "after it"),
        (r"{\mmath{\*\moMath{\mf{\mfPr{\mctrlPr\f0}}{\mnum{\mr\f0 a+b}}{\mden{\mr 2}}}}} of it", "(a+b)/2 of it"),
        (
            (r"{\field{\*\fldinst{FORMCHECKBOX}{\*\formfield{\fftype1\ffres1\ffdefres0}}}{\fldrslt}} yes "
            r"{\field{\*\fldinst{FORMCHECKBOX}{\*\formfield{\fftype1\ffres25\ffdefres0}}}{\fldrslt}} no"),
            "☒ yes ☐ no",
        ),
        (
            (r"By {\field{\*\fldinst{FORMDROPDOWN}{\*\formfield{\fftype2\ffres1{\*\ffl pigeon}{\*\ffl steamboat}}}}"
            r"{\fldrslt}} only"),
            "By steamboat only",
        ),
        (
            r"{\shp{\*\shpinst\shpleft0{\sp{\sn name}{\sv 7}}{\shptxt \pard In the box.\par}}}Beside it.",
            "In the box.\n\nBeside it.",
        ),
        (
            (r"\trowd\clvmgf\cellx100\cellx200\cellx300\pard\intbl Hills\cell adult\cell 20\cell\row"
            r"\trowd\clvmrg\cellx100\cellx200\cellx300\pard\intbl\cell pram\cell 24\cell\row"
            r"\trowd\cellx100\cellx200\cellx300\pard\intbl\cell dog\cell\cell\row\pard After"),
            "|  |  |  |\n| --- | --- | --- |\n| Hills | adult | 20 |\n| Hills | pram | 24 |\n|  | dog |  |\n\nAfter",
        ),
        (
            (r"\trowd\clmgf\cellx100\clmrg\cellx200\pard\intbl Both\cell\cell\row\trowd\cellx100\cellx200"
            r"\pard\intbl one\par two\cell 3\cell\row\pard"),
            "| Both |  |\n| --- | --- |\n| one two | 3 |",
        ),
        (
            (r"\trowd\cellx100\cellx200\pard\intbl\itap1 A\cell\pard\intbl\itap2 in\nestcell out\nestcell"
            r"{\*\nesttableprops\trowd\cellx10\cellx20\nestrow}{\nonesttables\par}\pard\intbl\itap1\cell"
            r"\trowd\cellx100\cellx200\row\pard"),
            "| A | in out |\n| --- | --- |",
        ),
    ],
)  # fmt: skip
def test_rich_text_is_read_as_people_see_it(body: str, text: str) -> None:
    assert read(body) == text
    assert read(rf"Before.\par {body}\par\pard After.").replace("\n\n", "\n").split("\n") == [
        "Before.", *text.replace("\n\n", "\n").split("\n"), "After.",
    ]  # fmt: skip


def test_addresses_behind_links_are_below_rich_text(tmp_path: Path) -> None:
    body = (
        r"{\field{\*\fldinst{HYPERLINK "
        r'"https://example.org/a-17" }}{\fldrslt{\ul the ordinance}}} and {\field{\*\fldinst HYPERLINK \\l "top"}'
        r"{\fldrslt up}}"
    )
    (tmp_path / "a.rtf").write_bytes((r"{\rtf1\ansi " + body + r"\par}").encode())
    (page,) = load_file(tmp_path / "a.rtf")
    assert page.text == "the ordinance and up\n\n## Links\n\nthe ordinance: https://example.org/a-17"


def test_binary_data_is_passed_over() -> None:
    assert read(r"one {\pict\bin6 }{}\x{ } two") == "one  two"


@given(st.text(st.sampled_from(r"\{}'*abu1 -;") | st.sampled_from(["é"]), max_size=60))
def test_damaged_rich_text_is_read_or_refused(body: str) -> None:
    with contextlib.suppress(UserError):
        assert isinstance(rtf_markdown(body.encode("latin-1")), str)


def test_groups_in_groups_without_end_are_refused() -> None:
    with pytest.raises(UserError):
        rtf_markdown(b"{\\rtf1 " + b"{" * 100_000)


def test_a_large_file_is_read_in_time_that_grows_with_it() -> None:
    row = r"\trowd\cellx100\cellx200\pard\intbl A word{\super 2} of it\cell \'e9 and more\cell\row "
    times: list[float] = []
    for count in (1_000, 4_000):
        start = time.process_time()
        assert read(row * count).count("\n") == count
        times.append(time.process_time() - start)
    assert times[1] < 10 * times[0] + 0.5
