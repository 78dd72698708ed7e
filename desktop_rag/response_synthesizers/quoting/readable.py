"""Select what may be quoted: no contents lists, page headings, lists of links or navigation."""

import re
from collections.abc import Sequence

from desktop_rag.evidence.units import Unit

_LOOKED_AT = 2_000  # characters of a line; its marks are looked for in time that grows by the square
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_LEADERS = re.compile(r"(?:[.·•‥．]\s?){4,}|…{2,}|_{4,}")
_LEADING = 0.15  # share of a line that leads to a page number or a blank; “……” in a Chinese sentence is less
_LED_TO = re.compile(r"(?:[.·•‥．]\s?){4,}\s*[\divxlc]{1,7}\Z|…{2,}\s*[\divxlc]{1,7}\Z", re.IGNORECASE)
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)|(?:https?://|www\.)\S+|(?<!\S)[^\s@]++@\S+\.\w+")
# Home > Products > Prices; a point in the middle joins the parts of names in Chinese: 约翰·亚当斯
_TRAIL = re.compile(r"(?:[^|>»›·•.!?。]{1,30}(?:[|>»›]|(?<=\s)[·•](?=\s))){3,}[^|>»›·•.!?。]{0,30}")
_PAGE_NUMBER = re.compile(r"[^!?。！？|]{3,90}\s(\d{1,3})")
_RULED = re.compile(r"[\s|:\-]+")
_PAGE_HEADINGS = frozenset(
    "table of contents|contents|index|inhaltsverzeichnis|inhalt|table des matières|sommaire|índice|tabla de contenido"
    "|目次|目录|目錄|back to top|skip to content|skip to main content|nach oben|haut de page|volver arriba"
    "|ページトップへ|返回顶部".split("|")
)
_ENDED = re.compile(r"[.!?。！？;；][\"'”’」』)*]*\Z")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_TITLED = 0.6  # of the long words of a title begin with a capital letter
_LONGEST_TITLE = 100  # characters
_FIELD = re.compile(r"(?![^:：]*://)[^\n:：.!?。！？|]{1,40}(?:(?<!\d)[:：]|[:：](?=\s))[ \t\u3000]*[^\s:：][^\n]*")
_BETWEEN_FIELDS = re.compile(r"\S(?:\t| {2,}|\u3000+|[,;|、，；](?=\s|[^\x00-\u02ff]))\s*(?=\S)")
_SAID = re.compile(r"#{1,6}[ \t]+(?:\S+[ \t]+){3}.*[^\s.][.]\Z|#{1,6}[ \t]+[^。]{6,}。\Z", re.DOTALL)
_FEWEST_LETTERS = 12
_TAG = re.compile(r"<!--.*?-->|</?\w[^<>]*>")
_ENTRIES = 3  # lines with ascending page numbers make a contents list, if they are numbered or stand below its name
_NUMBERED = re.compile(
    r"\W*(?:\d|[IVX]{1,5}\b|[A-Z]\.|第|(?:item|part|chapter|section|kapitel|teil|abschnitt)\b)", re.IGNORECASE
)


def readable(sentences: Sequence[Unit], passages: Sequence[str], query: str) -> list[Unit]:
    """Return those of the sentences of ``passages`` that may be quoted, in order.

    Sentences in another script than the question's are left out of a passage that has others: a passage in two
    languages answers in the one that was asked in. So are those that ask the question themselves.
    """
    lines = [line_of(passages[sentence.source], sentence.start) for sentence in sentences]
    listed = _contents(sentences, lines, passages)
    kept = [
        sentence
        for place, sentence in enumerate(sentences)
        if not is_noise(sentence.text) and not _is_led(lines[place]) and place not in listed
    ]
    kept = [sentence for sentence in kept if not _asks(sentence.text, query)] or kept
    own = {sentence: _is_of_script(sentence.text, _script(query)) for sentence in kept}
    in_two = {sentence.source for sentence, is_own in own.items() if is_own}
    return [sentence for sentence, is_own in own.items() if is_own or sentence.source not in in_two]


def _asks(text: str, query: str) -> bool:
    """Return True if a text repeats the question word for word, as lists of questions do: that is no answer."""
    asked, said = (" ".join(one.split()).casefold() for one in (query, text))
    return asked.endswith(("?", "？")) and asked in said


def is_noise(text: str) -> bool:
    """Return True if a line only leads elsewhere: a heading, an entry of a contents list, links, a ruled line."""
    line = " ".join(_TAG.sub("", text[:_LOOKED_AT]).split())
    if _is_mere_heading(text, line) or _RULED.fullmatch(line) or line.strip(" #*|:").casefold() in _PAGE_HEADINGS:
        return True
    if not any(char.isalpha() for char in line) or _is_led(line):
        return True
    links = sum(len(link) for link in _LINK.findall(line))
    return 2 * links > len(line) or (not line.startswith("|") and _TRAIL.fullmatch(line) is not None)


def _is_mere_heading(text: str, line: str) -> bool:
    """Return True if a line is only a heading: neither a card below its name nor a clause that is a sentence."""
    return line.startswith("#") and "\n" not in text.strip() and _SAID.match(line) is None


def _is_led(line: str) -> bool:
    """Return True if leader dots or a rule cross a line, as in contents and forms; an ellipsis does not count."""
    leading = sum(len(dots[0]) for dots in _LEADERS.finditer(line))
    return leading > _LEADING * len(line) or _LED_TO.search(line) is not None


def is_field(text: str) -> bool:
    """Return True if a line is a label with its value: “Valid until: 31 May”, “有効期限：令和8年6月17日”."""
    return _FIELD.fullmatch(text.strip(" -*•")) is not None


def has_fields(text: str) -> bool:
    """Return True if a record has more than one field or line: names in capital letters do not make it a title."""
    return len(_BETWEEN_FIELDS.findall(text)) > 1 or "\n" in text


def is_title(text: str) -> bool:
    """Return True if a short line without an end is written as a title: most long words begin with a capital letter."""
    if len(text) > _LONGEST_TITLE or text.startswith("|") or _ENDED.search(text) or is_field(text):
        return False
    words = _LONG_WORD.findall(text)
    return bool(words) and sum(word[0].isupper() for word in words) >= _TITLED * len(words)


def line_of(text: str, position: int) -> str:
    """Return the line of a text in which a position stands, without white space before it."""
    return text[text.rfind("\n", 0, position) + 1 :].partition("\n")[0].strip()


def _contents(sentences: Sequence[Unit], lines: Sequence[str], passages: Sequence[str]) -> set[int]:
    """Return the places of sentences in contents lists: several lines with ascending page numbers.

    Lists of rooms, prices and people may have ascending numbers too.
    """
    found: set[int] = set()
    run: list[int] = []
    last = (-1, 0)
    for place, line in enumerate(lines):
        number = _PAGE_NUMBER.fullmatch(line)
        source = sentences[place].source
        if number is None or (source, int(number[1])) < last or source != last[0]:
            run = []
        if number is None:
            last = (-1, 0)
            continue
        last = (source, int(number[1]))
        run.append(place)
        entries = {lines[one] for one in run}
        is_numbered = 2 * sum(_NUMBERED.match(entry) is not None for entry in entries) > len(entries)
        if len(entries) >= _ENTRIES and (is_numbered or _is_headed(passages[source])):
            found.update(run)
    return found


def _is_headed(passage: str) -> bool:
    """Return True if a passage has the heading of a contents list."""
    return any(line.strip(" #*|:").casefold() in _PAGE_HEADINGS for line in passage.splitlines())


def _is_of_script(text: str, script: str) -> bool:
    """Return True if a text may be in a script's language: Japanese may lack kana, names and figures fit all."""
    own = _script(text)
    return own == script or ({own, script} == {"han", "kana"} and own == "han") or _is_short(text)


def _is_short(text: str) -> bool:
    """Return True if a text has too few letters to reveal its language, as names, addresses and numbers have."""
    letters = [char for char in text if char.isalpha()]
    return len(letters) < _FEWEST_LETTERS and _KANA.search(text) is None


def _script(text: str) -> str:
    """Return "kana", "han" or "" (all others): a word quoted in a text of another script does not count."""
    if len(_UNSPACED.findall(text)) * 5 <= sum(map(str.isalpha, text)):
        return ""
    return "kana" if _KANA.search(text) else "han"
