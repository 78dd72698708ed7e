"""Dates and deadlines of a sentence. A deadline that depends on something else is shown as written, never computed."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.core.results.register import FactKind
from desktop_rag.evidence.units import UnitSpan
from desktop_rag.services.register.found import Found
from desktop_rag.services.register.labels import about
from desktop_rag.services.register.words import words
from desktop_rag.text.dates import WrittenDate

_ENGLISH_NUMBER = (
    r"(?:\d{1,3}(?:[.,]\d)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty"
    r"|sixty|ninety)"
)
_ENGLISH = (
    rf"{_ENGLISH_NUMBER}(?:\s?\(\w{{1,12}}\))?[\s-](?:full\s|clear\s|consecutive\s)?(?:calendar\s|working\s|business\s|banking\s)?"
    r"(?:day|week|month|quarter|year|hour)s?(?:['’]s?)?(?!\w)"
)
_GERMAN_NUMBER = (
    r"(?:\d{1,3}(?:,\d)?|ein(?:e[rmns]?)?|zwei(?:er)?|drei(?:er)?|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|vierzehn|zwanzig"
    r"|dreißig|sechzig|neunzig)"
)
_GERMAN = (
    rf"{_GERMAN_NUMBER}(?:\s?\(\w{{1,12}}\))?\s(?:voll(?:e[nr]?)\s)?(?:Kalender|Werk|Arbeits|Bank)?"
    r"(?:tag|woche|monat|quartal|jahr|stunde)(?:e[ns]?|s|n)?\b"
)
_JAPANESE = r"(?:[\d０-９]{1,3}|[一二三四五六七八九十]{1,3})\s?(?:営業日|日|週間?|[かヶカケ箇ヵ]月|年|時間)間?"
_CHINESE = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})\s?个?\s?(?:工作日|自然日|营业日|交易日|日|天|周|星期|月|年|小时)"
_TAIL = r"[^.,;:()|\n\0]{1,70}"
# words before a period that say what it runs from; an amount before it is none of them
_HAN_LEAD = r"(?:(?![\d,.，．]*\d\s?[元円])(?!(?<=\d)[元円])(?!(?<=[元円])[をは])[^请、。，,；;：:「」（）()|\s\0])"
_ENGLISH_DEADLINES = rf"""
    \b within\ (?:a\ period\ of\ |the\ (?:first|next)\ )? {_ENGLISH}
        (?:\s(?:of|after|from|following|before|prior\ to){_TAIL})?
    | \b (?:(?:(?:no|not)\ later\ than|at\ least|at\ the\ latest|up\ to|until|by)\ )? {_ENGLISH}
        \s(?:after|before|from|following|prior\ to|in\ advance\ of)\s {_TAIL}
    | \b (?:at\ least\ |(?:not\ |no\ )less\ than\ |a\ minimum\ of\ |giving\ )* {_ENGLISH}
        \s(?:(?:written|prior|previous|advance|clear)\s){{0,3}}notice\b
    | \b notice\ (?:period\ )?of\ (?:at\ least\ |(?:not\ |no\ )less\ than\ )?{_ENGLISH}
    | \b notice\ period\ (?:is|shall\ be|will\ be)\ {_ENGLISH}
    | \b (?:on|by|before|at|until)\ the\ (?:[\w-]+\s){{1,4}}?
        (?:each|every|a|the(?:\ following)?)\ (?:calendar\ )?(?:month|quarter|year|week)\b
"""
_GERMAN_DEADLINES = rf"""
    \b (?:innerhalb|binnen)\ (?:von\ |einer\ Frist\ von\ |der\ ersten\ )? {_GERMAN} (?:\s(?:nach|ab|seit|vor)\s{_TAIL})?
    | \b (?:(?:bis\ )?spätestens\ |mindestens\ |bis\ zu\ |bis\ )? {_GERMAN} \s(?:nach|vor|ab)\s {_TAIL}
    | \b (?:mit\ )?(?:einer\ )?\w{{0,16}}frist\ (?:von|beträgt)\ {_GERMAN} (?:\ zum\ \w+)?
    | \b (?:bis\ (?:spätestens\ )?(?:zum|am)|jeweils\ (?:am|zum)|spätestens\ (?:am|zum)|am|zum)\s
        (?:ersten|zweiten|dritten|fünften|zehnten|letzten|\d{{1,2}}\.)\s
        (?:(?:Werk|Arbeits|Bank|Kalender)?tag(?:es|s)?\s)?
        (?:eines|jeden|jedes|des)\s (?:jeden\s|folgenden\s)? (?:Kalender)?(?:monats|quartals|jahres)\b
    | \b (?:bis\ )?(?:zum|am)\ (?:jeweiligen\ )? (?:Monats|Quartals|Jahres)(?:ende|anfang|ersten|letzten)\b
