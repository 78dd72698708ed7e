"""The built-in judge, as it comes with the program."""

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import running
from desktop_rag.rerankers.judge import LONGEST, Judge, _row, built_in_judge, log_odds

SUPPORTED, CONTRADICTED, NOT_SAID = range(3)


@pytest.mark.parametrize(
    ("statement", "evidence", "verdict"),
    [
        ("Brandt & Co. bought the warehouse from Okafor Ltd.", "Okafor Ltd. sold it to Brandt & Co.", SUPPORTED),
        ("Brandt & Co. sold the warehouse to Okafor Ltd.", "Okafor Ltd. sold the warehouse to Brandt.", CONTRADICTED),
        ("The warehouse has a lift.", "Okafor Ltd. sold the warehouse to Brandt & Co.", NOT_SAID),
        ("Frau Lenz gab Herrn Brand den Schlüssel.", "Herr Brand erhielt den Schlüssel von Frau Lenz.", SUPPORTED),
        ("会議は延期された。", "会議は予定どおり開かれ、延期されなかった。", CONTRADICTED),
    ],
)
def test_it_tells_what_evidence_says_of_a_statement(statement: str, evidence: str, verdict: int) -> None:
    (logits,) = built_in_judge().support([(statement, [evidence])])
    assert int(np.argmax(logits)) == verdict


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (
            "When is the rent due?",
            "The rent is due on the third working day of each month.",
            "The kitchen was renovated in 2019.",
        ),
        ("Wie hoch ist die Kaution?", "Kaution: 1.880 €", "Hausordnung: Ruhezeit ab 22 Uhr"),
        ("押金是多少？", "押金为人民币3000元。", "房屋位于三楼，朝南。"),
    ],
)
def test_it_tells_which_passage_answers(question: str, answer: str, other: str) -> None:
    judge = built_in_judge()
    right, wrong = judge.answers([(question, [answer]), (question, [other])])
    assert right > 1 > -1 > wrong


def test_pairs_of_any_length_are_judged_alike_in_any_company() -> None:
    judge = Judge()
    pairs = [
        (f"The {word} costs 20 euros.", [f"A {word} is sold for 20 euros."] * times)
        for word, times in (
            ("chair", 1),
            ("table", 4),
            ("lamp", 60),
        )
    ]
    together = judge.support(pairs)
    alone = np.concatenate([judge.support([pair]) for pair in pairs])
    assert np.abs(together - alone).max() < 0.05


def test_long_evidence_is_cut_to_what_has_the_words_of_the_statement() -> None:
    filler = [f"Clause {number} is about the garden and the hedges around it." for number in range(200)]
    told = "Ms Ferrán keeps two tortoises in the cellar."
    ids, _ = _row("Ms Ferrán keeps two tortoises.", [*filler[:150], told, *filler[150:]])
    assert len(ids) <= LONGEST
    (logits,) = built_in_judge().support([("Ms Ferrán keeps two tortoises.", [*filler[:150], told, *filler[150:]])])
    assert int(np.argmax(logits)) == SUPPORTED


def test_no_evidence_supports_nothing() -> None:
    assert log_odds(built_in_judge().support([("The lease ends in May.", [])]))[0] < 0
    assert built_in_judge().support([]).shape == (0, 3)


def test_it_stops_when_the_question_is_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    with running(token), pytest.raises(CancelledError):
        built_in_judge().answers([("Who?", ["Nobody."])])
