"""Tells whether a library has anything about a question, from what a search found.

Cosines of the built-in model are crowded, and how high they are depends on the language and the library. So the
nearest passage is compared with passages spread over the library, and with how near the best of so many would be by
chance; or, better, with how near passages come to unrelated questions in the same language (``unrelated.py``). The
other evidence is how much of the question, rare words counting most, stands in one place of a passage. A question in
another language than the passages shares few words with them: there, meaning decides nearly alone. Where all that
leaves it open, the passages found are compared with the question token by token.

The weights are those of logistic regressions on answerable and unanswerable questions, the limits let 5 % of the
answerable ones of the tuning half pass for unanswerable; ``tests/bench/refusals`` has the figures.
"""

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from desktop_rag.citations.wording import TELLING, common_terms, wording
from desktop_rag.evidence.tables import head_of, row_share, rows_of
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.retrievers.question_words import asking_terms, question_wording, request_terms, without_requests
from desktop_rag.text.analyzer import is_unspaced, keyword_terms, other_forms

PASSAGES = 5  # the best ones, whose words count
BACKGROUND = 200  # passages spread over the library that the nearest one is compared with
_LEAST_BACKGROUND = 12  # in fewer there is no telling what is far
_LONGEST = 60  # terms; what is longer is a text and not a question
_UNKNOWN_WEIGHT = 0.6  # of a term that no passage has; .35 to 1 make no difference
_ASKING_WEIGHT = 0.2
_PAIR_WEIGHT = 0.3  # of two characters of Chinese, Japanese or Korean: they also stand for themselves
_KANA_WEIGHT = 0.2  # hiragana is grammar more often than not
_MOSTLY_ROWS = 0.5  # of the lines of a passage: else it is running text
_WORDS_LIMIT = 0.2  # words alone; 0–3 % of answerable questions are below, 30–50 % of those of other domains
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HIRAGANA = re.compile(r"[\u3040-\u309fー々]+\Z")
_FOLLOW_UP = 1.9  # how much lower the limit is: wrongly refused follow-ups of mtrag .45 → .06
_CHINESE = 0.8  # the same for Chinese, whose words are cut into characters: .12 → .04
_MOST_SCORE = 8.0
_LEADS = (-1.5, 8.0)  # between which all of 13,707 leads by tokens are
_FEW_TERMS = 1  # and one more in a question that points back: two are “the capital of Mongolia”
# articles, which some of these words are in other places, would point everywhere
_POINTING_WORDS = {
    "en": "it its they them their he she his her him this that these those then",
    "de": "er ihn ihm sie ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner dies diese diesen diesem dieser "
    "dort dabei damit dadurch dafür davon daran darin darauf dazu dann deren dessen",
    "fr": "il elle ils elles lui leur leurs cet cette ces cela ça celui celle ceux celles son sa ses",
    "es": "él ella ellos ellas este esta estos estas ese esa esos esas esto eso allí su sus",
    "it": "esso essa essi lui lei loro questo questa questi queste quello quella quelli quelle suo sua suoi sue",
    "pt": "ele ela eles elas este esta estes estas esse essa esses essas isso isto aquele aquela seu sua seus suas",
}
_POINTING = {
    language: re.compile(rf"\b(?:{'|'.join(words.split())})\b", re.IGNORECASE)
    for language, words in _POINTING_WORDS.items()
}
_UNSPACED_POINTING = re.compile(
    r"[这這那它他她该該此呢]|其(?![他中它])|これ|それ|あれ|この|その|あの|ここ|そこ|彼|では"
)
_GOES_ON = re.compile(
    r"\W*(?:and|but|or|so|also|what about|how about|und|aber|oder|auch|was ist mit|et|mais|ou|alors|y|pero|también"
    r"|entonces|e|ma|o|anche|mas)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SearchEvidence:
    """The evidence from a search of a library of ``nodes`` passages.

    ``counts`` tells how many nodes have each keyword term of the question, ``passages`` are the texts found, best
    first, ``nearest`` is the cosine of the nearest node and ``background`` holds those of nodes spread over the
    library (None and empty where meaning was not compared). ``follows_up``: it may mean what was said before.
    ``names_files``: it names files of the library, as “Boeing” does among reports. ``headings`` say what stands above
    each passage; its rows of tables are read together with them. ``unrelated`` is the mean cosine of the nearest node
    to questions about other things, in the language of the question (None: not measured). ``by_token`` is how far the
    passage that comes nearest, token by token, leads over such questions, in their spread (None: not compared).
    """

    question: str
    counts: Mapping[str, int]
    nodes: int
    passages: Sequence[str]
    nearest: float | None = None
    background: Sequence[float] = ()
    follows_up: bool = False
    names_files: bool = False
    headings: Sequence[str] = ()
    unrelated: float | None = None
    by_token: float | None = None


@dataclass(frozen=True, slots=True)
class _Leads:
    """The lead of the nearest passage: over others, over chance, over the best for unrelated questions."""

    others: float
    chance: float
    unrelated: float = 0.0


@dataclass(frozen=True, slots=True)
class _Weights:
    """The weight of each kind of evidence: the lead over others, chance, words, and that lead and words together.

    ``beside`` and ``beside_both`` are for the lead over unrelated questions.
    """

    lead: float
    chance: float
    words: float
    both: float
    limit: float
    beside: float = 0.0
    beside_both: float = 0.0

    def score(self, leads: _Leads, words: float) -> float:
        over_others = (self.lead + self.both * words) * leads.others
        over_unrelated = (self.beside + self.beside_both * words) * leads.unrelated
        return over_others + over_unrelated + self.chance * leads.chance + self.words * words - self.limit


_SAME_LANGUAGE = _Weights(43.36, -0.66, 13.71, -51.15, 5.26)
_OTHER_LANGUAGE = _Weights(99.1, -3.29, 2.16, 0.0, -4.61)
_OTHER_SCRIPT = _Weights(85.0, -3.54, 0.0, 0.0, -7.45)
# Where unrelated questions were asked. 4 % of the answerable questions of the tuning half are below the limit. In
# another language both leads must tell: 5 % are below, 3 % held out.
_BESIDE_UNRELATED = _Weights(12.45, -0.68, 15.29, -51.84, 4.6, 57.49, -27.62)
_ACROSS_BESIDE_UNRELATED = _Weights(0.0, 0.0, 0.0, 0.0, 0.39, 97.1)
# Among fewer passages than others can be told from (tests/bench/refusals/few.py, one half of XQuAD's articles; the
# other half): the lowest limit, in steps of a quarter, at which .95 of other subjects are refused (.97; of the
# answerable ones .01, .00). In another language and in another script, the highest lead, in steps of .005, that at most
# .02 of the answerable ones lack (.03, .02), which .92 and .66 of other subjects do (.97, .67).
_AMONG_FEW = {
    _SAME_LANGUAGE: _Weights(0.0, 0.0, 7.3, 0.0, 2.98, 33.4, 15.5),
    _OTHER_LANGUAGE: _Weights(0.0, 0.0, 0.0, 0.0, 3.5, 100.0),
    _OTHER_SCRIPT: _Weights(0.0, 0.0, 0.0, 0.0, 1.0, 100.0),
}


@dataclass(frozen=True, slots=True)
class _TokenWeights:
    """The weights of all other evidence together, of the lead by tokens, and of its expectation by chance.

    A score that is not between ``least`` and ``most`` decides alone.
    """

    score: float
    lead: float
    chance: float
    limit: float
    least: float = -math.inf
    most: float = math.inf

    def judged(self, score: float, lead: float, nodes: int) -> float:
        if not self.least < score < self.most:
            return score
        bounded = min(max(score, -_MOST_SCORE), _MOST_SCORE)
        return self.score * bounded + self.lead * lead + self.chance * _chance(nodes) - self.limit


# Learnt by tests/bench/refusals/by_token.py. In another language and in another script .01 and .02 of the answerable
# questions are below the limit (.02, .02 of those held out); in the same language .965 of other subjects are, the most,
# in steps of .005, that refuse no more of what everyday files answer (held out .978). Of 1,365 questions in it whose
# score is above 2.5 none leads too little, and none of 605 below -4 enough.
_BY_TOKEN = {
    _SAME_LANGUAGE: _TokenWeights(0.6, 1.16, -0.65, 0.61, -4.0, 2.5),
    _OTHER_LANGUAGE: _TokenWeights(0.52, 2.08, -0.96, 1.25),
    _OTHER_SCRIPT: _TokenWeights(0.55, 2.07, -0.82, 0.03),
}


def question_terms(question: str) -> tuple[str, ...]:
    """Return the distinct keyword terms by which a question is judged, for ``SearchEvidence.counts``."""
    return tuple(dict.fromkeys(keyword_terms(without_requests(question)).terms))


def subject_terms(question: str) -> frozenset[str]:
    """Return the terms of a question that are neither common nor only ask."""
    return frozenset(question_terms(question)) - asking_terms() - request_terms() - common_terms()


def is_about_something(question: str) -> bool:
    """Return True if a question names a subject: “summarise this” fits every library. A long text is no question."""
    terms = question_terms(question)
    if len(terms) > _LONGEST * (2 if _script(question) else 1):
        return False
    return any(not _HIRAGANA.match(term) for term in subject_terms(question))


def is_relevant(evidence: SearchEvidence) -> bool:
    """Return True if some passage may be about the question; the undecidable counts as relevant."""
    return evidence.names_files or not is_about_something(evidence.question) or relevance(evidence) >= 0


def is_decided(evidence: SearchEvidence) -> bool:
    """Return True if comparing tokens could not change the verdict."""
    least, most = (is_relevant(replace(evidence, by_token=lead)) for lead in _LEADS)
    return least == most


def relevance(evidence: SearchEvidence) -> float:
    """Return the log odds, above the limit, that some passage is about the question; below 0 none seems to be."""
    score = _by_words_and_texts(evidence)
    if evidence.by_token is None or evidence.nearest is None or not evidence.passages:
        return score
    weights = _BY_TOKEN[_readings(evidence)[0]]
    if weights is _BY_TOKEN[_SAME_LANGUAGE] and evidence.nodes < _LEAST_BACKGROUND:
        return score
    return weights.judged(score, evidence.by_token, evidence.nodes)


def _by_words_and_texts(evidence: SearchEvidence) -> float:
    """Judge by all but the tokens."""
    if not evidence.passages:
        return -math.inf
    covered = _covered(evidence)
    readings = _readings(evidence)
    if evidence.nearest is None:
        return _by_words(readings, covered)
    if len(evidence.background) < _LEAST_BACKGROUND:
        return _among_few(readings, evidence, covered, evidence.nearest)
    score = max(_score(weights, evidence, evidence.nearest, covered) for weights in readings)
    is_easier = readings[0] is _SAME_LANGUAGE and evidence.unrelated is None and _is_chinese(evidence.question)
    return score + max(_CHINESE if is_easier else 0.0, _FOLLOW_UP if evidence.follows_up else 0.0)


def _by_words(readings: Sequence[_Weights], covered: float) -> float:
    """Return the score by words alone, where they decide it."""
    return covered - _WORDS_LIMIT if readings[0] is _SAME_LANGUAGE else math.inf


def _among_few(readings: Sequence[_Weights], evidence: SearchEvidence, covered: float, nearest: float) -> float:
    """Return the score in a library of so few passages that the others give no measure of distance."""
    if evidence.unrelated is None:
        return _by_words(readings, covered)
    leads = _Leads(0.0, 0.0, nearest - evidence.unrelated)
    score = max(_AMONG_FEW[weights].score(leads, covered) for weights in readings)
    return score + (_FOLLOW_UP if evidence.follows_up else 0.0)


def _score(weights: _Weights, evidence: SearchEvidence, nearest: float, covered: float) -> float:
    """Weigh the evidence of one reading."""
    leads = _Leads(nearest - float(np.mean(evidence.background)), _chance(evidence.nodes))
    if evidence.unrelated is None or weights is _OTHER_SCRIPT:
        return weights.score(leads, covered)
    measured = replace(leads, unrelated=nearest - evidence.unrelated)
    if weights is _SAME_LANGUAGE:
        return _BESIDE_UNRELATED.score(measured, covered)
    return min(weights.score(leads, covered), _ACROSS_BESIDE_UNRELATED.score(measured, covered))


def _chance(nodes: int) -> float:
    """Return the expected lead of the best of ``nodes`` over their mean by chance, in standard deviations."""
    return math.sqrt(2 * math.log(max(2, nodes)))


def language_of(question: str, passages: Sequence[str]) -> str:
    """Return the language of a question, or, where it is not recognisable, of the passages found for it."""
    known = (wording(text[:TELLING]) for text in passages[:PASSAGES])
    return question_wording(question) or next((language for language in known if language), "")


def _covered(evidence: SearchEvidence) -> float:
    """Return the share of the question, by weight, that two sentences beside each other have; the best of all.

    A row of a table counts with the names of its columns and the title above: so a sentence would say it.
    """
    weights = {term: _weight(term, evidence) for term in question_terms(evidence.question)}
    total = sum(weights.values())
    passages = itertools.zip_longest(evidence.passages[:PASSAGES], evidence.headings[:PASSAGES], fillvalue="")
    best = max((_weight_in(text, heading, weights) for text, heading in passages), default=0.0)
    return best / total if total else 0.0


def _weight(term: str, evidence: SearchEvidence) -> float:
    """Return the weight of a term: the rarer the more."""
    if term in request_terms():
        return 0.0
    if evidence.nodes < _LEAST_BACKGROUND and term in common_terms():
        return 0.0  # among few passages its own count does not tell that it stands everywhere
    count = min(evidence.counts.get(term, 0), evidence.nodes)
    weight = math.log(1 + (evidence.nodes - count + 0.5) / (count + 0.5))
    if is_unspaced(term):
        weight *= _KANA_WEIGHT if _HIRAGANA.match(term) else _PAIR_WEIGHT if len(term) == 2 else 1.0
    elif term in asking_terms():
        weight *= _ASKING_WEIGHT
    return weight if count else weight * _UNKNOWN_WEIGHT


def _weight_in(text: str, heading: str, weights: Mapping[str, float]) -> float:
    forms = {form: term for term in weights for form in (*other_forms(term), term)}

    def terms_in(part: str) -> set[str]:
        return {forms[term] for term in forms.keys() & set(keyword_terms(part).terms)}

    sentences = [terms_in(text[start:end]) for start, end, _ in unit_spans(Passage(text))]
    following = [*sentences[1:], set[str]()]
    pairs = (one | other for one, other in zip(sentences, following, strict=True))
    above, rows_below = _rows(text, heading)
    named = terms_in(above)
    rows = (named | terms_in(row) for row in rows_below)
    return max((sum(weights[term] for term in terms) for terms in itertools.chain(pairs, rows)), default=0.0)


def _rows(text: str, heading: str) -> tuple[str, list[str]]:
    """Return the table and column names of a passage that is mostly rows, and the rows; else nothing."""
    if "|" not in text or row_share(text) <= _MOSTLY_ROWS:
        return "", []
    rows = rows_of(text)
    head = head_of(rows)
    return " ".join((heading, head.title, *head.columns)), [" ".join(row) for row in rows[head.lines :]]


def _readings(evidence: SearchEvidence) -> tuple[_Weights, ...]:
    """Return the weights to use: by whether a passage is in the language of the question, or at least in its script.

    Where the language of the question cannot be told, both may be true.
    """
    script, language = _script(evidence.question), question_wording(evidence.question)
    beginnings = [text[:TELLING] for text in evidence.passages[:PASSAGES]]
    alike = [text for text in beginnings if _script(text) == script]
    if not alike:
        return (_OTHER_SCRIPT,)
    if not language:
        return (_SAME_LANGUAGE, _OTHER_LANGUAGE)
    fitting = sum(wording(text) in ("", language) for text in alike)
    # a single passage may be there for its foreign words
    return (_SAME_LANGUAGE,) if fitting >= min(2, len(alike)) else (_OTHER_LANGUAGE,)


def _script(text: str) -> bool:
    """Return True if a text is written in Chinese or Japanese characters, a third of its letters at least."""
    return 3 * len(_CJK.findall(text)) > sum(map(str.isalpha, text))


def _is_chinese(question: str) -> bool:
    return _script(question) and not _KANA.search(question)


def points_back(question: str) -> bool:
    """Return True if a question says “it”, “they” or the like, or begins with “and” or “what about”."""
    words = _POINTING.get(question_wording(question))
    return any(pattern.search(question) for pattern in (words, _UNSPACED_POINTING) if pattern) or bool(
        _GOES_ON.match(question)
    )


def says_little(question: str) -> bool:
    """Return True if a question depends on the one before it for its subject (“In which years?”)."""
    idle = asking_terms() | request_terms() | common_terms()
    return sum(term not in idle for term in question_terms(question)) <= _FEW_TERMS + points_back(question)
