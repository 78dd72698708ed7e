"""In which language a question is asked: short ones tell it by few words."""

import pytest

from desktop_rag.retrievers.question_words import parts_of, question_wording
from desktop_rag.retrievers.unrelated import QUESTIONS


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How many eggs do I need?", "en"),
        ("Where do we rent a car?", "en"),
        ("When was he born?", "en"),
        ("Do you serve beer?", "en"),
        ("Was kostet ein Brot?", "de"),
        ("Wann landen wir?", "de"),
        ("Combien coûte le loyer ?", "fr"),
        ("¿Qué dos órganos tienen poder de veto?", "es"),
        ("cuando llega el tren", "es"),
        ("Quanto costa il pranzo?", "it"),
        ("Onde fica o escritório?", "pt"),
        ("Wie is de eigenaar?", "nl"),
        ("Kto jest właścicielem?", "pl"),
        ("Когда начинается встреча?", "CYRILLIC"),
        ("会議はいつですか。", "ja"),
        ("会议是什么时候？", "zh"),
        ("Time series data", ""),
        ("Los Angeles population", ""),
    ],
)
def test_a_question_tells_its_language(question: str, language: str) -> None:
    assert question_wording(question) == language


def test_nearly_all_questions_tell_it_and_none_is_taken_for_another() -> None:
    told = [(language, question_wording(question)) for language, asked in QUESTIONS.items() for question in asked]
    assert {found for language, found in told if found != language} <= {""}
    assert sum(not found for _, found in told) <= 3


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How is green tea brewed, and how long do otters sleep?",
            ["How is green tea brewed", "how long do otters sleep?"],
        ),
        ("Wer ist der Mieter und bis wann läuft der Vertrag?", ["Wer ist der Mieter", "bis wann läuft der Vertrag?"]),
        ("茶はどういれますか？犬は何時間寝ますか？", ["茶はどういれますか？", "犬は何時間寝ますか？"]),
        ("What are the rent and the deposit?", ["What are the rent and the deposit?"]),
        ("deposit", ["deposit"]),
    ],
)
def test_several_questions_in_one_are_told_apart(question: str, parts: list[str]) -> None:
    assert parts_of(question) == parts
