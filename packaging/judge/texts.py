"""The written texts: their form (``FORM.md``), and reading them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "texts"
KINDS = frozenset(
    "attr calc cause comp cond date freq list mix modal name neg num order place poss pron quant role scope speaker"
    " tense term unit value".split()
)
LEAVES_OPEN = frozenset({"attr", "cause", "modal", "tense", "term"})  # the evidence may leave it open, not deny it
LONG_ROUNDS = frozenset({"sixth", "seventh"})  # four unsaid statements, five questions of each sort
FEWEST_KINDS = 6
_NAMES = frozenset("lang domain evidence supported wrong unsaid asks asks_not".split())
_SHORTEST = 40  # letters of evidence


class BrokenTextError(ValueError):
    """A text that does not keep to its form; the message names the file, the line and what is wrong."""


@dataclass(frozen=True)
class Text:
    """Evidence, statements about it that are right, wrong or unsaid, and questions that it answers or not."""

    group: str
    """File and line, “written/en_first/17”: what decides whether it is trained on, and the seed of its rows."""
    evidence_language: str
    spoken_language: str
    """Of the statements and questions."""
    domain: str
    evidence: str
    supported: Sequence[str]
    wrong: Sequence[tuple[str, str]]
    """Statements, each with the kind of what is turned."""
    unsaid: Sequence[str]
    asks: Sequence[tuple[str, str]]
    """Questions, each with its answer."""
    asks_not: Sequence[str]

    @property
    def round(self) -> str:
        """The last word of the file's name: “first”, “everyday”."""
        return self.group.split("/")[1].rpartition("_")[2]

    @property
    def language(self) -> str:
        """“en”, or “en-ja” for English statements about Japanese evidence."""
        spoken, told = self.spoken_language, self.evidence_language
        return spoken if spoken == told else f"{spoken}-{told}"

    def statements(self) -> Iterable[tuple[str, str, str]]:
        """Yield each statement, its label and its kind."""
        for statement in self.supported:
            yield statement, "supported", "supported"
        for statement, kind in self.wrong:
            yield statement, "not_supported" if kind in LEAVES_OPEN else "contradicted", kind
        for statement in self.unsaid:
            yield statement, "not_said", "unsaid"


def read_texts(folder: Path) -> list[Text]:
    """Return the texts of all files of a folder. Raises BrokenTextError where one does not keep to its form."""
    texts: list[Text] = []
    places: dict[str, str] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
            if not line.strip():
                continue
            place = f"{path.name}, line {number + 1}"
            try:
                told = json.loads(line)
                found = faults(told, path.stem.rpartition("_")[2])
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise BrokenTextError(f"{place}: cannot be read: {error!r}") from error
            if found:
                raise BrokenTextError(f"{place}: {'; '.join(found)}")
            evidence = "".join(told["evidence"].split())
            if evidence in places:
                raise BrokenTextError(f"{place}: the same evidence as in {places[evidence]}")
            places[evidence] = place
            texts.append(_text(told, f"written/{path.stem}/{number}"))
    return texts


def faults(told: Mapping[str, Any], round_: str) -> list[str]:
    """Return what is wrong with a line of a file, [] where it keeps to the form."""
    names = set(told) - {"lang_s"}
    if names != _NAMES:
        return [f"names are missing or unknown: {', '.join(sorted(names ^ _NAMES))}"]
    found = []
    long = round_ in LONG_ROUNDS
    for name, count in {"supported": 6, "wrong": 8, "unsaid": 3 + long, "asks": 4 + long, "asks_not": 4 + long}.items():
        if len(told[name]) != count:
            found.append(f"{len(told[name])} of “{name}”, not {count}")
    kinds = {one["k"] for one in told["wrong"]}
    if unknown := kinds - KINDS:
        found.append(f"unknown kinds: {', '.join(sorted(unknown))}")
    if len(kinds) < FEWEST_KINDS:
        found.append(f"{len(kinds)} kinds of wrong statements, fewer than {FEWEST_KINDS}")
    found.extend(
        f"names are missing or unknown: {', '.join(one)}"
        for one in (*told["wrong"], *told["asks"])
        if set(one) not in ({"s", "k"}, {"q", "a"})
    )
    statements = [*told["supported"], *(one["s"] for one in told["wrong"]), *told["unsaid"]]
    questions = [*(one["q"] for one in told["asks"]), *told["asks_not"]]
    answers = [one["a"] for one in told["asks"]]
    words = (told["lang"], told["domain"], told["evidence"], *statements, *questions, *answers)
    if not all(isinstance(one, str) and one.strip() for one in words):
        found.append("something is empty")
    found.extend(
        f"the same {what} twice" for what, all_ in (("statement", statements), ("question", questions))
        if len(set(all_)) < len(all_)
    )  # fmt: skip
    if len(told["evidence"]) < _SHORTEST:
        found.append("hardly any evidence")
    return found


def _text(told: Mapping[str, Any], group: str) -> Text:
    return Text(
        group=group,
        evidence_language=told["lang"],
        spoken_language=told.get("lang_s", told["lang"]),
        domain=told["domain"],
        evidence=told["evidence"],
        supported=told["supported"],
        wrong=[(one["s"], one["k"]) for one in told["wrong"]],
        unsaid=told["unsaid"],
        asks=[(one["q"], one["a"]) for one in told["asks"]],
        asks_not=told["asks_not"],
    )