"""
_JAPANESE_DEADLINES = (
    rf"{_HAN_LEAD}{{0,20}}?{_JAPANESE}(?:以内|前まで|後まで|前に)(?:に)?",
    rf"{_HAN_LEAD}{{1,14}}?(?<!\d日)(?:から|より){_JAPANESE}",
    r"毎(?:月|年|週)[^、。，|\s\0]{0,10}?(?:日|末|曜日)(?:までに?|に)?",
)
_CHINESE_DEADLINES = (
    rf"{_HAN_LEAD}{{0,20}}?{_CHINESE}(?:之?内|以内|之?前|以前|之?后)",
    rf"{_HAN_LEAD}{{1,14}}?(?:[前后]|之日起){_CHINESE}",
    rf"提前{_CHINESE}",
    r"每(?:个?月|年|季度|周)[^，。；、|\s\0]{0,8}?(?:日|号|末|底)(?:之?前)?",
)
_RELATIVE = tuple(
    re.compile(pattern, re.IGNORECASE | re.VERBOSE)
    for pattern in (_ENGLISH_DEADLINES, _GERMAN_DEADLINES, *_JAPANESE_DEADLINES, *_CHINESE_DEADLINES)
)
_MAY_BE_RELATIVE = re.compile(
    r"day|week|month|quarter|year|hour|tag|woche|monat|quartal|jahr|stunde|[日月年周週天末]|星期|小时|時間",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"\b(?:immediate(?:ly)?|forthwith|promptly|without (?:undue )?delay|unverzüglich|sofort|umgehend)\b"
    r"|night|直ちに|速やか|遅滞なく|立即|尽快|及时",
    re.IGNORECASE,
)
_DURATION = re.compile(rf"\s*(?:{_ENGLISH}|{_GERMAN}|{_JAPANESE}|{_CHINESE})[^\n|.。]{{0,40}}", re.IGNORECASE)
_WEEKDAY = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch),?\s+"
    r"(?:den\s+)?(?:the\s+)?"
)
_BY = re.compile(
    r"(?:\b(?:by|before|until|till|(?:no|not) later than|on or before|at the latest(?: by| on)?|due(?: on| by)?"
    r"|bis(?:\s+(?:spätestens|einschließlich|längstens))?(?:\s+(?:zum|am))?"
    r"|(?:bis\s+)?spätestens(?:\s+(?:am|zum|bis(?:\s+zum)?))?|vor\s+dem|zahlbar\s+(?:am|bis|zum))"
    rf"\s+(?:the\s+|den\s+)?(?:{_WEEKDAY})?|(?:最晚|最迟)(?:于|在)?|[于在])\Z",
    re.IGNORECASE,
)
_NEEDS_END = re.compile(r"[于在]\Z")
_BY_THEN = re.compile(
    r"(?:[（(][月火水木金土日祝][)）])?(?:\s+at the latest|\s+(?:spätestens\s+)?fällig"
    r"|\s*(?:まで(?:に)?|迄|以前|前(?:に)?(?!後)|必着|締切|之前|截止|为止|止|到期))",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\s*(?:[（(].[)）])?\s*(?:-|–|—|～|〜|~|－|to|until|till|and|bis(?:\s+(?:zum|einschließlich))?|und"
    r"|から|より|起?至|到)\s*\Z",
    re.IGNORECASE,
)
_FROM_THEN = re.compile(r"\s*(?:起|から|より(?!前))")
_NEAR = 40


def deadlines(text: str, unit: UnitSpan, dates: Sequence[WrittenDate]) -> Iterator[Found]:
    """Yield the dates and deadlines of a unit; ``dates`` are those written in it."""
    end_before = -1
    for date in dates:
        before = text[max(unit.start, date.start - _NEAR) : date.start]
        is_end = end_before >= 0 and _RANGE.fullmatch(text[end_before : date.start]) is not None
        end_before = date.end
        topic = about(text, unit, date.start)
        lead = None if is_end else _BY.search(before)
        then = None if is_end else _BY_THEN.match(text, date.end, unit.end)
        if lead and _NEEDS_END.search(lead.group()) and not then:
            lead = None
        begins = _FROM_THEN.match(text, date.end, unit.end) is not None  # 租赁期限自…起: a term, and not what ends it
        if lead or then or (words().is_deadline(topic) and not is_end and not begins):
            start = max(unit.start, date.start - _NEAR) + lead.start() if lead else date.start
            end = then.end() if then else date.end
            yield Found(FactKind.DEADLINE, start, end, about=topic, date=date)
        else:
            yield Found(FactKind.DATE, date.start, date.end, about=topic, date=date)
    if _MAY_BE_RELATIVE.search(text, unit.start, unit.end):
        yield from _relative(text, unit, dates)


def is_timed(text: str) -> bool:
    """Return True if words may say when something has to be done: they have a figure, or a word of time."""
    return any(map(str.isdigit, text)) or _MAY_BE_RELATIVE.search(text) is not None or _AT_ONCE.search(text) is not None


def period_after(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the range of a period at the beginning of the value of a label such as “Notice period”."""
    match = _DURATION.match(text, start, end)
    if match is None:
        return None
    return match.start() + len(match.group()) - len(match.group().lstrip()), match.start() + len(match.group().rstrip())


def _relative(text: str, unit: UnitSpan, dates: Sequence[WrittenDate]) -> Iterator[Found]:
    said = text[unit.start : unit.end]
    for date in dates:  # no figure of a date is that of a period
        start, end = date.start - unit.start, date.end - unit.start
        said = said[:start] + "\0" * (end - start) + said[end:]
    said = said.replace("\n", " ")
    for pattern in _RELATIVE:
        for match in pattern.finditer(said):
            start, end = match.span()
            while end > start and said[end - 1] in " ,":
                end -= 1
            yield Found(
                FactKind.DEADLINE, unit.start + start, unit.start + end, about=about(text, unit, unit.start + start)
            )
