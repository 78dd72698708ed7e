"""Questions about all documents, answered from every one of them: what was found, in how many, and what was not read.

Nothing is answered here from the best few passages. What takes too long, or cannot be told from the texts for certain,
is offered instead: the page “All documents” looks through everything.
"""

import datetime as dt
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from pathlib import PurePath

from desktop_rag.citations.passages import citation_of
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.answers import AllDocumentsOffer, CheckedSentence, Citation, Source, Verdict
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.register import FactKind, RegisterRow, UnreadFile
from desktop_rag.core.user_text import UserText, enumerated, joined
from desktop_rag.evidence.mentions import mentions_in, sought_spellings, two_letter_forms
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.readers.formats import is_in_blocks, is_verbatim, of_name
from desktop_rag.retrievers.all_documents_questions import AllAsk, AllDocumentsQuestion, Period
from desktop_rag.retrievers.document_kinds import is_of_kind
from desktop_rag.services.answers.other_libraries import OpenLibrary
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.services.register.totals import Dated, Sum, date_of, ends_of, table_amounts, total_of
from desktop_rag.services.sources import cited_as
from desktop_rag.storage.filters import matches
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.pages import passage_at
from desktop_rag.text.analyzer import is_unspaced
from desktop_rag.text.language import LANGUAGE_KEY
from desktop_rag.vector_stores.filters import parse_filters

_MOST_PAGES = 4_000  # of all files, that are looked through for words while somebody waits: two seconds
_MOST_READ = 400  # pages whose register is read, 5 to 50 ms each
_MOST_SECONDS = 8.0  # for that
_MOST_SHOWN = 50  # files that are quoted
_MOST_ADDED = 200  # amounts: each that is added is quoted
_MOST_NAMES = 8
_MOST_REASONS = 5
_LONGEST = 300  # characters of a quotation
_AT_LEAST = 2  # documents, of which a question can ask for all
_PREFIX = 6  # letters of a word of which other words may be made
_PAID = ("invoice", "receipt")
_AMOUNTS = (AllAsk.TOTAL, AllAsk.HIGHEST, AllAsk.LOWEST)
_DATES = (AllAsk.LATEST, AllAsk.EARLIEST)
_CJK_LETTER = r"[\u3040-\u30ff\u3400-\u9fff]"
_ROW_MARKS = re.compile(r"\s*[|\t]\s*")


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """What all documents say together: ``text`` quotes them, ``notice`` says how many were looked through."""

    notice: UserText | str
    text: str = ""
    sources: tuple[Source, ...] = ()
    citations: tuple[Citation, ...] = ()

    @property
    def sentences(self) -> tuple[CheckedSentence, ...]:
        """Its quotations, which stand in the documents word for word."""
        return tuple(
            CheckedSentence(one.answer_start, one.answer_end, Verdict.SUPPORTED, citation=one.marker)
            for one in self.citations
        )


@dataclass(frozen=True, slots=True)
class _File:
    """A file that can be read."""

    library: OpenLibrary
    path: str
    language: str
    pages: int

    @property
    def name(self) -> str:
        return shown_name(self.path)

    def texts(self) -> Iterator[tuple[int, str, str]]:
        """Yield the number, label and text of its pages."""
        token = current_token()
        for number, (label, text) in enumerate(self.library.storage.documents.labelled_pages(self.path), 1):
            token.raise_if_cancelled()
            yield number, label, text

    def beginning(self) -> str:
        return next((text for _, _, text in self.texts()), "")


@dataclass(frozen=True, slots=True)
class _Hit:
    """A place of a file that is quoted: ``start`` to ``end`` of a page's text."""

    file: _File
    page: int
    label: str
    start: int
    end: int
    text: str


