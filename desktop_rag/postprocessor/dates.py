"""When a passage is from."""

from datetime import UTC, datetime

from desktop_rag.core.schema import MetadataValue, TextNode

FILE_DATE_KEY = "last_modified_date"


def timestamp(value: MetadataValue) -> float | None:
    """Return a date as seconds since 1970: a number is that already, a text is a date as in 2026-11-21T14:00."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def node_timestamp(node: TextNode, date_key: str) -> float | None:
    """Return the date a node's metadata give under ``date_key``, else the day its file was changed."""
    found = timestamp(node.metadata.get(date_key))
    return timestamp(node.metadata.get(FILE_DATE_KEY)) if found is None else found
