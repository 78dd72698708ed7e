"""In which encoding a text was saved: its mark, UTF-8, what it says itself, then what chardet finds."""

import codecs
import re
from collections.abc import Iterable

from desktop_rag.core.errors import UserError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE = 200_000  # bytes looked at when guessing
_BEFORE = 2_000  # of them, how many before the first byte that tells something
_TELLING = re.compile(rb"[\x00\x1b\x80-\xff]|~\{")  # what plain ASCII has not: also ISO-2022 and HZ
_DAMAGED = 0.02  # share of wrong characters that UTF-8 may hold and still be UTF-8
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)|<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]+)""",
    re.IGNORECASE,
)
_DECLARATION = 4096
_WIDER = {
    "ascii": "utf-8", "us-ascii": "utf-8", "iso8859-1": "cp1252", "latin-1": "cp1252", "iso8859-9": "cp1254",
    "iso8859-11": "cp874", "tis-620": "cp874", "shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030",
    "big5": "big5hkscs", "euc_kr": "cp949",
}  # fmt: skip
"""What browsers read a declared encoding as: everything in it, and more."""
_WIDER_CHARSETS = {
    "gb2312": "gb18030", "gbk": "gb18030", "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "shift_jis": "cp932",
    "x-sjis": "cp932", "iso-8859-1": "cp1252", "iso-8859-8-i": "iso-8859-8", "us-ascii": "utf-8", "ascii": "utf-8",
    "utf8mb4": "utf-8", "unicode-1-1-utf-7": "utf-7",
}  # fmt: skip
"""The same for what messages and web pages claim, under the names of the Internet."""
_WESTERN_WORD = re.compile(r"[A-Za-z]?[äöüßÄÖÜéèêëÉÈÀàáâÁçÇîïíÍôóÓúÚñÑåÅæøÆØãÃ]{1,2}(?![^\W_A-Za-z])|õ(?=e)")
_SIGN = re.compile(
    r"(?<![^\W\d_])[“”‘„–—…•€£§©®«»¿¡±°\u00a0½¼](?![^\W\d_]{2})|(?<=[\w.,!?])[”’…°®™–—€£»\u00a0](?=\W|s\b|t\b|C\b|F\b|\Z)"
)
_WIDE_LETTERS = re.compile(r"[\t\n\r -~\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f]")
_LEAST_WIDE = 16
_SEEN = re.compile(rb"[\t\n\r -~]+")
_KANA = re.compile(r"[\u3041-\u30ff]")
_COLOURS = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")  # how terminals colour what programs print
_NO_TEXT = "This isn't a text file."
_OPEN_IT = "Open it in the app that created it."


def decode(data: bytes, *, declared: bool = False) -> str:
    """Return the text of ``data``; with ``declared``, an encoding that HTML or XML states is believed.

    Raises:
        UserError: the bytes are no text in any known encoding.

    """
    return data.decode(find_encoding([data], declared=declared), "replace").removeprefix("\ufeff")


def in_charset(data: bytes, charset: str) -> str:
    """Return data as text: in the charset it claims if that is possible, otherwise in the likeliest."""
    name = charset.strip().strip("\"'").lower()
    try:
        return data.decode(codecs.lookup(_WIDER_CHARSETS.get(name, name)).name)
    except (LookupError, ValueError, TypeError):
        pass
    try:
        return decode(data)
    except UserError:
        return data.decode("cp1252", "replace")


def is_text(head: bytes) -> bool:
    """Return True if a file that begins so is text."""
    try:
        return bool(find_encoding([head], cut=True))
    except UserError:
        return False


def find_encoding(blocks: Iterable[bytes], *, declared: bool = False, cut: bool = False) -> str:
    """Return Python's name for the encoding of a text that is given in blocks; ``cut`` when it ends anywhere.

    Only what is needed is kept of the blocks, and they are read to the end only while all is UTF-8.

    Raises:
        UserError: the bytes are no text in any known encoding.

    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    sample = b""
    plain = True  # nothing but ASCII so far
    for block in blocks:
        if not sample:
            found = _of_beginning(block, declared=declared)
            if found:
                return found
        if plain:
            match = _first_telling(block)
            plain = match is None
            sample = block[max(0, match.start() - _BEFORE) :][:SAMPLE] if match else (sample or block[:SAMPLE])
        # ISO-2022 and HZ are valid UTF-8, being plain ASCII with escapes
        if _has_controls(sample) or not _goes_on(decoder, block):
            return _guess(sample)
    return "utf-8" if _goes_on(decoder, b"", final=not cut) else _guess(sample)


