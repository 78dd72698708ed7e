"""Tells roughly in which language a sentence is written: by its script and its commonest words.

The classifier of ``text.language`` needs longer texts, and a second to load.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

_COMMON = {
    "en": "the a of and to in is was for that with on by are as from were has have it at this which be an or not",
    "de": "der die das und ist nicht ein eine mit für auf von den dem des im wurde sind zu werden sich auch als bei um",
    "fr": "le la les des et est une un dans pour que qui par sur du au sont avec pas ne a été aux ce cette il elle",
    "es": "el la los las y es una un en para que por con del se no fue son al como su más lo ha sus esta este",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
COMMON_WORDS = frozenset(word for words in _WORDS.values() for word in words)
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_FEWEST = 2  # common words that tell a language
_CJK_SHARE = 0.3  # of the letters


@lru_cache(256)
def wording(text: str) -> str:
    """Return the code of the language a sentence seems to be in, or the name of its script; "" when nothing tells."""
    characters = len(_CJK.findall(text))
    if characters > _CJK_SHARE * max(1, sum(map(str.isalpha, text))):
        return "ja" if _KANA.search(text) else "zh"
    if script := _other_script(text):
        return script
    words = _WORD.findall(text.casefold())
    counts = {language: sum(word in common for word in words) for language, common in _WORDS.items()}
    best, second = sorted(counts, key=lambda language: counts[language], reverse=True)[:2]
    return best if counts[best] >= _FEWEST and counts[best] > counts[second] else ""


def _other_script(text: str) -> str:
    """Return the script that most letters are of, “CYRILLIC”, unless that is Latin."""
    if text.isascii():
        return ""
    scripts = Counter(unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return next((name for name, _ in scripts.most_common(1) if name != "LATIN"), "")


def are_of_one_language(one: str, other: str) -> bool:
    """Whether two sentences may be in the same language: nothing tells that they are not."""
    first, second = wording(one), wording(other)
    return not first or not second or first == second
