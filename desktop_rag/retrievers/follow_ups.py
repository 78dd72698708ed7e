"""Tell whether a question follows on from the one before it."""

import re

from desktop_rag.citations.wording import common_terms
from desktop_rag.retrievers.question_words import asking_terms, question_wording, request_terms
from desktop_rag.retrievers.relevance import question_terms

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
