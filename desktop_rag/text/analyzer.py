"""Turns text into keyword terms, the same way for passages and for questions, in any language.

Words are case-folded and lose their accents (where the script has them); digits of any script count as one, and Arabic
words lose their article. Runs of Chinese, Japanese and other scripts written without spaces become overlapping pairs
of characters, those of Thai, Lao, Khmer and Burmese, whose signs are vowels and consonants, overlapping threes.
Identifiers such as ``getUserName`` and ``v2.3.1`` are found whole and by their parts.

For the keyword index long words are cut to their first six letters. That takes endings off without knowing the
language ("searches", "searching") and finds compound words by their first part ("Versicherung",
"Versicherungsnehmer"). The whole words are kept apart, at a small weight: they put "internet" before "international".
Chinese characters also stand alone beside their pairs. Russian and Hindi words lose their endings. Figures are in
`decisions/`.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from operator import add

from desktop_rag.text.spellings import SOFT, UNSPACED, Spelling, plain, spelling, token_ranges, tokens

_UNSPACED_START = re.compile(rf"[{UNSPACED}]")
_THREES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
_NUMBER = re.compile(r"\D?\d")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MARK_BASES = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTERS = re.compile(r"[^\W\d_]+")
_ARABIC = re.compile(r"[\u0621-\u064a\u066e-\u06d3]+")
_PREFIXES = tuple("وبال وكال ولل وال بال كال فال ال لل و".split())
_SUFFIXES = tuple("ها ان ات ون ين يه ه ي".split())
_SAME_LETTERS = str.maketrans(
    {
        # Letters that have no accent to lose, and are written without their stroke where keyboards lack them
        "ı": "i", "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h",
        # Arabic: final forms that are confused, the letters of Persian and Urdu keyboards, and the line that stretches
        "ة": "ه", "ى": "ي", "ی": "ي", "ے": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ـ": None,
        # Hindi: the dot that is left out, and one of two signs for a nasal vowel
        "\u093c": None, "\u0901": "\u0902",
    }
)  # fmt: skip
_LEFT_OUT = re.compile(r"['’]s\b|\(0\)")  # of words and telephone numbers
_NO_LETTERS = re.compile(r"[\W_]+")
_DIGITS = {code: str(unicodedata.digit(chr(code))) for code in range(0x660, 0xFF00) if chr(code).isdecimal()}
_LETTERS_AND_DIGITS = _SAME_LETTERS | _DIGITS
_OTHERWISE = re.compile(f"[{''.join(map(chr, _LETTERS_AND_DIGITS))}]")
_LEAST_HALF = 2  # letters of a part of a word
TERM_LETTERS = 6  # letters of a word that its term keeps; figures: decisions/0031
_REMEMBERED = 1 << 14  # the same words come again and again: three times as quick
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
    """Return the keyword terms of a word's plural or singular, where they differ from its own (cut to ``longest``).

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


@dataclass(frozen=True, slots=True)
class KeywordTerms:
    """The keyword index's form of a text: its terms, long words cut short, and those words uncut."""

    terms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def keyword_terms(text: str) -> KeywordTerms:
    """Return the terms and words of a text, for the keyword index and for a question to it alike."""
    found_tokens = tokens(text)
    if text.isascii() or not _UNSPACED_START.search("".join(found_tokens)):
        if not found_tokens:
            return KeywordTerms()
        shortened_ones, whole_ones = zip(*map(_shortened, found_tokens), strict=True)
        return KeywordTerms(tuple(chain.from_iterable(shortened_ones)), tuple(chain.from_iterable(whole_ones)))
    found: list[str] = []
    words: list[str] = []
    for token in found_tokens:
        if is_unspaced(token):
            found.extend(grams(token))
            found.extend(_HAN.findall(token) if len(token) > 1 else ())
            continue
        shortened, whole = _shortened(token)
        found += shortened
        words += whole
    return KeywordTerms(tuple(found), tuple(words))


