"""Conditions in the place of words: amounts and dates that fit, in text and tables; other words stay words."""

from pathlib import Path

import pytest

from desktop_rag.core.results.mentions import MentionQuery
from desktop_rag.services.mentions.conditions import condition_of
from tests.services.conftest import Services

LETTER = (
    "Offer of 3 March 2024. The roof costs €12,500.00 and the gutter EUR 980. Payment by 1 May 2024 at the latest.\n\n"
    "| Item | Price (€) |\n| --- | --- |\n| Tiles | 1,000.00 |\n| Scaffold | 2,300.50 |\n\nThe permit costs £1,200.\n"
)


def fitting(text: str, words: str) -> list[str]:
    condition = condition_of(words)
    assert condition is not None, words
    return [text[start:end] for start, end in condition.places(text)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("amounts over €1,000", ["€12,500.00", "2,300.50"]),
        ("at least €1,000", ["€12,500.00", "1,000.00", "2,300.50"]),
        ("> 1000", ["€12,500.00", "2,300.50", "£1,200"]),
        ("under 1000 EUR", ["EUR 980"]),
        ("between €900 and €1,000", ["EUR 980", "1,000.00"]),
        ("Beträge über 2.000 €", ["€12,500.00", "2,300.50"]),
        ("höchstens 1.000 Euro", ["EUR 980", "1,000.00"]),
        ("before 1 April 2024", ["3 March 2024"]),
        ("nach dem 3. März 2024", ["by 1 May 2024 at the latest"]),
        ("since May 2024", ["by 1 May 2024 at the latest"]),
        ("2024年4月1日以降", ["by 1 May 2024 at the latest"]),
        ("早于2024年4月1日", ["3 March 2024"]),
    ],
)
def test_what_fits_a_condition(words: str, found: list[str]) -> None:
    assert fitting(LETTER, words) == found


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("10万円以上", "家賃は85,000円、敷金は170,000円です。", ["170,000円"]),
        ("超过5000元", "月租金4,500元，押金9,000元。", ["9,000元"]),
        ("10万円未満", "家賃は85,000円、敷金は170,000円です。", ["85,000円"]),
    ],
)
def test_amounts_in_japanese_and_chinese(words: str, text: str, found: list[str]) -> None:
    assert fitting(text, words) == found


@pytest.mark.parametrize(
    "words", ["over the moon", "over 1000", "from London", "ab", "before Monday", "以上", "up to date", "€1,000"]
)
def test_other_words_are_no_condition(words: str) -> None:
    assert condition_of(words) is None


def test_files_are_counted_by_a_condition_and_it_is_not_called_complete(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "offer.txt").write_text(LETTER, encoding="utf-8")
    (folder / "small.txt").write_text("The lamp costs €40.\n", encoding="utf-8")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [folder], services.call())
    counts = services.mentions.count("Lib", MentionQuery("amounts over €1,000"))
    assert [(Path(one.file).name, one.count) for one in counts.files] == [("offer.txt", 2)]
    assert [Path(one).name for one in counts.without] == ["small.txt"]
    assert (counts.by_condition, counts.method) == (True, "Amounts and dates: as the register reads them.")
    exact = services.mentions.count("Lib", MentionQuery("over €1,000", exact=True))
    assert (exact.by_condition, exact.count) == (False, 0)
