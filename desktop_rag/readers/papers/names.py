"""Names of people as papers write them: which lines hold them, where each ends, what the family name is."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from desktop_rag.readers.papers.model import Person, is_eastern

MARK = "\x01"
"""Stands in a line for a raised mark, as those behind names that lead to an affiliation."""
GAP = "\t"
"""Stands in a line for a gap that is wider than between words."""

_MOST_WORDS = 6  # of one name
_LONGEST = 60  # characters of one
_HAN = r"\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_KANA = r"\u3040-\u30ff"
_HANGUL = r"\uac00-\ud7a3"
_EASTERN_WORD = re.compile(rf"[{_HAN}{_KANA}]{{1,6}}|[{_HANGUL}]{{1,5}}")
_NO_EASTERN_NAME = re.compile(
    "大学|大學|学院|學院|学校|研究|公司|会社|會社|中心|センター|学部|工学|科学|系$|省|市|県|摘要|要旨|概要|关键|キーワード"
    "|論文|论文|报告|報告|期$|号$|卷|巻|年|月|日$|대학|연구|학교|요약|초록|논문|株式|有限|病院|医院|编辑|契約|请求|請求"
)
_LONG_FAMILIES = frozenset(
    "欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 皇甫 尉迟 公孙 慕容 司徒 令狐 东方 宇文 长孙 端木 百里 南宫"
    " 남궁 황보 제갈 선우 독고".split()
)  # of more than one letter, beside the usual ones
_PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le les lo el al bin ibn ben ter ten te tot zu zur zum vom "
    "af av"
    " 't d' las los y e".split()
)
_BETWEEN_FAMILIES = frozenset(["y", "e"])
_SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])
_DEGREE = re.compile(
    r"(?i:fellow|member|senior|student|graduate)|"
    r"(?:Dr|DR|Prof|Professor|Mr|Mrs|Ms|Ph\.?D|PhD|MD|M\.D|MSc|M\.Sc|BSc|B\.Sc|MA|M\.A|BA|B\.A|MBA|MPH|MPhil|DPhil|Dipl"
    r"|Ing|Dipl\.-Ing|PD|Priv\.-Doz|habil|med|rer|nat|h\.c|IEEE|ACM|FRS|FACS|FACC"
    r"|RN|PharmD|DDS|DVM|DSc|MBBS)\.?"
)
_COUNTRIES = frozenset(
    "usa uk china germany france japan italy spain canada australia india brazil switzerland netherlands sweden austria"
    " korea singapore israel denmark norway finland belgium poland russia turkey iran mexico portugal ireland greece"
    " deutschland österreich schweiz u.s.a u.k california texas massachusetts washington".split()
)
_COMPANIES = frozenset("ltd limited inc llc gmbh corp co plc s.a ag kg".split())
_NO_NAME = frozenset(
    # institutions
    "university universität universitaet universite université universidad universidade università college institute"
    " institut instituto istituto school faculty fakultät faculté department dept departamento département"
    " laboratory laboratories laboratoire lab labs center centre centro zentrum academy akademie hospital klinik clinic"
    " division group team research foundation stiftung council ministry agency company corporation corp inc"
    " ltd llc gmbh ag kg plc technologies technology systems solutions society gesellschaft verein association"
    " committee commission consortium office bureau observatory museum library brain google microsoft facebook meta"
    " deepmind openai amazon nvidia ibm intel apple alibaba tencent huawei baidu ai hochschule fachhochschule"
    " polytechnic polytechnique cnrs inria csiro nasa mit eth epfl cedex road avenue straße strasse city states kingdom"
    " republic campus park"
    # what else stands in capitals on a first page
    " abstract summary introduction keywords article articles paper papers report review letter letters note original"
    " open access journal proceedings conference workshop symposium transactions volume issue vol no received"
    " accepted published revised available online version draft preprint manuscript correspondence corresponding author"
    " authors editor edited supervisor contact email e-mail tel fax phone figure table chapter section part appendix"
    " copyright rights reserved license licence pages date the of for with from by is are was we our this that all "
    "using"
    " towards toward technical working thesis dissertation master bachelor doctor degree invoice agreement contract"
    " lease dear property landlord tenant employer employee number total amount address subject deep learning neural"
    " network networks analysis model models data method methods theory study studies system science sciences"
    " engineering mathematics physics medicine biology chemistry computer information management equal contribution"
    " contents creative commons accepted full regular short invited special edition news press release government"
    " policy public form schedule statement annual quarterly exhibit securities exchange".split()
)
_LABELS = re.compile(
    r"^\s*(?:(?:authors?(?:\(s\))?|written by|autor(?:en|in|es)?|auteurs?|verfasser(?:in)?|by|von|par|por)\s*:\s*"
    r"|(?:by|von|par|por)\s+(?=[^\W\d_])|(?:作者|著者|저자)\s*[:：]?\s*)",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"[,;]?\s*(?:\bet\s+al\b\.?|\band\s+others\b|\bu\.\s?a\.|ほか|(?<=\S)[,，、 ]?等$)", re.IGNORECASE)
_BRACKETS = re.compile(r" ?(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|（[^（）]*）|<[^<>]*>) ?")
_SIGNS = re.compile(
    r"[*∗+$◦◇○△†‡§¶‖∥#✉⁎⋆★☆⊥♠♣♦♥¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉ⃝\x00]+|(?<=[^\W\d_]{2})\s?\d{1,2}(?:\s?,\s?\d{1,2})*(?!\w)"
)
_ADDRESS = re.compile(r"\S*@|https?:|www\.|\borcid\b", re.IGNORECASE)
_EAST = rf"[{_HAN}{_KANA}{_HANGUL}]"
_BETWEEN = re.compile(
    rf"(?P<hard>[;；]|,\s+(?i:and|und|et|og|och|en)\s+|,\s*&)|[,，、•|{GAP}{MARK}]|(?<=\s)[·∙–—](?=\s)|(?<={_EAST})[·・]"
    rf"(?={_EAST})"
    r"|\s*&\s*|(?:\s+|(?<={MARK}))(?i:and|und|et|og|och|en)\s+|\s*(?:和|與|与|및)\s*|(?<=\S\s)[ye]\s+(?=\S+\s+\S)"
)
_MARK_BEFORE_AND = re.compile(rf"^[\d,*∗†‡§{MARK}\s]+(?=and\s)")
_NO_WORD = re.compile(r"\w{3}\.\w|(?:universit\w+|hochschule|högskola|institut\w*)$", re.IGNORECASE)
_NUMBER = re.compile(r"\d{3}")
_JUNIOR = re.compile(r",\s*(Jr|Sr|II|III|IV)\b(\.?)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[-‐]?)+[^\W\d_]?|[^\W\d_](?:[-‐][^\W\d_])?")
_SHORT_FAMILIES = frozenset("AN BI DU FU GU HE HO HU JI JU KE LE LI LU MA NG NI OH QI SU WU XI XU YE YU".split())
_WORD = re.compile(r"[^\W\d_](?:[\w'’‘`\u2010.-]*\w)?\.?")
_ACCENT = re.compile(r"([˘ˇ´`¨˜˚ˆ¯˙˝])[ ]?([^\W\d_])")
_COMBINING = dict(zip("˘ˇ´`¨˜˚ˆ¯˙˝", "\u0306\u030c\u0301\u0300\u0308\u0303\u030a\u0302\u0304\u0307\u030b", strict=True))
_DOTTED = str.maketrans("ıȷ", "ij")
_CEDILLA = re.compile(r"([^\W\d_])[ ]?¸")


def with_whole_letters(text: str) -> str:
    """Return a text with the letters that PDFs write in pieces: accents beside their letters, ligatures."""

    def composed(match: re.Match[str]) -> str:
        letter = unicodedata.normalize("NFC", match[2].translate(_DOTTED) + _COMBINING[match[1]])
        before, after = text[: match.start()][-1:], text[match.end() :][:1]
        is_apostrophe = match[1] in "´`" and match[2] in "st" and before.isalpha() and not after.isalpha()  # “Kant´s”
        return match.group() if len(letter) > 1 or is_apostrophe else letter

    text = _ACCENT.sub(composed, text)
    text = _CEDILLA.sub(lambda match: unicodedata.normalize("NFC", match[1] + "\u0327"), text)
    return "".join(unicodedata.normalize("NFKC", char) if "\ufb00" <= char <= "\ufb06" else char for char in text)


def names_others(line: str) -> bool:
    """Return True if a line of names says that there are more: “et al.”."""
    return _OTHERS.search(line) is not None


def breaks_within_name(line: str, following: str) -> bool:
    """Return True if a line of names ends within a name that the following line continues."""
    last, first = _BETWEEN.split(_tidied(line))[-1] or "", _BETWEEN.split(_tidied(following))[0] or ""
    ended = last.split()
    if not ended or is_eastern(line):
        return False
    is_list = sum(bool(piece and piece.strip()) for piece in _BETWEEN.split(_tidied(following))) > 1
    if re.search(r"[^\W\d_]-$", line):
        return True
    goes_on = is_list and len(first.split()) == 1 and not _tidied(line).endswith(MARK)
    return len(ended) == 1 or ended[-1] in _PARTICLES or goes_on


def people_in(line: str, *, japanese: bool = False) -> list[Person]:
    """Return the people whose names a line lists, none where it is no such line.

    What follows names in it, as an affiliation behind a comma, is left out. ``japanese``: the paper has kana.
    """
    if _NUMBER.search(line):
        return []  # an address
    line = _JUNIOR.sub(r" \1\2", _tidied(line))
    if pairs := _inverted_people(line):
        return pairs
    pieces, hard = _pieces(line)
    if not any(_NO_NAME.intersection(piece.lower().split()) for piece in pieces) and any(map(_is_country, pieces)):
        return []  # “New York, USA”
    found: list[Person] = []
    is_skipping = False
    for place, (piece, is_hard) in enumerate(zip(pieces, hard, strict=True)):
        following = "".join(pieces[place + 1 : place + 2])
        is_company = following.lower().strip(". ") in _COMPANIES  # “Harbour Systems, Inc.”
        is_skipping = (is_skipping and not is_hard) or is_company
        names = [] if is_skipping else list(_names(piece, japanese=japanese))
        if names:
            found += names
        elif not found:
            return []
        else:
            is_skipping = True
    return found


def people_of_metadata(said: str) -> list[Person]:
    """Return the people whom the properties of a file name, one for each name."""
    found = people_in(said)
    return found or [person_of(name) for name in (one.strip() for one in said.split(";")) if name]


def person_of(name: str) -> Person:
    """Return a name split into family name and the rest, where it can be."""
    if name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        return Person(family, given)
    words = name.split()
    if is_eastern(name):
        return _eastern_person(words)
    suffix = words.pop() if len(words) > 2 and words[-1].lower().strip(".") in _SUFFIXES else ""
    if len(words) > 1 and all(word.isupper() for word in words) and any(len(word.strip(".")) > 2 for word in words):
        words = [_in_small_letters(word, first=place == 0) for place, word in enumerate(words)]
    if len(words) < 2:
        return Person(" ".join(words), "", suffix)
    begin, end = _family(words)
    in_capitals = [_is_shouted(word) or word in _SHORT_FAMILIES for word in words]
    if not all(in_capitals):
        words = [
            _in_small_letters(word, first=True) if one else word for word, one in zip(words, in_capitals, strict=True)
        ]
    family = " ".join(words[begin:end])
    return Person(family, " ".join(words[:begin] + words[end:]), suffix)


def _is_country(piece: str) -> bool:
    return piece.lower().strip(". ") in _COUNTRIES or re.fullmatch(r"[A-Z]{2}", piece) is not None


def _tidied(line: str) -> str:
    """Return a line without what stands beside names: labels, marks, brackets, addresses."""
    line = _LABELS.sub("", with_whole_letters(line).replace("\xa0", " "), count=1)
    line = _MARK_BEFORE_AND.sub("", line)
    line = _BRACKETS.sub(" ", _OTHERS.sub(" ", line))  # with the blanks around them
    line = _SIGNS.sub(MARK, line)
    line = line if is_eastern(line) else re.sub(r" {3,}", GAP, line)
    if found := _ADDRESS.search(line):
        line = line[: found.start()]
    return re.sub(r"(?<=[^\W\d_]{2})\.$", "", line.strip(" ,()"))


def _pieces(line: str) -> tuple[list[str], list[bool]]:
    """Return the texts between commas, marks and “and”, without degrees; and flags for the possible start of a name."""
    pieces, hard, end, is_hard = list[str](), list[bool](), 0, True
    for between in [*_BETWEEN.finditer(line), None]:
        raw = line[end : between.start()] if between else line[end:]
        raw = re.sub(r"^\s*(?:and|und|et|&)\s+", "", raw, flags=re.IGNORECASE)
        piece = " ".join(word for word in raw.split() if not _DEGREE.fullmatch(word)) if not is_eastern(raw) else raw
        if piece.strip(" .-–"):
            pieces.append(piece.strip(" -–"))
            hard.append(is_hard)
            is_hard = False
        if between:
            is_hard = is_hard or between["hard"] is not None
            end = between.end()
    return pieces, hard


def _inverted_people(line: str) -> list[Person]:
    """Return the people of “Meyer, Anna; Kim, B.” or “Meyer, A., Kim, B.”, none of other lines."""
    parts = [part.strip() for part in re.split(r";|\s+and\s+|\s+&\s+", line) if part.strip(" ,")]
    if ";" in line and all(part.count(",") == 1 and _is_name(part.replace(",", " ")) for part in parts):
        return [person_of(part) for part in parts]
    pieces = [piece for piece in (one.strip() for one in re.split(r",|\s+and\s+|&", line)) if piece]
    pairs = list(zip(pieces[::2], pieces[1::2], strict=False)) if len(pieces) % 2 == 0 else []
    if all(_INITIALS.fullmatch(given.replace(" ", "")) and _is_name(f"{family} {given}") for family, given in pairs):
        return [Person(family, given) for family, given in pairs]
    return []


def _names(piece: str, *, japanese: bool) -> Iterator[Person]:
    """Yield the names that stand in a piece between two commas: one, or several in Eastern letters."""
    if not is_eastern(piece):
        if _is_name(piece):
            yield person_of(piece)
        return
    if _NO_EASTERN_NAME.search(piece):
        return
    words = re.findall(r"\S+", piece)
    if not all(_EASTERN_WORD.fullmatch(word) for word in words):
        return
    wide = [part for part in re.split(r"\u3000|\s{2,}", piece) if part.strip()]
    if len(wide) > 1 and all(len(part.split()) == 2 or 2 < len(part.strip()) < 6 for part in wide):
        groups = [part.split() for part in wide]
    else:
        groups = list(_grouped(words, japanese=japanese))
    if all(2 <= sum(map(len, group)) <= 8 for group in groups):
        yield from (_eastern_person(group, japanese=japanese) for group in groups)


def _grouped(words: Sequence[str], *, japanese: bool) -> Iterator[list[str]]:
    """Yield the words of each Eastern name in a row of them."""
    pairs = japanese and len(words) % 2 == 0 and any(len(word) < 3 for word in words)
    rest = list(words)
    while rest:
        word = rest.pop(0)
        with_next = bool(rest) and (pairs or len(word) == 1 or word in _LONG_FAMILIES)
        yield [word, rest.pop(0)] if with_next else [word]


def _eastern_person(words: Sequence[str], *, japanese: bool = False) -> Person:
    if len(words) == 2:
        return Person(words[0], words[1])
    name = "".join(words)
    if japanese or re.search(f"[{_KANA}]", name) or len(name) > 4:
        return Person(name)
    length = 2 if name[:2] in _LONG_FAMILIES and len(name) > 2 else 1
    # names of four letters without a blank are Japanese as a rule, and their parts are not told apart
    return Person(name) if len(name) - length > 2 else Person(name[:length], name[length:])


def _is_name(piece: str) -> bool:
    """Return True if words in other letters than Eastern ones are the name of one person."""
    words = piece.replace(",", " ").split()
    if not 2 <= len(words) <= _MOST_WORDS or len(piece) > _LONGEST:
        return False
    if words[-1].lower() in _COUNTRIES:
        return False
    whole = 0
    for word in words:
        if word in _PARTICLES or _INITIALS.fullmatch(word):
            continue
        if not _WORD.fullmatch(word) or word.lower().strip(".") in _NO_NAME or _NO_WORD.search(word):
            return False
        if not (word[0].isupper() or not word[0].islower() or re.match(r"(?:d|al|el|l)['’-]", word)):
            return False
        whole += 1
    return whole > 0


def _family(words: Sequence[str]) -> tuple[int, int]:
    """Return the range of the family name among the words of a name."""
    last = len(words)
    shouted = [
        place for place, word in enumerate(words) if _is_shouted(word) or (not place and word in _SHORT_FAMILIES)
    ]
    if shouted and len(shouted) < last and shouted == list(range(shouted[0], shouted[-1] + 1)):
        return shouted[0], shouted[-1] + 1
    is_initial = [_INITIALS.fullmatch(word) is not None for word in words]
    ends_in_capitals = re.fullmatch(r"[^\W\d_]{1,3}", words[-1]) and words[-1].isupper() and not words[0].isupper()
    if (is_initial[-1] or ends_in_capitals) and not is_initial[0]:
        return 0, last - 1  # “Meyer AB”, “Meyer A.”
    for place in range(1, last - 1):
        if words[place] in _BETWEEN_FAMILIES:
            return place - 1 if place > 1 else place, last
        if words[place] in _PARTICLES:
            return place, last
    return last - 1, last


def _is_shouted(word: str) -> bool:
    """Return True if a word in capitals is a family name set apart: “LI Wei”, not “AJ Smith”."""
    return word.isupper() and word.isalpha() and len(word) > 2


def _in_small_letters(word: str, *, first: bool) -> str:
    if _INITIALS.fullmatch(word) or (len(word) == 2 and not re.search("[AEIOUY]", word)):
        return word
    return word.lower() if not first and word.lower() in _PARTICLES else word.title().replace("’S", "’s")
