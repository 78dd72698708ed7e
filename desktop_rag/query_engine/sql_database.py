"""Tables out of files, as a database that can be asked in SQL."""

from collections.abc import Iterator, Sequence
from itertools import islice

from desktop_rag.query_engine.sql_tables import (
    StoredPages,
    Table,
    has_table,
    is_table_file,
    load_tables,
    may_hold_tables,
)
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.sqlite.tables import (
    MAX_RESULT_ROWS,
    Cell,
    SQLResult,
    TableContent,
    TableDatabase,
    create_statement,
)

_SAMPLE_ROWS = 3
_SAMPLE_CHARACTERS = 60


class SQLDatabase:
    """Tables with their columns and rows; queries may only read them."""

    def __init__(self, tables: Sequence[Table], notes: Sequence[str] = ()) -> None:
        self.tables = {table.name: table for table in tables}
        self.notes = list(notes)
        self._database = TableDatabase(
            [TableContent(table.name, [column[:2] for column in table.columns], table.rows) for table in tables]
        )

    @classmethod
    def from_files(cls, paths: Sequence[str], stored: StoredPages | None = None) -> "SQLDatabase":
        """Load every table of some files: spreadsheets, CSV, and the tables between the words of documents.

        ``stored`` gives the pages of documents that were read before.
        """
        return cls(*load_tables(paths, stored))

    def close(self) -> None:
        """Close the database in memory."""
        self._database.close()

    def run(self, sql: str, max_rows: int = MAX_RESULT_ROWS) -> SQLResult:
        """Return the rows of a query, at most ``max_rows``.

        Raises:
            SQLError: it is wrong, does more than read, or takes too long.
            CancelledError: the job was told to stop.

        """
        return self._database.run(sql, max_rows)

    def schema(self, names: Sequence[str] | None = None, sample_rows: int = _SAMPLE_ROWS) -> str:
        """Return the description of the tables for a model, with their columns and first rows."""
        return "\n\n".join(_described(self.tables[name], sample_rows) for name in names or self.tables)


def _described(table: Table, sample_rows: int) -> str:
    """Return one table's columns and first rows."""
    columns = [(name, kind, heading if heading.lower() != name else "") for name, kind, heading in table.columns]
    sample = [" | ".join(_sample(cell) for cell in row) for row in table.rows[:sample_rows]]
    return "\n".join([f"{create_statement(table.name, columns)} /* {len(table.rows)} rows", *sample]) + " */"


def _sample(cell: Cell) -> str:
    """Return a cell for the schema, without what would end the comment."""
    text = "NULL" if cell is None else " ".join(str(cell).split()).replace("*/", "* /")
    return text if len(text) <= _SAMPLE_CHARACTERS else text[:_SAMPLE_CHARACTERS] + "…"


_MOST_DOCUMENTS = 300
"""Documents that are searched for tables, apart from those that are tables."""
_MOST_PAGES = 50


def open_tables(docstore: DocumentStore) -> SQLDatabase:
    """Return a database of the tables of a library; the caller closes it."""

    def stored(path: str) -> Iterator[tuple[str, str]]:
        return docstore.stores.documents.labelled_pages(path)

    return SQLDatabase.from_files(_files(docstore), stored)


def holds_tables(docstore: DocumentStore) -> bool:
    """Return True if a library has tables; only the first pages of documents are examined."""
    files, pages = _files(docstore), docstore.stores.documents
    return any(is_table_file(path) for path in files) or any(
        has_table(text) for path in files for _, text in islice(pages.labelled_pages(path), _MOST_PAGES)
    )


def _files(docstore: DocumentStore) -> list[str]:
    """Return the files that are tables, then those that may hold some."""
    paths = [document.path for document in docstore.documents()]
    tables = [path for path in paths if is_table_file(path)]
    others = (path for path in paths if may_hold_tables(path) and not is_table_file(path))
    return [*tables, *islice(others, _MOST_DOCUMENTS)]
