"""Sentence boundaries after Kiss & Strunk (2006), "Unsupervised Multilingual Sentence Boundary Detection".

This is the algorithm without any training, as LlamaIndex's splitter uses it: no abbreviation is known, so what
remains are its rules for numbers, initials and ellipses. Linear in the length of the text.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

_NON_WORD = r"[)\";}\]*:@'({\[?!‘’“”«»]"
_MULTI = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_CANDIDATE = re.compile(rf"[.?!](?=(?P<after>{_NON_WORD}|\s+(?P<next>\S+)))")
_WORD = re.compile(
    rf"{_MULTI}"
    rf"|(?=[^(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_NON_WORD}|{_MULTI}|,(?=$|\s|{_NON_WORD}|{_MULTI}))"
    rf"|\S"
)
_CLOSING = re.compile(r"[\"')\]}‘’“”«»]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_CLOSERS = frozenset("\"')]}‘’“”«»")
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?\Z")
_END_MARKS = frozenset(".?!")
_PUNCTUATION = frozenset(";:,.!?")
_LETTERS = frozenset("Lu Ll Lt Lm Lo Mn Mc Me Nl Pc".split())
_SPACES = " \t\n\r\x0b\x0c"

_Slice = tuple[int, int]


def sentence_starts(text: str) -> list[int]:
    """Return where the sentences of ``text`` begin: the first at 0, none for a blank text."""
    return [start for start, stop in _realigned(text, _slices(text)) if start < stop]


def _slices(text: str) -> Iterator[_Slice]:
    """Yield sentences as they lie between the breaks."""
    begin = 0
    for match in _sentence_ends(text):
        yield begin, match.end()
        following = match.start("next")
        begin = match.end() if following < 0 else following
    yield begin, len(text.rstrip())


def _sentence_ends(text: str) -> Iterator[re.Match[str]]:
    """Yield the marks that end a sentence: of several in a word only the last may, and one that begins it."""
    spaces = [space for space in _SPACES if space in text]
    word, reach = 0, 1  # where the last known word begins, and from where on blanks are not searched yet
    pending: re.Match[str] | None = None  # not followed by a blank: another mark of the same word may follow
    for match in _CANDIDATE.finditer(text):
        mark = match.start()
        spaced = text[mark + 1] in _SPACES
        if pending is None and spaced and _ends_anything(text, mark):
            yield match
            reach = mark
            continue
        begin = _after_last(spaces, text, reach, mark)
        if begin > reach or word == reach:
            yield from _break_at(text, pending, word)
        word = begin if begin > reach else word
        reach, pending = mark, match
        if spaced:
            yield from _break_at(text, match, word)
            pending = None
    yield from _break_at(text, pending, word)


def _after_last(spaces: list[str], text: str, start: int, end: int) -> int:
    """Return the position after the last blank in a part of the text, ``start`` without one."""
    for space in spaces:
        start = max(start, text.rfind(space, start, end) + 1)
    return start


def _ends_anything(text: str, mark: int) -> bool:
    """Whether a mark ends a sentence after any word: with two letters before, it is neither a number nor an initial."""
    return text[mark] != "." or text[mark - 2 : mark].isalpha()  # the slice is empty where there are not two


def _break_at(text: str, match: re.Match[str] | None, word: int) -> Iterator[re.Match[str]]:
    """Yield the last mark of the word that begins at ``word`` if a sentence ends there."""
    if match is not None:
        mark = match.start()
        if _ends_anything(text, mark) or _breaks(text[word:mark] + "." + match["after"]):
            yield match


def _breaks(context: str) -> bool:
    """Whether any word of the context but the last ends a sentence."""
    tokens = [token for line in context.split("\n") for token in _WORD.findall(line)]
    return any(_ends(token, following) for token, following in pairwise(tokens))


def _ends(token: str, following: str) -> bool:
    """Whether a sentence ends between two words."""
    if token in _END_MARKS:
        return True
    if not token.endswith(".") or token.endswith(".."):
        return False
    initial = len(token) == 2 and _is_letter(token[0])
    if not initial and not _NUMBER.match(token):
        return True
    if following in _PUNCTUATION or following[0].islower():
        return False
    return not (initial and following[0].isupper())


def _is_letter(character: str) -> bool:
    """Whether a character counts as a letter: marks, joiners, underscores and circled letters do as well."""
    if character in "\u200c\u200d" or "\u24b6" <= character <= "\u24e9":
        return True
    return unicodedata.category(character) in _LETTERS


def _realigned(text: str, slices: Iterator[_Slice]) -> Iterator[_Slice]:
    """Move quotation marks and brackets that close a sentence from the next one back to it."""
    shift = 0
    current = next(slices)
    for following in slices:
        start = current[0] + shift
        match = _CLOSING.match(text, *following) if text[following[0] : following[0] + 1] in _CLOSERS else None
        shift = match.end() - following[0] if match else 0
        yield start, (following[0] + len(match[0].rstrip()) if match else current[1])
        current = following
    yield current[0] + shift, current[1]
