"""Cells without a model: the value that the best sentence of the document has, by the type of the column."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import log2

from desktop_rag.citations.checks.negation import is_negated
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.review import Cell, CellPlace, CellState, ColumnType, ReviewColumn
from desktop_rag.evidence.tables import is_row
from desktop_rag.evidence.units import stems
from desktop_rag.rerankers.judge import Judges, log_odds
from desktop_rag.services.register.words import plain_label, words
from desktop_rag.services.review.values import DocumentValues, Statement
from desktop_rag.text.analyzer import is_unspaced

VERSION = "5"
"""Of these rules: cells that other ones found are looked for again."""
# Log odds of answering, with what a label that names the column adds. Tuned on the half “seen” of bench/table. Those
# for labels that say more, scales and pages were set by hand on its reports: nothing of these is held out
_STATED = -1.0
_NAMED = 2.0
_HALF = 0.5  # of the words of a column's name
_EXACT = 1.5  # for a label that is the name itself
_MORE = 0.2  # less alike is a label that says more: “Net income per share of noncontrolling interests”
_NEAREST = 12  # sentences that answer best, in which values are read whatever their label
_UNLABELLED = 1.0  # less likely is a value without a label than its sentence
_ALIKE = 0.7  # of the longer of two words must be the beginning of both
_SHORTEST_END = 4  # letters of a word with which a compound ends
_SURE = 0.0
_YES_NO, _CHOICE = -1.0, -2.0  # of a sentence that says yes or no, or has one of the choices
_LABEL = 0.7
# How surely a label stands for the name of a column that asks for the document itself: one of the same side (“Landlord”
# for “Issuer”), of a sum, of a number; and what each further place of the head or the end counts less
_BEGINS = 0.7  # for a date with “from” beside it, in a column that asks when something begins
_SAME_SIDE, _TOTAL, _DATED, _NUMBERED = 0.9, 1.0, 0.6, 0.5
_FIRST, _LATER = 2.0, 0.5
_OWN, _READ = 3.0, 4.0
_EARLIER = 2.0  # less likely is a value of which its sentence says that it was before
_UNSCALED = 2.0  # less likely is a figure that may be one of millions without saying so
_QUALIFIED = 2.0  # less likely is what a label says to be part of something, its change, or reckoned in another way
_SAID = 0.5  # for each doubling of the pages that give a value: what counts in a report is said again and again
_AS_LIKELY = 2.5  # how much less likely than the best one another value still contradicts it
_MOST_READ = 24  # statements that the judge reads
_WITHOUT_JUDGE = 6.0
_CLOSEST = 300  # characters
_PROHIBITS = re.compile(
    r"\b(?:must|may|shall|can|do|does|are|is)\s*not\b|\b(?:cannot|forbidden|prohibited|banned)\b"
    r"|verboten|untersagt|ausgeschlossen|nicht (?:gestattet|erlaubt|zulässig)"
    r"|(?:darf|dürfen)\b.{0,60}\b(?:nicht|kein\w*)\b"
    r"|てはならない|てはいけ|できない|できません|禁止|禁じ|不得|严禁|不可|不能",
    re.IGNORECASE,
)
_ASKS_DUTY = re.compile(
    r"\b(?:must|duty|obligat\w+|obliged|required|have to|muss|müssen|pflicht\w*|verpflicht\w*)\b"
    r"|義務|なければ|义务|必须",
    re.IGNORECASE,
)
_BEGIN = re.compile(r"\b(?:start|begin|commence)|beginn\b|開始|起租|生效|起始", re.IGNORECASE)
_END = re.compile(r"\b(?:end|expir|terminat)|\b\w*(?:ende|ablauf)\b|終了|満了|到期|截止|终止", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\b(?:from|since|starts?(?: on)?|begins?(?: on)?|beginning(?: on)?|commenc\w+(?: on)?|ab(?: dem)?|seit(?: dem)?"
    r"|beginnt am|vom)|自|从)\s*\Z",
    re.IGNORECASE,
)
_FROM_BEHIND = re.compile(r"\s*(?:から|より(?!前)|起(?!至?\s*\Z))")
_TO = re.compile(
    r"(?:\b(?:until|till|ends?(?: on)?|expires?(?: on)?|bis(?: zum)?|endet am)|至|到|から)\s*\Z", re.IGNORECASE
)
_TO_BEHIND = re.compile(r"\s*(?:まで|迄|止|为止)")
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class RankedPlace:
    """A sentence of a document with how surely it answers a question, as log odds, and where it stands."""

    place: CellPlace
    answers: float


Closest = Callable[[str], Sequence[RankedPlace]]
"""Returns the sentences of a document that answer a question best, the best one first."""


class QuotedCells:
    """Answers the questions of columns with what stands in one document."""

    def __init__(self, values: DocumentValues, title: str, judge: Judges | None, closest: Closest) -> None:
        self._values = values
        self._title = title
        self._judge = judge
        self._closest = closest

    def cell(self, column: ReviewColumn) -> Cell:
        """Return the cell of a column."""
        if column.type in (ColumnType.YES_NO, ColumnType.CHOICE):
            return self._by_sentence(column)
        weighed = sorted(self._weighed(column), key=lambda one: -one.rank)
        stated = [one for one in weighed if one.likely >= _STATED]
        if stated:
            return _found(stated, column)
        ranked = self._closest(column.asked)
        if column.type is ColumnType.TEXT and ranked and ranked[0].answers >= _STATED:
            value = " ".join(ranked[0].place.quote.split())
            if not words().is_number(column.name) or any(map(str.isdigit, value)):
                return _of_sentence(ranked[0], value)
        if weighed and column.type is not ColumnType.TEXT:
            return _not_stated([_place(weighed[0].statement)])
        return _not_stated([one.place for one in ranked[:1]])

    def _by_sentence(self, column: ReviewColumn) -> Cell:
        """Return yes or no, or one of the choices, by the sentence that answers best."""
        ranked = self._closest(column.asked)
        needed = _YES_NO if column.type is ColumnType.YES_NO else _CHOICE
        if not ranked or ranked[0].answers < needed:
            return _not_stated([one.place for one in ranked[:1]])
        best = ranked[0]
        if column.type is ColumnType.YES_NO:
            return _of_sentence(best, NO if denies(best.place.quote, column.asked) else YES)
        choice = self._choice(column, best.place.quote)
        return _of_sentence(best, choice) if choice else _not_stated([best.place])

    def _choice(self, column: ReviewColumn, sentence: str) -> str:
        """Return the choice that a sentence names, or that the judge reads from it; "" for none."""
        if named := choice_named(column.choices, sentence):
            return named
        if self._judge is None:
            return ""
        forms = [(f"{column.asked} {one}", f"{one}. {column.asked}", f"{column.name}: {one}") for one in column.choices]
        pairs = [(form, [self._title, sentence]) for each in forms for form in each]
        odds = log_odds(self._judge.support(pairs)).reshape(len(column.choices), -1).sum(axis=1)
        return column.choices[int(odds.argmax())]

    def named(self, column: ReviewColumn, most: int) -> list[Statement]:
        """Return statements whose label is most of what a column is called, at most so many, the most alike first."""
        if column.type in (ColumnType.YES_NO, ColumnType.CHOICE):
            return []
        return [one for one, named in self._by_label(column)[:most] if named > _HALF]

    def _by_label(self, column: ReviewColumn) -> list[tuple[Statement, float]]:
        """Return the statements of the type of a column with how alike its name and their labels are, in order."""
        asked = stems(column.name) | stems(column.asked)
        stated = self._values.of(column)
        if column.type is ColumnType.PARTY:
            side = words().side(column.name)
            stated = [
                one
                for one in stated
                if not words().are_opposed(column.name, one.about)
                and (side is None or words().side(one.about) in (side, None))
            ]
        elif column.type is ColumnType.TEXT and words().is_number(column.name):
            stated = [one for one in stated if _is_numbered(column, one)]
        elif column.type is ColumnType.MONEY:
            thing = words().thing(column.name)
            is_asked = [words().thing(one.about) in (None, thing) for one in stated]
            if thing is not None or words().asks_total(column.name):  # the rent is not the deposit, nor tax the total
                stated = [one for one, is_same in zip(stated, is_asked, strict=True) if is_same]
        elif column.type is ColumnType.DATE:
            stated = [one for one in stated if _is_of_side(column.name, one)]
        is_total = column.type is ColumnType.MONEY and words().asks_total(column.name)
        particular = words().particular(column.name) if column.type is ColumnType.MONEY else ""
        every = [(one, _named(column, one, particular, is_total=is_total)) for one in stated]
        every.sort(key=lambda one: (-one[1], -len(asked & stems(one[0].sentence))))
        return every

    def _weighed(self, column: ReviewColumn) -> list["_Weighed"]:
        """Return the statements of the type of a column, with how likely each is meant."""
        asked = stems(column.name) | stems(column.asked)
        every = self._by_label(column)
        stated = [one for one, _ in every]
        some = every[:_MOST_READ]
        if len(every) > _MOST_READ:  # a report has a thousand amounts, and the one that is meant another label
            near = [(one.place.page, one.place.start, one.place.end) for one in self._closest(column.asked)]
            some += [one for one in every[_MOST_READ:] if _stands_in(one[0], near[:_NEAREST])][:_MOST_READ]
        if not some:
            return []
        if self._judge is None:
            shares = [len(asked & stems(f"{one.about} {one.sentence}")) / max(1, len(asked)) for one, _ in some]
            return [
                _Weighed(one, named, _WITHOUT_JUDGE * (share - 0.5), _WITHOUT_JUDGE * (share - 0.5))
                for (one, named), share in zip(some, shares, strict=True)
            ]
        sentences = [(column.asked, [self._title, one.sentence]) for one, _ in some]
        labels = [(column.asked, [self._title, f"{one.about}: {one.written}"]) for one, _ in some if one.about]
        read = self._judge.answers([*sentences, *labels]).tolist()
        alone = iter(read[len(sentences) :])
        weighed = [
            _Weighed(one, named, odds, next(alone) if one.about else odds - _UNLABELLED)
            for (one, named), odds in zip(some, read, strict=False)
        ]
        pages = Counter(value for value, _ in {(one.value, one.page.number) for one in stated if one.is_precise})
        asks = f"{column.name} {column.question}"
        return [
            replace(
                one,
                said=log2(max(1, pages[one.statement.value])),
                is_qualified=words().is_qualified(one.statement.label, asks),
            )
            for one in _alike_in_rows(weighed)
        ]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A statement: how alike its label and the name of the column are, and how surely sentence and label answer.

    ``said`` is the logarithm of how many pages give the value, ``is_qualified``: its label says that it is another one
    (“Other …”, “Less: …”, “Adjusted …”).
    """

    statement: Statement
    named: float
    by_sentence: float
    by_label: float
    said: float = 0.0
    is_qualified: bool = False

    @property
    def likely(self) -> float:
        """How surely it answers, as log odds."""
        own = _OWN if self.statement.order else 0.0
        return max(self.by_sentence, self.by_label) + _NAMED * self.named + own

    @property
    def rank(self) -> float:
        """What puts the statements of one document in order."""
        read = _READ if self.statement.order else self.by_sentence + _LABEL * self.by_label
        earlier = _EARLIER if words().is_earlier(self.statement.sentence) else 0.0
        unscaled = _UNSCALED if self.statement.is_unscaled else 0.0
        qualified = _QUALIFIED if self.is_qualified else 0.0
        return read + _NAMED * self.named + _SAID * self.said - earlier - unscaled - qualified

    @property
    def is_text(self) -> bool:
        """Whether a label alone is enough to take it for the value of a text."""
        return self.named > 0 or self.by_label >= _SURE


