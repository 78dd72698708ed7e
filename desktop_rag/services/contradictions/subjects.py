"""Who and what a document is about, so that only documents about the same are compared.

Leases, payslips and invoices of one form say the same of another tenant, month or order. What tells is who takes part,
the numbers of things, addresses and, where there are none, rare words of the title. Two documents are about the same
where they share enough of these, and nothing of the kind says otherwise.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from desktop_rag.citations.look_alikes import name_of_document, telling_words
from desktop_rag.citations.wording import common_terms
from desktop_rag.core.results.register import FactKind
from desktop_rag.evidence.units import STEM, Passage, unit_spans
from desktop_rag.retrievers.replacements import Profile, profile_of
from desktop_rag.services.contradictions.values import agree, is_firm, party
from desktop_rag.services.contradictions.wording import BLANK, IS_DRAFT, label_words
from desktop_rag.services.register import names
from desktop_rag.services.register.documents import labelled_parts
from desktop_rag.text.analyzer import folded, is_unspaced, keyword_terms, token_spans

BEGINNING = 4_000  # characters in which a document says what it is
_TITLE_LINES, _LONGEST_TITLE, _HEAD = 2, 80, 600
_IN_HEAD = re.compile(
    r"(?:from|to|cc|date|von|an|datum|dear|差出人|宛先|日付|发件人|收件人|日期)\b\s?[:：]?|.*@", re.IGNORECASE
)
_CODE = re.compile(
    r"(?<![\w.,:/-])(?:(?=[\w/.·-]*\d{2})(?=[\w/.·-]*[A-Za-z/-])[A-Za-z\d]+(?:[/.·-][A-Za-z\d]+)*|[A-Z]{1,5}-\d+)"
    r"(?![A-Za-z\d@:])"
)
_PERIOD = re.compile(r"(?<![\w.,/-])((?:19|20)\d\d)(?![.,/-]?\d)(?:[ -]?([QH][1-4]))?(?!\w)")
_NO_CODE = re.compile(  # dates, times, measures, amounts, parts of web addresses
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d+(?:\.\d+)?[a-zµ]{1,3}²?|[A-Z]{3}\d+|\d+(?:[.,]\d+)+|(?:19"
    r"|20)\d\d[-/](?:\d\d|\d{4})"
    r"|\d{1,2}[-./]\d{1,2}|.*\.(?:com|example|org|net|de|jp|cn)"
)
_LETTERS = re.compile(r"[a-z]+(?=[-/]?\d)")
_CODE_WEIGHT, _ADDRESS_WEIGHT, _PERSON_WEIGHT, _FIRM_WEIGHT, _WORD_WEIGHT = 3.0, 2.0, 2.0, 1.0, 1.0
_BLANK_LINES = 2  # with something to fill in, which a document may have that is no form
ENOUGH = 2.0  # of what two documents share
_FEW, _SHARE = 4, 0.04  # documents, or share of all, that a word is in which tells what they are about
_MANY, _MANY_SHARE = 40, 0.3  # the same of names, numbers and addresses: more share a landlord, and nothing else
_MOST_PAIRS = 60  # documents that one is compared with
_ALIKE = 0.6  # of the words of the shorter of two titles, figures apart, stand in the other


@dataclass(slots=True)
class Subject:
    """What a document says of itself at its beginning.

    ``numbers`` and ``roles`` are by label, ``marks`` with their weight: what others share with it. ``told_apart_by``
    are words of its title that tell look-alikes apart: “Ashdown”, where there are rules of Ashdown and of Westbrook.
    """

    path: str
    beginning: str
    title: frozenset[str]
    years: frozenset[str]
    dates: tuple[tuple[int, int, int], ...]
    numbers: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    roles: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    addresses: set[str] = field(default_factory=set)
    marks: dict[str, float] = field(default_factory=dict)
    told_apart_by: frozenset[str] = frozenset()

    @property
    def words(self) -> set[str]:
        """The words of its title that may be its own."""
        return {mark for mark in self.marks if mark.startswith("word:")}

    @property
    def persons(self) -> set[str]:
        """The names that the document has, firms and persons."""
        return {mark[5:] for mark in self.marks if mark.startswith("name:")}

    @property
    def codes(self) -> set[str]:
        """The numbers of things that the document has."""
        return {mark[5:] for mark in self.marks if mark.startswith("code:")}

    def profile(self) -> Profile:
        """Return what the document says that it changes."""
        return profile_of(self.beginning, self.path)


def is_draft(beginning: str, path: str) -> bool:
    """Return True if a document is a template, sample or draft: it states nothing of anybody."""
    if IS_DRAFT.search(_title(beginning, path)):
        return True
    lines = (line for line in beginning.splitlines() if any(map(str.isalpha, line)))
    return sum(BLANK.search(line) is not None for line in lines) > _BLANK_LINES


def _title(beginning: str, path: str) -> str:
    """Return the name of a file, and the lines at its beginning that are none of a letter's head, nor sentences."""
    lines = (line.strip("#*| \t") for line in beginning[:_HEAD].splitlines())
    titles = [line for line in lines if line and not _IN_HEAD.match(line)][:_TITLE_LINES]
    return "\n".join((name_of_document(path), *(line for line in titles if len(line) <= _LONGEST_TITLE)))


