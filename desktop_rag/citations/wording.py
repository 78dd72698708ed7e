"""Tells roughly in which language a sentence is written: by its script and its commonest words.

The classifier of ``text.language`` needs longer texts, and a second to load.
"""

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache

from desktop_rag.text.analyzer import keyword_terms

_COMMON = {
    "en": "the a of and to in is was for that with on by are as from were has have it at this which be an or not",
    "de": "der die das und ist nicht ein eine mit für auf von den dem des im wurde sind zu werden sich auch als bei um",
    "fr": "le la les des et est une un dans pour que qui par sur du au sont avec pas ne a été aux ce cette il elle"
    " de à",
    "es": "el la los las y es una un en para que por con del se no fue son al como su más lo ha sus esta este"
    " de a entre desde también",
    "it": "è si gli di della dei delle nel nella che non per sono stato anche più come da la le un una con a",
    "pt": "no os é do da dos na nos nas uma não com foi são ao mais sua seu também o as e que por para de a",
    "nl": "de het een van op te dat niet zijn met voor aan door werd ook naar bij uit worden in",
    "sv": "och det att är ett som på av för med inte till var har de från eller men vid kan sig under",
    "da": "det er som på af med ikke til var har de fra eller men ved kan sig under blev også og i",
    "pl": "w na z się nie jest do że był była oraz od po przez jako za dla które który są ze i",
    "cs": "v na je že z do byl byla není jako pro které který jsou od po také ve podle",
    "ro": "și în nu cu care pe din fost pentru sunt mai ca prin său ale de la a",
    "hu": "az és hogy nem egy volt van de meg ez azt mint csak már ki lett között",
    "fi": "ja ei että oli ovat joka mutta kun myös sen hän niin kuin tai sekä vuonna olivat",
    "tr": "ve bir bu da de için ile olarak olan çok daha gibi kadar ise sonra değil her ya",
    "id": "dan yang di dari untuk dengan ini itu pada dalam tidak adalah ke oleh akan telah juga sebagai",
    "vi": "là của và có được trong cho không các một những với này người đã từ khi để về năm",
}
WORDS_OF = {language: frozenset(words.split()) for language, words in _COMMON.items()}
COMMON_WORDS = frozenset(word for words in WORDS_OF.values() for word in words)
_LANGUAGES_OF = {word: [one for one, common in WORDS_OF.items() if word in common] for word in COMMON_WORDS}
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
TELLING = 2000  # characters of a longer text that tell its language
FEWEST = 2  # common words that tell a language
_CJK_SHARE = 0.3  # of the letters
# Signs that Japanese does not write so. Of sentences that ``wording`` takes for Chinese none of JSQuAD (9 of 3,396) has
# one, and .85 of CMRC 2018's.
_SIMPLIFIED = re.compile(
    "[们这对为吗你您她从还给让说个时间见长车门东书开发业产员应经过进动关际标务价买卖电话页钱费总约设计"
    "单认该现场规则签订额实办处问题师报请选择义岁龙户节纪录结续缴纳贷险证项质检测么]"
)


@lru_cache(256)
def wording(text: str) -> str:
    """Return the language code of a sentence, or the name of its script; "" if neither is recognisable."""
    characters = len(_CJK.findall(text))
    if characters > _CJK_SHARE * max(1, sum(map(str.isalpha, text))):
        return "ja" if _KANA.search(text) else "zh"
    if script := _other_script(text):
        return script
    counts = dict.fromkeys(WORDS_OF, 0)
    for word in filter(COMMON_WORDS.__contains__, _WORD.findall(text.casefold())):
        for language in _LANGUAGES_OF[word]:
            counts[language] += 1
    best, second = sorted(counts, key=lambda language: counts[language], reverse=True)[:2]
    return best if counts[best] >= FEWEST and counts[best] > counts[second] else ""


def _other_script(text: str) -> str:
    """Return the script that most letters are of, “CYRILLIC”, unless that is Latin."""
    if text.isascii():
        return ""
    scripts = Counter[str]()
    for letter, count in Counter(text).items():
        if letter.isalpha():
            scripts[unicodedata.name(letter, "").partition(" ")[0]] += count
    return next((name for name, _ in scripts.most_common(1) if name != "LATIN"), "")


def have_one_script(one: str, other: str) -> bool:
    """Return True if two languages, as ``wording`` names them, are written in the same letters."""
    return _script(one) == _script(other)


def _script(language: str) -> str:
    if language in {"ja", "zh"}:
        return "CJK"
    return language if language.isupper() else "LATIN"


def are_of_one_language(one: str, other: str) -> bool:
    """Return True unless two sentences are recognisably in different languages.

    Where the language of one cannot be told, its letters must be those of the other's.
    """
    first, second = wording(one), wording(other)
    if {first, second} == {"ja", "zh"}:  # Japanese without kana, “1963年着工予定。”, may be taken for Chinese
        return not _SIMPLIFIED.search(one if first == "zh" else other)
    if first and second:
        return first == second
    return _may_be(one, _script(second)) and _may_be(other, _script(first))


def _may_be(text: str, script: str) -> bool:
    """Return True if a text has letters of a script, or none at all."""
    letters = [char for char in text if char.isalpha()]
    if script == "CJK":
        return not letters or _CJK.search(text) is not None
    return not letters or any(unicodedata.name(char, "").startswith(script) for char in letters)


@cache
def common_terms() -> frozenset[str]:
    """Return the keyword terms of the commonest words of every language."""
    return frozenset(term for word in COMMON_WORDS for term in keyword_terms(word).terms)