def _alike_in_rows(weighed: Sequence[_Weighed]) -> list[_Weighed]:
    """Return statements so that the figures of one row, which have one label, are as likely as each other.

    The judge tells labels apart, and not figures: of those the first one stays the first.
    """
    rows: dict[tuple[int, int, str], list[float]] = defaultdict(list)
    for one in weighed:
        rows[one.statement.row].append(one.by_label)
    return [replace(one, by_label=sum(rows[one.statement.row]) / len(rows[one.statement.row])) for one in weighed]


def _begins(one: Statement) -> bool:
    """Return True if words beside a date say that something holds from then on: “from 1 July”, 4月1日から."""
    text = one.page.text
    return (
        _FROM_BEHIND.match(text, one.end) is not None
        or _FROM.search(text[max(0, one.start - 24) : one.start]) is not None
    )


def _ends(one: Statement) -> bool:
    """Return True if words beside a date say that something holds until then."""
    text = one.page.text
    return (
        _TO_BEHIND.match(text, one.end) is not None or _TO.search(text[max(0, one.start - 24) : one.start]) is not None
    )


def _is_of_side(name: str, one: Statement) -> bool:
    """Return False for the end of something in a column that asks when it begins, and the other way round."""
    if _BEGIN.search(name) and not _END.search(name):
        return not _ends(one)
    return not (_END.search(name) and not _BEGIN.search(name) and _begins(one))


