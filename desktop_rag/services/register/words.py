"""The word lists of the register, and questions to them: ``resources/register/words.toml``."""

import enum
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from desktop_rag.core.paths import resource_path
from desktop_rag.text.analyzer import is_unspaced

_LABEL_NOISE = re.compile(r"[*_#\"'“”„「」【】\[\]]|[(（][^()（）]*[)）]")
_SHORTEST_END = 5  # letters of a word with which a compound ends: “current” does not end with “rent”
_NOT_IN_WORDS = re.compile(r"[\s:：.]+\Z")


class Side(enum.Enum):
    """The side of a document that a person or firm is on."""

    ISSUING = enum.auto()
    RECEIVING = enum.auto()


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists, in small letters; ``currencies`` are by sign or word."""

    deadline_labels: tuple[str, ...]
    connectors: frozenset[str]
    articles: frozenset[str]
    indefinite: frozenset[str]
    of_words: frozenset[str]
    han_connectors: tuple[str, ...]
    number_ends: frozenset[str]
    number_never: tuple[str, ...]
    number_of_somebody: tuple[str, ...]
    number_nouns: tuple[str, ...]
    party_labels: frozenset[str]
    positions: tuple[str, ...]
    opposed_parties: tuple[tuple[frozenset[str], frozenset[str]], ...]
    address_labels: tuple[str, ...]
    streets: tuple[str, ...]
    street_ends: tuple[str, ...]
    prefectures: tuple[str, ...]
    currencies: dict[str, str]
    amount_labels: tuple[str, ...]
    counted_labels: tuple[str, ...]
    plain_amounts: tuple[str, ...]
    qualifying: tuple[str, ...]
    things: tuple[tuple[str, ...], ...]
    day_labels: tuple[str, ...]
    own_days: frozenset[str]
    total_labels: tuple[str, ...]
    earlier: tuple[str, ...]
    issuing: frozenset[str]
    receiving: frozenset[str]
    kinds_of_document: tuple[str, ...]
    subject_labels: tuple[str, ...]

    @classmethod
    def of(cls, table: dict[str, Any]) -> Self:
        """Take the content of the file."""
        connectors, numbers, addresses = table["connectors"], table["numbers"], table["addresses"]
        return cls(
            tuple(table["deadline"]["labels"]),
            frozenset(connectors["words"]),
            frozenset(connectors["articles"]),
            frozenset(connectors["indefinite"]),
            frozenset(connectors["of"]),
            tuple(sorted(connectors["han"], key=len, reverse=True)),
            frozenset(numbers["ends"]),
            tuple(numbers["never"]),
            tuple(numbers["of_somebody"]),
            tuple(sorted(numbers["nouns"], key=len, reverse=True)),
            frozenset(table["parties"]["labels"]),
            tuple(table["parties"]["positions"]),
            tuple((frozenset(one["one"]), frozenset(one["other"])) for one in table["parties"]["opposed"]),
            tuple(addresses["labels"]),
            tuple(addresses["streets"]),
            tuple(addresses["street_ends"]),
            tuple(addresses["prefectures"]),
            {word.casefold(): code for code, words in table["currencies"].items() for word in words},
            tuple(table["amounts"]["labels"]),
            tuple(table["amounts"]["counted"]),
            tuple(table["amounts"]["plain"]),
            tuple(table["amounts"]["qualifying"]),
            tuple(tuple(one["words"]) for one in table["amounts"]["things"]),
            tuple(table["days"]["labels"]),
            frozenset(table["days"]["own"]),
            tuple(table["amounts"]["totals"]),
            tuple(table["amounts"]["earlier"]),
            frozenset(table["sides"]["issuing"]),
            frozenset(table["sides"]["receiving"]),
            tuple(table["titles"]["kinds"]),
            tuple(table["titles"]["labels"]),
        )

    def is_deadline(self, label: str) -> bool:
        """Return True if a label, or the words before a date, say that something has to be done by then."""
        low = label.casefold()
        return any(word in low for word in self.deadline_labels)

    def is_number(self, label: str) -> bool:
        """Return True if what stands beside a label is the number of a document or thing."""
        low = plain_label(label).casefold()
        if not low or any(word in low for word in self.number_never):
            return False
        last = re.split(r"[\s-]", low)[-1]
        if is_unspaced(last[-1:]):
            return any(low.endswith(word) for word in self.number_ends if is_unspaced(word[0]))
        return last in self.number_ends or last.endswith(("nummer", "nr", "zeichen")) or low in self.number_nouns

    def is_party(self, label: str) -> bool:
        """Return True if a label names a role: “Class teacher”, “Käuferin”, 出租方."""
        low = plain_label(label).casefold()
        forms = _role_forms(low)
        if not self.party_labels.isdisjoint(forms):  # “Vermieter” has “Miete” in it
            return True
        if self.is_amount(low):  # the sum insured
            return False
        forms |= {form.rpartition(" ")[2] for form in forms if len(form) > 3}
        return not self.party_labels.isdisjoint(forms)

    def is_position(self, title: str) -> bool:
        """Return True if words name somebody's position: “Chief Financial Officer”, Geschäftsführerin."""
        return _whole(self.positions).search(title) is not None

    def are_opposed(self, one: str, other: str) -> bool:
        """Return True if two labels name roles of two sides: whoever is the tenant is not the landlord."""
        roles, others = (_role_forms(plain_label(label).casefold()) for label in (one, other))
        return any(
            (roles & side and others & against) or (roles & against and others & side)
            for side, against in self.opposed_parties
        )

    def thing(self, label: str) -> int | None:
        """Return which thing a label or the name of a column names last, None for none: rent, deposit, charges, tax."""
        places = [
            (match.end(), number)
            for number, names in enumerate(self.things)
            for match in _ends_with(names).finditer(plain_label(label))
        ]
        return max(places)[1] if places else None

    def is_of_somebody(self, label: str) -> bool:
        """Return True if the number beside a label is that of a person or firm: “Customer no.”, “VAT ID”."""
        low = plain_label(label).casefold()
        return any(word in low for word in self.number_of_somebody)

    def is_own_day(self, name: str) -> bool:
        """Return True if the name of a column asks for the date of the document itself."""
        return plain_label(name).casefold() in self.own_days

    def is_day(self, label: str) -> bool:
        """Return True if what stands beside a label is a date: “Date of issue”, “Rechnungsdatum”, 签订日期."""
        low = plain_label(label).casefold()
        is_label = not any(map(str.isdigit, low))
        return is_label and any(
            low == word or low.startswith(f"{word} ") or low.endswith(word) for word in self.day_labels
        )

    def side(self, label: str) -> Side | None:
        """Return the side of a document that a label or the name of a column names: who wrote it, or to whom."""
        forms = _role_forms(plain_label(label).casefold())
        forms |= {form.rpartition(" ")[2] for form in forms}
        if not self.issuing.isdisjoint(forms):
            return Side.ISSUING
        return Side.RECEIVING if not self.receiving.isdisjoint(forms) else None

    def asks_total(self, name: str) -> bool:
        """Return True if the name of a column asks for what a document comes to: “Amount due”, Rechnungsbetrag.

        “Total assets” asks for one of its amounts.
        """
        return self.is_amount(name) and not self.particular(name)

    def particular(self, name: str) -> str:
        """Return what the name of a column of money says besides that it is an amount: “assets” of “Total assets”."""
        low = plain_label(name).casefold()
        known = (*self.total_labels, *self.plain_amounts, *self.kinds_of_document)
        low = re.sub(_whole(known), " ", low)
        return " ".join(word for word in low.split() if not _made_of(known).fullmatch(word))

    def is_qualified(self, label: str, asked: str) -> bool:
        """Return True if a label has a word that makes it another figure than was asked for: “Other income”, davon."""
        return any(
            not _whole((word,)).search(asked) for word in map(str.casefold, _whole(self.qualifying).findall(label))
        )

    def is_total(self, label: str) -> bool:
        """Return True if an amount beside a label is what a document comes to: “Total due”, ご請求金額."""
        low = plain_label(label).casefold()
        return any(word in low for word in self.total_labels)

    def is_earlier(self, sentence: str) -> bool:
        """Return True if a sentence tells of what was before: “last time”, bisher, 前回."""
        low = f" {' '.join(sentence.casefold().split())} "
        return any(word in low for word in self.earlier)

    def is_kind(self, line: str) -> bool:
        """Return True if a line says what kind of document this is: “Invoice”, 議事録."""
        low = "".join(line.casefold().split()) if is_unspaced(line.strip()[:1] or "a") else line.casefold()
        return any(word in low for word in self.kinds_of_document)

    def is_subject(self, label: str) -> bool:
        """Return True if what stands beside a label says what a document is about: “Re”, “Betreff”, 件名."""
        return plain_label(label).casefold() in self.subject_labels

    def is_address(self, label: str) -> bool:
        """Return True if what stands beside a label is a postal address."""
        low = plain_label(label).casefold()
        return any(word in low for word in self.address_labels) and "mail" not in low and "web" not in low

    def is_amount(self, label: str) -> bool:
        """Return True if a number beside a label is an amount of money, even without its currency."""
        low = label.casefold()
        return any(word in low for word in self.amount_labels)

    def is_counted(self, label: str) -> bool:
        """Return True if a figure beside a label, in a column of money, is a count or a share: “Employees”, Anteil."""
        return _whole(self.counted_labels).search(label) is not None


