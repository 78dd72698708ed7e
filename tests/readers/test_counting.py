"""The ways in which Word counts."""

import pytest

from desktop_rag.readers.counting import counted


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
