"""A number that the source does not have is supported where it follows from those it has, and the card tells how."""

import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import CheckedSentence, Source, Verdict


def judged(answer: str, text: str) -> CheckedSentence:
    source = Source(1, 1.0, "/files/notes.txt", 1, "1", 0, len(text), text, "node")
    (sentence,) = align(answer, (source,)).sentences
    return sentence


WEIGHT = "The wall tiles of the second delivery weighed 640 kg without the pallet."
METER = "本期用电：640千瓦时\n上一期用电：380千瓦时"
RENT_DE = "Der Jahresüberschuss der Brauerei ging von 410.000 Euro auf 290.000 Euro zurück."


@pytest.mark.parametrize(
    ("answer", "text", "computation"),
    [
        (WEIGHT.replace("640 kg", "0.64 tonnes"), WEIGHT, "640 kg = 0.64 tonnes"),
        (
            "Der Jahresüberschuss der Brauerei ging um 120.000 Euro zurück.",
            RENT_DE,
            "410.000 Euro − 290.000 Euro = 120.000 Euro",
        ),
        ("本期用电比上一期多出260千瓦时。", METER, "640 − 380 = 260"),
    ],
)
def test_number_that_follows_from_the_source_is_supported_and_explained(
    answer: str, text: str, computation: str
) -> None:
    sentence = judged(answer, text)
    assert sentence.verdict is Verdict.SUPPORTED
    assert sentence.reasons == (f"This follows from the source: {computation}.",)
    assert sentence.unsupported == ()


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (WEIGHT.replace("640 kg", "6.4 tonnes"), WEIGHT),
        ("Der Jahresüberschuss der Brauerei ging um 130.000 Euro zurück.", RENT_DE),
        ("本期用电比上一期多出320千瓦时。", METER),
        (
            "After the first six months David Miller must give six weeks' notice in writing.",
            "Clause 01. After the first six months the tenant David Miller must give eight weeks' notice in writing.",
        ),
    ],
)
def test_number_that_does_not_follow_is_marked(answer: str, text: str) -> None:
    assert judged(answer, text).verdict.is_doubt
