"""Which files a question is about, and what remains of it without their names.

"Does Boeing have an improving gross margin?" asked of many reports: the name decides on the report and says nothing
about the passage, where it pulls towards those that say "Boeing" most often. A word names a file when the file is
called so, many of its passages have the word, and hardly any others do.
"""

import itertools
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.keyword_store import KeywordStore
from desktop_rag.text.analyzer import folded, word_spans

_LEAST_PASSAGES = 5
_LEAST_SHARE = 0.05  # of the file's passages
_TIMES_ELSEWHERE = 10  # so much rarer is the word in the other files
_MOST_PASSAGES = 3000  # with the word; more take time and tell little
_MOST_FILES = 10_000  # looking at more names takes too long
_LOOKS = 20
_SEPARATORS = re.compile(r"[^\w\n]+|_+")
_NEARLY_BEST = 0.7
_LONGEST = 60  # words; what is longer is a text and not a question
_SHORTEST_BEGINNING = 3
_NUMBER = re.compile(r"\d{2,}")
_NAME_PART = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_REMOVED = "\0"
_GAP = re.compile(r"\0+(?:['’]s?\b)?")


@dataclass(frozen=True, slots=True)
class Subject:
    """The files a question names, and the question without their names."""

    doc_ids: tuple[str, ...]
    question: str


@dataclass(frozen=True, slots=True)
class _Words:
    """One or two words of a question: where they stand, their keyword terms, and their letters."""

    start: int
    end: int
    phrase: str
    letters: str


@dataclass(frozen=True, slots=True)
class _File:
    """A file that may be named."""

    doc_id: str
    name: str
    nodes: int


@dataclass(frozen=True, slots=True)
class _Naming:
    """Words that name files (by row), and how much they tell."""

    words: _Words
    weight: float
    files: frozenset[int]


class _Names:
    """The names of many files, looked through as one text."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._names = [_name(path).replace("\n", " ") for path in paths]
        self._text = _SEPARATORS.sub("", f"\n{_plain(chr(10).join(self._names))}\n")

    def may_have(self, letters: str) -> bool:
        """Whether a file may be called so: the first few whose names hold the letters are looked at closely."""
        place, line, start = self._text.find(letters), 0, 0
        for _ in range(_LOOKS):
            if place < 0:
                return False
            line, start = line + self._text.count("\n", start, place), place
            if _is_called(self._names[line - 1], letters):
                return True
            place = self._text.find(letters, self._text.index("\n", place))
        return place >= 0


class SubjectFinder:
    """Looks for the names of files in questions to one index file."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        self._keywords = KeywordStore(connection)

    def find(self, question: str) -> Subject | None:
        """Return what the question is about; None when it names no file or nothing else."""
        question = unicodedata.normalize("NFKC", question)
        ((files, nodes),) = select(self._db, "SELECT count(*), coalesce(sum(nodes), 0) FROM documents WHERE nodes > 0")
        words = list(_words(question)) if 1 < files <= _MOST_FILES else []
        if not words or len(words) > 2 * _LONGEST:
            return None
        known: dict[int, _File] = {}
        namings = [naming for one in self._in_names(words) if (naming := self._naming(one, files, nodes, known))]
        meant = _meant(namings)
        if not meant:
            return None
        meant = _of_the_years(question, meant, known)
        rest = _without(question, [one.words for one in namings if one.files & meant])
        if not any(True for _ in word_spans(rest)):
            return None
        return Subject(tuple(known[row].doc_id for row in sorted(meant)), rest)

    def _naming(self, words: _Words, files: int, nodes: int, known: dict[int, _File]) -> _Naming | None:
        """Return which files the words name; every file looked at gets ``known``."""
        counts = self._keywords.count_by_document(words.phrase, _MOST_PASSAGES)
        often = [row for row, count in counts.items() if count >= _LEAST_PASSAGES]
        self._look_up([row for row in often if row not in known], known)
        named = {
            row: counts[row] / known[row].nodes
            for row in often
            if counts[row] >= _LEAST_SHARE * known[row].nodes and _is_called(known[row].name, words.letters)
        }
        if not named or 2 * len(named) > files:
            return None
        elsewhere = sum(counts.values()) - sum(counts[row] for row in named)
        others = max(1, nodes - sum(known[row].nodes for row in named))
        if elsewhere / others * _TIMES_ELSEWHERE > max(named.values()):
            return None
        return _Naming(words, math.log(nodes / sum(counts.values())), frozenset(named))

    def _in_names(self, words: Sequence[_Words]) -> list[_Words]:
        """Return the words that files may be called by, quickly."""
        rows = select(self._db, "SELECT path FROM documents WHERE nodes >= ?", (_LEAST_PASSAGES,))
        names = _Names([row[0] for row in rows])
        return [one for one in words if names.may_have(one.letters)]

    def _look_up(self, rows: Sequence[int], known: dict[int, _File]) -> None:
        """Read what there is to know about files."""
        for row in rows:
            sql = "SELECT doc_id, path, nodes FROM documents WHERE id = ?"
            ((doc_id, path, nodes),) = select(self._db, sql, (row,))
            known[row] = _File(doc_id, _name(path), max(1, nodes))


