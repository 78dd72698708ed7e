"""Questions in several languages, and sentences that have or lack the kind of answer they ask for."""

import pytest

from desktop_rag.response_synthesizers.quoting.answer_kinds import AnswerKind, holds_answer, kinds_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who signed the contract?", AnswerKind.NAME),
        ("Wer hat den Vertrag unterschrieben?", AnswerKind.NAME),
        ("Qui a signé le contrat ?", AnswerKind.NAME),
        ("¿Quién firmó el contrato?", AnswerKind.NAME),
        ("谁签署了合同？", AnswerKind.NAME),
        ("契約に署名したのは誰ですか。", AnswerKind.NAME),
        ("In what year did the war end?", AnswerKind.DATE),
        ("In welchem Jahr endete der Krieg?", AnswerKind.DATE),
        ("Quand la guerre a-t-elle pris fin ?", AnswerKind.DATE),
        ("¿Cuándo terminó la guerra?", AnswerKind.DATE),
        ("战争是什么时候结束的？", AnswerKind.DATE),
        ("戦争はいつ終わりましたか。", AnswerKind.DATE),
        ("How many stores are there?", AnswerKind.NUMBER),
        ("Wie viele Filialen gibt es?", AnswerKind.NUMBER),
        ("Combien y a-t-il de magasins ?", AnswerKind.NUMBER),
        ("¿Cuántas tiendas hay?", AnswerKind.NUMBER),
        ("有多少家商店？", AnswerKind.NUMBER),
        ("店舗はいくつありますか。", AnswerKind.NUMBER),
        ("Where is the head office?", AnswerKind.PLACE),
        ("Wo ist der Hauptsitz?", AnswerKind.PLACE),
        ("Où se trouve le siège ?", AnswerKind.PLACE),
        ("¿Dónde está la sede?", AnswerKind.PLACE),
        ("总部在哪里？", AnswerKind.PLACE),
        ("本社はどこにありますか。", AnswerKind.PLACE),
        ("Why did sales fall?", AnswerKind.REASON),
        ("Warum ist der Umsatz gesunken?", AnswerKind.REASON),
        ("Pourquoi les ventes ont-elles baissé ?", AnswerKind.REASON),
        ("¿Por qué cayeron las ventas?", AnswerKind.REASON),
        ("销售额为什么下降？", AnswerKind.REASON),
        ("売上はなぜ減りましたか。", AnswerKind.REASON),
        ("What is a provision?", AnswerKind.DEFINITION),
        ("Was ist eine Rückstellung?", AnswerKind.DEFINITION),
        ("Qu’est-ce qu’une provision ?", AnswerKind.DEFINITION),
        ("¿Qué es una provisión?", AnswerKind.DEFINITION),
        ("什么是准备金？", AnswerKind.DEFINITION),
        ("引当金とは何ですか。", AnswerKind.DEFINITION),
    ],
)
def test_question_words_tell_the_kind(question: str, kind: AnswerKind) -> None:
    assert kinds_of(question) == {kind}


@pytest.mark.parametrize("question", ["Is the contract valid?", "Which one is better?", "Gilt der Vertrag noch?"])
def test_other_questions_have_no_kind(question: str) -> None:
    assert kinds_of(question) == set()


@pytest.mark.parametrize(
    ("kind", "question", "answers", "does_not"),
    [
        (AnswerKind.NAME, "Who led the Union?", "In the Union it was Mary Major.", "The Union was led with care."),
        (AnswerKind.DATE, "What happened after 1914?", "It ended in 1918.", "It began in 1914."),
        (AnswerKind.NUMBER, "How many of the 12 came?", "Only nine came.", "Some of them came."),
        (AnswerKind.PLACE, "Where is it?", "It is in Paris.", "It is very large."),
        (AnswerKind.PLACE, "工場はどこですか。", "工場は長野県にある。", "工場は大きい。"),
        (AnswerKind.REASON, "Why?", "Sales fell because of the weather.", "Sales fell last year."),
        (AnswerKind.DEFINITION, "What is a lien?", "A lien is a claim on property.", "Property is a claim."),
    ],
    ids=["name", "date", "number", "place", "place in Japanese", "reason", "definition"],
)
def test_a_sentence_holds_what_the_question_does_not_name(
    kind: AnswerKind, question: str, answers: str, does_not: str
) -> None:
    assert holds_answer(answers, kind, question)
    assert not holds_answer(does_not, kind, question)
