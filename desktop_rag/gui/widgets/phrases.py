"""Where lines end: in Japanese between phrases, as in print, and nowhere behind the first sign of a pattern."""

import re
from functools import cache
from itertools import pairwise

from PySide6.QtGui import QClipboard, QGuiApplication

_JOINER = "\u2060"  # nothing is seen of it; no line ends beside it
_LONGEST = 14  # characters that are kept together: more may need more room than there is
_KANJI, _HIRAGANA, _KATAKANA = "\u3005\u4e00-\u9fff", "\u3041-\u309f", "\u30a1-\u30ff"
_STEM = "いきしちみりびぎじえけせねめれげべ"  # between two kanji: a verb of two parts, as in 読み取る
_JAPANESE = re.compile(f"[{_HIRAGANA}{_KATAKANA}]")
_SIGNS = re.compile(r"(?<=[„“「『])[!/*.-]+(?=\w)")  # at the beginning of a pattern: “!keep.bak”, “/old”
_PHRASES = re.compile(
    "(?<=[、。，．）」』】！？：；…・])(?=.)"  # behind what closes
    "|(?=[「『（【])"  # before what opens
    f"|(?<=[{_HIRAGANA}])(?=[おご][{_KANJI}])"  # before a prefix
    f"|(?<=[{_HIRAGANA}])(?<![おご])(?<![{_KANJI}][{_STEM}])(?=[{_KANJI}{_KATAKANA}\\w])(?=[^{_HIRAGANA}])"
    f"|(?<=[{_KANJI}][{_STEM}])(?=[{_KATAKANA}A-Za-z0-9])"
    "| ",
    re.DOTALL,
)


def unbroken(text: str) -> str:
    """Return a text whose Japanese phrases no end of a line parts: a word and the small words that belong to it.

    In any language a quoted pattern keeps the signs that it begins with.

    Without a dictionary a phrase is known by its letters: it ends where hiragana, in which endings and particles are
    written, give way to other letters, and at punctuation.
    """
    if text.isascii():
        return text
    text = _SIGNS.sub(lambda found: f"{_JOINER.join(found[0])}{_JOINER}", text)
    if not _JAPANESE.search(text):
        return text
    ends = [0, *(found.end() for found in _PHRASES.finditer(text)), len(text)]
    return "".join(_joined(text[start:end]) for start, end in pairwise(ends))


def _joined(phrase: str) -> str:
    if len(phrase) > _LONGEST or phrase.isascii():
        return phrase
    return _JOINER.join(phrase.removesuffix(" ")) + (" " if phrase.endswith(" ") else "")


def plain(text: str) -> str:
    """Return a text without what ``unbroken`` put into it."""
    return text.replace(_JOINER, "")


@cache
def keep_clipboard_plain() -> None:
    """Take out of what is copied from labels what ``unbroken`` put into it, from now on."""
    QGuiApplication.clipboard().changed.connect(_clean)


def _clean(mode: QClipboard.Mode) -> None:
    clipboard = QGuiApplication.clipboard()
    owned = clipboard.ownsSelection() if mode is QClipboard.Mode.Selection else clipboard.ownsClipboard()
    if owned and _JOINER in (text := clipboard.text(mode)):
        clipboard.setText(plain(text), mode)
