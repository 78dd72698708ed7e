"""Addresses behind links whose text does not show them: the lines of the section “Links” below a page."""

import re
from collections.abc import Iterable

_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_SHORTENED = re.compile(r"^(?:https?://)?(?:www\.)?", re.IGNORECASE)  # what people leave out of an address
_LONGEST = 2_000  # characters of an address: longer ones are data, not places
_MOST = 1_000  # addresses below one page


def link_lines(links: Iterable[tuple[str, str]], shown: str = "") -> list[str]:
    """Return a line ``text: address`` for each address, once, of pairs of a link's text and its target.

    Only http, https and mailto are addresses; of the last only the mailbox is written. Those that the link's text, or
    the text ``shown`` on the page, has already are left out.
    """
    found: dict[str, str] = {}
    page = shown.casefold()
    for words, target in links:
        address = target.strip()
        if not _ADDRESS.fullmatch(address) or len(address) > _LONGEST:
            continue
        if address[:1] in "mM":
            address = address.partition(":")[2].partition("?")[0]
        key = _SHORTENED.sub("", address).rstrip("/").casefold()
        text = " ".join(words.split())
        if key and key not in found and not (_shows(text.casefold(), key) or _shows(page, key)):
            found[key] = f"{text}: {address}" if text else address
        if len(found) == _MOST:
            break
    return list(found.values())


def _shows(text: str, key: str) -> bool:
    """Return True if an address stands in a text as it is, not as the beginning of a longer one."""
    return key in text and re.search(rf"{re.escape(key)}(?!/?[\w%=&?#-])", text) is not None