def _role_forms(low: str) -> set[str]:
    """Return a role in small letters with the forms that word lists have: “Käuferin” is also “käufer”."""
    return {low, low.removesuffix("in"), low.removesuffix("s"), low.removeprefix("ご"), low.removeprefix("the ")}


@cache
def _whole(some: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of one of some words: whole ones where the script has blanks (“rate”, not “corporate”)."""
    spaced, han = [word for word in some if not is_unspaced(word[0])], [word for word in some if is_unspaced(word[0])]
    patterns = [rf"(?<![^\W\d_])(?:{any_of(spaced)})(?![^\W\d_])", *([any_of(han)] if han else [])]
    return re.compile("|".join(patterns), re.IGNORECASE)


@cache
def _ends_with(some: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of words that are, or end with, one of some; of scripts without blanks any part."""
    long = [word for word in some if not is_unspaced(word[0]) and len(word) >= _SHORTEST_END]
    short = [word for word in some if not is_unspaced(word[0]) and len(word) < _SHORTEST_END]
    patterns = [
        rf"(?:{any_of(long)}|(?<![^\W\d_])(?:{any_of(short) or '(?!)'}))(?:s|n)?(?![^\W\d_])",
        any_of(word for word in some if is_unspaced(word[0])),
    ]
    return re.compile("|".join(filter(None, patterns)), re.IGNORECASE)


@cache
def _made_of(some: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a compound of some words: Angebotssumme."""
    return re.compile(rf"(?:(?:{any_of(some)})(?:s|n|ns)?)+")


@cache
def words() -> Words:
    """Return the word lists, read once."""
    return Words.of(tomllib.loads(resource_path("register", "words.toml").read_text(encoding="utf-8")))


def plain_label(label: str) -> str:
    """Return a label without marks, and without what stands in brackets."""
    return _NOT_IN_WORDS.sub("", " ".join(_LABEL_NOISE.sub("", label).split()))


def any_of(some: Iterable[str]) -> str:
    """Return the pattern of one of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(some, key=len, reverse=True))
