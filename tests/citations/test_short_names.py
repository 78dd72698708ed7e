"""A name and its short form are the same; other letters are another name, and other scripts prove nothing."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict


def checked(answer: str, text: str) -> list[str]:
    """Return the words of an answer that are said to have no support."""
    aligned = align(answer, (Source(1, 1.0, "/files/report.pdf", 1, "1", 0, len(text), text, "node"),))
    return [aligned.text[start:end] for one in aligned.sentences for start, end in one.unsupported]


def verdict(answer: str, text: str) -> Verdict:
    (sentence,) = align(answer, (Source(1, 1.0, "/files/report.pdf", 1, "1", 0, len(text), text, "node"),)).sentences
    return sentence.verdict


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("The CEO resigned in May after the vote.", "The chief executive officer resigned in May after the vote."),
        (
            "Apple CEO Tim Cook opened the shop in Paris.",
            "Apple Chief Executive Officer Tim Cook opened the shop in Paris.",
        ),
        ("The UN sent a ship to the port.", "The United Nations sent a ship to the port."),
        ("The U.S. sent a ship to the port.", "The United States sent a ship to the port."),
        ("The USA sent a ship to the port.", "The United States of America sent a ship to the port."),
        ("J. F. Kennedy opened the harbour in spring.", "John F. Kennedy opened the harbour in spring."),
        ("J. Kennedy opened the harbour in the spring.", "John Kennedy opened the harbour in the spring."),
        ("JFK opened the harbour in the spring.", "John F. Kennedy opened the harbour in the spring."),
        ("JFK opened the harbour in the spring.", "J. F. Kennedy opened the harbour in the spring."),
        ("The R&D costs of the firm rose in May.", "The research and development costs of the firm rose in May."),
        ("The VP of sales left the company in May.", "The vice president of sales left the company in May."),
        ("Die EU erhöht die Gebühren im Mai.", "Die Europäische Union erhöht die Gebühren im Mai."),
        (
            "El PIB cayó en el último trimestre del año.",
            "El producto interior bruto cayó en el último trimestre del año.",
        ),
    ],
)
def test_a_short_form_stands_for_the_long_one_and_the_other_way_round(short: str, long: str) -> None:
    assert checked(short, long) == []
    assert checked(long, short) == []


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Die EZB erhöht die Zinsen im Mai.", "Die Europäische Zentralbank erhöht die Zinsen im Mai."),
        ("Das BIP fiel im letzten Quartal des Jahres.", "Das Bruttoinlandsprodukt fiel im letzten Quartal des Jahres."),
        ("EE. UU. envió un barco al puerto.", "Estados Unidos envió un barco al puerto."),
        (
            "The OECD raised its fees in May this year.",
            "The Organisation for Economic Co-operation and Development raised its fees in May this year.",
        ),
        ("L'ONU a envoyé un navire au port.", "L'Organisation des Nations unies a envoyé un navire au port."),
        ("Dr. Müller opened the clinic in spring.", "Dr. Mueller opened the clinic in spring."),
        ("Dr. Mueller opened the clinic in spring.", "Dr. Müller opened the clinic in spring."),
    ],
)
def test_a_name_may_be_written_differently(answer: str, text: str) -> None:
    assert checked(answer, text) == []


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        ("Apple CFO Tim Cook opened the shop.", "Apple's chief executive officer Tim Cook opened the shop.", ["CFO"]),
        ("The UN sent a ship to the port.", "The EU sent a ship to the port.", ["UN"]),
        ("The United Nations sent a ship to it.", "The EU sent a ship to it.", ["United Nations"]),
        ("R. Kennedy opened the harbour in May.", "John Kennedy opened the harbour in May.", ["R"]),
        ("Robert Kennedy opened the harbour in May.", "J. Kennedy opened the harbour in May.", ["Robert"]),
        ("Robert F. Kennedy opened it in May.", "JFK opened it in May.", ["Robert F. Kennedy"]),
        ("LBJ opened the harbour in May.", "John F. Kennedy opened the harbour in May.", ["LBJ"]),
        ("Die EZB erhöht die Zinsen im Mai.", "Die Deutsche Bundesbank erhöht die Zinsen im Mai.", ["EZB"]),
        # two letters begin the words of many names: elsewhere in the source they prove nothing
        ("The UN sent a ship to it.", "The navy sent a ship to it, and under new rules it sailed.", ["UN"]),
    ],
)
def test_other_letters_are_another_name(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


@given(st.lists(st.sampled_from(string.ascii_lowercase), min_size=3, max_size=5), st.data())
def test_initials_are_those_of_the_words(letters: list[str], data: st.DataObject) -> None:
    text = f"On Monday the {' '.join(letter + 'oxxex' for letter in letters)} was closed for repairs in the north."
    place = data.draw(st.integers(0, len(letters) - 1))
    other = data.draw(st.sampled_from(sorted(set(string.ascii_lowercase) - {*letters, *"omtwcfrin"})))
    wrong = [*letters[:place], other, *letters[place + 1 :]]
    answer = "On Monday the {} was closed for repairs in the north."
    assert checked(answer.format("".join(letters).upper()), text) == []
    assert checked(answer.format("".join(wrong).upper()), text) == ["".join(wrong).upper()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ジョン・エルウェイは1998年に優勝した選手である。", "John Elwayは1998年に優勝した選手である。"),
        ("约翰·埃尔维是1998年夺冠的球员。", "John Elway是1998年夺冠的球员。"),
    ],
)
def test_a_name_in_other_letters_is_not_said_to_be_wrong(one: str, other: str) -> None:
    assert checked(one, other) == []
    assert checked(other, one) == []


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Angela Merkel opened Tokyo Station.", "アンゲラ・メルケルは東京駅を開業した。"),
        ("The president Xi Jinping visited Moscow.", "国家主席习近平访问了莫斯科。"),
        ("Wladimir Putin besuchte Minsk.", "Владимир Путин посетил Минск в мае."),
        ("アンゲラ・メルケルは東京駅を開業した。", "Angela Merkel opened Tokyo Station."),
        ("Köln baut eine neue Brücke über den Rhein.", "Cologne is building a new bridge across the Rhine."),
    ],
)
def test_words_alone_judge_no_sentence_in_another_language(answer: str, text: str) -> None:
    assert verdict(answer, text) is Verdict.UNCHECKED