def subject_of(beginning: str, path: str) -> Subject:
    """Return what a document is about."""
    beginning = beginning[:BEGINNING]
    profile = profile_of(beginning, path)
    years = frozenset("".join(one) for one in _PERIOD.findall(_title(beginning, path)))
    found = Subject(path, beginning, profile.title, years, profile.dates)
    for fact in names.parties(beginning):
        _put(found.roles, label_words(fact.about), _name(fact.value))
    passage = Passage(beginning)
    for fact in filter(None, (names.labelled_fact(beginning, part) for part in labelled_parts(passage))):
        if fact.kind is FactKind.PARTY:
            _put(found.roles, label_words(fact.about), _name(fact.value))
        elif fact.kind is FactKind.NUMBER:
            _put(found.numbers, label_words(fact.about), _code(fact.value))
        elif fact.kind is FactKind.ADDRESS:
            found.addresses.add(_address(fact.value))
    for unit in unit_spans(passage):
        for fact in names.numbers(beginning, unit.start, unit.end):
            _put(found.numbers, label_words(fact.about), _code(fact.value))
    found.addresses |= {_address(fact.value) for fact in names.addresses(beginning)}
    _mark(found, beginning, path)
    return found


def _mark(found: Subject, beginning: str, path: str) -> None:
    for word in _title_words(_title(beginning, path)):
        found.marks[f"word:{word}"] = _WORD_WEIGHT
    for address in found.addresses:
        found.marks[f"address:{address}"] = _ADDRESS_WEIGHT
    for name in (one for known in found.roles.values() for one in known):
        found.marks[f"name:{name}"] = _FIRM_WEIGHT if is_firm(name) else _PERSON_WEIGHT
    for code in _codes(f"{name_of_document(path)}\n{beginning}"):
        found.marks[f"code:{code}"] = _CODE_WEIGHT
    for codes in found.numbers.values():
        found.marks |= {f"code:{code}": _CODE_WEIGHT for code in codes if len(code) > 3}


def _title_words(title: str) -> Iterator[str]:
    for _, _, token in token_spans(title):
        if not is_unspaced(token):
            word = folded(token)
            if len(word) > 2 and word[:STEM] not in common_terms() and not any(map(str.isdigit, word)):
                yield word
    yield from (term for term in telling_words(title) if is_unspaced(term) and len(term) > 1)


def _codes(text: str) -> Iterator[str]:
    for match in _CODE.finditer(text):
        if not _NO_CODE.fullmatch(match.group()) and len(match.group()) > 3:
            yield _code(match.group())


def _put(known: dict[tuple[str, ...], set[str]], label: tuple[str, ...], value: str) -> None:
    if label and value:
        known.setdefault(label, set()).add(value)


def _name(name: str) -> str:
    return " ".join(folded(piece.strip(".,")) for piece in name.split())


def _code(code: str) -> str:
    return re.sub(r"[\s.]", "", code).casefold()


def _address(address: str) -> str:
    return " ".join(keyword_terms(address).terms)


