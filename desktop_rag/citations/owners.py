"""Choose, among look-alike documents, the one that the question or the sentence means."""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import PurePath

from desktop_rag.citations.look_alikes import HEAD, alike, head_terms
from desktop_rag.citations.wording import COMMON_WORDS, common_terms
from desktop_rag.core.results.answers import Source
from desktop_rag.evidence.parties import Party, parties_of
from desktop_rag.evidence.units import stems
from desktop_rag.text.analyzer import keyword_terms, other_forms

# A row of a table, a sentence: what a document states, not what it is called
_STATES = re.compile(r"^\||[.!?;。！？；]\s*\Z|[.!?。！？]\s+\S+\s+\S+\s+\S|.{90}")
_MEANT = 1.0  # nats by which more speaks for another look-alike: the question means that one
_NAMED = 0.3  # nats by which a sentence must name one rather than another


class Owners:
    """The documents of an answer's passages, by the paths of their files.

    ``deficits`` has by how much less the question speaks for each than for the best of the library, in nats,
    ``beginnings`` the text of its first page, ``newer`` the files of those that change or replace it.
    """

    def __init__(
        self,
        question: str,
        deficits: Mapping[str, float],
        beginnings: Mapping[str, str],
        newer: Mapping[str, Sequence[str]],
    ) -> None:
        self.newer = newer
        self._asked = frozenset(keyword_terms(question).terms)
        self._deficits = deficits
        self._heads = {path: head_terms(text, path) for path, text in beginnings.items()}
        self._parties = {path: parties_of(text) for path, text in beginnings.items()}
        self._lines = {path: _lines(text) for path, text in beginnings.items()}
        self._names = {path: self._naming(path) for path in beginnings}

    def of(self, sources: Sequence[Source]) -> list[list[str]]:
        """Return for each passage the files of the documents that look like its own, its own first."""
        files = [source.file for source in sources]
        places = alike([source.text for source in sources], files)
        return [list(dict.fromkeys(files[place] for place in each)) for each in places]

    def parties(self, file: str) -> tuple[Party, ...]:
        """Return the parties named at the beginning of a document."""
        return self._parties.get(file, ())

    def lines(self, file: str, sentence: str, passage: str) -> list[str]:
        """Return the lines at the beginning of a document with words of a sentence that a passage lacks."""
        lacking = stems(sentence) - stems(passage) - stems(" ".join(COMMON_WORDS))
        own = (line for line in self._lines.get(file, ()) if line not in passage)
        return [line for line in own if not lacking.isdisjoint(stems(line))]

    def names(self, file: str) -> str:
        """Return a document's names in one text: its file's name, its parties, and the lines above all statements."""
        return self._names.get(file, "")

    def tells_whose(self, text: str, file: str) -> bool:
        """Return True if words of a sentence only say which document it is about, as that one calls itself.

        Figures do where the question or the name of the file has them; others may be what is stated.
        """
        terms = frozenset(keyword_terms(text).terms) - common_terms()
        figures = {term for term in terms if any(map(str.isdigit, term))}
        titled = self._asked | frozenset(keyword_terms(name_of(file)).terms)
        return bool(terms) and figures <= titled and terms <= frozenset(keyword_terms(self.names(file)).terms)

    def _naming(self, file: str) -> str:
        called = takewhile(lambda line: not _STATES.search(line), self._lines[file])
        return " ".join((name_of(file), *called, *(one.name for one in self._parties[file])))

    def meant_instead(self, sentence: str, files: Sequence[str]) -> str:
        """Return the file that a sentence is about where it is not the first of some look-alikes, "" where it is."""
        own, *others = files
        if not others or own not in self._deficits:
            return ""
        named = self._named(sentence, files)
        if named.get(own, 0.0) > 0 and named[own] >= max(named.values()):
            return ""
        known = {file: self._deficits[file] for file in files if file in self._deficits}
        best = min(known, key=lambda file: known[file])
        if known[own] - known[best] >= _MEANT:
            return best
        if named and max(named.values()) - named.get(own, 0.0) >= _NAMED:
            return max(named, key=lambda file: named[file])
        return ""

    def _named(self, sentence: str, files: Sequence[str]) -> dict[str, float]:
        """Return the weight of a sentence's words that only some documents have at their beginning, by document.

        Figures are what a sentence states; they tell whose it is only where the question has them too.
        """
        named: dict[str, float] = {}
        for term in dict.fromkeys(keyword_terms(sentence).terms):
            if term in common_terms() or (any(map(str.isdigit, term)) and term not in self._asked):
                continue
            forms = {term, *other_forms(term)}
            having = [file for file in files if not forms.isdisjoint(self._heads.get(file, frozenset()))]
            for file in having if len(having) < len(files) else ():
                named[file] = named.get(file, 0.0) + math.log(len(files) / len(having))
        return named


def _lines(text: str) -> tuple[str, ...]:
    lines = (line.strip("#-=* \t") for line in text[:HEAD].splitlines())
    return tuple(line for line in lines if any(map(str.isalpha, line)))


def name_of(file: str) -> str:
    """Return the name of a file, for people; paths may be of another system."""
    return PurePath(file.replace("\\", "/")).name