def _is_numbered(column: ReviewColumn, one: Statement) -> bool:
    """Return True if a statement is a number that a column may ask for: of the document, not of somebody."""
    if likeness(column.name, one.about) > _HALF:
        return any(map(str.isdigit, one.value))
    return words().is_number(one.about) and not words().is_of_somebody(one.about)


def _stands_in(one: Statement, places: Sequence[tuple[int, int, int]]) -> bool:
    return any(one.page.number == page and start <= one.start < end for page, start, end in places)


def _named(column: ReviewColumn, one: Statement, particular: str, *, is_total: bool) -> float:
    """Return how surely the label of a statement is what a column asks for: 0 to 1, more where nothing is surer.

    ``particular`` is what the name of a column of money says besides that, ``is_total``: any total is asked for.
    """
    if one.order:
        return _FIRST - _LATER * one.order
    name = plain_label(column.name).casefold()
    if any(plain_label(label).casefold() == name for label in one.labels):
        return _EXACT
    thing = words().thing(column.name) if column.type is ColumnType.MONEY else None
    if thing is not None and words().thing(one.about) == thing:  # “Kaltmiete” in the table of an English reader
        return _SAME_SIDE
    begins = column.type is ColumnType.DATE and _BEGIN.search(column.name) is not None and _begins(one)
    alike = max(likeness(column.name, label) * (1 - _MORE * _said_more(column.name, label)) for label in one.labels)
    if begins:  # no surer: where two sentences say so, both are shown
        alike = max(alike, _BEGINS)
    if particular and not likeness(particular, one.about):
        alike = 0.0  # “Total” alone is not the total of what is asked for
    if column.type is ColumnType.PARTY and (side := words().side(column.name)) is not None:
        return max(alike, _SAME_SIDE if words().side(one.about) is side else 0.0)
    if is_total and words().is_total(one.about):
        return max(alike, _TOTAL)
    if column.type is ColumnType.DATE and words().is_own_day(column.name) and words().is_day(one.about):
        return max(alike, _DATED)
    if column.type is ColumnType.TEXT and words().is_number(column.name):
        return max(alike, _NUMBERED)
    return alike


