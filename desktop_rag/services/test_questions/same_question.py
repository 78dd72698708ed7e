"""Tell whether two questions mean the same, so that a verdict on one answer holds for the other.

Vectors alone cannot tell: “How high is the deposit?” is as near to “How high is the rent?” as to “How much deposit do I
pay?”. So the words that say what is asked, the figures in their order, a negation and the kind of answer must be the
same first. ``tests/bench/same_questions`` measures both.
"""

import re
from functools import cache

from desktop_rag.citations.checks.negation import is_negated
from desktop_rag.citations.wording import common_terms
from desktop_rag.response_synthesizers.quoting.answer_kinds import AnswerKind, kinds_of
from desktop_rag.retrievers.question_words import asking_terms, request_terms, without_requests
from desktop_rag.retrievers.relevance import points_back, says_little
from desktop_rag.text.analyzer import keyword_terms, other_forms

# Cosine of the built-in model. Of 64 pairs that mean the same, 22 have the same words: .928 to .993. Of 390,000 pairs
# of other questions about the same files none has; by the cosine alone, 78 of 98 made to be alike would pass.
NEAR = 0.92
_STEM = 5  # letters: “delay” and “delayed”
_DIGITS = re.compile(r"\d+")
_WORDING = re.compile(r"\w+|[%€$£+]")
_HIRAGANA = re.compile(r"[\u3041-\u309fー]")
_UNSPACED = re.compile(r"[\u3040-\u9fff]")
_IDLE = (
    "long high much many often old far big large get gets got need needs must should may i we you my our your he "
    "me us date time amount number reason person way exactly currently pay paid cost costs price take took place "
    "held "
    "lang lange hoch viel oft alt weit groß muss müssen soll sollen darf dürfen kann ich wir mein meine unser habe "
    "haben gilt gelten gibt gab war waren datum zeit anzahl grund ort genau kostet kosten zahlen bezahlen bezahlt "
    "statt fand am im vom zum zur beim bis für bei mit "
    "dois doit peut date nombre raison je nous mon notre debo debe puede fecha razón mi nuestro"
)
# what Chinese and Japanese questions ask with
_IDLE_SIGNS = frozenset(
    "是的有在要需多少久长时间哪里些什么何几幾谁誰怎样吗呢请請问教日天个個了回者度額额金数名所地点场場行举方式可以允许許高"
)


@cache
def _idle_terms() -> frozenset[str]:
    return frozenset(term for word in _IDLE.split() for term in keyword_terms(word).terms)


def standing_alone(question: str, before: str) -> str:
    """Return a question in a self-contained form: one that continues the one ``before`` is appended to that."""
    text = " ".join(question.split())
    goes_on = bool(before) and (says_little(text) or points_back(text))
    return f"{' '.join(before.split())} {text}" if goes_on else text


def wording_of(question: str) -> str:
    """Return a question without irrelevant differences: the size of letters, blanks and punctuation."""
    return " ".join(_WORDING.findall(question.casefold()))


def may_mean_the_same(one: str, other: str) -> bool:
    """Return True if two questions have the same words but for those that ask, so that their vectors may decide."""
    kinds = kinds_of(one) - {AnswerKind.DEFINITION}, kinds_of(other) - {AnswerKind.DEFINITION}
    return (
        _DIGITS.findall(one) == _DIGITS.findall(other)
        and is_negated(one) == is_negated(other)
        and not (all(kinds) and kinds[0] != kinds[1])
        and _have_the_same_words(_words(one), _words(other))
    )


def _have_the_same_words(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and _are_among(one, other) and _are_among(other, one)


def _are_among(words: frozenset[str], others: frozenset[str]) -> bool:
    stems = {word[:_STEM] for word in others if len(word) >= _STEM}
    return all(
        word in others or word[:_STEM] in stems or any(form in others for form in other_forms(word)) for word in words
    )


def _words(question: str) -> frozenset[str]:
    """Return the content words of a question: without those that ask; of unspaced scripts, the characters."""
    terms = frozenset(term for term in keyword_terms(without_requests(question)).terms if not _UNSPACED.search(term))
    signs = frozenset(sign for sign in _HIRAGANA.sub("", question) if _UNSPACED.match(sign))
    return (terms - asking_terms() - request_terms() - common_terms() - _idle_terms()) | (signs - _IDLE_SIGNS)
