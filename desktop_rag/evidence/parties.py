"""Find the parties of a document: contracts name them once and then say “the Tenant”, “der Mieter”, “乙”.

“Between Harbour Homes Ltd (the Landlord) and Ngozi Okonjo (the Tenant)” at the beginning tells whose deposit it is that
“the Tenant pays”. A sentence about Okonjo and that clause have no name in common until the role is read as the name.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_ROLE = (
    r"(?i:tenants?|landlord|landlady|lessee|lessor|licensee|licensor|buyer|seller|purchaser|vendor|supplier|customer|client"
    r"|contractor|subcontractor|employer|employee|borrower|lender|guarantor|insurer|policyholder|insured|company|agent"
    r"|provider|recipient|claimant|defendant|owner|franchisee|franchisor|consultant"
    r"|vermieter(?:in)?|mieter(?:in)?|verpächter(?:in)?|pächter(?:in)?|käufer(?:in)?|verkäufer(?:in)?"
    r"|auftraggeber(?:in)?|auftragnehmer(?:in)?|arbeitgeber(?:in)?|arbeitnehmer(?:in)?|darlehensgeber(?:in)?"
    r"|darlehensnehmer(?:in)?|bürge|versicherer|versicherungsnehmer(?:in)?|kundin|kunde|besteller(?:in)?"
    r"|lieferant(?:in)?|eigentümer(?:in)?|gesellschaft|antragsteller(?:in)?)"
)
_UPPER = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĶŁŃŇŌŐŘŚŞŠŢŤŪŮŰŹŻŽΑ-ΩА-Я]"
_WORD = rf"(?!{_ROLE}\b){_UPPER}[\w.'’&-]*+"
_NAME = (
    rf"{_WORD}(?:[ \t]+(?:{_WORD}|(?:von|van|de|der|den|del|della|di|da|zu|zur|&|und|and|of)(?=[ \t]+{_UPPER})"
    r"|(?:eG|mbH|gGmbH)\b|e\.[VK]\.)){0,7}"
)
_TITLE = re.compile(
    r"(?:(?:Frau|Herrn?|Mrs?|Ms|Miss|Dr|Prof|M|Mme|Sr|Sra|Firma|Between|Zwischen|And|Und|The|Die|Der)\b\.?\s+)+"
)
_AND = re.compile(r"\A(?:と|及び|および|和|与|與)")
_ARTICLE = r"(?i:the|der|die|das|den|dem|le|la|l'|el)"
_CALLED = (
    r"(?:(?i:hereinafter|hereafter|nachfolgend|nachstehend|im folgenden|kurz|ci-après|en adelante)"
    r"(?: (?:referred to as|called|auch))?:?"
    r"|(?i:together|jointly|collectively|gemeinsam|zusammen)(?=\s+(?:(?:the|die|der)\b|[\"“„«])))"
)
_OPEN, _CLOSE = "\"“„'‘«", "\"”“'’»"
# “Ngozi Okonjo (the Tenant)”, “… (hereinafter “Tenant”)”, “…, nachstehend „Mieter“ genannt”
_DEFINED = re.compile(
    rf"(?P<name>{_NAME})[ \t]*(?:\(|,|[-–—])\s*(?:"
    rf"{_CALLED}\s+(?:{_ARTICLE}\s+)?[{_OPEN}]?(?:{_ARTICLE}\s+)?(?P<called>[^\W\d_][\w-]{{2,24}})"
    rf"|{_ARTICLE}\s+[{_OPEN}]?(?P<the>{_ROLE})\b"
    rf"|[{_OPEN}](?:{_ARTICLE}\s+)?(?P<quoted>[^\W\d_][\w-]{{2,24}})[{_CLOSE}]"
    rf"|(?P<bare>{_ROLE})(?=\)))"
)
# “Klaus Brand, Lindenallee 2, 50667 Köln (Vermieter)”, “Northwind Inc., a Delaware corporation (the Client)”
_CODE = r"\d{4,5}\s+[^\W\d_][\w .-]{1,30}|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]{2},?\s\d{5}"
_WITH_MORE = re.compile(
    rf"(?P<name>{_NAME}),\s*(?:[^()\n;]{{3,100}}?(?:{_CODE})"
    r"|(?i:an?|eine?r?|residing|wohnhaft|geboren|born|vertreten|represented|incorporated|registered)\b[^()\n;]{3,100}?)"
    rf",?\s*\((?:{_ARTICLE}\s+)?[{_OPEN}]?(?:{_ARTICLE}\s+)?(?P<role>{_ROLE})\b[{_CLOSE}]?\)"
)
# “Herrn Bela Trautwein als Mieter”, “Ngozi Okonjo as tenant”
_AS = re.compile(rf"(?P<name>{_NAME})[ \t]*,?\s+(?:as(?: the)?|als)\s+(?P<role>{_ROLE})\b")
# “Tenant: Ngozi Okonjo”, “| Mieter | Bela Trautwein |”
_LABELLED = re.compile(rf"(?<![\w-])(?P<role>{_ROLE})[ \t*_]*[:|][ \t*_]*(?P<name>{_NAME})")
_HAN_ROLE = (
    r"(?:甲方|乙方|丙方|甲|乙|丙|出租方|承租方|出租人|承租人|买方|卖方|委托方|受托方|发包方|承包方|供方|需方|投保人|被保险人|保险人"
    r"|貸主|借主|賃貸人|賃借人|売主|買主|委託者|受託者|発注者|受注者|雇用者|労働者|使用者|保険契約者|被保険者|連帯保証人)"
)
_HAN = r"[\u3400-\u9fff々〆ヶ\u3041-\u30ffーA-Za-zＡ-Ｚ·・]"
_HAN_NAME = rf"(?!{_HAN_ROLE}){_HAN}(?:(?!{_HAN_ROLE}){_HAN}|[ 　](?!{_HAN_ROLE})(?={_HAN})){{1,20}}"
# “借主 佐久間美咲（以下「乙」という。）”, “顾明远（以下简称“乙方”）”
_HAN_CALLED = re.compile(
    rf"(?:(?P<first>{_HAN_ROLE})[ 　:：]*)?(?P<name>{_HAN_NAME})\s*"
    r"[（(][^）)]{0,4}以下[、,]?(?:简称|簡稱|称|稱)?(?:为|為)?[「『“\"]?(?P<role>[\u3400-\u9fff]{1,4}?)[」』”\"]?"
    r"(?:という|と称する|と言う)?[。.]?[）)]"
)
# “甲方（出租方）：云河置业有限公司”, “賃借人（乙）　佐久間美咲”, “| 借主 | 佐久間 美咲 |”
_HAN_LABELLED = re.compile(
    rf"(?<![\u3400-\u9fff])(?P<role>{_HAN_ROLE})(?:[（(](?P<other>{_HAN_ROLE})[）)])?[ 　]*[:：|\t　][ 　]*"
    rf"(?P<name>{_HAN_NAME})(?=[ 　]*(?:[|，,。；;（(\n]|$|　))",
    re.MULTILINE,
)
_MOST = 12  # parties of a document
_BEGINNING = 4_000  # characters in which they are named
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Party:
    """A name, and its designation in the document."""

    name: str
    role: str

    @property
    def is_of_han(self) -> bool:
        """True if its designation is written without blanks around it."""
        return "\u3400" <= self.role[0] <= "\u9fff"

    def is_named_in(self, text: str) -> bool:
        """Return True if a text has the name, or its significant part: a family name, a firm's first word."""
        if self.is_of_han:
            plain = re.sub(r"\s", "", self.name)
            return plain in re.sub(r"\s", "", text)
        words = [word.rstrip(".,'’") for word in self.name.split()]
        telling = [word for word in words if len(word) > 2 and word[0].isupper() and word not in _OF_FIRMS]
        return any(re.search(rf"(?<!\w){re.escape(word)}(?:s|'s|’s)?(?!\w)", text) for word in telling)

    def put_into(self, text: str) -> str:
        """Return a text with the party's designation replaced by its name."""
        role = re.escape(self.role)
        if self.is_of_han:
            return re.sub(rf"(?<![\u3400-\u9fff]){role}(?=[\u3040-\u9fff、，,])", self.name, text)
        called = rf"(?<!\w)(?:(?:{_ARTICLE}|des)\s+)?{role}(?:e?s|in|n)?(?P<own>['’]s)?(?!\w)"
        return re.sub(called, lambda match: self.name + (match["own"] or ""), text, flags=re.IGNORECASE)


