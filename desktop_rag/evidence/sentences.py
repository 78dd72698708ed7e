"""Sentence boundaries in running text of any language, by rules: fast, and the same every time."""

import re
from collections.abc import Iterator, Sequence

_CLOSING = "\"'”’»›)\\]}」』）】〕》〉］｝＂＇"
# The first sign is a class of its own, and tells what may follow: so most of a text is passed over quickly.
_END = re.compile(
    rf"[。！？．｡︒।॥؟۔።.!?…‽](?:(?<=[。！？．｡︒])[。！？．｡!?…]*[{_CLOSING}]*"  # no space follows
    rf"|(?<=[।॥؟۔።])[।॥؟۔።]*[{_CLOSING}]*"
    rf"|(?<=[.!?…‽])(?<![.!?…‽].)[.!?…‽]*+[{_CLOSING}]*+(?=\s))"  # the whole run at once: linear in runs of dots
)
_SPACE = re.compile(r"\s*")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"“„‘«—–/]*\Z")
_WORD_AFTER = re.compile(r"[\"“„‘«(\[]*([^\s.,;:!?)\]\"”]*)")
_ITEM = r"(?:\(?(?:[a-z]|[ivx]{2,5}|\d{1,2})\)|\d{1,2}(?:\.\d{1,2})*\.)"
_ITEM_BEFORE = re.compile(rf"{_ITEM}\s+(?=\S)")
_ONLY_ITEM = re.compile(_ITEM)
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\Z")
_NUMBER = re.compile(r"\d{1,2}\Z")
_FULL_WIDTH = frozenset("。！？．｡︒")
_CONTINUES = frozenset("と、，とのって")
_LOOK_BACK = 40
_LONGEST_INITIALS = 2  # letters of a word that may be initials: those of a name, or doubled ones

