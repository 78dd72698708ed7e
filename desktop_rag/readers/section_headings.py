"""The headings that readers put above what stands beside the text of a file: stored in English, shown translated."""

from desktop_rag.core.user_text import UserText

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
NOTES = UserText("Notes")
PICTURES = UserText("Pictures")
TEXT_BOXES = UserText("Text boxes")
_HEADINGS = {
    str(one): one
    for one in (
        CHART, CHARTS, COMMENTS, CONTENTS, DIAGRAM, EDGES, FOOTNOTES, FORM_ENTRIES, INSERTED_TEXT, LINKS, NOTES,
        PICTURES, TEXT_BOXES,
    )
}  # fmt: skip
LEVEL = 2  # of all of them, below the text of the file


def heading_text(heading: str) -> str:
    """Return a stored heading: a UserText to be worded at the end when it is one of these, else as it is."""
    return _HEADINGS.get(heading, heading)
