"""Which questions go on with the one before: those that point back, and those that say little by themselves."""

import pytest

from desktop_rag.retrievers.relevance import points_back, says_little


@pytest.mark.parametrize(
    "question",
    [
        "How long does it take?",
        "What did they pay for the house?",
        "And in 2021?",
        "What about the deposit?",
        "Wie lange dauert sie?",
        "Und wer zahlt dafür?",
        "Combien coûte celle de la cuisine ?",
        "¿Cuánto cuesta esta?",
        "它多少钱？",
        "その費用はいくらですか。",
    ],
)
def test_words_that_point_back(question: str) -> None:
    assert points_back(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who invented the telephone?",
        "Wer hat das Telefon erfunden?",
        "Darf ich in der Wohnung einen Hund halten?",
        "Quelle est la capitale de la Mongolie ?",
        "¿Cuál es la capital de Mongolia?",
        "谁发明了电话？",
        "電話を発明したのは誰ですか。",
    ],
)
def test_questions_that_stand_alone(question: str) -> None:
    assert not points_back(question)


@pytest.mark.parametrize(
    ("question", "little"),
    [
        ("Why?", True),
        ("In which years?", True),
        ("And the income of 2021?", True),
        ("What is the capital of Mongolia?", False),
        ("Who painted the ceiling of the Sistine Chapel in Rome?", False),
        ("Welche Versicherung zahlt bei einem Wasserschaden im Keller?", False),
    ],
)
def test_questions_that_say_little(question: str, little: bool) -> None:
    assert says_little(question) is little
