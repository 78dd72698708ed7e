"""A number is the same however it is written, and another one is not."""

import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict


def _verdict(passage: str, answer: str) -> Verdict:
    (sentence,) = align(answer, [Source(1, 1.0, "a.txt", 1, "1", 0, len(passage), passage, "n")]).sentences
    return sentence.verdict


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        ("The interest rate is 7.5 % a year.", "The interest rate is 0.075 a year."),
        ("The interest rate is 0.075 a year.", "The interest rate is 7.5% a year."),
        ("Der Zins beträgt 7,5 %.", "Der Zins beträgt 7,5 Prozent."),
        ("The plant makes 3 × 10⁶ bolts a year.", "The plant makes 3,000,000 bolts a year."),
        ("The plant makes 3,000,000 bolts a year.", "The plant makes 3*10^6 bolts a year."),
        ("The plant makes 2.5e6 bolts a year.", "The plant makes 2.5 million bolts a year."),
        ("The town spent 1.5 million crowns.", "The town spent 1,500,000 crowns."),
        ("The width is ½ inch.", "The width is 0.5 inch."),
        ("The width is 2 1/2 inches.", "The width is 2.5 inches."),
        ("予算は150万円です。", "予算は1,500,000円です。"),
        ("年利率为7.5%。", "年利率为0.075。"),
        ("The mole is 40 m long.", "The mole is 40 metres long."),
        ("| Kind | Rate |\n| --- | --- |\n| Interest | 7.5 % |", "The interest is 0.075."),
        ("The town spent 1,230,000 crowns.", "The town spent 1 230 000 crowns."),
        ("Die Stadt gab 35 064,50 Kronen aus.", "Die Stadt gab 35.064,50 Kronen aus."),
        ("With a budget of $230,000 they saved the data.", "With a budget of 230 000 $ they saved the data."),
        ("The town spent 120 135 crowns in both years.", "The town spent 135 crowns in both years."),  # two columns
        ("The network led in the 1970s and 1980s.", "The network led in the seventies and '80s."),
        ("La cadena dominó los años setenta.", "La cadena dominó la década de 1970, los años 70."),
        ("Der Sender führte in den siebziger Jahren.", "Der Sender führte in den 1970er Jahren."),
        ("Der Sender führte in den 1970er Jahren.", "Der Sender führte in den 70er Jahren."),
    ],
)
def test_the_same_number_is_supported(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        ("The interest rate is 7.5 % a year.", "The interest rate is 0.75 a year."),
        ("The plant makes 3 × 10⁶ bolts a year.", "The plant makes 3 × 10⁵ bolts a year."),
        ("The plant makes 3 × 10⁶ bolts a year.", "The plant makes 300,000 bolts a year."),
        ("The width is ½ inch.", "The width is ¼ inch."),
        ("The width is 2 1/2 inches.", "The width is 3.5 inches."),
        ("The mesh is 40 µm wide.", "The mesh is 40 m wide."),
        ("The mesh is 40 m wide.", "The mesh is 40 mm wide."),
        ("The dose is 5 mg a day.", "The dose is 5 g a day."),
        ("The town spent 1,230,000 crowns.", "The town spent 1 320 000 crowns."),
        ("The network led in the 1970s.", "The network led in the 1980s."),
        ("Der Sender führte in den 1970er Jahren.", "Der Sender führte in den 60er Jahren."),
    ],
)
def test_another_number_is_marked(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.CONTRADICTED