class Subjects:
    """The subjects of a library's documents, by their places in it."""

    def __init__(self, every: Sequence[Subject], look_alikes: Iterable[tuple[int, int]]) -> None:
        self._every = every
        self._tell_apart(look_alikes)
        self._mention_names()
        self._with: dict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(every):
            for mark in one.marks:
                self._with[mark].append(place)

    def _tell_apart(self, look_alikes: Iterable[tuple[int, int]]) -> None:
        """Learn which words of titles tell documents of the same wording apart."""
        telling: set[str] = set()
        for one, other in look_alikes:
            mine, others = self._every[one].words, self._every[other].words
            if mine - others and others - mine:
                telling |= mine ^ others
        for subject in self._every:
            subject.told_apart_by = frozenset(telling & subject.words)

    def _mention_names(self) -> None:
        """Note which documents mention a name that another one gives a role: a letter that only says “Dear …”."""
        western: dict[str, set[str]] = defaultdict(set)
        unspaced: dict[str, set[str]] = defaultdict(set)
        for name in {name for one in self._every for known in one.roles.values() for name in known}:
            if is_unspaced(name[:1]):
                plain = name.replace(" ", "")
                if len(plain) > 1:
                    unspaced[plain[:2]].add(name)
            elif " " in name:
                western[name.split()[0]].add(name)
        for one in self._every:
            said = _name(one.beginning)
            words = said.split()
            near = {name for word in dict.fromkeys(words) for name in western.get(word, ())}
            if unspaced:
                plain = said.replace(" ", "")
                near |= {
                    name for pair in {plain[at : at + 2] for at in range(len(plain))} for name in unspaced.get(pair, ())
                }
            for name in near:
                within = plain if is_unspaced(name[:1]) else said
                if (name.replace(" ", "") if is_unspaced(name[:1]) else name) in within:
                    one.marks.setdefault(f"name:{name}", _FIRM_WEIGHT if is_firm(name) else _PERSON_WEIGHT)

    def may_be_one(self, one: int, other: int) -> bool:
        """Return True unless two documents have names, numbers or rare words of a title, and none together."""
        mine, others = self._telling(one), self._telling(other)
        return not mine or not others or not mine.isdisjoint(others)

    def _telling(self, place: int) -> set[str]:
        """Return the marks of a document that others have as well, but not many."""
        return {mark for mark in self._every[place].marks if self._tells(mark)}

    def _tells(self, mark: str) -> bool:
        few, share = (_FEW, _SHARE) if mark.startswith("word:") else (_MANY, _MANY_SHARE)
        every = len(self._every)
        most = max(few, share * every) if mark.startswith("word:") else min(few, max(_FEW, share * every))
        return 1 < len(self._with[mark]) <= most

    def pairs(self) -> Iterator[tuple[int, int, float]]:
        """Yield the documents that share what tells their subject, with how much; the most telling ones of many."""
        shared: dict[tuple[int, int], float] = defaultdict(float)
        for mark, places in self._with.items():
            for one, other in combinations(places, 2) if self._tells(mark) else ():
                shared[one, other] += self._every[one].marks[mark]
        counts: dict[int, int] = defaultdict(int)
        for (one, other), weight in sorted(shared.items(), key=lambda item: -item[1]):
            if max(counts[one], counts[other]) < _MOST_PAIRS:
                counts[one] += 1
                counts[other] += 1
                yield one, other, weight


@dataclass(frozen=True, slots=True)
class Relation:
    """Whether two documents are about the same, of one year, of one day, and share a number or a title.

    ``last_year`` is that of the earlier one where they are of two years, else "".
    """

    is_same: bool
    is_one_year: bool
    is_one_day: bool
    has_one_number: bool
    has_one_title: bool
    last_year: str = ""


def relation(one: Subject, other: Subject, weight: float) -> Relation:
    """Return how two documents are related that share marks of this weight."""
    code = bool(one.codes & other.codes)
    address = _share_an_address(one.addresses, other.addresses)
    person = _share_a_person(one, other)
    is_same = weight >= ENOUGH and not _have_other_numbers(one, other)
    if is_same and not code:
        is_same = _series(one.codes).isdisjoint(_series(other.codes))
    if is_same and not code:
        is_same = address or person or not ((one.addresses and other.addresses) or _are_told_apart(one, other))
        is_same = is_same and (address or not _are_others(one, other))
    is_one_year = not (one.years and other.years and one.years.isdisjoint(other.years))
    is_one_day = not (one.dates and other.dates) or one.dates[0] == other.dates[0]
    last_year = "" if is_one_year else min(max(one.years), max(other.years))[:4]
    return Relation(is_same, is_one_year, is_one_day, code, _are_alike(one, other), last_year)


def _have_other_numbers(one: Subject, other: Subject) -> bool:
    """Return True if the documents number the same kind of thing differently: two invoices, two staff numbers."""
    return any(known.isdisjoint(other.numbers[label]) for label, known in one.numbers.items() if label in other.numbers)


def _series(codes: set[str]) -> set[str]:
    """Return the letters that numbers of a series begin with: two documents with R-14 and R-20 are about two things."""
    return {match.group() for match in map(_LETTERS.match, codes) if match}


def _are_others(one: Subject, other: Subject) -> bool:
    """Return True if other people take part: each names somebody whom the other one does not."""
    for label, known in one.roles.items():
        if label in other.roles and not _share_a_name(known, other.roles[label]):
            return True
    mine, others = one.persons, other.persons
    return bool(
        [name for name in mine if not _share_a_name({name}, others)]
        and [name for name in others if not _share_a_name({name}, mine)]
    )


def _are_told_apart(one: Subject, other: Subject) -> bool:
    mine, others = one.told_apart_by, other.told_apart_by
    return bool(mine and others) and mine.isdisjoint(others)


def _share_an_address(some: set[str], others: set[str]) -> bool:
    """Return True if one address has all words of another: with and without the flat."""
    known = [frozenset(other.split()) for other in others]
    return any(one <= other or other <= one for one in map(frozenset, map(str.split, some)) for other in known)


def _share_a_person(one: Subject, other: Subject) -> bool:
    return any(not is_firm(name) for name in one.persons & other.persons)


def _share_a_name(some: set[str], others: set[str]) -> bool:
    return any(agree(party(name), party(other)) for name in some for other in others)


def _are_alike(one: Subject, other: Subject) -> bool:
    """Return True if two documents are of one kind, as their titles say."""
    fewer = min(len(one.title), len(other.title))
    return fewer > 0 and len(one.title & other.title) >= math.ceil(_ALIKE * fewer)
