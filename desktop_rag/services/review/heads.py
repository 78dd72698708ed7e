"""What a document says of itself in its head and at its end: who wrote it, to whom, when, and what about.

Nobody labels these: a letter begins with whoever writes, addresses somebody (“Dear Mr Hale”, 山田 様, 致：) and ends
with a name, and a mail has From and To. A column that asks for one of them is answered from there before any sentence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.evidence.units import stems
from desktop_rag.readers.section_headings import EDGES
from desktop_rag.services.register.documents import Page
from desktop_rag.services.register.labels import Labelled, labelled
from desktop_rag.services.register.words import Side, words
from desktop_rag.text.dates import written_dates

_LETTERHEAD = 4  # lines
_HEAD_LINES = 14  # of the first page, in which a document says whose it is
_END_LINES = 8
_LONGEST_NAME, _LONGEST_TITLE = 60, 90  # characters
_LONGEST_LINE = 300  # characters that are looked at
_MARKS = re.compile(r"[#*_>]+")
_CELL = re.compile(r"[^|]+")
_ADDRESS = re.compile(r"\s*[<＜(（]?[^\s<>]+@[^\s<>]+[>＞)）]?")
SALUTATION = re.compile(
    r"\A(?:(?:dear|hello|hi|hallo|liebe[rs]?|sehr geehrte[rs]?|guten tag)\s+)(?P<name>[^,:!，：]{2,60})[,:!，：]?\s*\Z"
    r"|\A尊敬的(?P<zh>[^：:，,]{1,30})[：:，,]"
    r"|\A(?P<ja>[^、。：:]{1,30}?)[ 　]*(?:御中|様|さま|殿|先生)\s*\Z"
    r"|\A(?P<san>[^、。：:\s]{1,12})さん\s*\Z"
    r"|\A(?P<hao>[^、。：:，,]{1,12}?)您好[，,：:]?\s*\Z",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"\A(?:all|everyone|everybody|team|sirs?|madam|damen|herren|nachbar\w*|kolleg\w*|bewohner\w*)\b", re.IGNORECASE
)
_PERSON = re.compile(r"\A(?:An\s+)?(?P<title>Herrn?|Frau|Familie|Firma|Mrs?|Ms|Miss|Dr|Prof)\b\.?\s*(?P<name>.*)\Z")
CLOSING = re.compile(
    r"\b(?:yours (?:faithfully|truly)|(?:kind|best|warm) wishes|regards|sincerely|cheers|signed|many thanks)\b"
    r"|\bgrü(?:ße|ßen|ssen|sse|ß|ss)\b|hochachtungsvoll"
    r"|敬具|草々|かしこ|よろしくお願い|此致|敬礼|敬上|祝好|顺颂",
    re.IGNORECASE,
)
_FOR = re.compile(r"\A.*?,\s*(?:for|für|on behalf of|i\. ?A\.)\s+(?P<firm>.+)\Z")
# “Ludlow, ”, “Bergdorf, den ”, “Date: ”, 発行日
_BEFORE_DAY = re.compile(
    r"(?:[^\W\d_][^\d,:：]{0,38}(?:,\s*(?:den|am|the|on)?|[:：]))?\s*|[\u3040-\u9fff]{1,8}[ 　:：]*"
)
_BEHIND = re.compile(r"\s+[–—•·|]\s+")  # an address, a telephone
_OWN = re.compile(r"\A(?:Your|Yours|Ihre?|Eure?|Dein|Deine)\s+")
_NOBODY = re.compile(
    r"[。！？]|(?-i:[.!?]\s+[a-zß-ü])|\A[\W\d_]*\Z|unterschrift|signature|署名|签字|盖章", re.IGNORECASE
)
_SENTENCE = re.compile(r"[.!?。！？]\s*\Z(?<!\bCo\.)(?<!\bLtd\.)(?<!\bInc\.)(?<!\bV\.)(?<!\bK\.)|[,，、;；:：]\s*\Z")


@dataclass(frozen=True, slots=True)
class OwnFact:
    """A name, date or title at ``start`` to ``end`` of a page; the surest of its kind has the lowest ``rank``."""

    page: Page
    start: int
    end: int
    rank: int

    @property
    def text(self) -> str:
        """The words."""
        return " ".join(self.page.text[self.start : self.end].split())


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, or the cell of a row, without the marks around it; it begins at ``start`` of its page."""

    page: Page
    start: int
    text: str
    is_alone: bool = True  # nothing else stands in its row

    def fact(self, start: int, end: int, rank: int) -> OwnFact:
        """Return a part of the line, without blanks around it."""
        said = self.text[start:end]
        begin = self.start + start + len(said) - len(said.lstrip())
        return OwnFact(self.page, begin, begin + len(said.strip()), rank)

    def names(self, start: int, end: int, rank: int) -> Iterator[OwnFact]:
        """Yield a part of the line if it may be a name."""
        one = self.fact(start, end, rank)
        said = one.text
        may_be = 1 < len(said) <= _LONGEST_NAME and any(map(str.isalpha, said)) and "@" not in said
        if may_be and not _NOBODY.search(said):
            yield one

    @property
    def labelled(self) -> list[Labelled]:
        """The parts that have a label."""
        return list(labelled(self.text, 0, len(self.text)))


