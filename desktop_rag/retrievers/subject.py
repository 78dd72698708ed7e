"""Split a question into the files it is about and the rest without their names.

"Does Boeing have an improving gross margin?" asked of many reports: the name decides on the report and says nothing
about the passage, where it pulls towards those that say "Boeing" most often. A word names a file when the file is
called so, many of its passages have the word, and hardly any others do.
"""

import functools
import itertools
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop_rag.citations.wording import common_terms
from desktop_rag.storage.ports import Documents, Keywords
from desktop_rag.storage.records import SearchedDocument
from desktop_rag.text.analyzer import folded, word_spans

_LEAST_PASSAGES = 5
_LEAST_SHARE = 0.05  # of the file's passages
_TIMES_ELSEWHERE = 10  # so much rarer is the word in the other files
_MOST_PASSAGES = 3000  # with the word; more take time and tell little
_MOST_FILES = 10_000  # looking at more names takes too long
_LIBRARIES = 4  # whose names are kept, 4 MB for 10,000 files
_LOOKS = 20
_SEPARATORS = re.compile(r"[^\w\n]+|_+")
_ASCII_SEPARATORS = {ord(char): None for char in map(chr, range(128)) if _SEPARATORS.fullmatch(char)}
_NEARLY_BEST = 0.7
_LONGEST = 60  # words; what is longer is a text and not a question
_SHORTEST_BEGINNING = 3
_NUMBER = re.compile(r"\d{2,}")
_NAME_PART = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ENDINGS = re.compile(r"\.[^.\n]*$", re.MULTILINE)
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
    phrase: tuple[str, ...]
    letters: str


@dataclass(frozen=True, slots=True)
class _Naming:
    """Words that name files (by id), and their weight."""

    words: _Words
    weight: float
    files: frozenset[str]


class _Names:
    """The names of many files, looked through as one text."""

    def __init__(self, paths: Sequence[str]) -> None:
        names = _file_names(paths)
        self._names = names.split("\n")
        text = f"\n{plain(names)}\n"
        self._text = text.translate(_ASCII_SEPARATORS) if text.isascii() else _SEPARATORS.sub("", text)

    def may_have(self, letters: str) -> bool:
        """Return True if a file may be called so: the first few whose names hold the letters are looked at closely."""
        place, line, start = self._text.find(letters), 0, 0
        for _ in range(_LOOKS):
            if place < 0:
                return False
            line, start = line + self._text.count("\n", start, place), place
            if _is_called(self._names[line - 1], letters):
                return True
            place = self._text.find(letters, self._text.index("\n", place))
        return place >= 0


@dataclass(frozen=True, slots=True)
class _Files:
    """The searched files of a library by id, in order, their numbers of nodes, and their names."""

    by_id: Mapping[str, SearchedDocument]
    nodes: int
    names: _Names


class SubjectFinder:
    """Looks for the names of files in questions to one index file."""

    def __init__(self, documents: Documents, keywords: Keywords) -> None:
        self._documents = documents
        self._keywords = keywords

    def find(self, question: str) -> Subject | None:
        """Return the files that the question names with the rest of it; None when it names no file, or nothing else."""
        question = unicodedata.normalize("NFKC", question)
        words = list(_words(question))
        found = self._documents.searched(_MOST_FILES) if 0 < len(words) <= 2 * _LONGEST else ()
        if len(found) < 2:
            return None
        files = _files(tuple(found))
        namings = list(self._namings(words, files))
        meant = _of_the_years(question, _meant(namings), files.by_id)
        rest = _without(question, [one.words for one in namings if one.files & meant])
        # nothing but a name: the file is looked for, not something in it
        if not meant or not any(True for _ in word_spans(rest)):
            return None
        return Subject(tuple(doc_id for doc_id in files.by_id if doc_id in meant), rest)

    def _namings(self, words: Sequence[_Words], files: _Files) -> Iterator[_Naming]:
        """Yield the words that name files."""
        for one in words:
            if common_terms().issuperset(one.phrase):
                continue
            naming = self._naming(one, files) if files.names.may_have(one.letters) else None
            if naming is not None:
                yield naming

    def _naming(self, words: _Words, files: _Files) -> _Naming | None:
        """Return the files that the words name, or None."""
        counts = self._keywords.count_by_document(words.phrase, _MOST_PASSAGES)
        known = {doc_id: files.by_id[doc_id] for doc_id in counts if doc_id in files.by_id}
        named = {
            doc_id: counts[doc_id] / file.nodes
            for doc_id, file in known.items()
            if counts[doc_id] >= max(_LEAST_PASSAGES, _LEAST_SHARE * file.nodes)
            and _is_called(_name(file.path), words.letters)
        }
        # a word that is in most names names no file
        if not named or 2 * len(named) > len(files.by_id):
            return None
        elsewhere = sum(counts.values()) - sum(counts[doc_id] for doc_id in named)
        others = max(1, files.nodes - sum(known[doc_id].nodes for doc_id in named))
        # as frequent in other files: an ordinary word that happens to be in a name
        if elsewhere / others * _TIMES_ELSEWHERE > max(named.values()):
            return None
        return _Naming(words, math.log(files.nodes / sum(counts.values())), frozenset(named))


