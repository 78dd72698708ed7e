"""Parties, postal addresses and the numbers of documents in a text."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_rag.core.results.register import FactKind
from desktop_rag.evidence.parties import party_places
from desktop_rag.services.register.found import Found
from desktop_rag.services.register.labels import Labelled
from desktop_rag.services.register.words import any_of, words
from desktop_rag.text.dates import written_dates

_NAME_ENDS = re.compile(
    r"[,，、;；(（|\n]|\s[–—-]\s|\s{2,}|　"
    r"|[.。](?=\s|\Z)(?<!\b\w\.)(?<!\b(?:Dr|Mr|Ms|St|Co)\.)(?<!\b(?:Mrs|Inc|Ltd)\.)(?<!\bProf\.)"
)
_MOST_NAME = 80
_MOST_NAME_WORDS = 9
_MOST_ADDRESS = 120
_OF_NAMES = frozenset(
    "von van de der den des dem del della di da zu zur und and of the la le für & + y et"
    " plc e.v. eG gGmbH mbH e.K. i.L. oHG".split()
)
_NUMBER_ENDS = re.compile(r"[,，;；。|\n]|\s[–—-]\s|\s{2,}|\s(?=[(（])|\.(?=\s|\Z)")
_MOST_NUMBER = 40
_FIGURE = re.compile(r"\d")
_CODE_WORD = re.compile(r"[A-Za-z0-9][\w./:#-]*|[-/–]")
_SMALL_WORD = re.compile(r"[a-zß-öø-ÿ]{2,}")
_NOT_WITHIN = r"(?![A-Za-z0-9])"
_IBAN = re.compile(rf"(?<![A-Za-z0-9])[A-Z]{{2}}\d{{2}}(?: ?[A-Z0-9]{{4}}){{2,7}}(?: ?[A-Z0-9]{{1,3}})?{_NOT_WITHIN}")
_CODE = (  # behind “no.”: LS 90031, 4711-B, 4500 0188 33
    r"(?P<code>(?:[A-Z]{1,4} (?=\d))?(?=[\w./-]{0,30}\d)[A-Z0-9](?:[A-Za-z0-9_./-]{0,38}[A-Za-z0-9])?"
    rf"(?: \d{{2,5}}(?![\w./:-])){{0,6}}){_NOT_WITHIN}"
)
_MIXED = (  # right behind “invoice”: figures with letters or marks
    r"(?P<mixed>(?=[A-Za-z0-9./-]{0,30}\d)(?=[A-Za-z0-9./-]{0,30}[A-Z/-])"
    rf"[A-Z0-9][A-Za-z0-9./-]{{0,38}}[A-Za-z0-9]){_NOT_WITHIN}"
)
_CAPITAL = r"[A-ZÀ-ÖØ-ÞŁŚŻŽŠČ]"
_NAMED = rf"{_CAPITAL}[\w.'’-]{{1,30}}"
_PLACE = rf"{_NAMED}(?: (?:{_NAMED}|an der|am|im|bei|de|of|upon|sur)){{0,5}}"
_NEXT = r"(?:,[ \t]?|[ \t]?\n[ \t]*|, ?\n[ \t]*)"  # between the parts of an address, also on two lines
_PART = rf"(?:{_CAPITAL}[\w.'’&-]{{0,30}}|&|of|de|von|van|der|zu|e\.V\.|eG|gGmbH|mbH)"
_TITLES = r"(?:(?i:the|der|dem|den)\s)?(?:(?:Mrs?|Ms|Frau|Herrn?|Dr)\b\.?\s){0,2}"
_WHOLE_NAME = rf"{_CAPITAL}[\w.'’&-]{{0,30}}(?: {_PART}){{1,7}}"
# “This Agreement is made by and between Northwind Inc., a Delaware corporation, and Brightpath LLC”: no roles
_BETWEEN = re.compile(
    r"(?P<lead>(?i:agreement|contract|lease|amendment|deed|made|entered|vertrag|vereinbarung)"
    r"(?:(?!\.\s+[A-Z][a-z])[^;\n]){0,160}?)(?:\n\s*)?\b(?i:between|zwischen)[: ]\s{0,2}"
    rf"{_TITLES}(?P<one>{_WHOLE_NAME})(?:,[^;\n()]{{0,120}}?)?,?\s(?:and|und)\s"
    rf"{_TITLES}(?P<other>{_WHOLE_NAME})(?!\w)"
)
_MADE = re.compile(r"\b(?:made|entered|concluded|executed)\b|\w*(?:vertrag|vereinbarung)\s*\Z", re.IGNORECASE)
_LEGAL_FORM = re.compile(r"\b(?:Ltd|Limited|LLC|LLP|Inc|Corp|Corporation|plc|PLC|GmbH|AG|KG|OHG|eG|mbH|SE|e\.[VK])\b")
_BEGINNING = 4_000  # characters in which parties without roles are named
_UK_CODE = r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
_US_CODE = r"[A-Z]{2},? \d{5}(?:-\d{4})?\b"
_HOUSE = r"\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?"
_HAN = r"[\u3400-\u9fff々ヶケ\u3041-\u30ffー]"
_CHINESE_ADDRESS = (
    r"(?:[\u3400-\u9fff]{2,7}?(?:省|自治区))?(?:[\u3400-\u9fff]{2,7}?[市州盟县])(?:[\u3400-\u9fff]{1,7}?[区县市镇乡])?"
    r"[\u3400-\u9fff\d]{1,14}?(?:路|街|道|巷|弄|大道|胡同|村)[\u3400-\u9fff]{0,4}?\d{1,5}(?:号|弄)"
    r"(?:[\dA-Za-z\u3400-\u9fff-]{1,12}?[楼室层座栋幢元])*"
)


@cache
def _address_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of addresses, by country."""
    streets, ends = any_of(words().streets), any_of(words().street_ends)
    english_street = rf"(?<![\w.,/-]){_HOUSE} (?:{_CAPITAL}[\w.'’-]{{1,24}} ){{1,4}}(?:(?i:{streets}))\b"
    english = (
        rf"(?:(?:Flat|Unit|Suite|Apartment|Apt\.?|Room|Floor) [\w-]{{1,6}}{_NEXT})?{english_street}\.?"
        rf"(?:{_NEXT}{_PLACE}){{0,3}}?(?:{_NEXT}|[ \t])(?:{_UK_CODE}|{_US_CODE})|{english_street}(?:, {_PLACE})?"
    )
    german_words = rf"(?:(?:{_CAPITAL}[\w.'’-]{{0,30}}|an|der|dem|den|am|im|zum|zur|von) ){{0,4}}"
    german = (
        rf"{german_words}(?:\w{{2,30}}(?:{ends})\.?|(?i:straße|platz|weg|allee)|{_CAPITAL}[\w-]{{1,30}}) {_HOUSE}"
        rf"{_NEXT}(?:D[- ])?\d{{5}} {_PLACE}"
        rf"|\b{_CAPITAL}\w{{2,30}}(?:straße|strasse|str\.|weg|allee|platz|gasse) {_HOUSE}(?!\w)"
    )
    japanese = (
        rf"(?:〒\s?\d{{3}}-?\d{{4}}\s?)?(?:{any_of(words().prefectures)}){_HAN}{{2,24}}?[\d０-９一二三四五六七八九十]{{1,5}}"
        r"(?:(?:丁目|番地?|号室?|号|階|の|-|－|−|ー)[\d０-９]{0,5}){1,8}"
        rf"(?:[ 　]?[{_HAN[1:-1]}A-Za-z]{{2,20}}\d{{2,4}}号?室?)?"
        rf"|〒\s?\d{{3}}-?\d{{4}}\s?{_HAN}{{3,24}}[\d０-９-]{{1,12}}"
    )
    return tuple(map(re.compile, (english, german, japanese, _CHINESE_ADDRESS)))


