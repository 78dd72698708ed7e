"""Name members of containers: free of anything hostile, unique, and the same in every run."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from pathlib import PurePosixPath

_LONGEST_PART = 150
_MOST_PARTS = 40
_DRIVE = re.compile(r"[A-Za-z]:")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,12}\Z")
_JUNK = frozenset(
    "__macosx thumbs.db desktop.ini ehthumbs.db node_modules __pycache__ $recycle.bin cvs icon\r".split(" ")
)
_HIDDEN = (".", "~$")
_ALPHABETS = ((range(0x3040, 0x3100), 1.5), (range(0x0430, 0x0450), 1.0), (range(0x0410, 0x0430), 0.7))
"""Kana, small and capital Cyrillic letters: how likely they are in a name."""
_IDEOGRAPHS, _HANGUL = range(0x4E00, 0xA000), range(0xAC00, 0xD7A4)
_CANDIDATES = ("cp932", "gb18030", "big5", "cp949", "cp866", "cp1251", "cp437", "cp1252")


class Names:
    """Gives the members of one container their names, in the order they are met."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def of(self, raw: str) -> str:
        """Return the name of the next member, "" when nobody wants to read it."""
        name = clean_name(raw)
        if is_junk(name):
            return ""
        unique, path = name, PurePosixPath(name)
        while unique in self._taken:
            self._next[name] = number = self._next.get(name, 1) + 1
            unique = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
        self._taken.add(unique)
        return unique


def clean_name(raw: str) -> str:
    """Return a name as a path below its container: "/" between the folders, no "..", no drive, nothing invisible."""
    text = unicodedata.normalize("NFC", raw.encode("utf-8", "replace").decode("utf-8"))
    text = "".join(char if _is_visible(char) else " " for char in text).replace("\\", "/")
    parts = [part.strip() for part in text.split("/")]
    parts = [_shortened(part) for part in parts if part not in {"", ".", ".."}]
    return "/".join(dropwhile(_DRIVE.fullmatch, parts[-_MOST_PARTS:])) or "unnamed"


def clean_part(raw: str, longest: int = _LONGEST_PART) -> str:
    """Return a text that may be one part of a name: a subject, what an attachment calls itself."""
    text = " ".join(raw.replace("/", "-").replace("\\", "-").split())
    name = clean_name(text[:longest].strip(". ") if len(text) > longest else text.strip())
    return "" if name == "unnamed" else name


def is_junk(name: str) -> bool:
    """Return True if a member is hidden, or left behind by systems and programs."""
    parts = name.split("/")
    return any(part.startswith(_HIDDEN) or part.lower() in _JUNK for part in parts)


def ending_of(name: str) -> str:
    """Return the ending of a name if it is harmless, "" when there is none."""
    found = _ENDING.search(name)
    return found.group().lower() if found else ""


def decoded(raws: Sequence[bytes]) -> list[str]:
    """Return names whose encoding is unknown (old archives) as text: all of them are in the same one."""
    encoding = _encoding_of([raw for raw in raws if not raw.isascii()])
    return [raw.decode(encoding, "replace") for raw in raws]


def _encoding_of(raws: Sequence[bytes]) -> str:
    """Return the likeliest encoding of some names."""
    if not raws or _decodes(raws, "utf-8"):
        return "utf-8"
    likely = [encoding for encoding in _CANDIDATES if _decodes(raws, encoding)]
    return max(likely, key=lambda encoding: _likelihood(raw.decode(encoding) for raw in raws), default="cp437")


def _decodes(raws: Iterable[bytes], encoding: str) -> bool:
    try:
        for raw in raws:
            raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _likelihood(texts: Iterable[str]) -> float:
    """Return the likelihood that some texts are names of files."""
    letters = [char for text in texts for char in text if not char.isascii()]
    return sum(_weight(char) for char in letters) / max(1, len(letters))


def _weight(char: str) -> float:
    code = ord(char)
    for letters, weight in _ALPHABETS:
        if code in letters:
            return weight
    if code in _IDEOGRAPHS:
        return _ideograph_weight(char)
    if code in _HANGUL:
        return 1.1 if _in(char, "euc_kr") else 0.2
    if char.isalpha() and code < 0x250:
        return 0.75 if char.islower() else 0.4
    return -0.5 if unicodedata.category(char)[0] in "SC" else 0.1


def _ideograph_weight(char: str) -> float:
    """Return the likelihood of a Chinese character in a name; highest for the 3755 common ones."""
    try:
        return 1.0 if 0xB0 <= char.encode("gb2312")[0] <= 0xD7 else 0.5
    except UnicodeEncodeError:
        return 0.6 if _in(char, "big5") or _in(char, "cp932") else 0.0


def _in(char: str, encoding: str) -> bool:
    """Return True if an encoding has a character."""
    try:
        return len(char.encode(encoding)) <= 2  # euc_kr spells what it lacks, in eight bytes
    except UnicodeEncodeError:
        return False


def _is_visible(char: str) -> bool:
    """Return True if a character may be in a name: no control character, no change of direction."""
    return unicodedata.category(char) not in {"Cc", "Cs", "Co", "Cn"} and not (
        unicodedata.category(char) == "Cf" and char not in "\u200c\u200d"
    )


def _shortened(part: str) -> str:
    """Return a name that is not endless; its ending stays."""
    if len(part) <= _LONGEST_PART:
        return part
    ending = ending_of(part)
    return part[: _LONGEST_PART - len(ending)].rstrip() + ending