class AllDocuments:
    """Answers questions about all documents of some libraries, as far as conditions on files let them pass."""

    def __init__(self, asked: Sequence[OpenLibrary], filters: str) -> None:
        self._files: list[_File] = []
        self._unread: list[UnreadFile] = []
        narrowed = parse_filters(filters) if filters.strip() else None
        for library in asked:
            for status, _, metadata in files_with_metadata(library.storage.connection):
                known = {"file_name": shown_name(status.path), **metadata, "file_path": status.path}
                if status.state is FileState.SKIPPED or not matches(narrowed, known):
                    continue
                if status.pages:
                    language = str(metadata.get(LANGUAGE_KEY, ""))
                    self._files.append(_File(library, status.path, language, status.pages))
                elif status.state in (FileState.FAILED, FileState.WAITING):
                    reason = status.reason or UserText("It has not been read yet.")
                    self._unread.append(UnreadFile(status.path, reason))
        self._files.sort(key=lambda one: one.path)
        self._unread.sort(key=lambda one: one.file)

    @property
    def count(self) -> int:
        """The number of files, also of those that could not be read."""
        return len(self._files) + len(self._unread)

    def offer(self, asked: AllDocumentsQuestion, question: str) -> AllDocumentsOffer | None:
        """Return what can be looked up instead; None where there is only one document."""
        if self.count < _AT_LEAST:
            return None
        # several words need not stand beside each other, as those do that are looked for there
        is_one = len(asked.words) == 1 and asked.ask in (AllAsk.FILES, AllAsk.WITHOUT, AllAsk.COUNT)
        if is_one or (asked.ask is AllAsk.MENTIONS and asked.words):
            return AllDocumentsOffer("find_all", " ".join(asked.words), self.count)
        if asked.ask in (*_AMOUNTS, AllAsk.DEADLINES, AllAsk.ENDING):
            return AllDocumentsOffer("register", " ".join(asked.words), self.count)
        return AllDocumentsOffer("table", " ".join(question.split()), self.count)

    def answer(self, asked: AllDocumentsQuestion) -> WholeAnswer | None:
        """Return the answer of all documents; None where it takes too long or cannot be told from their texts."""
        if not asked.is_sure or self.count < _AT_LEAST or sum(one.pages for one in self._files) > _MOST_PAGES:
            return None
        try:
            found = _Asked(self, asked).answer()
        except TimeoutError:
            return None
        if found is None:
            return None
        return WholeAnswer(joined(found.notice, self._denominator()), found.text, found.sources, found.citations)

    def of_kinds(self, kinds: Sequence[str]) -> list[_File]:
        """Return the files that are documents of one of some kinds; all without any."""
        if not kinds:
            return self._files
        return [
            one
            for one in self._files
            for folder in [PurePath(shown_path(one.path)).parent.name]
            if any(is_of_kind(kind, folder, one.name, one.beginning()) for kind in kinds)
        ]

    def _denominator(self) -> UserText | str:
        """Return how many files were read, and why others were not."""
        read, files = f"{len(self._files):,}", f"{self.count:,}"
        if not self._unread:
            return UserText("All {files} files were read.", files=files)
        parts = [UserText("{read} of {files} files were read.", read=read, files=files)]
        parts += [
            UserText("“{file}”: {reason}", file=shown_name(one.file), reason=one.reason)
            for one in self._unread[:_MOST_REASONS]
        ]
        if len(self._unread) > _MOST_REASONS:
            parts.append(UserText("The page “Files” shows the other ones with their reasons."))
        return reduce(joined, parts, "")


