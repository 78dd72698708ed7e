"""What the source says of somebody or something else is no support; the same in other words is."""

import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict

MINUTES = """Present: Ann Larkin, Bo Tarn, Mira Oke.

1. The board approved the crane.
2. Bo Tarn will paint the mole by June."""
FARES = "The first class costs 31 crowns and the second class costs 17 crowns. Ann Larkin lent Bo Tarn ninety crowns."
COUNCIL = "The council approved the crane and rejected the casino. The Gannet beat the Puffin by two lengths."
CREW = "| Name | Phone |\n| --- | --- |\n| Odo Tarn | 555-1189 |\n| Wim Tarn | 555-1231 |\n| Bo Reed | 555-1300 |"
ROOMS = """Kasimir Vane  room 130  extension 710
Jorunn Moor  room 127  extension 709
Petra Lund  room 145  extension 715"""
GERMAN = "Anna Lenz lieh Bernd Tarn neunzig Kronen. Der Rat genehmigte den Kran und verwarf das Kasino."


def _verdict(passage: str, answer: str) -> Verdict:
    source = Source(1, 1.0, "notes.txt", 1, "1", 0, len(passage), passage, "n")
    (sentence,) = align(answer, [source]).sentences
    return sentence.verdict


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        (MINUTES, "Ann Larkin will paint the mole by June."),
        (MINUTES, "The mole will be painted by Mira Oke by June."),
        (FARES, "The first class costs 17 crowns and the second class costs 31 crowns."),
        (FARES, "Bo Tarn lent Ann Larkin ninety crowns."),
        (COUNCIL, "The council approved the casino and rejected the crane."),
        (COUNCIL, "The Puffin beat the Gannet by two lengths."),
        (CREW, "Odo Tarn's phone number is 555-1231."),
        (ROOMS, "Petra Lund has extension 710."),
        (GERMAN, "Bernd Tarn lieh Anna Lenz neunzig Kronen."),
        (GERMAN, "Der Rat genehmigte das Kasino und verwarf den Kran."),
    ],
)
def test_what_is_said_of_another_is_no_support(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.UNSUPPORTED


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        (MINUTES, "Bo Tarn will paint the mole by June."),
        (FARES, "The second class costs 17 crowns and the first class costs 31 crowns."),
        (FARES, "Ann Larkin lent Bo Tarn ninety crowns."),
        (COUNCIL, "The council rejected the casino and approved the crane."),
        (COUNCIL, "The Puffin was beaten by the Gannet by two lengths."),
        (CREW, "Wim Tarn's phone number is 555-1231."),
        (ROOMS, "Petra Lund has extension 715."),
        (MINUTES, "Ann Larkin, Mira Oke and Bo Tarn were present."),
    ],
)
def test_the_same_in_another_order_is_supported(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.SUPPORTED
