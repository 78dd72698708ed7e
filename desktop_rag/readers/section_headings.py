"""The sections that readers put below the text of a file, for what stands beside it.

Their headings are stored in English and shown translated. The section “Links” has the addresses behind links whose
text does not show them.
"""

import re
from collections.abc import Iterable

from desktop_rag.core.mail import QUOTED, quoted_by
from desktop_rag.core.user_text import UserText

ABSTRACT = UserText("Abstract")
ANNOTATION = UserText("Annotation")
CHART = UserText("Chart")
CHARTS = UserText("Charts")
COMMENTS = UserText("Comments")
CONTENTS = UserText("Contents")
DIAGRAM = UserText("Diagram")
EDGES = UserText("Header and footer")
FOOTNOTES = UserText("Footnotes")
FORM_ENTRIES = UserText("Form entries")
INSERTED_TEXT = UserText("Inserted text")
LINKS = UserText("Links")
NOTE = UserText("Note")
NOTES = UserText("Notes")
PICTURES = UserText("Pictures")
TEXT_BOXES = UserText("Text boxes")
_HEADINGS = {
    str(one): one
    for one in (
        ABSTRACT, ANNOTATION, CHART, CHARTS, COMMENTS, CONTENTS, DIAGRAM, EDGES, FOOTNOTES, FORM_ENTRIES,
        INSERTED_TEXT, LINKS, NOTE, NOTES, PICTURES, QUOTED, TEXT_BOXES,
    )
}  # fmt: skip
_PAGE = re.compile(r"Page (?P<label>\S{1,20})")  # below which stands what a person noted about it
LEVEL = 2  # of all of them, below the text of the file
_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_SHORTENED = re.compile(r"^(?:https?://)?(?:www\.)?", re.IGNORECASE)  # what people leave out of an address
_LONGEST_ADDRESS = 2_000  # characters of an address: longer ones are data, not places
_MOST_LINKS = 1_000  # addresses below one page


def heading_text(heading: str) -> str:
    """Return a stored heading: a UserText to be worded at the end when it is one of these, else as it is."""
    if (page := _PAGE.fullmatch(heading)) is not None:
        return UserText("Page {label}", label=page["label"])
    if name := quoted_by(heading):
        return UserText("Quoted from {name}", name=name)
    return _HEADINGS.get(heading, heading)


def page_heading(label: str) -> str:
    """Return the heading of what a person noted about a page, as it is stored."""
    return f"Page {label}"


def link_lines(links: Iterable[tuple[str, str]], shown: str = "") -> list[str]:
    """Return a line ``text: address`` for each address, once, of pairs of a link's text and its target.

    Only http, https and mailto are addresses; of the last only the mailbox is written. Those that the link's text, or
    the text ``shown`` on the page, has already are left out.
    """
    found: dict[str, str] = {}
    page = shown.casefold()
    for words, target in links:
        address = target.strip()
        if not _ADDRESS.fullmatch(address) or len(address) > _LONGEST_ADDRESS:
            continue
        if address[:1] in "mM":
            address = address.partition(":")[2].partition("?")[0]
        key = _SHORTENED.sub("", address).rstrip("/").casefold()
        text = " ".join(words.split())
        if key and key not in found and not (_shows(text.casefold(), key) or _shows(page, key)):
            found[key] = f"{text}: {address}" if text else address
        if len(found) == _MOST_LINKS:
            break
    return list(found.values())


def _shows(text: str, key: str) -> bool:
    """Return True if an address stands in a text as it is, not as the beginning of a longer one."""
    return key in text and re.search(rf"{re.escape(key)}(?!/?[\w%=&?#-])", text) is not None
