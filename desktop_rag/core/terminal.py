"""Text as terminals may print it."""

import re

# What terminals obey (control characters but for tab and line feed), and what makes text read in another order than it
# is stored.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def terminal_text(text: str) -> str:
    """Return text without control codes by which a document, or a model quoting it, could command a terminal.

    Moving the cursor, colouring, naming the window or filling the clipboard begins with a character that is replaced
    with U+FFFD here.
    """
    return _OBEYED.sub("\ufffd", text.replace("\r\n", "\n"))


def terminal_json(text: str) -> str:
    r"""Return JSON that says the same, with those characters written as ``\uXXXX``."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
