"""Find the gaps of a library's search: files not read, not readable, or without vectors."""

import enum
import json
from collections import Counter
from collections.abc import Iterator

import apsw

from desktop_rag.core.schema import Metadata
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.journal import UNREAD
from desktop_rag.storage.sqlite.states import WAITING


class Gap(enum.StrEnum):
    """The reasons a file is not searched fully."""

    UNREAD = "unread"  # it waits, or is being read
    CHANGED = "changed"  # it is searched as it was before it changed
    FAILED = "failed"
    WORDS_ONLY = "words"  # passages of it have no vector yet


# files that only a newer version of the program reads once more are searched as they are
_GAPS = f"""
    SELECT p.path AS path, iif(d.path IS NULL OR d.state IN ('failed', 'skipped'), '{Gap.UNREAD}', '{Gap.CHANGED}')
        AS gap, coalesce(d.metadata, '{{}}') AS metadata
    FROM pending p LEFT JOIN documents d ON d.path = p.path
    WHERE d.path IS NULL OR d.state IN ('failed', 'skipped')
        OR (d.mtime_ns <> {UNREAD} AND (d.size <> p.size OR d.mtime_ns <> p.mtime_ns))
    UNION ALL
    SELECT d.path, '{Gap.FAILED}', d.metadata FROM documents d
    WHERE d.state = 'failed' AND d.doc_id <> '' AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.path = d.path)
    UNION ALL
    SELECT d.path, '{Gap.WORDS_ONLY}', d.metadata FROM documents d
    WHERE d.id IN (SELECT n.document FROM nodes n WHERE n.embedded = {WAITING})
        AND d.state = 'parsed' AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.path = d.path)"""


def count_gaps(connection: apsw.Connection) -> Counter[Gap]:
    """Return the number of files of a library that are not searched fully, by reason."""
    rows = select(connection, f"SELECT gap, count(*) FROM ({_GAPS}) GROUP BY gap")
    return Counter({Gap(gap): count for gap, count in rows})


def files_with_gaps(connection: apsw.Connection) -> Iterator[tuple[str, Gap, Metadata]]:
    """Yield each such file with its gap and metadata."""
    for path, gap, metadata in connection.execute(_GAPS):
        yield str(path), Gap(str(gap)), json.loads(str(metadata))


def count_files(connection: apsw.Connection) -> int:
    """Return the number of files of a library, read or not, apart from those that are left out."""
    ((stored, waiting),) = select(
        connection,
        "SELECT (SELECT count(*) FROM documents WHERE doc_id <> '' AND state <> 'skipped'), (SELECT count(*) "
        "FROM pending p LEFT JOIN documents d ON d.path = p.path WHERE d.path IS NULL OR d.state = 'skipped')",
    )
    return int(stored) + int(waiting)