_OF_FIRMS = frozenset(
    "Ltd Ltd. GmbH AG Inc Inc. LLC Limited Company The Estates Homes Services Group KG e.V. plc".split()
)


@functools.lru_cache(512)
def parties_of(text: str) -> tuple[Party, ...]:
    """Return the parties named at the beginning of a document, with their designations."""
    found = dict.fromkeys(one for one, _ in _found(text[:_BEGINNING]) if _is_name(one))
    return tuple(found)[:_MOST]


def with_names(text: str, parties: Sequence[Party], said: str) -> str:
    """Return a text of a document with the names of those parties that ``said`` names and does not call by their role.

    What names them already stays as it is.
    """
    for one in parties:
        is_called = (
            re.search(rf"(?<!\w){re.escape(one.role)}", said, re.IGNORECASE) if not one.is_of_han else one.role in said
        )
        if not is_called and one.is_named_in(said) and not one.is_named_in(text):
            text = one.put_into(text)
    return text


def party_places(text: str) -> list[tuple[Party, int, int]]:
    """Return the parties named at the beginning of a document, in order, each with the range of its name there."""
    found: dict[Party, tuple[int, int]] = {}
    for party, place in _found(text[:_BEGINNING]):
        if _is_name(party):
            found.setdefault(party, (place, place + len(party.name)))
    return [(party, *place) for party, place in list(found.items())[:_MOST]]