@cache
def _number_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of numbers in sentences, with what they are of."""
    nouns = any_of(words().number_nouns)
    return (
        re.compile(
            rf"(?<![\w-])(?P<label>(?i:(?:[^\W\d_]{{0,24}}(?:{nouns}))(?: confirmation)?))[ \t]*"
            r"(?:(?i:-?nr\.?|-?no\.?|-?number|-?nummer|#|-?id|ref\.?)[ \t]*"
            rf"(?:(?:is|ist|lautet):?[ \t]+|:[ \t]*)?{_CODE}|{_MIXED})"
        ),
        re.compile(
            r"(?<![\w-])(?P<label>[^\W\d_]{2,30}(?:nummer|kennzeichen|zeichen))[ \t]+(?:(?:ist|lautet):?[ \t]+)?"
            rf"{_CODE}"
        ),
        re.compile(rf"(?P<label>[\u3400-\u9fff々]{{1,8}}番号)(?:は|が|：|:|　| )?{_CODE}"),
        re.compile(rf"(?P<label>[\u3400-\u9fff]{{1,8}}(?:编号|号码|单号))(?:为|是|：|:|　| )?{_CODE}"),
        re.compile(
            r"第\s?(?P<code>[A-Z0-9][A-Za-z0-9./-]{2,30})\s?[号號]"
            r"(?P<label>合同|协议|订单|发票|保单|契約|請求書|文件|通知|决定)"
        ),
    )


def addresses(text: str) -> Iterator[Found]:
    """Yield the postal addresses of a text, also over two lines."""
    for pattern in _address_patterns():
        for match in pattern.finditer(text):
            yield Found(FactKind.ADDRESS, match.start(), match.end(), _on_one_line(match.group()))


def numbers(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield the numbers of documents that a sentence names."""
    if _FIGURE.search(text, start, end) is None:
        return
    for match in _IBAN.finditer(text, start, end):
        if _is_iban(match.group()):
            yield Found(FactKind.NUMBER, match.start(), match.end(), match.group().replace(" ", ""), "IBAN")
    for pattern in _number_patterns():
        for match in pattern.finditer(text, start, end):
            which = "code" if match["code"] else "mixed"
            if not any(word in match["label"].casefold() for word in words().number_never) and not _is_date(
                match[which]
            ):
                yield Found(FactKind.NUMBER, *match.span(which), match[which], match["label"])


