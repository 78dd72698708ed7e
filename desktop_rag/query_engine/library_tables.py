"""The tables of a library: its spreadsheets and CSV files, and those between the words of its documents."""

from collections.abc import Iterator
from itertools import islice

from desktop_rag.query_engine.sql_database import SQLDatabase
from desktop_rag.query_engine.sql_tables import has_table, is_table_file, may_hold_tables
from desktop_rag.storage.document_store import DocumentStore

_MOST_DOCUMENTS = 300
"""Documents that are searched for tables, apart from those that are tables."""
_MOST_PAGES = 50


def open_tables(docstore: DocumentStore) -> SQLDatabase:
    """Return a database of the tables of a library; the caller closes it."""

    def stored(path: str) -> Iterator[tuple[str, str]]:
        return docstore.stores.documents.labelled_pages(path)

    return SQLDatabase.from_files(_files(docstore), stored)


def holds_tables(docstore: DocumentStore) -> bool:
    """Whether a library has tables; of documents only the first pages are looked at."""
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
