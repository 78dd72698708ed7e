from desktop_rag.llamaindex.readers.file.base import SimpleDirectoryReader as SimpleDirectoryReader
from desktop_rag.llamaindex.readers.file.file_systems import default_file_metadata_func as default_file_metadata_func
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
from desktop_rag.readers.pages.pdf import PyMuPDFReader as PyMuPDFReader