def _found(text: str) -> Iterator[tuple[Party, int]]:
    """Yield parties, each with where its name begins."""
    told = (
        set()
    )  # where roles end that belong to a name before an address: in “50667 Köln (Vermieter)” Köln is no party
    for match in _WITH_MORE.finditer(text):
        told.add(match.end("role"))
        yield _named(match, match["role"])
    for match in _DEFINED.finditer(text):
        group = next(name for name in ("called", "the", "quoted", "bare") if match[name])
        if match.end(group) not in told:
            yield _named(match, match[group])
    for pattern in (_AS, _LABELLED):
        for match in pattern.finditer(text):
            yield _named(match, match["role"])
    for match in _HAN_CALLED.finditer(text):
        yield _named(match, match["role"])
        if match["first"]:
            yield _named(match, match["first"])
    for match in _HAN_LABELLED.finditer(text):
        for role in filter(None, match.group("role", "other")):
            yield _named(match, role)


def _named(match: re.Match[str], role: str) -> tuple[Party, int]:
    name = _plain(match["name"])
    if match.string[match.start("name") - 1 : match.start("name")] in (")", "）"):  # “甲（以下…）と乙（以下…）”
        name = _AND.sub("", name)
    return Party(name, role), match.start("name") + max(match["name"].rfind(name), 0)


def _plain(name: str) -> str:
    """Return a name without titles and words before it: “Frau”, “between”."""
    return _TITLE.sub("", name, count=1).strip(" 　,.–-")


def _is_name(party: Party) -> bool:
    name = party.name
    return bool(_LETTER.search(name)) and len(name) > 1 and name.casefold() != party.role.casefold()
