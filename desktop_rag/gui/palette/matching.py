"""Score how well typed letters match a name: whole, words, word beginnings, initials, letters in order."""

import unicodedata

_START, _WORD_START, _INSIDE, _INITIALS, _SCATTERED = 100.0, 80.0, 55.0, 50.0, 30.0
_WHOLE = 10.0  # more where the name is all that was typed
_LOOSE = 3  # letters in order may be spread over so many times their number
_DETAIL = 0.4  # of the score where a word stands in the second text alone
_LENGTH = 0.2  # less for each letter of the name: of two that fit equally, the shorter one is meant


def folded(text: str) -> str:
    """Return a text without differences of case and width."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def fit(query: str, name: str, detail: str = "") -> float:
    """Return the score of all words of ``query`` in ``name`` or, less, in ``detail``; 0 when one is in neither.

    All three are ``folded``.
    """
    total = 0.0
    for word in query.split():
        score = _fit_word(word, name) or _DETAIL * _fit_literally(word, detail)
        if not score:
            return 0.0
        total += score
    total += _WHOLE * (query == name)
    return max(0.1, total - _LENGTH * len(name)) if total else 0.0


def _fit_word(word: str, name: str) -> float:
    literal = _fit_literally(word, name)
    if literal:
        return literal
    if word[0] not in name:
        return 0.0
    initials = "".join(part[0] for part in _parts(name))
    if len(word) > 1 and word in initials:
        return _INITIALS
    return _fit_scattered(word, name)


def _fit_literally(word: str, name: str) -> float:
    place = name.find(word)
    if place < 0:
        return 0.0
    if place == 0:
        return _START
    while place > 0:
        if not name[place - 1].isalnum():
            return _WORD_START
        place = name.find(word, place + 1)
    return _INSIDE


def _fit_scattered(word: str, name: str) -> float:
    """Score the letters of a word that stand in order in a name, not too far apart."""
    if len(word) < 2:
        return 0.0
    first = place = name.find(word[0])
    for letter in word[1:]:
        place = name.find(letter, place + 1)
        if place < 0:
            return 0.0
    spread = (place - first + 1) / len(word)
    return _SCATTERED / spread if spread <= _LOOSE else 0.0


def _parts(name: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in name).split()
