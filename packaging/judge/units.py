"""Evidence in units, as the program shows it to the judge: sentences, or the lines of a table or a list of fields."""

import re

_BREAK = re.compile(
    r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-ZÀ-Ý0-9])"  # a full stop and a capital
    r"|(?<=[。！？；!?])(?![」』”）)])"
    r"|\n+"
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Dr|St|No|vs|etc|e\.g|i\.e|z\.B|bzw|ca|Nr|Abs|Prof|[A-Z])\.$|(?<!\d)\d{1,2}\.$")
_FEWEST_BREAKS = 3  # a text with so many is taken line by line
_LONG_LINE = 250  # letters, from which on a line is taken sentence by sentence


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph: roughly, but whole where an abbreviation stands in them."""
    found: list[str] = []
    for part in _BREAK.split(text):
        sentence = part.strip()
        if sentence and found and _ABBREVIATION.search(found[-1]):
            found[-1] += " " + sentence
        elif sentence:
            found.append(sentence)
    return found


def units_of(text: str) -> list[str]:
    """Return the units of a text, at least one."""
    text = text.strip()
    if text.count("\n") < _FEWEST_BREAKS:
        return sentences(text) or [text]
    units: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        units.extend(sentences(line) if len(line) > _LONG_LINE and "|" not in line else [line])
    return units