def likeness(name: str, label: str) -> float:
    """Return how alike the name of a column and a label are, 0 to 1."""
    one, other = plain_label(name).casefold(), plain_label(label).casefold()
    if not one or not other:
        return 0.0
    if one == other:
        return 1.0
    if is_unspaced(one[0]):
        pairs, others = ({text[place : place + 2] for place in range(len(text) - 1)} for text in (one, other))
        share = len(pairs & others) / len(pairs) if pairs else 0.0
        return share if share > 0.5 else 0.0
    own, theirs = one.split(), other.split()
    return sum(any(_are_alike(word, there) for there in theirs) for word in own) / len(own)


def _said_more(name: str, label: str) -> float:
    """Return the share of the words of a label that the name of a column does not have, 0 to 1."""
    if is_unspaced(name[:1] or "a"):
        return 0.0
    own, theirs = (plain_label(text).casefold().split() for text in (name, label))
    return sum(not any(_are_alike(word, there) for word in own) for there in theirs) / len(theirs) if theirs else 0.0


def _are_alike(one: str, other: str) -> bool:
    """Return True if two words begin alike, or the second is the end of a compound."""
    beginning = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    beginning = min(len(one), len(other)) if beginning is None else beginning
    return beginning >= _ALIKE * max(len(one), len(other)) or (len(other) >= _SHORTEST_END and one.endswith(other))


