"""Find what holds now: the documents of a library that amend or replace others.

An amendment, a renewal, a later price list or minutes that revoke say so: “This amendment replaces item 1 of the First
Amendment of 10 May 2021.” Such a statement, or a title such as “Renewal of Tenancy”, points to the document that it
changes by its date, its number, or its kind and year, which stand at the beginning of that one.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_rag.citations.look_alikes import HEAD, name_of_document, telling_words
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.readers.formats import is_verbatim
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import SearchedDocument
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.text.dates import Date, dates

_MOST_DOCUMENTS = 10_000
_MOST_PASSAGES = 3_000  # with a term; a term that more have tells little
_MOST_READ = 100  # documents that may change something, read for a question: some 2 ms each, and kept
_TITLE_LINES = 2
_MOST_PAGES, _MOST_TEXT = 5, 20_000  # of a document in which statements are looked for
_ALIKE = 0.6  # of the words of the shorter of two titles, figures apart, stand in the other
_FEWEST_SHARED = 3  # words of the beginnings, figures apart, of two documents that are about the same

# Who changes a contract, a list or a resolution says so with one of these.
CHANGES = re.compile(
    r"\b(?:replac(?:es|ed|ing)|supersed(?:es|ed|ing)|amend(?:s|ed|ment|ing)|addendum|renewal|revok(?:es|ed)"
    r"|repeal(?:s|ed)|rescind(?:s|ed)|cancel(?:s|led)|withdraw[ns]?|extension of|supplement to|no longer appl(?:y|ies)"
    r"|ersetz(?:t|en)|an (?:die )?stelle|aufgehoben|(?:hebt|heben)\b.{3,80}\bauf|nachtrag|geändert"
    r"|änderung(?:svereinbarung|svertrag)?|verlängerung|widerruf(?:en|t)?|neufassung|außer kraft|kündigung"
    r"|remplace\w*|avenant|annule\w*|modifi\w+|sustituye\w*|reemplaza\w*|modifica\w*|anula\w*|prórroga)\b"
    r"|廃止|取り?消し?|改定|改訂|変更|差し?替え|に代え|に替え|更新|失効|撤回|覚書"
    r"|取代|代替|废止|作废|修订|变更|续签|续保|补充协议|撤销|替换|廢止|作廢|修訂|變更|續約|補充協議|撤銷|替換",
    re.IGNORECASE,
)
# The same as terms of a search: documents without any of these are not read.
_TERMS = (
    "replaces replaced supersedes superseded amendment amends amended addendum renewal revoked revokes repealed"
    " rescinded cancels cancelled ersetzt ersetzen aufgehoben nachtrag änderung geändert verlängerung widerrufen"
    " neufassung kündigung remplace avenant annule sustituye modifica 廃止 取消 改定 改訂 変更 差替 更新 失効 撤回 覚書"
    " 取代 代替 废止 作废 修订 变更 续签 续保 补充 撤销 替换 廢止 作廢 修訂 變更 續約 補充 撤銷 替換"
).split()
_NUMBER = re.compile(r"(?<![\w.,-])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z/.-])[A-Za-z\d]+(?:[./-][A-Za-z\d]+)+(?![\w-])")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)")
_LETTER = re.compile(r"[^\W\d_]")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
# before and behind the date from which something holds
_FROM = re.compile(
    r"(?:from|effective|as of|starting|beginning|ab|seit|gültig|à (?:compter|partir) du|desde|a partir del?)"
    r"\s+(?:the |dem |on |zum |el )?\Z",
    re.IGNORECASE,
)
_ITSELF = re.compile(
    r"\b(?:this|these|diese[rsmn]?|dieses|vorliegende\w*|cette?|ces|est[ea]s?)\b|この|本(?=契約|書|表|規|覚)|本(?=合同|协议|协定|规定|表|單|单)",
    re.IGNORECASE,
)
_FROM_THEN = re.compile(r"\s*(?:から|より|以降|付|起|以来)")
_ON_PURPOSE = re.compile(
    r"\b(?:original(?:ly)?|(?<!how )old|former(?:ly)?|previous(?:ly)?|initial(?:ly)?|used to|before the|ursprünglich\w*"
    r"|alte[nrsm]?|bisherige[nrsm]?|früher\w*|vorherige[nrsm]?|zuvor|ancienn?e?|antes|original(?:es)?)\b"
    r"|以前|当初|旧|元の|原来|原先|之前|舊|原本",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|erste[nrsm]?|zweite[nrsm]?|dritte[nrsm]?)\b|第[一二三四五\d]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Profile:
    """The description of a document at its beginning, and its statements about the documents it changes.

    ``dates`` are (year, month, day), the first one that of the document.
    """

    title: frozenset[str]
    words: frozenset[str]
    dates: tuple[tuple[int, int, int], ...]
    numbers: frozenset[str]
    years: frozenset[str]
    ordinals: frozenset[str]
    statements: tuple["Statement", ...] = field(default=())

    def changes(self, older: "Profile") -> bool:
        """Return True if a statement of this document points to the other one."""
        return bool(self.saying_so(older))

    def saying_so(self, older: "Profile") -> str:
        """Return the words by which this document says that it changes the other one, "" where it does not."""
        if not self.statements or (self.dates and older.dates and self.dates[0] < older.dates[0]):
            return ""
        if len(self.words & older.words) < _FEWEST_SHARED:
            return ""
        return next((one.text for one in self.statements if one.means(older, self.title)), "")

    def may_change(self, asked: frozenset[str]) -> bool:
        """Return True if it may change the subject of a question with these words."""
        return any(one.is_whole or one.words & asked for one in self.statements)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that says that something is changed, by the names in it."""

    dates: frozenset[tuple[int, int, int]]
    numbers: frozenset[str]
    years: frozenset[str]
    words: frozenset[str]
    is_whole: bool  # whether it is about the document itself, not about one thing in it
    text: str

    def means(self, older: Profile, title: frozenset[str]) -> bool:
        """Return True if it names a document by date or number, or by its year and a similar title."""
        if self.dates & set(older.dates) or self.numbers & older.numbers:
            return True
        shorter = min(len(title), len(older.title))
        return bool(self.years & older.years) and shorter > 0 and len(title & older.title) >= _ALIKE * shorter


