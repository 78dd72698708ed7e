"""Files that nothing here reads, each with what they are and what a person can do; part of ``readers.formats``."""

from desktop_rag.readers.format import Format, dotted

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
