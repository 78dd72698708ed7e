"""Takes the endings of inflected words off, in scripts whose words are mostly too short to be cut to a beginning."""

import re

_CYRILLIC = re.compile(r"[\u0430-\u045f]+")
_DEVANAGARI = re.compile(r"[\u0900-\u0965\u0970-\u097f]+")
_LEFT_OF_RUSSIAN, _LEFT_OF_HINDI = 3, 2  # letters that an ending must leave

# Savoy's light stemmer for Russian (Dolamic and Savoy 2009), for folded words: й is и, ё is е. The longest come first.
_RUSSIAN = tuple(
    """иями оями
    иям иях оях ями оям ами его ему ери ими ого ому ыми оев
    ая яя ях юю ах ею их ия ию ие ии им ое ом ои ов ые ыи ым ми ою ую ям ых ея ам ем еи ев
    а е и о у ы я ь""".split()
)
# Ramanathan and Rao's light stemmer for Hindi (2003); one sign for a nasal vowel. The longest come first.
_HINDI = tuple(
    """ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयां ाइयों
    ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियां ियों
    ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
    कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ां ों ें
    ो े ू ु ी ि ा""".split()
)
# a nasal before a consonant of its own row is also written as the dot above: हिन्दी, हिंदी
_NASAL = re.compile("ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[च-ध])|म्(?=[प-भ])")


def without_ending(word: str) -> str:
    """Return a folded Russian or Hindi word without its ending, any other as it is.

    Other languages in these scripts lose endings that look the same, in texts and in questions alike.
    """
    if word.isascii():
        return word
    if _CYRILLIC.fullmatch(word):
        stem = _without(word, _RUSSIAN, _LEFT_OF_RUSSIAN)
        return stem[:-1] if len(stem) > _LEFT_OF_RUSSIAN and stem.endswith(("ь", "и", "нн")) else stem
    if _DEVANAGARI.fullmatch(word):
        return _without(_NASAL.sub("ं", word), _HINDI, _LEFT_OF_HINDI)
    return word


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    """Return a word without its longest ending, if that leaves enough of it."""
    for ending in endings:
        if len(word) - len(ending) >= least and word.endswith(ending):
            return word[: -len(ending)]
    return word
