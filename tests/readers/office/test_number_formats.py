"""Numbers as spreadsheets show them: each line is what Excel shows for a code and a number."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.office.number_formats import built_in_code, general, number_format

CASES: list[tuple[str, float, str]] = [
    ("0.0%", 0.075, "7.5%"),
    ("0.00%", 0.0425, "4.25%"),
    ("0%", 0.653035934239184, "65%"),
    ('"$"#,##0.00', 1234.5, "$1,234.50"),
    ("#,##0.00 [$€-407];[Red](#,##0.00 [$€-407])", -4210.256, "(4,210.26 €)"),
    ("00000", 412, "00412"),
    ("[h]:mm", 1.5625, "37:30"),
    ("[hh]:mm:ss", 0.2083333333333333, "05:00:00"),
    ('0.0" km"', 12.5, "12.5 km"),
    ("#,##0", 1234567, "1,234,567"),
    ("#,##0", -1234567, "-1,234,567"),
    ("0", -0.3, "0"),
    ("# ?/?", 2.5, "2 1/2"),
    ("# ?/?", 0.5, "1/2"),
    ("# ??/??", 3.14159, "3 1/7"),
    ("# ?/8", 0.375, "3/8"),
    ("?/?", 1.5, "3/2"),
    ("# ?/?", 5, "5"),
    ("0.00E+00", 1234567, "1.23E+06"),
    ("0.00E+00", 0.000123, "1.23E-04"),
    ("##0.0E+0", 12345678, "12.3E+6"),
    ("0.0E+0", 9.99, "1.0E+1"),
    ("#,##0,", 1234567, "1,235"),
    ('0.0,,"M"', 12345678, "12.3M"),
    ('[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', 1500, "1.5K"),
    ('[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', 12, "12"),
    ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 1234.5, "$1,234.50"),
    ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', -5, "$(5.00)"),
    ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 0, "$-"),
    ('_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', -12.3, "-12.30 €"),
    ("0;0;;@", 0, ""),
    ('0;-0;"zero"', 0, "zero"),
    ("000-00-0000", 123456789, "123-45-6789"),
    ("(###) ###-####", 5551234567, "(555) 123-4567"),
    ("0.##", 5, "5."),
    ("0.##", 5.25, "5.25"),
    (".00", 0.5, ".50"),
    (".00", 12.5, "12.50"),
    ("0.00", 1.005, "1.01"),
    ("0.00", 2.675, "2.68"),
    ("dd.mm.yyyy", 45323, "01.02.2024"),
    ("d/m/yy", 45323, "1/2/24"),
    ("[$-407]d. mmmm yyyy", 45323, "1. Februar 2024"),
    ("[$-40C]dddd d mmmm yyyy", 45323, "jeudi 1 février 2024"),
    ('yyyy"年"m"月"d"日"', 45323, "2024年2月1日"),
    ('[$-411]ggge"年"m"月"d"日"', 45323, "令和6年2月1日"),
    ("[$-411]ge.m.d", 45323, "R6.2.1"),
    ("h:mm AM/PM", 0.604166666, "2:30 PM"),
    ("h:mm:ss", 0.999999999, "0:00:00"),
    ("mm:ss.0", 0.0012731, "01:50.0"),
    ("hh:mm", 0.25, "06:00"),
    ("m/d/yyyy h:mm", 45323.5, "2/1/2024 12:00"),
    ("yyyy-mm-dd hh:mm:ss", 45323.75, "2024-02-01 18:00:00"),
    ("[mm]:ss", 0.1, "144:00"),
    ("[ss]", 0.01, "864"),
    ("mmm-yy", 45323, "Feb-24"),
    ("d-mmm", 45323, "1-Feb"),
    ("[$-419]d mmmm yyyy", 45323, "1 февраля 2024"),
    ("[$-419]mmmm yyyy", 45323, "февраль 2024"),
    ("[$-107041E]d mmm yyyy", 45323, "1 ก.พ. 2567"),
    ('[DBNum1][$-804]yyyy"年"m"月"d"日"', 45323, "二〇二四年二月一日"),
    ("[$-de-DE]dddd, d. mmmm yyyy", 45323, "Donnerstag, 1. Februar 2024"),
    ('General" km"', 12.5, "12.5 km"),
    ("General;[Red]-General", -3, "-3"),
    ("#,##0.00;[Red]-#,##0.00", -3.5, "-3.50"),
    ("0.0;(0.0)", -0.04, "(0.0)"),
    ('"EUR" 0.00', -1.5, "-EUR 1.50"),
    ("0.00 %", 0.5, "50.00 %"),
    ('0"h" 00"m"', 1230, "12h 30m"),
    ("#,##0.00\\ [$zł-415]", 1234.5, "1,234.50 zł"),
    ("[$¥-411]#,##0", 1234, "¥1,234"),
    ("[$-F800]dddd, mmmm dd, yyyy", 45323, "Thursday, February 01, 2024"),
    ("[$CHF] #,##0.00", 1234.5, "CHF 1,234.50"),
    ("[$$-409]#,##0.00", 5, "$5.00"),
    ("[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0", 1234567, "12,34,567"),
    ('[<0]"neg "0;0', -5, "neg 5"),
    ("[>100]0;0.0", -5, "-5.0"),
    ("dd/mm/yyyy;@", 45323, "01/02/2024"),
    ("[$-409]h:mm AM/PM;@", 0.5, "12:00 PM"),
    ("#", 0, ""),
    ("#,###", 0, ""),
    ("0000.0", 5, "0005.0"),
    ("000,000", 1234, "001,234"),
    ("mmmmm", 45323, "F"),
    ("ddd", 45323, "Thu"),
    ("0.00E+00", 0, "0.00E+00"),
    ("# ?/?", 0.99, "1"),
    ('0 "Stk."', 3, "3 Stk."),
    ('[h]"h" mm"m"', 1.5625, "37h 30m"),
    ('hh"h"mm', 0.5, "12h00"),
    ("[Blue]+0.0;[Red]-0.0;0.0", 3, "+3.0"),
    ("yyyy", 60, "1900"),
    ("yyyy-mm-dd", 1, "1900-01-01"),
    ("yyyy-mm-dd", 60, "1900-02-29"),
    ("0.000", 1e20, "100000000000000000000.000"),
    ("#,##0", 1e16, "10,000,000,000,000,000"),
    ("h:mm", -0.5, "-0.5"),
    ('上午/下午h"时"mm"分"', 0.6, "下午2时24分"),
    ("0.0 °C", 21.5, "21.5 °C"),
    ("0 \\x", 3, "3 x"),
    ("yyyymmdd", 45323, "20240201"),
    ("mm/dd/yy hh:mm", 45323.5, "02/01/24 12:00"),
    ('[=1]"yes";[=0]"no";General', 0, "no"),
    ("[$₹-4009]\\ #,##0.00", 1234567.5, "₹ 1,234,567.50"),
    ('# ##0.00\\ "€"', 1234.5, "1 234.50 €"),
    ('0.0"%"', 7.5, "7.5%"),
    ("0\\%", 7, "7%"),
    ('[$-416]d "de" mmmm "de" yyyy', 45323, "1 de fevereiro de 2024"),
    ('[$-ja-JP-x-gannen]ggge"年"m"月"d"日"', 45323, "令和6年2月1日"),
    ('[h]" Std. "mm" Min."', 1.5, "36 Std. 00 Min."),
    ("[$-2010000]yyyy/mm/dd", 45323, "٢٠٢٤/٠٢/٠١"),
    ("hh:mm:ss.000", 0.50001, "12:00:00.864"),
    ("$#,##0.00;[Red]-$#,##0.00", -5, "-$5.00"),
]


@pytest.mark.parametrize(("code", "value", "shown"), CASES)
def test_a_number_is_shown_as_its_format_says(code: str, value: float, shown: str) -> None:
    assert number_format(code).shown(value).text == shown


@pytest.mark.parametrize(
    ("number", "language", "value", "shown"),
    [
        (9, "", 0.075, "8%"), (10, "", 0.075, "7.50%"), (4, "", 1234.5, "1,234.50"), (14, "", 45_323, "2024-02-01"),
        (15, "", 45_323, "1-Feb-24"), (18, "", 0.6, "2:24 PM"), (20, "", 0.6, "14:24"), (45, "", 0.01, "14:24"),
        (22, "", 45_323.5, "2024-02-01 12:00"), (46, "", 1.5625, "37:30:00"), (47, "", 0.0012731, "01:50.0"),
        (11, "", 1_234_567, "1.23E+06"), (12, "", 2.5, "2 1/2"), (41, "", -3, "(3)"), (44, "", 0, "$-"),
        (31, "zh", 45_323, "2024年2月1日"), (31, "ko", 45_323, "2024년 02월 01일"), (28, "ja", 45_323, "令和6年2月1日"),
        (57, "ja", 45_323, "R6.2.1"), (32, "zh", 0.6, "14时24分"), (36, "zh-tw", 45_323, "113/2/1"),
        (99, "", 1.5, "1.5"),
    ],
)  # fmt: skip
def test_a_format_that_is_named_by_its_number_is_known(number: int, language: str, value: float, shown: str) -> None:
    assert number_format(built_in_code(number, language)).shown(value).text == shown


@pytest.mark.parametrize(
    ("code", "value", "exact"),
    [
        ("0.0%", 0.075, "0.075"), ("#,##0.00", 1234.5, ""), ("0.00;(0.00)", -4210.256, "-4210.256"),
        ("00000", 412, ""), ("dd.mm.yyyy", 45_323, "2024-02-01"), ("yyyy-mm-dd", 45_323, ""), ("[h]:mm", 1.5625, ""),
        ("h:mm AM/PM", 0.604166667, "14:30"), ('0.0,,"M"', 12_345_678, "12345678"), ("General", 0.5, ""),
        ("0", 2.4, "2.4"),
        ('0;-0;"-"', 0, ""),
        ("h:mm", 1.25, ""),
    ],
)  # fmt: skip
def test_what_is_shown_otherwise_is_known_as_it_is(code: str, value: float, exact: str) -> None:
    assert number_format(code).shown(value).exact == exact


@pytest.mark.parametrize(
    ("code", "shown"),
    [("@", "Harp"), ('@" seal"', "Harp seal"), ('0;-0;0;"<"@">"', "<Harp>"), ("0.00", "Harp"), ("0;;;", "")],
)
def test_a_text_is_shown_as_its_format_says(code: str, shown: str) -> None:
    assert number_format(code).of_text("Harp") == shown


def test_days_may_be_counted_from_1904() -> None:
    assert number_format("dd.mm.yyyy", from_1904=True).shown(42_924).text == "09.07.2021"


@given(st.floats(-1e14, 1e14), st.integers(0, 4))
def test_a_rounded_number_is_as_near_as_it_can_be(value: float, places: int) -> None:
    shown = number_format(f"#,##0{'.' if places else ''}{'0' * places}").shown(value).text
    assert re.fullmatch(r"-?\d{1,3}(?:,\d{3})*" + (rf"\.\d{{{places}}}" if places else ""), shown)
    assert abs(float(shown.replace(",", "")) - value) <= 0.5000001 * 10**-places + abs(value) * 1e-14


@pytest.mark.parametrize("code", ["[h]", "[mm]:ss", "[s]", "yyyy-mm-dd", "h:mm"])
@pytest.mark.parametrize("days", [999_999_998.0, 999_999_999.0, 1e9, 1e14, 1e300])
def test_a_time_beyond_all_times_is_shown(code: str, days: float) -> None:
    for value in (days, -days):
        assert number_format(code).shown(value).text


@given(st.text(alphabet='0#?.,%/E+-;:@_*\\"[]$€ymdhsge年AMP/ <>=1', max_size=24), st.floats(allow_nan=True))
def test_any_code_shows_something(code: str, value: float) -> None:
    shown = number_format(code).shown(value)
    assert shown.text == " ".join(shown.text.split())
    assert isinstance(number_format(code).of_text("seal"), str)


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_a_whole_number_without_a_format_is_whole(value: int) -> None:
    assert general(float(value)) == str(value)