def other_forms(term: str) -> tuple[str, ...]:
    """Return the keyword terms of the same word in the other number: a question with “dog” also asks for “dogs”."""
    return other_numbers(term, TERM_LETTERS)


def terms(text: str) -> list[str]:
    """Return the words and character pairs of ``text`` in order, repetitions kept: for comparing texts."""
    found: list[str] = []
    for token in tokens(text):
        found.extend(grams(token) if _UNSPACED_START.match(token) else _word_terms(token))
    return found


def word_spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield where each word of a text stands, and its keyword terms; runs of unspaced script are left out.

    The text is taken as it is: give it in the form NFKC for the terms to be those of ``keyword_terms``.
    """
    for start, end, token in token_ranges(text):
        if not _UNSPACED_START.match(token):
            yield start, end, _shortened(plain(token))[0]


def token_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each word or run of unspaced script stands in a text, and that token in its plain form."""
    for start, end, token in token_ranges(text):
        yield start, end, plain(token)


def is_unspaced(token: str) -> bool:
    """Return True if a token is a run of a script that is written without spaces."""
    return not token.isascii() and bool(_UNSPACED_START.match(token))


def grams(run: str) -> Iterator[str]:
    """Yield the overlapping pairs or threes of characters of a run of unspaced script; a short one stays whole."""
    if _is_short(run) or len(run) == 1:
        yield run
    elif not (threes := len(_THREES.findall(run))):  # a tenth of the time of looking at each character
        yield from map(add, run, run[1:])
    elif threes == len(run):
        yield from map("".join, zip(run, run[1:], run[2:], strict=False))
    else:
        for place, character in enumerate(run):
            gram = run[place : place + _size(character)]
            if len(gram) == _size(character):
                yield gram


def is_short_run(term: str) -> bool:
    """Return True if a term is a run of unspaced script too short for its pairs or threes, so only a prefix."""
    return is_unspaced(term) and _is_short(term)


def is_short_word(term: str) -> bool:
    """Return True if a short run is likely a word: two letters of Thai and its like, or a Korean syllable."""
    return len(term) > 1 or bool(_HANGUL.match(term))


def word_terms(token: str) -> tuple[str, ...]:
    """Return the keyword terms of one word of ``token_spans``, long ones cut to their beginnings."""
    return _shortened(token)[0]


def beginning(text: str) -> str:
    """Return the folded word that a text ends in the middle of, as it is while somebody types; "" when there is none.

    Of an identifier it is the last part. Of unspaced script the last pair (or three) of characters can be looked for
    as it is, and so can a Chinese character: only what is shorter is a beginning.
    """
    normal = plain(text)
    *_, (_, end, token) = [(0, -1, ""), *token_ranges(normal)]
    if end < len(normal):
        return ""
    if _UNSPACED_START.match(token):
        return token if _is_short(token) else ""
    typed = spelling(token)
    if typed.after:
        return ""
    return _without_article(_fold(typed.wholes[0] if _NUMBER.match(token) and typed.wholes else typed.parts[-1]))


def spoken_words(text: str) -> list[str]:
    """Return a text word for word, for comparing sequences of words.

    Identifiers count as their parts, unspaced scripts character by character.
    """
    found: list[str] = []
    for token in tokens(text):
        if _UNSPACED_START.match(token):
            found.extend(token)
        else:
            found.extend(map(_fold, spelling(token).parts))
    return found


def certain_terms(phrase: str) -> tuple[tuple[str, ...], ...]:
    """Return groups of keyword terms: every text in which the phrase stands (``text.phrases``) has one of each."""
    found: list[tuple[str, ...]] = []
    every = tokens(phrase)
    for place, token in enumerate(every):
        if is_arabic(token):
            joined = [
                one + other for one, other in pairwise(every[max(0, place - 1) : place + 2]) if is_arabic(one + other)
            ]
            found.append((_cut(_whole(token)), *_joined_terms(joined), *(last for _, last in _halves(token))))
        elif not _UNSPACED_START.match(token):
            found += _certain_of_word(token)
        elif not _is_short(token):
            found += [(gram,) for gram in grams(token)]
    return tuple(found)