def both(some: Sequence[str] | None, others: Sequence[str]) -> list[str]:
    """Return what is in both lists; None is everything."""
    return list(others) if some is None else [one for one in others if one in set(some)]


def _words(question: str) -> Iterator[_Words]:
    """Yield each word with a letter, and each two beside each other."""
    spans = list(word_spans(question))
    for place, (start, end, terms) in enumerate(spans):
        letters = folded(question[start:end])
        if not terms:
            continue
        if not letters.isdigit() and len(letters) > 1:
            yield _Words(start, end, terms[0], letters)
        if place + 1 < len(spans) and spans[place + 1][2]:
            begin, stop, following = spans[place + 1]
            yield _Words(start, stop, f"{terms[-1]} {following[0]}", letters + folded(question[begin:stop]))


def _name(path: str) -> str:
    """Return a file's name without its folders and its ending."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def _plain(text: str) -> str:
    """Return a text without case and accents."""
    text = text.casefold()
    if text.isascii():
        return text
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _parts(name: str) -> list[str]:
    """Return the words and numbers of a file's name."""
    return [folded(part) for part in _NAME_PART.findall(_CAMEL.sub(" ", name))]


def _beginnings(name: str) -> Iterator[str]:
    """Yield a file's name from each of its parts on, without what separates them."""
    parts = _parts(name)
    for first in range(len(parts)):
        yield "".join(parts[first:])


def _is_called(name: str, letters: str) -> bool:
    """Whether a part of a file's name begins with these letters, or is them when they are few."""
    if len(letters) < _SHORTEST_BEGINNING:
        return letters in _parts(name) or letters in {"".join(two) for two in itertools.pairwise(_parts(name))}
    return any(beginning.startswith(letters) for beginning in _beginnings(name))


def _meant(namings: Sequence[_Naming]) -> frozenset[int]:
    """Return the files that are named best."""
    scores: dict[int, float] = {}
    for naming in namings:
        for row in naming.files:
            scores[row] = scores.get(row, 0.0) + naming.weight
    best = max(scores.values(), default=0.0)
    return frozenset(row for row, score in scores.items() if score >= _NEARLY_BEST * best)


def _of_the_years(question: str, meant: frozenset[int], known: dict[int, _File]) -> frozenset[int]:
    """Return the files with a number of the question in their names (a year), all when none has."""
    numbers = set(_NUMBER.findall(question))
    fitting = frozenset(row for row in meant if numbers & set(_NUMBER.findall(known[row].name)))
    return fitting or meant


def _without(question: str, named: Sequence[_Words]) -> str:
    """Return the question without some words, which may overlap."""
    letters = list(question)
    for words in named:
        letters[words.start : words.end] = [_REMOVED] * (words.end - words.start)
    return " ".join(_GAP.sub(" ", "".join(letters)).split())
