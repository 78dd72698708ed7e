"""Whose words the parts of a message are: what its sender wrote, and what is quoted below or between.

Quoted are lines that begin with ``>``, and what follows the headers that Outlook and others put above the message that
is answered or passed on. The line above a quotation (“On Monday, Anna Meyer wrote:”) says whose words it holds.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

_MOST_PARTS = 200  # of a message; one with more is no conversation
_DEEPEST = 12  # quotations within quotations
_LONGEST_LINE = 300  # characters of a line above a quotation, which may be broken into a few
_LONGEST_NAME = 80
_ABOVE = 3  # lines
_MARK = re.compile(r"[ \t]?>[ \t]?")
_ADDRESS = re.compile(r"[<(\[]*(?:mailto:)?([^\s<>()\[\]:,;]+@[^\s<>()\[\]:,;]+)[>)\]]*")
_WROTE = re.compile(
    r"\b(?:wrote|writes|a écrit|escribió|ha scritto|escreveu|skrev|schreef|napisał\(?a?\)?)\b|"
    r"(?:さん)?(?:は|が)?(?:書きました|のメール)|写道|寫道",
    re.IGNORECASE,
)
_SCHRIEB = re.compile(r"\b(?:schrieb|schreibt)\b", re.IGNORECASE)  # the name follows
_UP_TO_TIME = re.compile(
    r".*(?:\d{1,2}[:h.]\d{2}(?::\d{2})?|[+-]\d{4}|\b(?:UTC|GMT))(?:\s*(?:[AaPp]\.?[Mm]\.?|Uhr))?\)?[\s,]*", re.DOTALL
)
_DATED = re.compile(r"(?:On|Am|Le|El|Il|Em|Op|Den)\s.*\d|\d{1,4}[./年-]")  # the beginning of such a line
_RULE = re.compile(r"[ \t]*(?:[-_=*]{5,}.{0,60}|.{0,60}[-_=*]{5,})[ \t]*")  # -----Original Message-----
_FROM = re.compile(r"\*?(?:From|Von|De|Da|Från|Van|差出人|发件人|寄件者)\*?[ \t]*[:：]\*?[ \t]*(?P<who>\S.*)")
_BESIDE = re.compile(
    r"\*?(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Para|Asunto|Inviato|Oggetto|"
    r"送信日時|日付|日時|宛先|件名|发送时间|日期|时间|收件人|主题|寄件日期|收件者|主旨)\*?[ \t]*[:：]"
)
_FEWEST_BESIDE = 2  # further headers below the one that says who


@dataclass(frozen=True, slots=True)
class MailPart:
    """A part of a message: a text, and whose it is where it is quoted ("": nobody says)."""

    text: str
    is_quoted: bool = False
    author: str = ""


def parts_of(body: str) -> list[MailPart]:
    """Return the parts of a message's text, in order; a line above a quotation goes with it."""
    found = list(islice(_parts(body.split("\n"), MailPart(""), 0), _MOST_PARTS + 1))
    return found if len(found) <= _MOST_PARTS else [MailPart(body)]


def name_of(person: str) -> str:
    """Return the name of a person as a header has it, “Anna Meyer <anna@example.org>”; without one the address."""
    person = person[:_LONGEST_LINE]
    address = _ADDRESS.search(person)
    name = (person[: address.start()] if address else person).strip(" \t\"'<>()[],;:*")
    return (name or (address[1] if address else ""))[:_LONGEST_NAME]


def _parts(lines: Sequence[str], whose: MailPart, depth: int) -> Iterator[MailPart]:
    """Yield the parts of what somebody wrote."""
    own: list[str] = []
    place, answered = 0, ""
    while place < len(lines):
        if depth >= _DEEPEST:
            own += lines[place:]
            break
        if (who := _passed_on(lines, place)) is not None:
            yield from _said(own, whose)
            below = _end_of_head(lines, place)
            head = MailPart("\n".join(lines[place:below]), is_quoted=True, author=who)
            yield from _with_head(head, _parts(lines[below:], head, depth + 1))
            return
        end = _end_of_quotation(lines, place)
        if end == place:
            own.append(lines[place])
            place += 1
            continue
        who, above = _attribution(own)
        inner = [_MARK.sub("", one, count=1) for one in lines[place:end]]
        who = who or _named_within(inner)
        answered = who or answered  # one who answers point by point names the other once
        head = MailPart("\n".join(own[len(own) - above :]).strip(), is_quoted=True, author=answered)
        yield from _said(own[: len(own) - above], whose)
        own = []
        yield from _with_head(head, _parts(inner, head, depth + 1))
        place = end
    yield from _said(own, whose)