# Never end a sentence: a name or a number follows.
_TITLES = frozenset(
    "dr mr mrs ms prof rev hon sr jr st gen col maj capt lt sgt sen rep gov pres messrs mme mlle fr hr hrn frl dipl "
    "ing vs no nos nr fig figs eq eqs sec secs ch chap vol vols pp p ed eds art arts abb tab bd bde kap ziff abs s.a "
    "e.g i.e cf viz z.b d.h u.a o.ä v.a i.d.r z.t bzw bspw ca approx resp al vgl evtl ggf inkl exkl zzgl usw.bzw "
    "mt ft str hl geb gest jan feb mar apr jun jul aug sep sept oct nov dec okt dez mär "
    "mio mrd sra srta dña núm pág av n° op q.v s.v ibid ders dies".split()
)
# End a sentence only before a word that often begins one.
_AMBIGUOUS = frozenset(
    "inc ltd co corp llc plc bros etc usw u.s u.k u.s.a e.u u.n a.m p.m ph.d m.d b.a m.a d.c".split()
)
_SHORT = _TITLES | _AMBIGUOUS
_LONGEST_SHORT = max(map(len, _SHORT))
_STARTERS = frozenset(
    "the a an it its this that these those he she we they i you in on at by for from with as if when while after "
    "before since but and or so however moreover there here then what why how who where which his her our their my "
    "der die das ein eine er sie es wir ich in im am auf bei nach vor für mit wenn aber und oder doch dann dies "
    "le la les un une il elle nous vous dans el los las una en no".split()
)
_ORDINAL_BEFORE = frozenset("am der die das dem den des vom zum zur im ab bis und seit beim jeder jeden".split())
_MONTHS = frozenset(
    "januar februar märz april mai juni juli august september oktober november dezember jänner "
    "january february march may june july october december".split()
)


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences of ``text[start:end]``, without white space around them, in order."""
    begin = _skip_space(text, start, end)
    for match in _END.finditer(text, begin, end):
        mark, stop = match.span()
        if stop <= begin or not _ends_sentence(text, mark, stop, end):
            continue
        if not "A" <= text[begin] <= "Z" and _ONLY_ITEM.fullmatch(text, begin, stop):
            continue  # the mark of an item belongs to what follows
        yield begin, stop
        begin = _skip_space(text, stop, end)
    stop = begin + len(text[begin:end].rstrip())
    if begin < stop:
        yield begin, stop


def _skip_space(text: str, position: int, end: int) -> int:
    """Return the position of the next visible character."""
    if position + 1 < end and text[position] == " " and not text[position + 1].isspace():  # nearly always
        return position + 1
    match = _SPACE.match(text, position, end)
    return match.end() if match else position


def _ends_sentence(text: str, mark: int, stop: int, end: int) -> bool:
    """Return True if the punctuation ``text[mark:stop]`` ends a sentence."""
    if text[mark] in _FULL_WIDTH:
        return not _quotation_goes_on(text, mark, stop, end)
    certain = _is_certain_end(text, mark, stop) if stop - mark == 1 and stop + 2 < end else None
    if certain is not None:
        return certain
    begin = _skip_space(text, stop, min(end, stop + _LOOK_BACK))
    after = text[begin : min(end, begin + _LOOK_BACK)]
    return _western_end(text, mark, stop, after)


def _is_certain_end(text: str, mark: int, stop: int) -> bool | None:
    """Return True if one mark and a blank surely end a sentence, None if the words must be examined."""
    first, second = text[stop + 1], text[stop + 2]
    if text[stop] != " ":
        return None
    if "a" <= first <= "z" and "a" <= second <= "z" and first not in "ivx":  # no mark of an item: iv)
        return False
    if text[mark] != "." or not "A" <= first <= "Z":
        return None
    word = text[max(0, mark - _LOOK_BACK) : mark].rpartition(" ")[2]
    if len(word) <= _LONGEST_INITIALS or not word.isalpha():
        return None
    return True if len(word) > _LONGEST_SHORT or word.casefold() not in _SHORT else None


def _quotation_goes_on(text: str, mark: int, stop: int, end: int) -> bool:
    """Return True if a Japanese quotation closes here in the middle of its sentence (「はい。」と言った)."""
    closed = text[stop - 1] not in _FULL_WIDTH and stop - mark > 1
    return closed and stop < end and text[stop] in _CONTINUES


def _western_end(text: str, mark: int, stop: int, after: str) -> bool:
    """Return True if a full stop, question mark or the like ends a sentence, looking at both neighbours."""
    item = _ITEM_BEFORE.match(after)
    following = _WORD_AFTER.match(after, item.end() if item else 0)
    word = following.group(1) if following else ""
    if text[mark] != "." or text[mark : mark + 2] == "..":
        return not word[:1].islower()
    if stop - mark > 1 and not text[mark + 1 : stop].isspace():
        return not word[:1].islower()  # a quotation or bracket closes after the full stop
    if word[:1].islower():
        return False
    before = _WORD_BEFORE.search(text[max(0, mark - _LOOK_BACK) : mark])
    return _stop_ends(before.group() if before else "", word, text, mark)


def _stop_ends(before: str, after: str, text: str, mark: int) -> bool:
    """Return True if the full stop between two words is more than part of an abbreviation, initial or ordinal."""
    key = before.casefold()
    if key in _TITLES or (_is_doubled(before) and _is_doubled(after)) or _is_before_number(before, after):
        return False
    if key in _AMBIGUOUS:
        return after.casefold() in _STARTERS
    if _is_initial(before, after):
        return before == "I" and after.casefold() in _STARTERS
    if _INITIALS.match(before) and "." in before:
        return after.casefold() in _STARTERS
    if _NUMBER.match(before):
        return not _is_ordinal(text, mark - len(before), after)
    return True


def _is_initial(before: str, after: str) -> bool:
    """Return True if a word is a letter that stands for a name or a word: J. Smith, z. B."""
    return len(before) == 1 and before.isalpha() and (len(after) == 1 or (before.isupper() and before.isascii()))


def _is_before_number(before: str, after: str) -> bool:
    """Return True if a small letter stands for a word before a number: c. 1950, v. 2."""
    return len(before) == 1 and before.islower() and after[:1].isdigit()


def _is_doubled(word: str) -> bool:
    """Return True if a word is a capital letter twice, as in Spanish abbreviations of plurals: EE. UU."""
    return len(word) == 2 and word[0] == word[1] and word.isupper()


def _is_ordinal(text: str, number: int, after: str) -> bool:
    """Return True if a short number with a full stop is a German ordinal (am 5. Mai) or begins a numbered line."""
    words = text[max(0, number - _LOOK_BACK) : number].split()
    begins_line = not text[max(0, number - 1) : number].strip(" ")
    at_line_start = begins_line and text[max(0, number - _LOOK_BACK) : number].rpartition("\n")[2].strip() == ""
    return after.casefold() in _MONTHS or bool(words and words[-1].casefold() in _ORDINAL_BEFORE) or bool(at_line_start)


def found_spans(text: str, sentences: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where sentences that somebody else found stand in the text.

    Raises:
        ValueError: one is not in it, or not in its place.

    """
    position = 0
    for sentence in sentences:
        start = text.find(sentence, position)
        if start < 0:
            raise ValueError(f"this sentence is not in the text, or not in its place: {sentence[:80]!r}")
        position = start + len(sentence)
        if sentence.strip():
            yield start, position