class DocumentHead:
    """The head and the end of a document."""

    def __init__(self, pages: Sequence[Page]) -> None:
        written = [page for page in pages if page.text.strip()]
        self._head = list(_lines(written[0]))[:_HEAD_LINES] if written else []
        end = list(_lines(written[-1])) if written else []
        edges = next((place for place, line in enumerate(end) if line.text == str(EDGES)), len(end))
        self._end, self._edges = end[:edges][-_END_LINES:], end[edges + 1 :]

    def parties(self, side: Side) -> list[OwnFact]:
        """Return who a document is from or for, the surest first."""
        others = self._senders() if side is Side.ISSUING else self._addressed()
        return sorted([*self._named(side), *others], key=lambda one: one.rank)

    def days(self) -> list[OwnFact]:
        """Return the dates that stand by themselves on a line: “Ludlow, 3 March 2026”."""
        return [
            line.fact(date.start, date.end, rank)
            for rank, lines in enumerate((self._head, self._end))
            for line in lines
            for date in written_dates(line.text)[:1]
            if line.is_alone and len(line.text) <= _LONGEST_NAME and _is_day_alone(line.text, date.start, date.end)
        ]

    def titles(self) -> list[OwnFact]:
        """Return what the document says it is about: the line of its subject, then its title."""
        found: list[OwnFact] = []
        for line in self._head:
            found += (line.fact(one.start, len(line.text), 0) for one in line.labelled if words().is_subject(one.label))
            is_short = line.is_alone and len(line.text) <= _LONGEST_TITLE and not _SENTENCE.search(line.text)
            is_kind = words().is_kind(line.text)
            if is_short and (is_kind or line.page.text[: line.start].endswith("# ")):
                says_more = len(stems(line.text)) > 2
                found.append(line.fact(0, len(line.text), 1 if is_kind and says_more else 2 if says_more else 3))
        return sorted((one for one in found if one.text), key=lambda one: one.rank)

    def _named(self, side: Side) -> Iterator[OwnFact]:
        """Yield the names behind labels of a side: From, Von, 宛先."""
        for line in self._head:
            for one in line.labelled:
                if words().side(one.label) is side:
                    address = _ADDRESS.search(line.text, one.start, one.end)
                    yield from line.names(one.start, address.start() if address else one.end, 1)

    def _senders(self) -> Iterator[OwnFact]:
        """Yield whoever the head begins with, and who signed."""
        for line in (*self._edges[:1], *self._head[:_LETTERHEAD]):
            if SALUTATION.match(line.text) or _PERSON.match(line.text) or _SENTENCE.search(line.text):
                break
            name = _BEHIND.split(line.text)[0]
            is_other = words().is_kind(name) or words().side(name) or any(map(str.isdigit, name))
            if line.is_alone and not (is_other or line.labelled):
                yield from line.names(0, len(name), 2)
                break
        closed = [place for place, line in enumerate(self._end) if CLOSING.search(line.text)]
        signed = self._end[closed[-1] + 1 :][:2] if closed else _alone(self._end)
        for line in (line for line in signed if not line.labelled):
            firm, own = _FOR.match(line.text), _OWN.match(line.text)
            yield from line.names(
                firm.start("firm") if firm else own.end() if own else 0, len(line.text), 3 - bool(firm)
            )

    def _addressed(self) -> Iterator[OwnFact]:
        """Yield whoever is addressed."""
        for place, line in enumerate(self._head):
            if found := SALUTATION.match(line.text):
                group = next(name for name, value in found.groupdict().items() if value)
                if not _NOT_A_NAME.match(found[group]):
                    titled = _PERSON.match(found[group])
                    begin = titled.start("name") if titled and titled["name"] else 0
                    yield from line.names(found.start(group) + begin, found.end(group), 3 if group == "name" else 2)
            elif titled := _PERSON.match(line.text):
                if titled["name"]:
                    yield from line.names(titled.start("name"), len(line.text), 2)
                elif place + 1 < len(self._head):
                    below = self._head[place + 1]
                    yield from below.names(0, len(below.text), 2)


def _is_day_alone(line: str, start: int, end: int) -> bool:
    """Return True if a line has nothing but a date, and before it a place or a label."""
    return not line[end:].strip(" .,。()（）") and bool(_BEFORE_DAY.fullmatch(line[:start]))


def _alone(lines: Sequence[_Line]) -> list[_Line]:
    """Return a name that stands by itself at the end, before or behind a date."""
    short = [line for line in lines[-2:] if len(line.text) <= _LONGEST_NAME and not _SENTENCE.search(line.text)]
    dated = [line for line in short if written_dates(line.text)]
    return [line for line in short if line not in dated] if dated else []


def _lines(page: Page) -> Iterator[_Line]:
    """Yield the lines of a page, of rows each cell, without marks."""
    position = 0
    for line in page.text.split("\n"):
        pieces = [piece for piece in _CELL.finditer(line) if piece.group().strip(" -:#*_>")]
        for piece in pieces:
            text = _MARKS.sub(lambda match: " " * len(match.group()), piece.group()[:_LONGEST_LINE])
            start = position + piece.start() + len(text) - len(text.lstrip())
            yield _Line(page, start, text.strip(), is_alone=len(pieces) == 1)
        position += len(line) + 1
