"""The one table of file types: how each is told, what reads it, how it is searched for, shown and cited.

Files that nothing here reads are in it too, each with what it is and what a person can do. Nothing heavy is imported:
the window asks here too. ``readers.detect`` has the last word on a file, by its content.
"""

import os
import stat
from pathlib import Path

from desktop_rag.core.user_text import UserText
from desktop_rag.readers.format import MAXIMUM_BYTES, OTHER, Format, dotted

_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_INSERTED = "containers.inserted_files:unpack"
_ODF = "application/vnd.oasis.opendocument."
_DOCUMENTS = (
    Format(
        name="PDF", endings=dotted("pdf"), kind="pdf", reader="pages.pdf:load_data", pictures=True,
        unit="page", unpacker="containers.pdf_attachments:unpack", signature=rb"%PDF-",
        media_types=("application/pdf",),
    ),
    Format(
        name="Word", endings=dotted("docx docm dotx dotm"), kind="word", reader="office.word:load_data",
        unpacker=_INSERTED, pictures=True, unit="page", parts=("word/document*",),
        media_types=(f"{_OPEN_XML}wordprocessingml.document",),
    ),
    Format(
        name="Word 97–2003", endings=dotted("doc dot"), kind="word", reader="office.word97:load_data",
        streams=("WordDocument",), media_types=("application/msword",),
    ),
    Format(
        name="OpenDocument text", endings=dotted("odt ott"), kind="word", reader="office.opendocument:load_data",
        pictures=True, media_types=(f"{_ODF}text", f"{_ODF}text-template"),
    ),
    Format(
        name="Flat OpenDocument text", endings=dotted("fodt"), kind="word", reader="office.opendocument:load_data",
        pictures=True, content="markup",
    ),
    Format(
        name="RTF", endings=dotted("rtf"), kind="word", reader="office.rtf:load_data", signature=rb"\{\\rtf",
        media_types=("application/rtf",),
    ),
    Format(
        name="Hangul", endings=dotted("hwp"), kind="word", reader="office.hwp:load_data",
        streams=("HwpSummaryInformation", "\x05HwpSummaryInformation"),
    ),
    Format(
        name="Hangul (XML)", endings=dotted("hwpx"), kind="word", reader="office.hwpx:load_data",
        parts=("Contents/section0.xml",), media_types=("application/hwp+zip",),
    ),
    Format(
        name="Pages", endings=dotted("pages"), kind="word", reader="office.iwork:load_data",
        parts=("Index/Document.iwa", "Index.zip", "index.xml", "index.xml.gz"),
    ),
    Format(
        name="Excel", endings=dotted("xlsx xlsm xlsb xltx xltm"), kind="spreadsheet",
        reader="office.spreadsheets:load_data", unpacker=_INSERTED, pictures=True, unit="sheet",
        parts=("xl/workbook*",), media_types=(f"{_OPEN_XML}spreadsheetml.sheet",),
    ),
    Format(
        name="Excel 97–2003", endings=dotted("xls"), kind="spreadsheet", reader="office.spreadsheets:load_data",
        pictures=True, unit="sheet", streams=("Workbook", "Book"), media_types=("application/vnd.ms-excel",),
    ),
    Format(
        name="OpenDocument spreadsheet", endings=dotted("ods"), kind="spreadsheet",
        reader="office.spreadsheets:load_data", pictures=True, unit="sheet",
        media_types=(f"{_ODF}spreadsheet", f"{_ODF}spreadsheet-template"),
    ),
    Format(
        name="Numbers", endings=dotted("numbers"), kind="spreadsheet", reader="office.iwork:load_data",
        parts=("Index/Document.iwa", "Index.zip", "index.xml", "index.xml.gz"),
    ),
    Format(
        name="Separated values", endings=dotted("csv tsv"), kind="spreadsheet",
        reader="plain.separated_values:load_data", content="text",
    ),
    Format(
        name="PowerPoint", endings=dotted("pptx pptm ppsx ppsm potx potm"), kind="presentation",
        reader="office.slides:load_data", unpacker=_INSERTED, pictures=True, unit="slide",
        parts=("ppt/presentation*",), media_types=(f"{_OPEN_XML}presentationml.presentation",),
    ),
    Format(
        name="PowerPoint 97–2003", endings=dotted("ppt pps pot"), kind="presentation",
        reader="office.powerpoint97:load_data", unit="slide", streams=("PowerPoint Document",),
        media_types=("application/vnd.ms-powerpoint",),
    ),
    Format(
        name="OpenDocument presentation", endings=dotted("odp otp"), kind="presentation",
        reader="office.opendocument:load_data", pictures=True, unit="slide",
        media_types=(f"{_ODF}presentation", f"{_ODF}presentation-template"),
    ),
    Format(
        name="Flat OpenDocument presentation", endings=dotted("fodp"), kind="presentation",
        reader="office.opendocument:load_data", pictures=True, unit="slide", content="markup",
    ),
    Format(
        name="Keynote", endings=dotted("key"), kind="presentation", reader="office.iwork:load_data",
        parts=("Index/Document.iwa", "Index.zip", "index.apxl", "index.apxl.gz"),
    ),
)  # fmt: skip
_BOOKS = tuple(
    Format(
        name=name, endings=dotted(endings), kind="book", reader="pages.pdf:load_data", pictures=True, unit="page",
        signature=signature, media_types=media_types, parts=parts,
        examiner="pages.book_files:notice_of" if endings in {"epub", "fb2"} else "",
    )
    for name, endings, signature, media_types, parts in (
        ("EPUB", "epub", b"", ("application/epub+zip",), ()),
        ("Mobipocket", "mobi azw azw3 prc", rb".{60}BOOKMOBI", (), ()),
        ("FictionBook", "fb2", b"", (), ()),
        ("Comic book", "cbz", b"", (), ()),
        ("XPS", "xps oxps", b"", ("application/oxps",), ("FixedDocSeq.fdseq", "FixedDocumentSequence.fdseq")),
    )
)  # fmt: skip
_PICTURES = tuple(
    Format(
        name=name, endings=dotted(endings), kind="picture", reader="pages.pictures:load_data", pictures=True,
        unit="page", signature=signature, converted=converted,
    )
    for name, endings, signature, converted in (
        ("PNG", "png", rb"\x89PNG\r\n\x1a\n", False),
        ("JPEG", "jpg jpeg jpe jfif", rb"\xff\xd8\xff", False),
        ("TIFF", "tif tiff", rb"II\*\0(?!.{4}CR)|MM\0\*", False),
        ("GIF", "gif", rb"GIF8", False),
        ("BMP", "bmp", b"", False),  # begins with “BM”, as any text may: ``readers.detect`` asks for the name too
        ("WebP", "webp", rb"RIFF.{4}WEBP", True),
        ("HEIC", "heic heif", rb".{4}ftyp(?:hei|mif1|msf1)", True),
        ("AVIF", "avif", rb".{4}ftypavif", True),
        ("JPEG 2000", "jp2", rb".{4}jP  \r\n", False),
    )
)  # fmt: skip
_DRAWINGS = (
    Format(
        name="OpenDocument drawing", endings=dotted("odg"), kind="picture", reader="office.opendocument:load_data",
        pictures=True, media_types=(f"{_ODF}graphics",),
    ),
    Format(name="SVG", endings=dotted("svg"), kind="picture", reader="plain.xml_documents:load_data", content="markup"),
)  # fmt: skip
_WEB_AND_MAIL = (
    Format(
        name="HTML", endings=dotted("html htm xhtml"), kind="web", reader="plain.web_pages:load_data",
        content="markup",
    ),
    Format(
        name="MHTML", endings=dotted("mhtml mht"), kind="web", reader="plain.web_pages:load_mhtml", content="markup",
    ),
    Format(
        name="Safari web archive", endings=dotted("webarchive"), kind="web", content="markup",
        reader="plain.web_pages:load_webarchive", signature=rb"bplist00",
    ),
    Format(
        name="Message", endings=dotted("eml emlx"), kind="mail", unpacker="containers.mail:unpack", content="markup",
    ),
    Format(
        name="Outlook message", endings=dotted("msg"), kind="mail", unpacker="containers.msg:unpack",
        streams=("__properties_version1.0",),
    ),
    Format(
        name="winmail.dat", endings=dotted("tnef"), kind="mail", unpacker="containers.tnef:unpack",
        signature=rb"\x78\x9f\x3e\x22",
    ),
    Format(
        name="Mailbox", endings=dotted("mbox mbx"), kind="mail", unpacker="containers.mbox:unpack", content="markup",
    ),
)  # fmt: skip
_ARCHIVES = tuple(
    Format(name=name, endings=dotted(endings), kind="archive", unpacker=unpacker, signature=signature)
    for name, endings, unpacker, signature in (
        ("ZIP", "zip", "containers.zips:unpack", b""),
        ("7z", "7z", "containers.seven_zip:unpack", rb"7z\xbc\xaf\x27\x1c"),
        ("tar", "tar", "containers.streams:unpack", rb".{257}ustar"),
        ("gzip", "gz tgz", "containers.streams:unpack", rb"\x1f\x8b\x08"),
        ("bzip2", "bz2 tbz tbz2", "containers.streams:unpack", rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
        ("xz", "xz txz", "containers.streams:unpack", rb"\xfd7zXZ\0"),
        ("Zstandard", "zst tzst", "containers.streams:unpack", rb"\x28\xb5\x2f\xfd"),
        ("Signed file", "p7m", "containers.smime:unpack", rb"0.{1,5}\x06\x09\*\x86H\x86\xf7\x0d\x01\x07"),
    )
)
_ZOTERO = Format(
    name="Zotero", endings=(), whole_names=frozenset(["zotero.sqlite"]), kind="data",
    unpacker="references.zotero:unpack",
)  # fmt: skip
_TEXTS = tuple(
    Format(name=name, endings=dotted(endings), kind="text", reader=reader, content="text", media_types=types)
    for name, endings, reader, types in (
        ("Markdown", "md markdown mdx", "plain.text:load_markdown", ("text/markdown",)),
        ("Org", "org", "plain.text:load_org", ()),
        ("AsciiDoc", "adoc asciidoc", "plain.text:load_asciidoc", ()),
        ("TeX", "tex ltx", "plain.tex:load_data", ()),
        ("Subtitles", "srt vtt", "plain.subtitles:load_data", ()),
    )
)
_PLAIN_TEXTS = (
    Format(
        name="Text", endings=dotted("txt text rst nfo"), kind="text", reader="plain.text:load_data", content="text",
        file_names=frozenset("readme license licence copying changelog authors notice todo news".split()),
    ),
    Format(
        name="Log", endings=dotted("log"), kind="text", reader="plain.text:load_data", content="text", verbatim=True,
    ),
)  # fmt: skip
_DATA_AND_CODE = (
    Format(
        name="Jupyter notebook", endings=dotted("ipynb"), kind="data", reader="plain.notebook:load_data",
        content="markup",
    ),
    Format(
        name="Calendar, contacts", endings=dotted("ics vcf"), kind="data", reader="plain.calendars:load_data",
        content="text", in_blocks=True,
    ),
    Format(
        name="XML", endings=dotted("xml rss atom rdf"), kind="data", content="text",
        reader="plain.xml_documents:load_data", verbatim=True,
    ),
    Format(
        name="XML schema, style sheet", endings=dotted("xsl xslt xsd"), kind="data", content="text",
        reader="plain.text:load_declared", verbatim=True,
    ),
    *(
        Format(name=name, kind="data", reader=reader, content="text", verbatim=True, endings=dotted(endings))
        for name, endings, reader in (
            ("JSON", "json jsonl ndjson", "plain.escapes:load_json"),
            ("YAML", "yaml yml", "plain.escapes:load_yaml"),
            ("TOML", "toml", "plain.escapes:load_toml"),
            ("Properties", "properties", "plain.escapes:load_properties"),
            ("Translations", "po", "plain.escapes:load_po"),
            ("Data", "ini cfg conf", "plain.text:load_data"),
        )
    ),
    Format(
        name="Source code", kind="code", reader="plain.text:load_data", content="text", verbatim=True,
        endings=dotted(
            "py pyi pyw pyx js mjs cjs jsx ts mts cts tsx java kt kts scala groovy c h cc cpp cxx hpp hh hxx ino cs "
            "fs vb go rs swift m mm rb php pl pm lua r jl dart ex exs erl hs ml mli clj lisp el scm sql sh bash zsh "
            "ksh fish ps1 bat cmd css scss less vue svelte graphql proto tf cmake gradle dockerfile makefile asm s "
            "f90 f pas ada adb ads v sv vhd zig nim d cob cbl sty cls bst"
        ),
        file_names=frozenset(["makefile", "dockerfile"]),
    ),
    Format(
        name="BibTeX", endings=dotted("bib"), kind="code", reader="plain.tex:load_bibliography", content="text",
        verbatim=True, records="references.bibtex:records_of",
    ),
    Format(
        name="RIS", endings=dotted("ris"), kind="data", reader="plain.text:load_data", content="text", in_blocks=True,
        records="references.ris:records_of",
    ),
)  # fmt: skip
_ARCHIVES_AND_DOCUMENTS = (
    Format(
        name="RAR", endings=dotted("rar cbr"), signature=rb"Rar!\x1a\x07", fails=True, resembles="archive",
        not_read="RAR archives are not read.", next_step="Unpack it and add the folder.",
    ),
    Format(
        name="CAB", endings=dotted("cab"), signature=rb"MSCF\0\0\0\0", fails=True, resembles="archive",
        not_read="CAB archives are not read.", next_step="Unpack it and add the folder.",
    ),
    Format(
        name="WordPerfect, Works", endings=dotted("wpd wps"), signature=rb"\xffWPC", fails=True, resembles="word",
        streams=("MatOST", "MM", "PerfectOffice_MAIN"),
        not_read="WordPerfect and Works documents are not read.", next_step="Save it as DOCX and add that.",
    ),
    Format(
        name="Hangul 3", endings=(), signature=rb"HWP Document File V", fails=True, resembles="word",
        not_read="Documents of Hangul 3 and older are not read.", next_step="Save it as HWPX or DOCX and add that.",
    ),
    Format(
        name="StarOffice", endings=dotted("sdw sdc sdd"), fails=True, resembles="word",
        streams=("StarWriterDocument", "StarCalcDocument", "StarDrawDocument", "StarDrawDocument3"),
        not_read="StarOffice documents are not read.",
        next_step="Open it in LibreOffice, save it in its own format and add that.",
    ),
    Format(
        name="Excel 4", endings=dotted("xlw"), signature=rb"\x09(?:\0\x04|[\x02\x04]\x06)\0", fails=True,
        resembles="spreadsheet", not_read="Workbooks of Excel 4 and older are not read.",
        next_step="Save it as XLSX and add that.",
    ),
    Format(
        name="Lotus 1-2-3, Quattro Pro", endings=dotted("wk1 wk2 wk3 wk4 wks 123 wq1 wq2 wb1 wb2 wb3 qpw"),
        signature=rb"\0\0\x02\0(?:\x06\x04|\x20\x51|[\x01\x02]\x10)|\0\0\x1a\0[\0-\x05]\x10",
        streams=("NativeContent_MAIN",), fails=True, resembles="spreadsheet",
        not_read="Lotus 1-2-3 and Quattro Pro workbooks are not read.",
        next_step="Save it as XLSX and add that.",
    ),
    Format(
        name="OneNote", endings=dotted("one onetoc2"), fails=True, resembles="word",
        signature=rb"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d|\xa1\x2f\xff\x43\xd9\xef\x76\x4c",
        not_read="OneNote notebooks are not read.", next_step="Export it as PDF or DOCX and add that.",
    ),
    Format(
        name="Project", endings=dotted("mpp mpt"), fails=True, resembles="spreadsheet",
        streams=("Props", "Props9", "Props12", "Props14"),
        not_read="Project files are not read.", next_step="Save it as XLSX or PDF and add that.",
    ),
    Format(
        name="Visio, Publisher", endings=dotted("vsd vss vst vsdx pub"), streams=("VisioDocument", "Quill"),
        parts=("visio/document.xml",), fails=True, resembles="presentation",
        not_read="Visio drawings and Publisher documents are not read.", next_step="Save it as PDF and add that.",
    ),
    Format(
        name="Windows help", endings=dotted("chm hlp"), signature=rb"ITSF|\?_\x03\0", fails=True, resembles="book",
        not_read="Windows help files are not read.", next_step="Unpack it with 7-Zip and add the folder.",
    ),
    Format(
        name="DjVu", endings=dotted("djvu djv"), signature=rb"AT&TFORM", resembles="book",
        not_read="DjVu files are not read.", next_step="Save it as PDF and add that.",
    ),
    Format(
        name="Outlook data file", endings=dotted("pst ost"), signature=rb"!BDN", resembles="mail",
        not_read="Outlook data files are not read.", next_step="Save the messages as MSG or EML and add those.",
    ),
)  # fmt: skip
_PICTURES_SOUND_AND_OTHERS = (
    Format(
        name="PostScript", endings=dotted("ps eps"), signature=rb"%!PS|\xc5\xd0\xd3\xc6", resembles="picture",
        not_read="PostScript is not read.", next_step="Save it as PDF and add that.",
    ),
    Format(
        name="Drawing", resembles="picture", signature=rb"8BPS\0\x01|gimp xcf|\xd7\xcd\xc6\x9a|AC10\d\d\0",
        endings=dotted("psd ai indd cdr dwg dxf skp blend stl obj fbx xcf svgz wmf emf pict pct"),
        not_read="Drawings are not read.", next_step="If it holds text, save it as PDF and add that.",
    ),
    Format(
        name="Raw photograph", endings=dotted("raw cr2 cr3 nef arw dng raf orf rw2 pef srw"), resembles="picture",
        signature=rb"II\*\0.{4}CR|.{4}ftypcrx|FUJIFILMCCD-RAW|IIRO\x08\0|IIU\0",
        not_read="Raw photographs are not read.", next_step="If it shows text, save it as JPEG and add that.",
    ),
    Format(
        name="Sound, video",
        signature=(
            rb"ID3|OggS|fLaC|RIFF|\x1aE\xdf\xa3|.{4}ftyp|\x0b\x77|0&\xb2\x75\x8e\x66\xcf\x11|\0\0\x01[\xba\xb3]|"
            rb"FLV\x01|MThd|#!AMR|FORM.{4}AIF|\xff[\xf1-\xf3\xf9-\xfb]"
        ),
        endings=dotted(
            "mp3 m4a aac ac3 flac ogg oga opus wav wma asf aif aiff mid midi amr mp4 m4v mkv avi mov wmv flv webm mpg "
            "mpeg 3gp m2ts vob"
        ),
        not_read="Sound and video are not read.", next_step="If there are subtitles or a transcript, add those.",
    ),
    Format(
        name="Program, disk image", signature=rb"MZ|\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe",
        endings=dotted(
            "exe dll so dylib sys msi app com bin o a lib class jar war pyc pyo pyd whl deb rpm dmg pkg apk ipa iso "
            "img vmdk vdi qcow2 wasm node"
        ),
        not_read="Programs and disk images are not read.",
    ),
    Format(
        name="Font", endings=dotted("ttf otf woff woff2 ttc eot pfb"), signature=rb"\x00\x01\x00\x00\x00|OTTO|wOF",
        not_read="Fonts are not read.",
    ),
    Format(
        name="Database", signature=rb"SQLite format 3\0", resembles="spreadsheet",
        endings=dotted(
            "db sqlite sqlite3 mdb accdb frm ibd dbf parquet feather arrow npy npz pkl h5 hdf5 onnx gguf pt"
        ),
        not_read="Databases and files of numbers are not read.",
        next_step="If it holds tables, save them as CSV and add those.",
    ),
    Format(
        name="Temporary file", endings=dotted("tmp temp bak swp lock part crdownload lnk url webloc torrent msf"),
        not_read="It is not a document.",
    ),
)  # fmt: skip
UNREAD = (*_ARCHIVES_AND_DOCUMENTS, *_PICTURES_SOUND_AND_OTHERS)
FORMATS = (
    *_DOCUMENTS, *_BOOKS, *_PICTURES, *_DRAWINGS, *_WEB_AND_MAIL, *_ARCHIVES, _ZOTERO, *_TEXTS, *_PLAIN_TEXTS,
    *_DATA_AND_CODE, *UNREAD,
)  # fmt: skip
"""All formats; where the content fits several, the first of them is meant."""
UNKNOWN = Format(name="", endings=())
_BY_ENDING = {ending: one for one in FORMATS for ending in one.endings}
_BY_FILE_NAME = {name: one for one in FORMATS for name in one.file_names}
_BY_WHOLE_NAME = {name: one for one in FORMATS for name in one.whole_names}


def of_ending(ending: str) -> Format:
    """Return the format of files with an ending such as ".docx", in small letters.

    Raises:
        KeyError: no format has it.

    """
    return _BY_ENDING[ending]


def of_name(file: str | Path) -> Format:
    """Return the format for a file's name, also of one inside another; ``UNKNOWN`` when there is none."""
    path = str(file).lower()
    whole = path[max(path.rfind("/"), path.rfind("\\")) + 1 :]
    if whole in _BY_WHOLE_NAME:
        return _BY_WHOLE_NAME[whole]
    name, _, ending = whole.rpartition(".")
    return _BY_ENDING.get(f".{ending}", UNKNOWN) if name else _BY_FILE_NAME.get(ending, UNKNOWN)


def is_supported(file: str | Path) -> bool:
    """Return True if files of this name are known to be read; others are, too, if they hold text."""
    return of_name(file).is_read


def why_not(path: Path, status: os.stat_result, maximum_bytes: int = MAXIMUM_BYTES) -> str:
    """Return in plain words why a file is not even opened, "" when it is."""
    if not stat.S_ISREG(status.st_mode):
        return "It is not a regular file."
    if status.st_size == 0:
        return "The file is empty."
    named = of_name(path)
    if named.not_read and not named.fails:
        return f"{named.not_read} {named.next_step}".strip()
    if status.st_size > maximum_bytes:
        return UserText(
            "The file is larger than {size} MB. Raise the limit in the folder's rules.",
            size=maximum_bytes // 1024 // 1024,
        )
    return ""


def of_kind(kind: str) -> tuple[Format, ...]:
    """Return the formats of a kind of files; none when there is no such kind, or it is "other"."""
    return tuple(one for one in FORMATS if one.kind == kind != OTHER)


def is_paged(file: str) -> bool:
    """Return True if the file has pages that can be shown as pictures."""
    return of_name(file).unit == "page"


def has_slides(file: str) -> bool:
    """Return True if what the reader of the file numbers are slides."""
    return of_name(file).unit == "slide"


def is_in_blocks(file: str) -> bool:
    """Return True if each block of the file's text is one entry, by its name."""
    return of_name(file).in_blocks


def is_mail(file: str) -> bool:
    """Return True if the file is a message, by its name."""
    return of_name(file).kind == "mail"


def is_verbatim(file: str) -> bool:
    """Return True if the file is source code or data, by its name: its lines are kept as they are."""
    return of_name(file).verbatim
