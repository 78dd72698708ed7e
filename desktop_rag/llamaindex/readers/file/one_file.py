"""LlamaIndex's readers of one file, for programs: each reads a file of any format as ``SimpleDirectoryReader`` does."""

from pathlib import Path

from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers.base import BaseReader
from desktop_rag.readers.file import file_metadata, load_file
from desktop_rag.text.encodings import decode


class FileReader(BaseReader):
    """Reads a file into its pages, slides or sheets, or into one document where it has none."""

    def load_data(self, file: str | Path, extra_info: Metadata | None = None) -> list[Document]:
        """Return the documents of a file with what is known of it, and with ``extra_info``.

        Raises:
            UserError: the file cannot be read, or holds no text; the message says why.

        """
        documents = load_file(Path(file))
        for document in documents:
            document.metadata |= extra_info or {}
        return documents


class PDFReader(FileReader):
    """Reads a PDF into a document a page, or into one (``return_full_document``)."""

    def __init__(self, return_full_document: bool | None = False) -> None:  # noqa: FBT001, FBT002 - LlamaIndex's
        self.return_full_document = return_full_document

    def load_data(self, file: str | Path, extra_info: Metadata | None = None) -> list[Document]:
        """Return the pages of a file, or all of them as one document; see ``FileReader``."""
        pages = super().load_data(file, extra_info)
        return _joined(pages) if self.return_full_document else pages


class UnstructuredReader(FileReader):
    """Reads a file into one document, or into its pages (``split_documents``)."""

    def load_data(
        self,
        file: str | Path,
        extra_info: Metadata | None = None,
        split_documents: bool | None = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> list[Document]:
        """Return a file as one document, or its pages; see ``FileReader``."""
        pages = super().load_data(file, extra_info)
        return pages if split_documents else _joined(pages)


class FlatReader(FileReader):
    """Reads a text as it stands, markup included: for the parsers that understand it."""

    def load_data(self, file: str | Path, extra_info: Metadata | None = None) -> list[Document]:
        """Return a document whose metadata has ``filename`` and ``extension`` too.

        Raises:
            OSError: the file cannot be read.

        """
        path = Path(file)
        named: Metadata = {"filename": path.name, "extension": path.suffix}
        return [Document(decode(path.read_bytes()), metadata=file_metadata(path) | named | (extra_info or {}))]


CSVReader = DocxReader = EpubReader = HWPReader = IPYNBReader = ImageReader = MarkdownReader = FileReader
PandasCSVReader = PandasExcelReader = PptxReader = RTFReader = XMLReader = FileReader


def _joined(pages: list[Document]) -> list[Document]:
    """Return pages as one document, without the label of its first; what only holds other files has none."""
    if not pages:
        return []
    known = {key: value for key, value in pages[0].metadata.items() if key != "page_label"}
    return [Document("\n".join(page.text for page in pages), metadata=known)]