Replaced = Mapping[str, tuple[SearchedDocument, ...]]
"""The documents that change or replace a document, by the id of the latter, the newest first."""


class Replacements:
    """Finds the documents that change or replace some others."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._known: dict[frozenset[str], Replaced] = {}
        self._last_saying: tuple[Sequence[SearchedDocument], frozenset[str]] | None = None

    def newer(self, question: str, doc_ids: Iterable[str]) -> Replaced:
        """Return the documents that change or replace each of some documents, by its id, the newest first.

        There is nothing for a document that nothing changes, nor for one that the question asks for as it was: by its
        year, date or ordinal, or with a word such as “originally”.
        """
        wanted = frozenset(doc_ids)
        if wanted not in self._known:
            with self._stores.snapshot():
                self._known[wanted] = self._newer(wanted)
        found = self._known[wanted]
        if not found or _ON_PURPOSE.search(question):
            return {}
        profiles = self._profiles({*found, *(one.doc_id for known in found.values() for one in known)})
        asked = telling_words(question)

        def holds(newer: Profile, older: Profile) -> bool:
            return newer.may_change(asked) and not _asks_for(question, older, newer)

        kept = {
            older: tuple(one for one in known if holds(profiles[one.doc_id], profiles[older]))
            for older, known in found.items()
        }
        return {older: known for older, known in kept.items() if known}

    def _newer(self, doc_ids: frozenset[str]) -> Replaced:
        older = self._profiles(doc_ids)
        changing = {one: profile for one, profile in self._changing(older.values()).items() if profile.statements}
        direct = {
            one: {other for other, newer in changing.items() if other != one and newer.changes(profile)}
            for one, profile in {**changing, **older}.items()
        }
        known = self._documents()
        found = {}
        for one in doc_ids & set(direct):
            every = _reached(one, direct)
            # of two that change the same, the later one holds
            siblings = {
                other
                for target, changed_by in direct.items()
                if one in changed_by
                for other in changed_by
                if target not in every and _is_later(changing[other], older[one])
            }
            order = sorted(every | siblings - {one}, key=lambda other: changing[other].dates[:1], reverse=True)
            if order:
                found[one] = tuple(known[other] for other in order)
        return found

    def _changing(self, older: Iterable[Profile]) -> dict[str, Profile]:
        """Return the documents that say that they change something, and name a year or number of one of these."""
        names = {name for one in older for name in (*one.years, *(str(date[0]) for date in one.dates), *one.numbers)}
        named = self._documents_with(names)
        if not named:
            return {}
        known = self._documents()
        saying = named & self._saying_so()
        # data and source code hold words of other documents, and change none
        found = sorted(one for one in saying if one in known and not is_verbatim(known[one].path))
        return self._profiles(found[:_MOST_READ])

    def _saying_so(self) -> frozenset[str]:
        """Return the documents with a word of change; looked up once for a reader, until somebody changes the file."""
        listed = self._stores.documents.searched(_MOST_DOCUMENTS)
        if self._last_saying is None or self._last_saying[0] is not listed:
            self._last_saying = listed, frozenset(self._documents_with(_TERMS))
        return self._last_saying[1]

    def _documents_with(self, words: Iterable[str]) -> set[str]:
        terms = {tuple(keyword_terms(word).terms[:1]) for word in words} - {()}
        count = self._stores.keywords.count_by_document
        return {one for term in terms for one in count(term, _MOST_PASSAGES)}

    def _profiles(self, doc_ids: Iterable[str]) -> dict[str, Profile]:
        known = self._documents()
        text = self._stores.documents.document_text
        return {
            one: profile_of(text(one, 1, _MOST_PAGES)[:_MOST_TEXT], known[one].path) for one in doc_ids if one in known
        }

    def _documents(self) -> dict[str, SearchedDocument]:
        return {one.doc_id: one for one in self._stores.documents.searched(_MOST_DOCUMENTS)}


class LibraryReplacements:
    """The documents of several libraries, each of which changes its own."""

    def __init__(self, libraries: Sequence[Stores]) -> None:
        self._libraries = [Replacements(one) for one in libraries]

    def newer(self, question: str, doc_ids: Iterable[str]) -> Replaced:
        """Return the documents that change or replace each of some documents, by its id, the newest first."""
        ids = frozenset(doc_ids)
        return {one: newer for library in self._libraries for one, newer in library.newer(question, ids).items()}


@functools.lru_cache(1024)
def profile_of(text: str, path: str) -> Profile:
    """Return the profile of a document: its own names and what it changes; ``path`` is that of its file."""
    name = name_of_document(path)
    head = text[:HEAD]
    titles = [line for line in head.splitlines() if _LETTER.search(line)][:_TITLE_LINES]
    changing = [line for line in titles if CHANGES.search(line)]
    for paragraph in _PARAGRAPH.finditer(text):
        sentences = (text[start:end] for start, end in sentence_spans(text, *paragraph.span()))
        changing += [one for one in sentences if CHANGES.search(one)]
    own = head
    for one in changing:
        own = own.replace(one, " ")
    title = " ".join((name, *titles))
    own_title = " ".join((name, *(line for line in titles if line in own)))
    return Profile(
        title=telling_words(title),
        words=telling_words(f"{name} {head}"),
        dates=_full(own),
        numbers=_numbers(f"{name} {own}"),
        years=frozenset(_YEAR.findall(own_title)),
        ordinals=_ordinals(title),
        statements=tuple(_statement(one, is_title=one in titles) for one in dict.fromkeys(changing)),
    )


def _statement(text: str, *, is_title: bool) -> Statement:
    """Return the names in a statement of a change; not the date from which the change holds."""
    named = text
    for one in reversed(dates(text)):
        if _FROM.search(text[: one.start]) or _FROM_THEN.match(text, one.end):
            named = named[: one.start] + named[one.end :]
    return Statement(
        frozenset(_full(named)),
        _numbers(named),
        frozenset(_YEAR.findall(named)),
        telling_words(text),
        is_whole=is_title or _ITSELF.search(text) is not None,
        text=text,
    )


def _full(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return the dates of a text that have a year, a month and a day."""
    return tuple(dict.fromkeys((one.year, one.month, one.day) for one in dates(text) if one.year and one.day))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(map(str.casefold, _NUMBER.findall(text)))


def _ordinals(text: str) -> frozenset[str]:
    return frozenset(map(str.casefold, _ORDINAL.findall(text)))


def _is_later(one: Profile, other: Profile) -> bool:
    return bool(one.dates and other.dates) and one.dates[0] > other.dates[0]


def _reached(one: str, direct: Mapping[str, set[str]]) -> set[str]:
    """Return the documents that change a document, directly or through others."""
    reached: set[str] = set()
    waiting = [one]
    while waiting:
        for other in direct.get(waiting.pop(), set()) - reached:
            reached.add(other)
            waiting.append(other)
    return reached - {one}


def _asks_for(question: str, older: Profile, newer: Profile) -> bool:
    """Return True if a question means the older document: it has a date, year or ordinal of that one only."""
    years = frozenset(_YEAR.findall(question))
    asked = dates(question)
    if _ordinals(question) & (older.ordinals - newer.ordinals) or years & (older.years - newer.years):
        return True
    mine, others = (
        any(one.agrees(Date(0, 0, *date)) for one in asked for date in profile.dates) for profile in (older, newer)
    )
    return mine and not others
