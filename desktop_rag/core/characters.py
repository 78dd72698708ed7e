"""Characters that not everything that reads a text takes."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Return ``text``, of the same length, with lone surrogates replaced (tokenizers refuse them)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text