@functools.lru_cache(_LIBRARIES)
def _files(found: Sequence[SearchedDocument]) -> _Files:
    """Return the files with their names; those of the libraries asked last are kept while they are the same."""
    names = _Names([one.path for one in found if one.nodes >= _LEAST_PASSAGES])
    return _Files({one.doc_id: one for one in found}, sum(one.nodes for one in found), names)


def _words(question: str) -> Iterator[_Words]:
    """Yield each word with a letter, and each two beside each other."""
    spans = list(word_spans(question))
    for place, (start, end, terms) in enumerate(spans):
        letters = folded(question[start:end])
        if not terms:
            continue
        if not letters.isdigit() and len(letters) > 1:
            yield _Words(start, end, (terms[0],), letters)
        if place + 1 < len(spans) and spans[place + 1][2]:
            begin, stop, following = spans[place + 1]
            yield _Words(start, stop, (terms[-1], following[0]), letters + folded(question[begin:stop]))


def _name(path: str) -> str:
    """Return a file's name without its folders and its ending."""
    return _file_names([path])


def _file_names(paths: Sequence[str]) -> str:
    """Return the names of files, each in a line, without folders and endings."""
    names = "\n".join([path.replace("\\", "/").rpartition("/")[2].replace("\n", " ") for path in paths])
    names = _ENDINGS.sub("", names)
    return names if names.isascii() else unicodedata.normalize("NFKC", names)


def plain(text: str) -> str:
    """Return a text without case and accents."""
    text = text.casefold()
    if text.isascii():
        return text
    text = unicodedata.normalize("NFD", text)
    # a text has few different characters: five times faster than looking at each
    for accent in filter(unicodedata.combining, set(text)):
        text = text.replace(accent, "")
    return text


def _parts(name: str) -> list[str]:
    """Return the words and numbers of a file's name."""
    return [folded(part) for part in _NAME_PART.findall(_CAMEL.sub(" ", name))]


def _beginnings(name: str) -> Iterator[str]:
    """Yield a file's name from each of its parts on, without separators."""
    parts = _parts(name)
    for first in range(len(parts)):
        yield "".join(parts[first:])


def _is_called(name: str, letters: str) -> bool:
    """Return True if a part of a file's name begins with these letters, or equals them when they are few."""
    if len(letters) < _SHORTEST_BEGINNING:
        return letters in _parts(name) or letters in {"".join(two) for two in itertools.pairwise(_parts(name))}
    return any(beginning.startswith(letters) for beginning in _beginnings(name))


def _meant(namings: Sequence[_Naming]) -> frozenset[str]:
    """Return the files that are named best."""
    scores: dict[str, float] = {}
    for naming in namings:
        for doc_id in naming.files:
            scores[doc_id] = scores.get(doc_id, 0.0) + naming.weight
    best = max(scores.values(), default=0.0)
    return frozenset(doc_id for doc_id, score in scores.items() if score >= _NEARLY_BEST * best)


def _of_the_years(question: str, meant: frozenset[str], known: Mapping[str, SearchedDocument]) -> frozenset[str]:
    """Return the files with a number of the question in their names (a year), all when none has."""
    numbers = set(_NUMBER.findall(question))
    fitting = frozenset(one for one in meant if numbers & set(_NUMBER.findall(_name(known[one].path))))
    return fitting or meant


def _without(question: str, named: Sequence[_Words]) -> str:
    """Return the question without some words, which may overlap."""
    letters = list(question)
    for words in named:
        letters[words.start : words.end] = [_REMOVED] * (words.end - words.start)
    return " ".join(_GAP.sub(" ", "".join(letters)).split())