def document_terms(phrase: str) -> tuple[tuple[str, ...], ...]:
    """Return groups of keyword terms: every document in which the phrase stands has one of each.

    Unlike ``certain_terms`` they hold wherever the document is cut into passages, also inside of the phrase.
    """
    pairs = {(gram,) for token in tokens(phrase) if is_unspaced(token) for gram in grams(token)}
    spaced = [group for group in certain_terms(phrase) if group not in pairs]
    characters = [(one,) for token in tokens(phrase) if is_unspaced(token) for one in _HAN.findall(token)]
    return tuple(dict.fromkeys([*spaced, *characters]))


def letters(text: str) -> str:
    """Return the letters and digits of a text one after the other, without all that spellings may differ in.

    A text in which a word stands, however it is written (``text.phrases``), has the letters of the word.
    """
    text = _LEFT_OUT.sub("", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).casefold()
        if _OTHERWISE.search(text):
            text = text.translate(_LETTERS_AND_DIGITS)
    return _NO_LETTERS.sub("", text.casefold())


def is_arabic(token: str) -> bool:
    """Return True if a token is one word of Arabic letters: Persian and Urdu may also write its parts apart."""
    return _ARABIC.fullmatch(token) is not None


def joined_or_apart(text: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return terms for the words of a text in Arabic script as they may be written else.

    The first are those of two words that are joined, the others those of a word's two halves, wherever it may be cut.
    """
    every = tokens(text)
    joined = [one + other for one, other in pairwise(every) if is_arabic(one + other)]
    halves = [two for token in every if is_arabic(token) for two in _halves(token)]
    return _joined_terms(joined), tuple(halves)


def _joined_terms(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(_cut(_whole(word)) for word in words)


def _halves(word: str) -> list[tuple[str, str]]:
    """Return the terms of both halves of a word, wherever it may be cut."""
    cuts = ((word[:place], word[place:]) for place in range(_LEAST_HALF, len(word) - _LEAST_HALF + 1))
    return [(_cut(_whole(first)), _cut(_whole(last))) for first, last in cuts]


@functools.lru_cache(_REMEMBERED)
def _certain_of_word(token: str) -> tuple[tuple[str, ...], ...]:
    """Return ``certain_terms`` of a word or compound."""
    written = spelling(token)
    if written.before or written.after:
        return ((_cut(_whole(written.signed[0])),),)
    # what a joint may join is in a text as one word or as several
    runs = [[written.parts[0]]]
    for joint, part in zip(written.joints, written.parts[1:], strict=True):
        if joint == SOFT:
            runs[-1].append(part)
        else:
            runs.append([part])
    groups = []
    for run in runs:
        parts = (max(run, key=len),) if len(run) > 1 else ()
        groups.append(tuple(_cut(_whole(word)) for word in ("".join(run), *parts)))
    return tuple(groups)


def folded_part(part: str) -> str:
    """Return a part of a spelling without case and accents."""
    return _fold(part)


def folded(word: str) -> str:
    """Return a word without marks that searching ignores: case, accents, anything but letters and digits, ’s."""
    return _fold("".join(char for char in _APOSTROPHE.sub("", word) if char.isalnum())) if word else ""


def _size(character: str) -> int:
    """Return the number of characters of a run in a term, from this one on."""
    return 3 if _THREES.match(character) else 2


def _is_short(run: str) -> bool:
    """Return True if a run has fewer characters than its terms; a Chinese character is a whole term."""
    return len(run) < _size(run[0]) and not _HAN.match(run)


@functools.lru_cache(_REMEMBERED)
def _shortened(token: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of a word, long ones cut to their beginnings, and the long ones whole."""
    if token.isascii() and token.isalpha() and (token.islower() or token[1:].islower()):  # most are: twice as quick
        word = token.lower()
        return ((word[:TERM_LETTERS],), (word,)) if len(word) > TERM_LETTERS else ((word,), ())
    if token.isascii() and token[0].isdecimal():  # so are most numbers
        if token.isdecimal():
            return (token,), ()
        figures, _, decimals = token.partition(".")
        if figures.isdecimal() and decimals.isdecimal() and len(decimals) != 3:  # three may be a group
            return (f"{figures}_{decimals}", figures, decimals), ()
    found: list[str] = []
    whole: list[str] = []
    if token.isalnum():
        words = _parts((token,))
    else:
        written = spelling(token)
        if written.is_amount and all(map(str.isascii, written.parts)):  # figures and signs are not folded or cut
            return (*written.signed, *written.wholes, *written.parts), ()
        words = _whole_and_parts(written, written.signed)
    for word in words:
        if _is_cut(word):
            whole.append(word)
            found.append(_cut(word))
        else:
            found.append(word if word.isascii() else without_ending(word))
    return tuple(found), tuple(whole)


@functools.lru_cache(_REMEMBERED)
def _word_terms(token: str) -> tuple[str, ...]:
    """Return a word, or an identifier whole and in parts; what counts a number is left out.

    Texts are compared by it: “$34.2 billion” and “34.2 billion” are the same number.
    """
    written = spelling(token)
    return tuple(_whole_and_parts(written, () if written.is_amount else written.signed))


def _whole_and_parts(written: Spelling, signed: Iterable[str]) -> list[str]:
    # whole as well: "utf-8" is rarer, and tells more, than "utf" and "8"
    return [_whole(word) for word in (*signed, *written.wholes)] + _parts(written.parts)


def _parts(parts: Iterable[str]) -> list[str]:
    """Return the terms of the parts of a word, and of their parts split at capitals."""
    found: list[str] = []
    for part in parts:
        if not part.isascii():
            found.append(_stem(_fold(part)))
            continue
        folded = part.lower()
        found.append(folded)
        humps = _CAMEL.findall(part) if folded != part and not part.isupper() else []
        if len(humps) > 1 and "".join(humps) == part:
            found += map(str.lower, humps)
    return found


def _whole(word: str) -> str:
    """Return the term of a word of one part."""
    return word.lower() if word.isascii() else _stem(_fold(word))


def _cut(word: str) -> str:
    """Return a word as ``KeywordTerms.terms`` have it: a long one cut to its beginning."""
    stem = word if word.isascii() else without_ending(word)
    # numbers are never cut: 2023 and 202301 would become one
    return stem[:TERM_LETTERS] if _is_cut(word) else stem


def _is_cut(word: str) -> bool:
    if len(word) <= TERM_LETTERS:
        return False
    return word.isalpha() or (not word.isascii() and _LETTERS.fullmatch(word) is not None)


def _fold(word: str) -> str:
    """Case-fold, drop the accents of scripts in which they are optional, and write letters and digits in one way."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    # taken apart, an accent is a character of its own
    decomposed = unicodedata.normalize("NFD", folded)
    kept = (char for char in decomposed if not unicodedata.combining(char) or not _drops_marks(folded))
    same = unicodedata.normalize("NFC", "".join(kept)).translate(_SAME_LETTERS)
    return "".join(str(unicodedata.digit(char, char)) for char in same) or word


def _stem(word: str) -> str:
    """Return an Arabic word without article, “and” and endings, after light10 (Larkey, Ballesteros, Connell 2007).

    Cutting words to their beginnings, which serves other languages, fails where the article is written with the word.
    """
    if not _ARABIC.fullmatch(word):
        return word
    stem = _without_article(word)
    for suffix in _SUFFIXES:
        if len(stem) >= len(suffix) + 2:
            stem = stem.removesuffix(suffix)
    return stem


def _without_article(word: str) -> str:
    if not _ARABIC.fullmatch(word):
        return word
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) >= max(len(prefix) + 2, 4):
            return word[len(prefix) :]
    return word


def _drops_marks(word: str) -> bool:
    """Return True if the word is in a script whose accents people leave out when they search."""
    return unicodedata.name(word[0], "").startswith(_MARK_BASES)