class _Asked:
    """One question to all documents."""

    def __init__(self, documents: AllDocuments, asked: AllDocumentsQuestion) -> None:
        self._documents = documents
        self._asked = asked
        self._until = time.monotonic() + _MOST_SECONDS
        self._known: dict[tuple[str, str], list[RegisterRow]] = {}

    def answer(self) -> WholeAnswer | None:
        """Return the answer, without what was not read."""
        ask, kind = self._asked.ask, self._asked.kind
        kinds = (kind,) if kind else _PAID if ask in _AMOUNTS else ()
        scope = self._documents.of_kinds(kinds)
        if not scope and ask is AllAsk.TOTAL and not kind:
            return self._table_total()
        if not scope:
            return None
        if ask is AllAsk.MENTIONS:
            return self._mentions(scope)
        answers: dict[AllAsk, Callable[[Sequence[_File]], WholeAnswer | None]] = {
            AllAsk.FILES: self._files_with,
            AllAsk.COUNT: self._files_with,
            AllAsk.WITHOUT: self._files_without,
            AllAsk.ENDING: self._ending,
            AllAsk.DEADLINES: self._deadlines,
            AllAsk.TOTAL: self._total,
            AllAsk.HIGHEST: self._extreme,
            AllAsk.LOWEST: self._extreme,
            AllAsk.LATEST: self._by_date,
            AllAsk.EARLIEST: self._by_date,
        }
        reads_register = ask not in (AllAsk.FILES, AllAsk.COUNT, AllAsk.WITHOUT) or self._asked.period is not None
        if reads_register and sum(one.pages for one in scope) > _MOST_READ:
            return None
        found = answers[ask](scope)
        if found is None or not kinds:
            return found
        count, read = f"{len(scope):,}", f"{len(self._documents.of_kinds(())):,}"
        noun = self._asked.noun
        said: UserText | str = UserText(
            "{count} of {read} files are bills or receipts, by their name or title.", count=count, read=read
        )
        if noun:
            said = UserText(
                "{count} of {read} files count as “{noun}”, by their name or title.", count=count, read=read, noun=noun
            )
        return WholeAnswer(joined(found.notice, said), found.text, found.sources, found.citations)

    def _rows(self, file: _File) -> list[RegisterRow]:
        """Return what a file says about days and money.

        Raises:
            TimeoutError: somebody has waited long enough.

        """
        key = file.library.name, file.path
        if key not in self._known:
            if time.monotonic() > self._until:
                raise TimeoutError
            self._known[key] = register_rows(
                file.path,
                (Page(*page) for page in file.texts()),
                language=file.language,
                verbatim=is_verbatim(file.path),
                in_blocks=is_in_blocks(file.path),
            )
        return self._known[key]

    @property
    def _words(self) -> str:
        return ", ".join(self._asked.words)

    def _files_with(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the files with a sentence that has the words, dated in the period."""
        dated = self._dated(scope)
        hits: list[_Hit] = []
        for file in dated:
            hit = first_place(file, self._asked.words) if self._asked.words else _title(file)
            if hit is not None:
                hits.append(hit)
        if not hits and (self._asked.words or self._asked.period):
            return None if self._asked.ask is AllAsk.FILES or not self._asked.kind else _quoted([], self._none(scope))
        count, found = f"{len(scope):,}", f"{len(hits):,}"
        period = self._asked.period
        notice: UserText | str
        if self._asked.words and period is not None:
            notice = UserText(
                "“{words}” stands in {found} of {count} files that are dated {period}.",
                words=self._words,
                found=found,
                count=f"{len(dated):,}",
                period=_said(period),
            )
        elif self._asked.words:
            notice = UserText(
                "“{words}” stands in {found} of {count} files.", words=self._words, found=found, count=count
            )
        elif period is not None:
            notice = UserText(
                "{found} of {count} files are dated {period}.", found=found, count=count, period=_said(period)
            )
        else:
            notice = UserText("Number of files: {files}.", files=found)
        having = {hit.file.path for hit in hits}
        return _quoted(hits, joined(notice, _without([one for one in dated if one.path not in having])))

    def _none(self, scope: Sequence[_File]) -> UserText:
        count, period = f"{len(scope):,}", self._asked.period
        if self._asked.words:
            return UserText("“{words}” stands in none of {count} files.", words=self._words, count=count)
        said = _said(period) if period is not None else ""
        return UserText("None of {count} files is dated {period}.", count=count, period=said)

    def _files_without(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the files in which no sentence has the words; those that have them are quoted below."""
        dated = self._dated(scope)
        hits = [hit for file in dated if (hit := first_place(file, self._asked.words)) is not None]
        having = {hit.file.path for hit in hits}
        rest = [file for file in dated if file.path not in having]
        # one that has “two months' notice” may well have a notice period
        partly = [file for file in rest if len(self._asked.words) > 1 and self._has_some(file)]
        lacking = [file for file in rest if file not in partly]
        values = {"words": self._words, "found": f"{len(lacking):,}", "count": f"{len(dated):,}"}
        if not rest:
            return _quoted(
                hits, UserText("“{words}” stands in all {count} files.", words=self._words, count=values["count"])
            )
        notice = UserText("“{words}” stands nowhere in {found} of {count} files.", **values)
        names = enumerated([file.name for file in lacking], _MOST_SHOWN)
        told = joined(notice, UserText("These are: {names}.", names=names) if lacking else "")
        if partly:
            some = enumerated([file.name for file in partly], _MOST_SHOWN)
            told = joined(told, UserText("Only some of the words stand in: {names}.", names=some))
        return _quoted(hits, joined(told, UserText("The other files are quoted below.") if hits else ""))

    def _has_some(self, file: _File) -> bool:
        patterns = [word_pattern(one) for one in self._asked.words]
        return any(one.search(text) for _, _, text in file.texts() for one in patterns)

    def _mentions(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return how often the words stand in each file, one behind the other."""
        wanted = sought_spellings(" ".join(self._asked.words))
        if not wanted:
            return None
        hits, counts = [], Counter[str]()
        for file in scope:
            for number, label, text in file.texts():
                ranges = mentions_in(text, wanted)
                counts[file.path] += len(ranges)
                if ranges and counts[file.path] == len(ranges):
                    hits.append(_unit_at(file, number, label, text, *ranges[0]))
        total = sum(counts.values())
        notice = UserText(
            "Mentions of “{words}”: {mentions}, in {found} of {count} files.",
            words=" ".join(self._asked.words),
            mentions=f"{total:,}",
            found=f"{len(hits):,}",
            count=f"{len(scope):,}",
        )
        hits.sort(key=lambda hit: (-counts[hit.file.path], hit.file.path))
        names = enumerated([f"{hit.file.name} ({counts[hit.file.path]:,})" for hit in hits], _MOST_SHOWN)
        return _quoted(hits, joined(notice, UserText("By file: {names}.", names=names) if hits else ""))

    def _ending(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the files that state an end in the period."""
        period = self._asked.period
        if period is None:
            return None
        hits, unknown = [], []
        for file in scope:
            ends = ends_of(self._rows(file))
            if inside := [one for one in ends if one.day in period]:
                hits.append((inside[-1].day, _row_hit(file, inside[-1].row)))
            elif not ends:
                unknown.append(file)
        hits.sort(key=lambda one: one[0])
        values = {"found": f"{len(hits):,}", "count": f"{len(scope):,}", "period": _said(period)}
        notice: UserText | str = UserText("{found} of {count} files state an end in this period: {period}.", **values)
        if unknown:
            names = enumerated([one.name for one in unknown], _MOST_NAMES)
            notice = joined(notice, UserText("These state no day on which they end: {names}.", names=names))
        return _quoted([hit for _, hit in hits], notice)

    def _deadlines(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the deadlines of all files that fall into the period, in order; then those that have no day."""
        period, hits, files = self._asked.period, [], set()
        relative: list[_Hit] = []  # “30 days after delivery”: on which day that is, no file says
        for file in self._with_words(scope):
            for row in self._rows(file):
                day = _row_day(row)
                if row.kind is FactKind.DEADLINE and day is not None and (period is None or day in period):
                    hits.append((day, _row_hit(file, row)))
                    files.add(file.path)
                elif row.kind is FactKind.DEADLINE and day is None:
                    relative.append(_row_hit(file, row))
        if not hits and (period is not None or not relative):
            return None
        hits.sort(key=lambda one: (one[0], one[1].file.path))
        every = [hit for _, hit in hits]
        if period is None:
            every += relative
            files.update(hit.file.path for hit in relative)
        values = {"found": f"{len(every):,}", "files": f"{len(files):,}", "count": f"{len(scope):,}"}
        notice: UserText | str = UserText("Deadlines: {found}, in {files} of {count} files.", **values)
        if relative:
            said = UserText("Without a day of their own, as they depend on something: {count}.", count=len(relative))
            if period is not None:
                said = UserText(
                    "Not counted, as they depend on something and have no day: {count}.", count=len(relative)
                )
            notice = joined(notice, said)
        return _quoted(every, notice)

    def _total(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return what the files come to together; why nothing is added, where it would be wrong."""
        sums, unclear = self._sums(scope)
        if not sums or len(sums) > _MOST_ADDED or (len(sums) + len(unclear) < _AT_LEAST and not self._asked.kind):
            return None  # a single document may say it better, in its own words
        notice: UserText | str
        currencies = sorted({one.currency for _, one in sums})
        same = self._same_payment(sums)
        if unclear:
            names = enumerated([one.name for one in unclear], _MOST_NAMES)
            reason = UserText("These files do not say clearly what they come to or when: {names}.", names=names)
            notice = UserText("The amounts are not added. {reason}", reason=reason)
        elif len(currencies) > 1 and not currencies[0]:
            names = ", ".join(one or "?" for one in currencies)
            reason = UserText("They are in different currencies: {currencies}.", currencies=names)
            notice = UserText("The amounts are not added. {reason}", reason=reason)
        elif same is not None:
            reason = UserText("“{one}” and “{other}” may be the same payment.", one=same[0].name, other=same[1].name)
            notice = UserText("The amounts are not added. {reason}", reason=reason)
        else:
            totals = [sum((one.value for _, one in sums if one.currency == code), Decimal(0)) for code in currencies]
            notice = UserText(
                "Together: {amount}, from {count} files. Each amount is quoted below.",
                amount=" + ".join(map(_money, totals, currencies)),
                count=f"{len(sums):,}",
            )
        return _quoted([_row_hit(file, one.row) for file, one in sums], notice, _MOST_ADDED)

    def _table_total(self) -> WholeAnswer | None:
        """Return what the rows of spreadsheets come to together; None where one of them says it unclearly."""
        words = [word_pattern(one) for one in self._asked.words]
        period = self._asked.period
        sums: list[tuple[_File, Sum]] = []
        tables = [one for one in self._documents.of_kinds(()) if of_name(one.path).kind == "spreadsheet"]
        if sum(one.pages for one in tables) > _MOST_READ:
            return None
        for file in tables:
            found = table_amounts(
                self._rows(file),
                lambda said: all(one.search(said) for one in words),
                lambda day: period is None or day in period,
            )
            if found is None:
                return None
            sums += [(file, one) for one in found]
        currencies, files = {one.currency for _, one in sums}, {file.path for file, _ in sums}
        if not _AT_LEAST <= len(sums) <= _MOST_ADDED or len(currencies) > 1 or len(files) > 1:
            return None
        total = sum((one.value for _, one in sums), Decimal(0))
        notice = UserText(
            "Together: {amount}, from {count} rows of “{file}”. Each row is quoted below.",
            amount=_money(total, next(iter(currencies))),
            count=f"{len(sums):,}",
            file=sums[0][0].name,
        )
        return _quoted([_row_hit(file, one.row) for file, one in sums], notice, _MOST_ADDED)

    def _extreme(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the file that comes to most, or to least."""
        sums, unclear = self._sums(scope)
        if len(sums) < _AT_LEAST or len({one.currency for _, one in sums}) > 1:
            return None
        is_most = self._asked.ask is AllAsk.HIGHEST
        best = (max if is_most else min)(one.value for _, one in sums)
        hits = [(file, one) for file, one in sums if one.value == best]
        values = {"amount": _money(best, hits[0][1].currency), "count": f"{len(sums):,}"}
        notice: UserText | str = UserText("The lowest of {count} amounts is {amount}.", **values)
        if is_most:
            notice = UserText("The highest of {count} amounts is {amount}.", **values)
        if unclear:
            names = enumerated([one.name for one in unclear], _MOST_NAMES)
            said = UserText("These files do not say clearly what they come to or when: {names}.", names=names)
            notice = joined(notice, said)
        return _quoted([_row_hit(file, one.row) for file, one in hits], notice)

    def _by_date(self, scope: Sequence[_File]) -> WholeAnswer | None:
        """Return the latest or the earliest file, by the dates that they state themselves."""
        dated: list[tuple[_File, Dated]] = []
        undated = []
        for file in self._with_words(scope):
            found = date_of(self._rows(file))
            if found is None:
                undated.append(file)
            elif self._asked.period is None or found.day in self._asked.period:
                dated.append((file, found))
        if len(dated) < _AT_LEAST:
            return None
        is_last = self._asked.ask is AllAsk.LATEST
        best = (max if is_last else min)(one.day for _, one in dated)
        values = {"count": f"{len(dated):,}", "date": best.isoformat()}
        notice: UserText | str = UserText("The earliest of {count} files is dated {date}.", **values)
        if is_last:
            notice = UserText("The latest of {count} files is dated {date}.", **values)
        if undated:
            names = enumerated([one.name for one in undated], _MOST_NAMES)
            notice = joined(notice, UserText("Without a date: {names}.", names=names))
        return _quoted([_row_hit(file, one.row) for file, one in dated if one.day == best], notice)

    def _sums(self, scope: Sequence[_File]) -> tuple[list[tuple[_File, Sum]], list[_File]]:
        """Return what each file with the words in the period comes to, and the files of which that is unclear."""
        sums: list[tuple[_File, Sum]] = []
        unclear = []
        for file in self._with_words(scope):
            rows = self._rows(file)
            dated, total = date_of(rows), total_of(rows)
            if self._asked.period is not None and dated is not None and dated.day not in self._asked.period:
                continue
            if total is None or (self._asked.period is not None and dated is None):
                unclear.append(file)
            else:
                sums.append((file, total))
        return sums, unclear

    def _same_payment(self, sums: Sequence[tuple[_File, Sum]]) -> tuple[_File, _File] | None:
        """Return two files that come to the same and may be two papers of one payment: a bill and its receipt."""
        for place, (file, one) in enumerate(sums):
            for other, another in sums[:place]:
                if one.value == another.value and one.currency == another.currency:
                    numbers = [self._numbers(each) for each in (file, other)]
                    if not numbers[0] or not numbers[1] or numbers[0] & numbers[1]:
                        return other, file
        return None

    def _numbers(self, file: _File) -> frozenset[str]:
        """Return the numbers of papers and things that a file names."""
        rows = (row for row in self._rows(file) if row.kind is FactKind.NUMBER)
        return frozenset(row.value for row in rows if any(map(str.isdigit, row.value)))

    def _with_words(self, scope: Sequence[_File]) -> list[_File]:
        """Return the files that have all of the words, wherever they stand."""
        words = [word_pattern(one) for one in self._asked.words]
        if not words:
            return list(scope)
        return [
            file
            for file in scope
            for text in ["\n".join([PurePath(file.name).stem, *(text for _, _, text in file.texts())])]
            if all(word.search(text) for word in words)
        ]

    def _dated(self, scope: Sequence[_File]) -> list[_File]:
        """Return the files that are dated in the period; all without one."""
        period = self._asked.period
        if period is None:
            return list(scope)
        return [file for file in scope if (found := date_of(self._rows(file))) is not None and found.day in period]


def first_place(file: _File, words: Sequence[str]) -> _Hit | None:
    """Return the first sentence, row or record of a file that has all of the words, in any order and form."""
    patterns = [word_pattern(one) for one in words]
    heading: _Hit | None = None  # it says less than what stands below it
    for number, label, text in file.texts():
        if not all(one.search(text) for one in patterns):
            continue
        for unit in unit_spans(Passage(text, is_verbatim(file.path), None, None, is_in_blocks(file.path))):
            said = text[unit.start : unit.end]
            if all(one.search(said) for one in patterns):
                place = unit.start + min(match.start() for one in patterns if (match := one.search(said)))
                hit = _Hit(file, number, label, *_cut(text, unit.start, unit.end, place), text)
                if not said.lstrip().startswith("#"):
                    return hit
                heading = heading or hit
    return heading


def word_pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a word in its forms: in the other number, and long ones as the beginning of compounds."""
    if is_unspaced(word[:1]):
        return re.compile(re.escape(word), re.IGNORECASE)
    stem = _stem(word)
    end = r"\w*" if len(stem) >= _PREFIX and stem.isalpha() else r"(?:s|es|n|en|e|er|ern|ies|['’]s)?"
    begin = r"(?<!\w)" if len(stem) < _PREFIX or not stem.isalpha() else r"(?<![^\W\d_])" if stem.isascii() else ""
    forms = "|".join(map(re.escape, two_letter_forms(stem)))
    return re.compile(rf"{begin}(?:{forms}){end}(?!\w)", re.IGNORECASE)


def _stem(word: str) -> str:
    """Return a word without the ending of its plural."""
    low = word.casefold()
    if not word.isalpha() or word.isupper() or len(word) <= 3:
        return word
    for ending, least in (("ies", 3), ("en", 4), ("es", 4), ("s", 3), ("n", 4), ("e", 4)):
        if low.endswith(ending) and len(word) - len(ending) >= least and not low.endswith("ss"):
            return word[: -len(ending)]
    return word


def _title(file: _File) -> _Hit | None:
    """Return the first words of a file, to cite it by."""
    for number, label, text in file.texts():
        for unit in unit_spans(Passage(text, is_verbatim(file.path), None, None, is_in_blocks(file.path))):
            return _Hit(file, number, label, *_cut(text, unit.start, unit.end, unit.start), text)
    return None


def _unit_at(file: _File, number: int, label: str, text: str, start: int, end: int) -> _Hit:
    spans = unit_spans(Passage(text, is_verbatim(file.path), None, None, is_in_blocks(file.path)))
    unit = next((one for one in spans if one.start < end and start < one.end), None)
    first, last = (min(start, unit.start), max(end, unit.end)) if unit else (start, end)
    return _Hit(file, number, label, *_cut(text, first, last, start), text)


def _row_hit(file: _File, row: RegisterRow) -> _Hit:
    """Return the place of a row of the register: its line, where its sentence has several."""
    text = next(text for number, _, text in file.texts() if number == row.page)
    first, last = row.sentence_start, max(row.end, row.sentence_start + len(row.sentence))
    begin = text.rfind("\n", first, row.start) + 1 or first
    stop = text.find("\n", row.end, last)
    begin, stop = max(begin, first), stop if stop >= 0 else last
    if len(text[begin:stop].strip()) - (row.end - row.start) < _AT_LEAST:  # nothing beside the value
        begin, stop = first, last
    return _Hit(file, row.page, row.page_label, *_cut(text, begin, stop, row.start), text)


def _cut(text: str, start: int, end: int, place: int) -> tuple[int, int]:
    """Return a range without blanks and bars at its ends, no longer than is read at a glance."""
    if end - start > _LONGEST:
        start = max(start, place - _LONGEST // 3)
        end = min(end, start + _LONGEST)
    while start < end and text[start] in " \n\t|*#>-•":
        start += 1
    while end > start and text[end - 1] in " \n\t|*":
        end -= 1
    return start, end


def _quoted(hits: Sequence[_Hit], notice: UserText | str, most: int = _MOST_SHOWN) -> WholeAnswer:
    """Return an answer of quotations, one for each hit."""
    if len(hits) > most:
        notice = joined(notice, UserText("The first {count} are quoted.", count=most))
    text = ""
    sources: list[Source] = []
    citations: list[Citation] = []
    for rank, hit in enumerate(hits[:most], 1):
        node_id, heading = passage_at(hit.file.library.storage.connection, hit.file.path, hit.page, hit.start)
        quote = _ROW_MARKS.sub(" · ", " ".join(hit.text[hit.start : hit.end].split()))
        source = Source(
            rank,
            1.0,
            hit.file.path,
            hit.page,
            hit.label,
            hit.start,
            hit.end,
            hit.text[hit.start : hit.end],
            node_id,
            ("words",),
            heading,
            hit.file.library.name,
            cited_as=cited_as(hit.file.library.storage.files.metadata(hit.file.path), hit.file.path),
        )
        text += f"{chr(10) * 2 if text else ''}> "
        span = (len(text), len(text) + len(quote))
        text += f"{quote} [{rank}]"
        sources.append(source)
        citations.append(citation_of(source, (0, hit.end - hit.start), span, 1.0, quote))
    return WholeAnswer(notice, text, tuple(sources), tuple(citations))


def _without(files: Sequence[_File]) -> UserText | str:
    """Return the names of files that lack what was looked for."""
    if not files:
        return ""
    return UserText("Without: {names}.", names=enumerated([file.name for file in files], _MOST_NAMES))


def _row_day(row: RegisterRow) -> dt.date | None:
    try:
        return dt.date.fromisoformat(row.day)
    except ValueError:
        return None


def _money(value: Decimal, currency: str) -> str:
    return f"{value:,.2f} {currency}".strip() if value % 1 else f"{value:,.0f} {currency}".strip()


def _said(period: Period) -> str:
    """Return the days of a period, as they are written in every language."""
    first = "" if period.first == dt.date.min else period.first.isoformat()
    last = "" if period.last == dt.date.max else period.last.isoformat()
    return first if first == last else f"{first} – {last}".strip()
