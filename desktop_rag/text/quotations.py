"""Finds quoted words in a text in which blanks, line ends, marks and the case of letters may be written otherwise."""

from typing import NamedTuple

_ENDS = ".,;:!?。、！？)]”’»"
_FARTHEST = 20_000  # letters and digits from the beginning of a long quotation to its end


class Letters(NamedTuple):
    """The letters and digits of a text, in small letters, and where each stands in it."""

    letters: str
    places: list[int]


def letters_of(text: str) -> Letters:
    """Return the letters and digits of a text."""
    letters, places = list[str](), list[int]()
    for place, char in enumerate(text):
        if char.isalnum():
            folded = char.casefold()
            letters.append(folded)
            places += [place] * len(folded)
    return Letters("".join(letters), places)


def place_of(text: str, quote: str, until: str = "", near: int = 0) -> tuple[int, int] | None:
    """Return the range of quoted words in a text, None where they are not; of several, the one next to ``near``.

    With ``until``, these are the last words of what begins with ``quote``. Marks that it ends with belong to it.
    """
    first, last = letters_of(quote).letters, letters_of(until).letters
    if not first:
        return None
    letters, places = letters_of(text)
    found = letters.find(first)
    start = found
    while found >= 0:
        if abs(places[found] - near) < abs(places[start] - near):
            start = found
        elif places[found] > near:
            break
        found = letters.find(first, found + 1)
    if start < 0:
        return None
    end = start + len(first)
    if last and (behind := letters.find(last, end, end + _FARTHEST)) >= 0:
        end = behind + len(last)
    whole = until or quote
    marks = len(whole) - len(whole.rstrip(_ENDS))
    stop = places[end - 1] + 1
    return places[start], stop + len(text[stop : stop + marks].rstrip())
