"""Find what is private in the texts of a request to a model: names, addresses, amounts, account numbers and more.

Rules of the register find values, word lists find names, and the parties of a library's documents are known as well.
Once a name is found anywhere in a request, it is found everywhere in it, in parts too. A value too many does no harm,
since stand-ins come back as what they stand for: so rules rather take a word too many. What none of them knows leaves
as it is.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from desktop_rag.core.network.stand_ins import ValueKind
from desktop_rag.core.results.register import FactKind
from desktop_rag.llms.private_values import PrivateValue
from desktop_rag.services.masking.names import HAN, likely_names_in, money_words, names_in, with_parts
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.services.register.found import Places
from desktop_rag.services.register.words import words
from desktop_rag.text.dates import written_dates

_SHORTEST_CODE = 5  # characters of a number of a document that nothing names
_OF_REGISTER: Mapping[FactKind, ValueKind] = {
    FactKind.ADDRESS: "address",
    FactKind.NUMBER: "number",
    FactKind.AMOUNT: "amount",
    FactKind.PARTY: "person",
}
_BLANK = r"[ \u00a0]"
_EMAIL = re.compile(r"[A-Za-z0-9À-ÿ._+%-]{1,64}@[A-Za-z0-9À-ÿ-]{1,63}(?:\.[A-Za-z0-9À-ÿ-]{1,63}){1,4}")
_IBAN = re.compile(
    rf"(?<![A-Za-z0-9])[A-Z]{{2}}\d{{2}}(?:{_BLANK}?[A-Z0-9]{{4}}){{2,7}}(?:{_BLANK}?[A-Z0-9]{{1,3}})?(?![A-Za-z0-9])"
)
_NO_FIGURE_BEFORE = r"(?<![A-Za-z0-9.,/+-])"  # Chinese and Japanese letters stand right beside figures
_FIGURES = re.compile(rf"{_NO_FIGURE_BEFORE}\d(?:[ \u00a0-]?\d){{6,22}}(?![A-Za-z0-9%])(?![.,/]\d)")
_CARD = re.compile(
    rf"{_NO_FIGURE_BEFORE}\d{{4}}(?:[ \u00a0-]?\d{{3,4}}){{3,5}}(?:[ \u00a0-]?\d{{1,3}})?(?![A-Za-z0-9%])"
)
_SORT_CODE = re.compile(r"(?<![\d-])\d{2}-\d{2}-\d{2}(?![\d-])")
_PHONE = re.compile(
    r"(?<![A-Za-z0-9+])(?:\+|00)\d{1,3}[ \u00a0./()-]{0,2}(?:\(?\d{1,5}\)?[ \u00a0./-]{0,2}){2,6}\d+"
    rf"|{_NO_FIGURE_BEFORE}\(?0\d{{1,5}}\)?[ \u00a0/.-]{{1,2}}\d{{2,5}}(?:[ \u00a0.-]?\d{{2,5}}){{1,4}}(?![A-Za-z0-9%])"
    rf"|{_NO_FIGURE_BEFORE}\(\d{{3}}\)[ \u00a0]?\d{{3}}-\d{{4}}(?!\d)|{_NO_FIGURE_BEFORE}\d{{3}}-\d{{3}}-\d{{4}}(?!\d)"
    rf"|{_NO_FIGURE_BEFORE}1[3-9]\d{{9}}(?!\d)"
)
_CODE = re.compile(
    r"(?<![A-Za-z0-9./-])(?=[\w./-]{0,40}\d)(?=[\w./-]{0,40}[A-Z])[A-Z0-9]+(?:[-/._][A-Z0-9]+)+(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9./-])[A-Z]{1,5}[ -]?\d{2,12}(?:-\d{2,8})?[A-Z]?(?![A-Za-z0-9])"
)
_COURT = re.compile(  # 12 C 345/23, 令和5年（ワ）第345号, （2023）沪0104民初345号
    r"(?<![\w/])\d{1,4} [A-Z][A-Za-z]{0,3} \d{1,6}/\d{2,4}(?!\d)"
    r"|(?:令和|平成)\d{1,2}年[（(][ァ-ヶ一-龥]{1,3}[）)]第\d+号"
    r"|[（(]\d{4}[）)][\u4e00-\u9fff]\d{2,6}[\u4e00-\u9fff]{1,4}\d+号"
)
_NUMBERED = re.compile(
    r"(?i:(?:nr|no|nummer|number|ref|id|编号|号码|番号|工号)\b[.:：#]*[ \u00a0]*)"
    r"(?P<code>[A-Z0-9][A-Z0-9./-]*\d[A-Z0-9./-]*)(?![A-Za-z])"
)
_MONEY_LIKE = re.compile(r"(?<![A-Za-z0-9./-])(?<!\d,)-?\d{1,3}(?:[.,'’ ]\d{3})*[.,]\d{2}(?![\d%])(?![.,/-]\d)(?! ?%)")
_BESIDE_MONEY = re.compile(
    r"(?<![A-Za-z0-9./-])(?<!\d,)-?(?:\d{1,3}(?:[.,'’]\d{3})+|\d{4,9})(?![\d%])(?![.,/-]\d)(?! ?%)"
)
_GERMAN_PLACE = re.compile(r"(?<![\d-])\d{5} [A-ZÄÖÜ][a-zäöüß]+(?:[ -][A-ZÄÖÜ][a-zäöüß]+)?")
_UNSPACED = re.compile(rf"{HAN}|[\u3041-\u30ff]")
_IN_FILES = frozenset("_-./\\")  # beside words in names of files
_NAME_LINE = re.compile(r"[^\d|:：。.!?！？]{2,60}")


class PrivateValues:
    """Finds private values; ``known`` returns names that are known, those of a library."""

    def __init__(self, known: Callable[[], Iterable[str]] = tuple) -> None:
        self._known = known

    def __call__(self, texts: Sequence[str]) -> list[list[PrivateValue]]:
        """Return the private values of each text of a request, in order."""
        found = [_values(text) for text in texts]
        names = dict.fromkeys(self._known())
        for text, own in zip(texts, found, strict=True):
            names.update(dict.fromkeys(text[one.start : one.end] for one in own if one.kind == "person"))
            names.update(dict.fromkeys(names_in(text)))
        wanted = with_parts(names) | {name: "" for text in texts for name in likely_names_in(text) if name not in names}
        return [_with_names(text, own, wanted) for text, own in zip(texts, found, strict=True)]


@lru_cache(256)
def _values(text: str) -> tuple[PrivateValue, ...]:
    """Return what is private in a text beside names; parties that the register finds are names."""
    places, found = Places(len(text)), list[PrivateValue]()

    def take(kind: ValueKind, spans: Iterable[tuple[int, int]]) -> None:
        found.extend(PrivateValue(start, end, kind) for start, end in spans if places.take(start, end))

    take("email", (one.span() for one in _EMAIL.finditer(text)))
    take("number", (one.span() for one in _COURT.finditer(text)))
    take("account", (one.span() for one in _IBAN.finditer(text)))
    rows = register_rows("", [Page(1, "", text)])
    for fact, kind in _OF_REGISTER.items():
        take(kind, ((one.start, one.end) for one in rows if one.kind is fact))
    take("amount", (one.span() for one in _MONEY_LIKE.finditer(text)))
    for date in written_dates(text):  # their figures are no numbers of anything
        places.take(date.start, date.end)
    take("account", (one.span() for one in _CARD.finditer(text)))
    take("address", (one.span() for one in _GERMAN_PLACE.finditer(text)))
    take("phone", (one.span() for one in _PHONE.finditer(text)))
    take("account", (one.span() for pattern in (_FIGURES, _SORT_CODE) for one in pattern.finditer(text)))
    take("number", (one.span() for one in _CODE.finditer(text) if len(one.group()) >= _SHORTEST_CODE))
    take("number", (one.span("code") for one in _NUMBERED.finditer(text)))
    for line in re.finditer(r"[^\n]+", text):
        if words().is_amount(line.group()) or money_words().search(line.group()):
            take("amount", (one.span() for one in _BESIDE_MONEY.finditer(text, *line.span())))
    take("person", _above_addresses(text, found))
    return tuple(found)


def _above_addresses(text: str, found: Iterable[PrivateValue]) -> list[tuple[int, int]]:
    """Return the lines above addresses, which name who lives there."""
    spans = []
    for one in found:
        begin = text.rfind("\n", 0, one.start)
        above = text.rfind("\n", 0, max(begin, 0)) + 1
        line = text[above : max(begin, above)]
        if one.kind == "address" and not text[begin + 1 : one.start].strip() and _NAME_LINE.fullmatch(line):
            spans.append((above + len(line) - len(line.lstrip()), above + len(line.rstrip())))
    return spans


def _with_names(text: str, own: Iterable[PrivateValue], wanted: Mapping[str, str]) -> list[PrivateValue]:
    """Return what is private in a text with all names in it, in order."""
    found = [one for one in own if one.kind != "person"]
    places = Places(len(text))
    for one in found:
        places.take(one.start, one.end)
    pattern, wholes = _any_name(tuple(wanted)), {name.casefold(): whole for name, whole in wanted.items()}
    for match in pattern.finditer(text) if pattern else ():
        is_in_name_of_file = {text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]} & _IN_FILES
        is_word = match.group().islower() and not is_in_name_of_file  # “rose”, “mark”
        if not is_word and places.take(*match.span()):
            found.append(PrivateValue(*match.span(), "person", wholes.get(match.group().casefold(), "")))
    found += [one for one in own if one.kind == "person" and places.take(one.start, one.end)]
    return sorted(found, key=lambda one: one.start)


@lru_cache(16)
def _any_name(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return the pattern of the names, the longest first; as words of their own where blanks stand between words."""
    within = [re.escape(one) for one in names if _UNSPACED.search(one)]
    apart = [re.escape(one).replace(r"\ ", r"[ \u00a0\n]") for one in names if not _UNSPACED.search(one)]
    parts = []
    if apart:
        either = "|".join(sorted(apart, key=len, reverse=True))
        parts.append(rf"(?<![^\W_])(?:{either})(?=['’]?s?(?![^\W_]))")
    if within:
        parts.append("|".join(sorted(within, key=len, reverse=True)))
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None
