"""Readers: files become documents, a page at a time.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.core.schema import Document
    from desktop_rag.readers.base import (
        BasePydanticReader,
        BaseReader,
        ReaderConfig,
        ResourcesReaderMixin,
        StringIterableReader,
    )
    from desktop_rag.readers.json import JSONReader
    from desktop_rag.readers.loading import load_reader
    from desktop_rag.readers.one_file import (
        CSVReader,
        DocxReader,
        EpubReader,
        FileReader,
        FlatReader,
        HWPReader,
        ImageReader,
        IPYNBReader,
        MarkdownReader,
        PandasCSVReader,
        PandasExcelReader,
        PDFReader,
        PptxReader,
        RTFReader,
        UnstructuredReader,
        XMLReader,
    )
    from desktop_rag.readers.pages.pdf import PyMuPDFReader
    from desktop_rag.readers.simple_directory_reader import SimpleDirectoryReader

__all__ = [
    "BasePydanticReader",
    "BaseReader",
    "CSVReader",
    "Document",
    "DocxReader",
    "EpubReader",
    "FileReader",
    "FlatReader",
    "HWPReader",
    "IPYNBReader",
    "ImageReader",
    "JSONReader",
    "MarkdownReader",
    "PDFReader",
    "PandasCSVReader",
    "PandasExcelReader",
    "PptxReader",
    "PyMuPDFReader",
    "RTFReader",
    "ReaderConfig",
    "ResourcesReaderMixin",
    "SimpleDirectoryReader",
    "StringIterableReader",
    "UnstructuredReader",
    "XMLReader",
    "load_reader",
]

__getattr__ = lazily(
    __name__,
    {
        "desktop_rag.core.schema": ("Document",),
        "base": (
            "BasePydanticReader",
            "BaseReader",
            "ReaderConfig",
            "ResourcesReaderMixin",
            "StringIterableReader",
        ),
        "json": ("JSONReader",),
        "loading": ("load_reader",),
        "one_file": (
            "CSVReader",
            "DocxReader",
            "EpubReader",
            "FileReader",
            "FlatReader",
            "HWPReader",
            "IPYNBReader",
            "ImageReader",
            "MarkdownReader",
            "PDFReader",
            "PandasCSVReader",
            "PandasExcelReader",
            "PptxReader",
            "RTFReader",
            "UnstructuredReader",
            "XMLReader",
        ),
        "pages.pdf": ("PyMuPDFReader",),
        "simple_directory_reader": ("SimpleDirectoryReader",),
    },
)