def labelled_fact(text: str, one: Labelled) -> Found | None:
    """Return the number, party or address that stands behind its label."""
    value = text[one.start : one.end]
    begin = one.start + len(value) - len(value.lstrip(" \t*_\"'　"))
    said = text[begin : one.end]
    if not said.strip():
        return None
    if words().is_number(one.label) and (number := named_number(one.label, begin, said)):
        return number
    if words().is_party(one.label):
        return named_party(one.label, begin, said)
    if words().is_address(one.label) and any(map(str.isdigit, said)) and "@" not in said and not _is_date(said.strip()):
        return named_address(one.label, begin, said.partition("\n")[0])
    return None


def named_address(label: str, begin: int, said: str) -> Found | None:
    """Return the address that a text at ``begin`` is said to be, None where it does not look like one."""
    address = said.rstrip(' .;*_"')
    if not any(map(str.isalpha, address)) or not any(map(str.isdigit, address)) or len(address) > _MOST_ADDRESS:
        return None
    return Found(FactKind.ADDRESS, begin, begin + len(address), _on_one_line(address), label)


def parties(beginning: str) -> Iterator[Found]:
    """Yield the parties that the beginning of a document defines: “Ngozi Okonjo (the Tenant)”."""
    for party, start, end in party_places(beginning):
        if party.name.casefold() not in words().currencies:
            yield Found(FactKind.PARTY, start, end, party.name, party.role)
    for match in _BETWEEN.finditer(beginning, 0, _BEGINNING):
        if not (_MADE.search(match["lead"]) or _LEGAL_FORM.search(f"{match['one']} {match['other']}")):
            continue  # the land between Mill Lane and Harbour Road
        for side in ("one", "other"):
            start, end = match.span(side)
            name = (
                match[side].rstrip(",.") if not match[side].endswith(("Inc.", "Ltd.", "Co.", "Corp.")) else match[side]
            )
            yield Found(FactKind.PARTY, start, start + len(name), name)


def named_number(label: str, begin: int, said: str) -> Found | None:
    """Return the number that a text at ``begin`` is said to begin with, None where it has none."""
    stop = _NUMBER_ENDS.search(said)
    code = said[: stop.start() if stop else None].rstrip(" .*_\"'")
    if not any(map(str.isdigit, code)) or len(code) > _MOST_NUMBER or _is_date(code):
        return None
    if code.isascii() and (
        _SMALL_WORD.search(re.sub(r"[\w./-]*\d[\w./-]*", "", code)) or not all(map(_CODE_WORD.fullmatch, code.split()))
    ):
        return None
    is_iban = _IBAN.fullmatch(code) is not None and _is_iban(code)
    return Found(
        FactKind.NUMBER, begin, begin + len(code), code.replace(" ", "") if is_iban else _on_one_line(code), label
    )


def named_party(label: str, begin: int, said: str) -> Found | None:
    """Return the name that a text at ``begin`` is said to begin with, None where it does not look like one."""
    stop = _NAME_ENDS.search(said)
    name = said[: stop.start() if stop else None].rstrip(" .*_\"'")
    if not 1 < len(name) <= _MOST_NAME or not any(map(str.isalpha, name)) or any(sign in name for sign in "@?!:：`/\\"):
        return None
    pieces = name.split()
    if len(pieces) > _MOST_NAME_WORDS or name[0].islower() or name[0].isdigit():
        return None
    if any(piece[0].islower() and piece not in _OF_NAMES for piece in pieces) or name.endswith(
        ("する", "した", "です", "ます")
    ):
        return None
    return Found(FactKind.PARTY, begin, begin + len(name), name, label)


def _is_date(text: str) -> bool:
    return any(one.end - one.start >= len(text) - 1 for one in written_dates(text))


def _is_iban(text: str) -> bool:
    """Return True if the check digits are right."""
    plain = text.replace(" ", "")
    return int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97 == 1


def _on_one_line(text: str) -> str:
    return ", ".join(" ".join(line.split()).rstrip(",") for line in text.split("\n") if line.strip())
