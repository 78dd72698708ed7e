from desktop_rag.core.schema import Document as Document
from desktop_rag.llamaindex.readers.base import (
    BasePydanticReader as BasePydanticReader,
    ReaderConfig as ReaderConfig,
    ResourcesReaderMixin as ResourcesReaderMixin,
    StringIterableReader as StringIterableReader,
)
from desktop_rag.llamaindex.readers.file.base import SimpleDirectoryReader as SimpleDirectoryReader
from desktop_rag.llamaindex.readers.file.one_file import (
    CSVReader as CSVReader,
    DocxReader as DocxReader,
    EpubReader as EpubReader,
    FileReader as FileReader,
    FlatReader as FlatReader,
    HWPReader as HWPReader,
    IPYNBReader as IPYNBReader,
    ImageReader as ImageReader,
    MarkdownReader as MarkdownReader,
    PDFReader as PDFReader,
    PandasCSVReader as PandasCSVReader,
    PandasExcelReader as PandasExcelReader,
    PptxReader as PptxReader,
    RTFReader as RTFReader,
    UnstructuredReader as UnstructuredReader,
    XMLReader as XMLReader,
)
from desktop_rag.llamaindex.readers.json import JSONReader as JSONReader
from desktop_rag.llamaindex.readers.loading import load_reader as load_reader
from desktop_rag.readers.base import BaseReader as BaseReader
from desktop_rag.readers.pages.pdf import PyMuPDFReader as PyMuPDFReader
