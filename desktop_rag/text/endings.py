"""Takes the endings of inflected words off, in scripts whose words are mostly too short to be cut to a beginning."""

import re
from collections.abc import Iterator

_CYRILLIC = re.compile(r"[\u0430-\u045f]+")
_LATIN = re.compile(r"[a-z]+")
_DEVANAGARI = re.compile(r"[\u0900-\u0965\u0970-\u097f]+")
_HISSING = re.compile(r"(?:s|x|z|ch|sh)\Z")
_LEAST_INFLECTED = 3  # letters
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
    if _CYRILLIC.fullmatch(word):
        stem = _without(word, _RUSSIAN, _LEFT_OF_RUSSIAN)
        return stem[:-1] if len(stem) > _LEFT_OF_RUSSIAN and stem.endswith(("ь", "и", "нн")) else stem
    if _DEVANAGARI.fullmatch(word):
        return _without(_NASAL.sub("ं", word), _HINDI, _LEFT_OF_HINDI)
    return word


def other_numbers(term: str, longest: int) -> tuple[str, ...]:
    """Return the keyword terms of a word's plural or singular, where its term (cut to ``longest``) does not tell it.

    “dog” is “dogs” too, “policies” “policy”: the ending -s of English, Spanish, French, Portuguese and Dutch, after
    the rules of English spelling. A form that is no word is in no text, and finds nothing.
    """
    if not _LATIN.fullmatch(term) or not _LEAST_INFLECTED <= len(term) <= longest:
        return ()
    forms = [*_plurals(term), *_singulars(term, longest)]
    return tuple(form for form in dict.fromkeys(form[:longest] for form in forms) if form != term)


def _plurals(term: str) -> Iterator[str]:
    if term.endswith("y") and term[-2] not in "aeiou":
        yield f"{term[:-1]}ies"
    else:
        yield f"{term}{'es' if _HISSING.search(term) else 's'}"


def _singulars(term: str, longest: int) -> Iterator[str]:
    if term.endswith("ies"):
        yield f"{term[:-3]}y"
    elif len(term) == longest and term.endswith(("i", "ie")):  # of a plural that was cut
        yield f"{term.rstrip('ie')}y"
    elif term.endswith("s") and not term.endswith("ss") and len(term) > _LEAST_INFLECTED:
        yield term[:-1]
        if _HISSING.search(term[:-2]) and term.endswith("es"):
            yield term[:-2]


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    """Return a word without its longest ending, if that leaves enough of it."""
    for ending in endings:
        if len(word) - len(ending) >= least and word.endswith(ending):
            return word[: -len(ending)]
    return word
