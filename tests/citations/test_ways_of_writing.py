"""A number is the same however it is written, and another one is not."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.multilingual_e5 import SPACE
from tests.helpers.mock_embedding import MockEmbedding


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
        ("The lineman added 6½ sacks.", "The lineman added six and a half sacks."),
        ("La obra duró 2,5 años.", "La obra duró dos años y medio."),
        ("The plague came in 1635, in 1655 and in 1664.", "The plague came in 1635,1655,1664."),
        ("电视台在1980年代领先。", "电视台在20世纪80年代领先。"),
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
        ("电视台在1980年代领先。", "电视台在19世纪80年代领先。"),
        ("La obra duró 2 años.", "La obra duró dos años y medio."),
        ("The plague came in 1635, in 1655 and in 1664.", "The plague came in 1635,1656,1664."),
        ("Der Sender führte in den 1970er Jahren.", "Der Sender führte in den 60er Jahren."),
    ],
)
def test_another_number_is_marked(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.CONTRADICTED


def _across(passage: str, answer: str) -> Verdict:
    """Return the verdict of a translation that a model has named its passage, and whose meaning is near it."""
    sources = [Source(1, 1.0, "a.txt", 1, "1", 0, len(passage), passage, "n")]
    (sentence,) = align(f"{answer} [1]", sources, _Near(16)).sentences
    return sentence.verdict


class _Near(MockEmbedding):
    """Finds all texts alike."""

    query_instruction = "query: "

    @property
    def space(self) -> EmbeddingSpace:
        return SPACE

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return np.tile(np.eye(1, 16, dtype=np.float32), (len(texts), 1))


@pytest.mark.parametrize(
    ("passage", "answer", "expected"),
    [
        (
            "In one year the Amazon absorbs 1.5 gigatons of carbon dioxide.",
            "亚马逊一年吸收15亿吨的二氧化碳。",
            True,
        ),
        (
            "In one year the Amazon absorbs 1.5 gigatons of carbon dioxide.",
            "亚马逊一年吸收25亿吨的二氧化碳。",
            False,
        ),
        ("The climate was like that millions of years ago.", "数百万年前的气候是这样的。", True),
        ("The road is named after the millionaire M. Theo Kearney.", "它是以百万富翁西奥·科尔尼的名字命名的。", True),
        ("The city suffered from urban sprawl after World War II.", "第二次世界大战后该市遭受了城市扩张。", True),
        ("These arguments dominated the discipline for decades.", "几十年来这些论点一直占据主导位置。", True),
        ("The wars broke out again in the 1620s.", "17世纪20年代战争再起。", True),
        ("The wars broke out again in the 1620s.", "17世纪30年代战争再起。", False),
        ('The Doctor says, "Yeah, I know the feeling well."', "博士回答说：“是的，我非常知道这种感觉。”", True),
        ('The law was called "an act of great courage" by all.', "法律被称为“an act of little courage”。", False),
        ("The lineman added 6½ sacks in the season.", "El liniero consiguió 6 capturas y media en la temporada.", True),
    ],
)
def test_across_languages_too(passage: str, answer: str, *, expected: bool) -> None:
    assert (_across(passage, answer) is Verdict.SUPPORTED) is expected