def _goes_on(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    """Return True if the next block of a text is in the encoding of those before."""
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True


def _first_telling(block: bytes) -> re.Match[bytes] | None:
    """Return the first match that is no plain ASCII, or None."""
    return None if _is_plain(block) else _TELLING.search(block)


def _is_plain(block: bytes) -> bool:
    """Return True if a block is only ASCII; much faster than to search it."""
    return block.isascii() and not _has_controls(block)


def _has_controls(block: bytes) -> bool:
    """Return True if bytes have the marks of UTF-16, ISO-2022 or HZ."""
    return b"\0" in block or b"\x1b" in block or b"~{" in block


def _of_beginning(block: bytes, *, declared: bool) -> str:
    """Return the encoding given by the first bytes, "" when there is none."""
    for mark, encoding in _MARKS:
        if block.startswith(mark):
            return encoding
    return _declared(block) if declared else ""


def _declared(block: bytes) -> str:
    """Return the encoding that HTML or XML states, if the text can be read so and is not UTF-8 in truth."""
    match = _DECLARED.search(block[:_DECLARATION])
    if match is None:
        return ""
    stated = (match.group(1) or match.group(2)).decode("ascii", "replace")
    try:
        b" ".decode(stated)  # refuses Python's codecs that are not of letters: hex, zlib
        name = codecs.lookup(stated).name
    except (LookupError, UnicodeError):
        return ""
    name = _WIDER.get(name, name)
    if name.startswith(("utf-16", "utf-32")) or b"\0" in block[:_DECLARATION]:
        return ""  # bytes that could be searched for a declaration are not that
    sample = block[:SAMPLE]
    if name == "utf-8" or _reads(sample, "utf-8"):
        return ""
    return name if _reads(sample, name) else ""


def _reads(sample: bytes, encoding: str) -> bool:
    """Return True if bytes, cut off anywhere, are text in an encoding."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(sample)
    except (UnicodeError, LookupError):
        return False
    return True


def _guess(sample: bytes) -> str:
    """Return the likeliest encoding of bytes that are not plain UTF-8."""
    if _nearly_utf8(sample):
        return "utf-8"
    # before chardet, which goes by frequency
    if _is_western(sample):
        return "cp1252"
    if b"\x1b[" in sample and _is_plain(_COLOURS.sub(b"", sample)):
        return "utf-8"
    import chardet

    found = chardet.detect(sample, compat_names=False)["encoding"]  # its supersets are wrong for ISO 8859-2 and others
    if (
        not found
        or (found.startswith("utf-8") and b"\0" in sample)
        or (found.startswith("utf-16") and _is_narrow(sample))
    ):
        found = _wide(sample)
    if not found:
        raise UserError(_NO_TEXT, _OPEN_IT)
    name = codecs.lookup(found).name
    wider = _WIDER.get(name, name)
    return wider if _reads(sample, wider) else name


def _is_western(sample: bytes) -> bool:
    """Return True if all characters beyond ASCII are those of Western languages, in their usual places.

    Where it is little, guessing by frequency goes wrong: Größe becomes Gr÷▀e.
    """
    if b"\0" in sample or sample.isascii():
        return False
    text = sample.decode("cp1252", "replace")
    return _SIGN.sub("", _WESTERN_WORD.sub("", text)).isascii()


def _wide(sample: bytes) -> str:
    """Return the UTF-16 variant of a sample without a mark, "" for none: nearly all must be letters and marks."""
    sample = sample[: len(sample) // 2 * 2]
    for name in ("utf-16-le", "utf-16-be") if len(sample) >= _LEAST_WIDE else ():
        text = sample.decode(name, "replace")
        if not _is_narrow(sample) and len(_WIDE_LETTERS.sub("", text)) * 50 <= len(text):
            return name
    return ""


def _is_narrow(sample: bytes) -> bool:
    """Return True if a sample is surely not UTF-16 without a mark, whatever its byte pairs: it is single-byte letters.

    Four of five bytes of such a text are ASCII that can be seen, of UTF-16 about half. Only Kana come near.
    """
    if len(_SEEN.sub(b"", sample)) * 5 > len(sample):
        return False
    even = sample[: len(sample) // 2 * 2]
    return all(len(_KANA.findall(even.decode(name, "replace"))) * 4 < len(even) for name in ("utf-16-le", "utf-16-be"))


def _nearly_utf8(sample: bytes) -> bool:
    """Return True if bytes are UTF-8 but for a few damaged places, or but for control characters."""
    if b"\0" in sample:
        return False
    text = sample.decode("utf-8", "replace")
    strange = len(text) - len(text.encode("ascii", "ignore"))
    wrong = text.count("\ufffd")
    return bool(strange) and wrong < _DAMAGED * strange
