"""Numbers as automatic labels write them."""

import pytest

from desktop_rag.readers.numerals import SYSTEMS, counted, numeral


@pytest.mark.parametrize(
    ("system", "numbers", "written"),
    [
        ("decimal", (1, 12), "1 12"),
        ("padded", (7, 12, 103), "07 12 103"),
        ("roman", (1, 4, 9, 14, 40, 1994), "i iv ix xiv xl mcmxciv"),
        ("ROMAN", (2, 90, 5_000), "II XC 5000"),
        ("alpha", (1, 26, 27, 52, 703), "a z aa az aaa"),
        ("ALPHA REPEATED", (1, 26, 27, 54), "A Z AA BBB"),
        ("greek", (1, 3), "α γ"),
        ("ordinal", (1, 2, 3, 11, 22, 113), "1st 2nd 3rd 11th 22nd 113th"),
        ("circled", (1, 20, 21, 51), "① ⑳ ㉑ 51"),
        ("fullwidth", (10,), "１０"),
        ("ideographs", (10, 24), "一〇 二四"),
        (
            "chinese",
            (3, 10, 15, 20, 101, 110, 1_015, 12_030),
            "三 十 十五 二十 一百零一 一百一十 一千零一十五 一万二千零三十",
        ),
        ("japanese", (10, 15, 100, 111), "十 十五 百 百十一"),
        ("chinese legal", (10, 25), "壹拾 贰拾伍"),
        ("korean", (3, 10, 21), "삼 십 이십일"),
        ("iroha", (1, 2, 3), "イ ロ ハ"),
        ("ganada", (1, 2, 15), "가 나 가가"),
        ("stems", (1, 2), "甲 乙"),
        ("hebrew", (1, 15, 16, 21, 115), "א טו טז כא קטו"),
        ("arabic abjad", (1, 2, 3), "أ ب ج"),
        ("thai digits", (12,), "๑๒"),
        ("unknown", (5,), "5"),
        ("alpha", (0, -3), "0 -3"),
    ],
)
def test_numbers_are_written_in_their_system(system: str, numbers: tuple[int, ...], written: str) -> None:
    assert " ".join(numeral(number, system) for number in numbers) == written


def test_every_system_writes_the_first_hundred_numbers_differently() -> None:
    for system in SYSTEMS:
        assert len({numeral(number, system) for number in range(1, 101)}) == 100, system


@pytest.mark.parametrize(
    ("way", "language", "labels"),
    [
        ("lowerLetter", "", {1: "a", 26: "z", 27: "aa", 28: "bb"}),
        ("upperRoman", "", {4: "IV", 1999: "MCMXCIX"}),
        ("decimalZero", "", {7: "07", 12: "12"}),
        ("ordinal", "en", {1: "1st", 12: "12th", 22: "22nd"}),
        ("ordinal", "de", {3: "3."}),
        ("ordinal", "fr", {1: "1er", 2: "2e"}),
        ("cardinalText", "", {21: "Twenty-one", 100: "100"}),
        ("ordinalText", "", {1: "First", 12: "Twelfth", 20: "Twentieth", 33: "Thirty-third"}),
        ("japaneseCounting", "", {10: "十", 21: "二十一", 100: "百"}),
        ("chineseCountingThousand", "", {12: "十二", 105: "一百零五"}),
        ("japaneseLegal", "", {11: "壱拾壱"}),
        ("ideographTraditional", "", {1: "甲", 10: "癸"}),
        ("aiueoFullWidth", "", {1: "ア", 3: "ウ"}),
        ("decimalEnclosedCircle", "", {3: "③", 60: "60"}),
        ("numberInDash", "", {3: "- 3 -"}),
        ("none", "", {3: ""}),
        ("unheard of", "", {3: "3"}),
        ("lowerRoman", "", {0: "0", -3: "-3", 10**6: "1000000"}),
    ],
)
def test_numbers_are_written_as_word_counts(way: str, language: str, labels: dict[int, str]) -> None:
    assert {number: counted(number, way, language) for number in labels} == labels
