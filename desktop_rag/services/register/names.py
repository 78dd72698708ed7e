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
    r"[,，、;；(（|\n]|\s[–—-]\s|\s{2,}|　|[.。](?=\s|\Z)(?<!\b\w\.)(?<!\b(?:Dr|Mr|Ms|St|Co)\.)(?<!\b(?:Mrs|Inc|Ltd)\.)(?<!\bProf\.)"
)
_MOST_NAME = 80
_MOST_NAME_WORDS = 9
_OF_NAMES = frozenset(
    "von van de der den del della di da zu zur und and of the la le für e.v. des dem & + y et plc eG gGmbH mbH e.K. i.L. oHG".split()
)
_NUMBER_ENDS = re.compile(r"[,，;；。|\n]|\s[–—-]\s|\s{2,}|\s(?=[(（])|\.(?=\s|\Z)")
_MOST_NUMBER = 40
_CODE_WORD = re.compile(r"[A-Za-z0-9][\w./:#-]*|[-/–]")
_SMALL_WORD = re.compile(r"[a-zß-öø-ÿ]{2,}")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_CODE = r"(?P<code>(?:[A-Z]{1,4} (?=\d))?(?=[\w./-]{0,30}\d)[A-Z0-9](?:[A-Za-z0-9_./-]{0,38}[A-Za-z0-9])?(?: \d{2,5}(?![\w./:-])){0,6})(?![A-Za-z0-9])"
_MIXED = r"(?P<mixed>(?=[A-Za-z0-9./-]{0,30}\d)(?=[A-Za-z0-9./-]{0,30}[A-Z/-])[A-Z0-9][A-Za-z0-9./-]{0,38}[A-Za-z0-9])(?![A-Za-z0-9])"
_CAPITAL = r"[A-ZÀ-ÖØ-ÞŁŚŻŽŠČ]"
_PLACE = rf"{_CAPITAL}[\w.'’-]{{1,30}}(?: (?:{_CAPITAL}[\w.'’-]{{1,30}}|an der|am|im|bei|de|of|upon|sur))*"
_SEPARATOR = r"(?:,[ \t]?|[ \t]?\n[ \t]*|, ?\n[ \t]*)"
_UK_CODE = r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
_US_CODE = r"[A-Z]{2},? \d{5}(?:-\d{4})?\b"
_PREFECTURES = (
    "北海道 東京都 京都府 大阪府 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県"
    " 岐阜県 静岡県 愛知県 三重県 滋賀県 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県"
    " 宮崎県 鹿児島県 沖縄県"
).split()
_HAN = r"[\u3400-\u9fff々ヶケ\u3041-\u30ffー]"
_JAPANESE_ADDRESS = (
    rf"(?:〒\s?\d{{3}}-?\d{{4}}\s?)?(?:{'|'.join(_PREFECTURES)}){_HAN}{{2,24}}?[\d０-９一二三四五六七八九十]{{1,5}}"
    rf"(?:(?:丁目|番地?|号室?|号|階|の|-|－|−|ー)[\d０-９]{{0,5}}){{1,8}}(?:[ 　]?[{_HAN[1:-1]}A-Za-z]{{2,20}}\d{{2,4}}号?室?)?"
    rf"|〒\s?\d{{3}}-?\d{{4}}\s?{_HAN}{{3,24}}[\d０-９-]{{1,12}}"
)
_CHINESE_ADDRESS = (
    r"(?:[\u3400-\u9fff]{2,7}?(?:省|自治区))?(?:[\u3400-\u9fff]{2,7}?[市州盟县])(?:[\u3400-\u9fff]{1,7}?[区县市镇乡])?"
    r"[\u3400-\u9fff\d]{1,14}?(?:路|街|道|巷|弄|大道|胡同|村)[\u3400-\u9fff]{0,4}?\d{1,5}(?:号|弄)(?:[\dA-Za-z\u3400-\u9fff-]{1,12}?[楼室层座栋幢元])*"
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of addresses, and of numbers in sentences."""
    streets, straßen = any_of(words().streets), any_of(words().straßen)
    house = r"\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?"
    english = (
        rf"(?:(?:Flat|Unit|Suite|Apartment|Apt\.?|Room|Floor) [\w-]{{1,6}}{_SEPARATOR})?(?<![\w.,/-]){house} (?:{_CAPITAL}[\w.'’-]{{1,24}} ){{1,4}}"
        rf"(?:(?i:{streets}))\b\.?(?:{_SEPARATOR}{_PLACE}){{0,3}}?(?:{_SEPARATOR}|[ \t])(?:{_UK_CODE}|{_US_CODE})"
        rf"|(?<![\w.,/-]){house} (?:{_CAPITAL}[\w.'’-]{{1,24}} ){{1,4}}(?:(?i:{streets}))\b(?:,[ ]{_PLACE})?"
    )
    german_name = rf"(?:(?:{_CAPITAL}[\w.'’-]{{0,30}}|an|der|dem|den|am|im|zum|zur|von|Am|An|Im|Zum|Zur) ){{0,4}}"
    german = (
        rf"{german_name}(?:\w{{2,30}}(?:{straßen})\.?|(?i:straße|platz|weg|allee)|{_CAPITAL}[\wäöüß-]{{1,30}}) {house}{_SEPARATOR}"
        rf"(?:D[- ])?\d{{5}} {_PLACE}|\b{_CAPITAL}\w{{2,30}}(?:straße|strasse|str\.|weg|allee|platz|gasse) {house}(?!\w)"
    )
    nouns = any_of(words().number_nouns)
    return (
        re.compile(english),
        re.compile(german),
        re.compile(_JAPANESE_ADDRESS),
        re.compile(_CHINESE_ADDRESS),
        re.compile(
            rf"(?<![\w-])(?P<label>(?i:(?:[^\W\d_]{{0,24}}(?:{nouns}))(?: confirmation)?))[ \t]*(?:(?i:-?nr\.?|-?no\.?|-?number|-?nummer|#|-?id|ref\.?)[ \t]*"
            rf"(?:(?:is|ist|lautet):?[ \t]+|:[ \t]*)?{_CODE}|{_MIXED})"
        ),
        re.compile(
            rf"(?<![\w-])(?P<label>[^\W\d_]{{2,30}}(?:nummer|kennzeichen|zeichen))[ \t]+(?:(?:ist|lautet):?[ \t]+)?{_CODE}"
        ),
        re.compile(rf"(?P<label>[\u3400-\u9fff々]{{1,8}}番号)(?:は|が|：|:|　| )?{_CODE}"),
        re.compile(rf"(?P<label>[\u3400-\u9fff]{{1,8}}(?:编号|号码|单号))(?:为|是|：|:|　| )?{_CODE}"),
        re.compile(
            r"第\s?(?P<code>[A-Z0-9][A-Za-z0-9./-]{2,30})\s?[号號](?P<label>合同|协议|订单|发票|保单|契約|請求書|文件|通知|决定)"
        ),
    )


_NUMBERS_FROM = 4


def addresses(text: str) -> Iterator[Found]:
    """Yield the postal addresses of a text, also over two lines."""
    for pattern in _patterns()[:_NUMBERS_FROM]:
        for match in pattern.finditer(text):
            yield Found(FactKind.ADDRESS, match.start(), match.end(), _on_one_line(match.group()))


def numbers(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield the numbers of documents that a sentence names."""
    for match in _IBAN.finditer(text, start, end):
        if _is_iban(match.group()):
            yield Found(FactKind.NUMBER, match.start(), match.end(), match.group().replace(" ", ""), "IBAN")
    for pattern in _patterns()[_NUMBERS_FROM:]:
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
    if words().is_number(one.label):
        return _number(one.label, begin, said)
    if words().is_party(one.label):
        return _party(one.label, begin, said)
    if words().is_address(one.label) and any(map(str.isdigit, said)) and "@" not in said and not _is_date(said.strip()):
        end = said.find("\n") if "\n" in said else len(said)
        address = said[:end].rstrip(' .;*_"')
        if any(map(str.isalpha, address)) and len(address) <= 120:
            return Found(FactKind.ADDRESS, begin, begin + len(address), _on_one_line(address), one.label)
    return None


def parties(beginning: str) -> Iterator[Found]:
    """Yield the parties that the beginning of a document defines: “Ngozi Okonjo (the Tenant)”."""
    for party, start, end in party_places(beginning):
        if party.name.casefold() not in words().currencies:
            yield Found(FactKind.PARTY, start, end, party.name, party.role)


def _number(label: str, begin: int, said: str) -> Found | None:
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


def _party(label: str, begin: int, said: str) -> Found | None:
    stop = _NAME_ENDS.search(said)
    name = said[: stop.start() if stop else None].rstrip(" .*_\"'")
    if not 1 < len(name) <= _MOST_NAME or not any(map(str.isalpha, name)) or any(sign in name for sign in "@?!:："):
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