def denies(sentence: str, question: str) -> bool:
    """Return True if a sentence answers a question with no: a duty not to tell is a duty."""
    if _ASKS_DUTY.search(question):
        return is_negated(sentence) and not _PROHIBITS.search(sentence)
    return bool(_PROHIBITS.search(sentence)) or is_negated(sentence)


def choice_named(choices: Sequence[str], text: str) -> str:
    """Return the longest choice whose words a text has, "" for none."""
    low, said = text.casefold(), stems(text)
    named = [one for one in choices if one.casefold() in low or (stems(one) and stems(one) <= said)]
    return max(named, key=len, default="")


def _found(stated: Sequence[_Weighed], column: ReviewColumn) -> Cell:
    """Return the cell of the likeliest statement, or of those that contradict each other."""
    if column.type is ColumnType.TEXT:
        stated = [one for one in stated if one.is_text] or stated
    best = stated[0]
    others: dict[str, _Weighed] = {}
    for one in stated[1:]:
        if _contradicts(one, best, column):
            others.setdefault(one.statement.value, one)
    verdict = Verdict.SUPPORTED if max(best.by_sentence, best.by_label) >= _SURE else Verdict.PARTLY
    if not others:
        return Cell(CellState.FOUND, best.statement.value, (_place(best.statement, stated=True),), verdict)
    both = sorted([best, *others.values()], key=lambda one: (one.statement.page.number, one.statement.start))
    value = " | ".join(one.statement.value for one in both)
    places = tuple(_place(one.statement, stated=True) for one in both)
    return Cell(CellState.DISAGREES, value, places, Verdict.CONTRADICTED)


def _contradicts(one: _Weighed, best: _Weighed, column: ReviewColumn) -> bool:
    """Return True if another sentence gives the same thing another value."""
    if column.type is ColumnType.TEXT or one.statement.value == best.statement.value:
        return False
    if best.statement.order or (column.type is ColumnType.PARTY and one.statement.order):
        return False  # what a document says of itself is not contradicted by what it says of others
    if (one.statement.page, one.statement.first) == (best.statement.page, best.statement.first):
        return False
    if one.statement.period != best.statement.period or one.statement.is_rounded(best.statement):
        return False
    is_of_other_row = stems(one.statement.label) != stems(best.statement.label)  # “Total” and “Total assets”
    if is_of_other_row and is_row(one.statement.sentence) and is_row(best.statement.sentence):
        return False
    labels = one.statement.about.casefold(), best.statement.about.casefold()
    if column.type is ColumnType.PARTY:
        is_same = labels[0] == labels[1] and bool(labels[0])
    else:
        says_so = not stems(one.statement.sentence).isdisjoint(stems(column.name))
        is_same = says_so or not stems(labels[0]).isdisjoint(stems(labels[1]))
    is_as_likely = one.by_sentence >= best.by_sentence - _AS_LIKELY and one.rank >= best.rank - _AS_LIKELY
    return is_same and is_as_likely and min(one.by_sentence, best.by_sentence) >= _SURE


def _of_sentence(best: RankedPlace, value: str) -> Cell:
    place = CellPlace(best.place.page, best.place.page_label, best.place.start, best.place.end, best.place.quote, value)
    verdict = Verdict.SUPPORTED if best.answers >= _SURE else Verdict.PARTLY
    return Cell(CellState.FOUND, value, (place,), verdict)


def _not_stated(places: Sequence[CellPlace]) -> Cell:
    return Cell(CellState.NOT_STATED, "", tuple(places), Verdict.NOT_SAID)


def _place(one: Statement, *, stated: bool = False) -> CellPlace:
    """Return the place of a statement; of a long unit what stands around the value."""
    first, last = one.first, one.last
    if last - first > 2 * _CLOSEST:
        first = max(first, one.start - _CLOSEST)
        last = min(last, max(one.end, first + 2 * _CLOSEST))
    value = one.value if stated else ""
    return CellPlace(one.page.number, one.page.label, first, last, one.page.text[first:last], value)
