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
CLUBS = (
    "Cora Hythe taught Denis Rudd to splice, and Denis Rudd taught Basil Orme to sail. The post boat goes from Marl to "
    "Skerry. Odo Reed met Wim Lake. Ann Larkin and Bo Tarn paid the fee."
)
PROTOCOL = (
    "Frau Ahlers übernimmt die Kasse von Herrn Behn. Die Werft hat den Verein verklagt. Der Lotse warnte den Wirt. Den "
    "Kran genehmigte der Rat."
)
SPANISH = "El alcalde multó al patrón por dejar la grúa encendida. La barca de Jimena salió antes que la de Rodrigo."
FRENCH = "Le maire a remercié le pilote pour son aide."
CHINESE = "王敏把旧船卖给了李强。红队赢了蓝队。张三和李四结婚了。"
JAPANESE = "佐藤さんは田中さんに小舟を売った。"
RUSSIAN = "Капитан оштрафовал лоцмана за опоздание."
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
        (CLUBS, "Basil Orme taught Denis Rudd to sail."),
        (CLUBS, "Basil Orme taught Denis Rudd."),
        (CLUBS, "The post boat goes from Skerry to Marl."),
        (PROTOCOL, "Der Verein hat die Werft verklagt."),
        (PROTOCOL, "Der Wirt warnte den Lotsen."),
        (SPANISH, "El patrón multó al alcalde por dejar la grúa encendida."),
        (FRENCH, "Le pilote a remercié le maire pour son aide."),
        (CHINESE, "李强把旧船卖给了王敏。"),
        (CHINESE, "蓝队赢了红队。"),
        (JAPANESE, "田中さんは佐藤さんに小舟を売った。"),
        (GERMAN, "Bernd Tarn lieh Anna Lenz neunzig Kronen."),
        (GERMAN, "Der Rat genehmigte das Kasino und verwarf den Kran."),
    ],
)
def test_what_is_said_of_another_is_no_support(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        (PROTOCOL, "Herr Behn übernimmt die Kasse von Frau Ahlers."),
        (RUSSIAN, "Лоцман оштрафовал капитана за опоздание."),
    ],
)
def test_who_changed_places_in_another_form_is_marked(passage: str, answer: str) -> None:
    assert _verdict(passage, answer).is_doubt


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
        (CLUBS, "Denis Rudd taught Basil Orme to sail."),
        (CLUBS, "Cora Hythe taught Denis Rudd."),
        (CLUBS, "Wim Lake met Odo Reed."),
        (CLUBS, "Bo Tarn and Ann Larkin paid the fee."),
        (PROTOCOL, "Den Wirt warnte der Lotse."),
        (PROTOCOL, "Der Rat genehmigte den Kran."),
        (PROTOCOL, "Der Verein wurde von der Werft verklagt."),
        (SPANISH, "El alcalde multó al patrón."),
        (FRENCH, "Le maire a remercié le pilote."),
        (CHINESE, "王敏把旧船卖给了李强。"),
        (CHINESE, "李四和张三结婚了。"),
        (JAPANESE, "田中さんに佐藤さんは小舟を売った。"),
        (RUSSIAN, "Лоцмана оштрафовал капитан за опоздание."),
        (MINUTES, "Ann Larkin, Mira Oke and Bo Tarn were present."),
    ],
)
def test_the_same_in_another_order_is_supported(passage: str, answer: str) -> None:
    assert _verdict(passage, answer) is Verdict.SUPPORTED