def _with_head(head: MailPart, parts: Iterator[MailPart]) -> Iterator[MailPart]:
    """Yield the parts of a quotation, the lines above it with the first one, unless that is another's."""
    first = next(parts, None)
    if first is not None and first.author == head.author:
        yield MailPart(f"{head.text}\n{first.text}".strip("\n"), is_quoted=True, author=head.author)
    else:
        yield from _said([head.text], head)
        if first is not None:
            yield first
    yield from parts


def _said(lines: Sequence[str], whose: MailPart) -> Iterator[MailPart]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        yield MailPart(text, whose.is_quoted, whose.author)


def _end_of_quotation(lines: Sequence[str], place: int) -> int:
    """Return where the quotation that begins in a line ends; the line itself where there is none."""
    end = place
    while end < len(lines) and _MARK.match(lines[end]):
        end += 1
    return end


def _named_within(lines: Sequence[str]) -> str:
    """Return whose words a quotation has where its own first lines say so, as some programs write them."""
    for count in range(1, min(_ABOVE, len(lines)) + 1):
        who, said = _attribution(lines[:count])
        if who and said == count and not any(map(_MARK.match, lines[count : count + 2])):
            return who
    return ""


def _attribution(lines: Sequence[str]) -> tuple[str, int]:
    """Return who wrote what follows some lines, and how many of the last ones say so; ("", 0): none."""
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    for count in range(1, _ABOVE + 1):
        some = lines[max(0, last - count) : last]
        text = " ".join(part.strip() for part in some).strip()
        if not text or len(text) > _LONGEST_LINE or not text.endswith((":", "：")) or not all(map(str.strip, some)):
            break
        if name := _named(text.rstrip(":： ")):
            before = lines[last - count - 1].strip() if last > count else ""
            if count < _ABOVE and _DATED.match(before) and len(before) + len(text) < _LONGEST_LINE:
                name, count = _named(f"{before} {text.rstrip(':： ')}") or name, count + 1  # noqa: PLW2901
            return name, len(lines) - last + count
    return "", 0


def _named(text: str) -> str:
    """Return the name in a line such as “On Monday, Anna Meyer wrote”, "" where it is no such line."""
    address, german, wrote = _ADDRESS.search(text), _SCHRIEB.search(text), _WROTE.search(text)
    if german is not None:
        return name_of(text[german.end() :])
    if address is not None:
        begins = _last_part(_UP_TO_TIME.sub("", text[: address.start()], count=1))
        return (begins or address[1])[:_LONGEST_NAME]
    if wrote is None:
        return ""
    return _last_part(_UP_TO_TIME.sub("", text[: wrote.start()], count=1))[:_LONGEST_NAME]


def _last_part(text: str) -> str:
    """Return the name at the end of a line that begins with a date."""
    quoted = re.search(r"[\"“”]([^\"“”]+)[\"“”]\s*$", text.strip(" ,<(["))
    part = quoted[1] if quoted else text.strip(" ,<([").rsplit(", ", 1)[-1]
    return re.sub(r"^(?:On|Le|El|Il|Em|Den|Op)\s+", "", part).strip(" \t\"'<>()[],;:*")


def _passed_on(lines: Sequence[str], place: int) -> str | None:
    """Return who wrote the message whose headers begin in a line, None where none does."""
    has_rule = place + 1 < len(lines) and len(lines[place]) <= _LONGEST_LINE and _RULE.fullmatch(lines[place])
    start = place + 1 if has_rule else place
    while start > place and start < len(lines) and not lines[start].strip():
        start += 1
    found = _FROM.fullmatch(lines[start].strip()) if start < len(lines) else None
    if found is None:
        return None
    beside = [line for line in lines[start + 1 : start + 7] if _BESIDE.match(line.strip())]
    return name_of(found["who"]) if len(beside) >= _FEWEST_BESIDE else None


def _end_of_head(lines: Sequence[str], place: int) -> int:
    """Return the line below the headers of a message that was passed on."""
    end = place
    seen = False
    while end < len(lines) and end - place < 12:
        line = lines[end].strip()
        is_header = bool(_FROM.fullmatch(line) or _BESIDE.match(line))
        if seen and not is_header:
            break
        seen = seen or is_header
        end += 1
    return end
