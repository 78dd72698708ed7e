"""Questions that one cell of a table answers, by words alone: the row is among the first five passages.

``python -m tests.bench.tables`` asks all of them, with meaning, and those of documents kept aside.
"""

from pathlib import Path

import pytest

from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.sets import TestSet
from tests.bench.tables.documents import TableDocument, read_documents
from tests.bench.tables.writing import write
from tests.helpers.hashed_embedding import HashedEmbedding

pytestmark = pytest.mark.slow
SCANNED = ".scan.pdf"  # recognising them takes seconds
DOCUMENTS = [document for document in read_documents("developed") if not document.file.endswith(SCANNED)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for document in DOCUMENTS:
        write(document, folder)
    index = tmp_path_factory.mktemp("library") / "tables.ragindex"
    build(TestSet("tables", folder, []), index, HashedEmbedding())
    return index


@pytest.mark.parametrize("document", [one for one in DOCUMENTS if one.questions], ids=lambda one: one.file)
def test_the_row_that_answers_is_found_by_words(library: Path, document: TableDocument) -> None:
    with StorageContext(library, read_only=True) as storage:
        retriever = BM25Retriever(storage, 5)
        for asked in document.questions:
            found = [node.node for node in retriever.retrieve(asked.text)]
            assert any(
                node.metadata["file_name"] == document.file and asked.is_answered_by(node.text) for node in found
            ), asked.text
