"""The boxes, buttons and lists of a PDF's form: their states stand beside their labels, as a person sees them.

PyMuPDF tells the drawing of a button as a letter of a dingbats font, at the end of the page, and no empty box at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from desktop_rag.readers.pages.mupdf import Page, PdfObject, load_pymupdf
from desktop_rag.readers.pages.page_tables import Box, RawWord

_UNSEEN = 0b100010  # flags of an annotation: hidden, not to be viewed
_PASSWORD, _RADIO, _PUSH = 1 << 13, 1 << 15, 1 << 16  # flags of a field
_TICKED, _EMPTY, _CHOSEN, _OPEN = "☒", "☐", "◉", "○"
_SIGNS = frozenset([_TICKED, _EMPTY, _CHOSEN, _OPEN])
_MOST = 1_000  # fields of a page that are looked at
_NEAR = 2.5  # heights, from a box to its label
_WORD_GAP = 0.8  # heights, between the words of one label
_DRAWN = 2  # letters of a button's drawing
_BLOCK = 1 << 20  # blocks of what stands beside nothing


@dataclass(frozen=True, slots=True)
class _Field:
    """A field's text, its place in points, and a flag for a button, which has a label beside it."""

    text: str
    box: Box
    is_button: bool


def with_entries(page: Page, words: list[RawWord]) -> list[RawWord]:
    """Return the words of a page of a PDF with the states of its boxes and buttons, and with entries not drawn yet.

    A box stands before its label. A list shows the label of what was chosen, and no other. What is drawn of an entry
    stands in its place too: PyMuPDF tells it at the end of the page.
    """
    for field in islice(_fields(page), _MOST):
        words = _with_entry(words, field)
    return words


def _fields(page: Page) -> Iterator[_Field]:
    mupdf = load_pymupdf().mupdf

    found = mupdf.pdf_dict_gets(mupdf.pdf_page_from_fz_page(page.this).obj(), "Annots")
    for place in range(mupdf.pdf_array_len(found)):
        one = mupdf.pdf_array_get(found, place)
        if mupdf.pdf_to_name(mupdf.pdf_dict_gets(one, "Subtype")) != "Widget":
            continue
        if mupdf.pdf_to_int(mupdf.pdf_dict_gets(one, "F")) & _UNSEEN:
            continue
        kind = mupdf.pdf_to_name(mupdf.pdf_dict_gets_inheritable(one, "FT"))
        flags = mupdf.pdf_to_int(mupdf.pdf_dict_gets_inheritable(one, "Ff"))
        box = _box(page, one)
        if kind == "Btn" and not flags & _PUSH:
            signs = (_CHOSEN, _OPEN) if flags & _RADIO else (_TICKED, _EMPTY)
            yield _Field(signs[not _is_on(one)], box, is_button=True)
        elif kind == "Ch":
            yield _Field(", ".join(_chosen(one)), box, is_button=False)
        elif kind == "Tx" and not flags & _PASSWORD:
            yield _Field(_text(mupdf.pdf_dict_gets_inheritable(one, "V")), box, is_button=False)


def _box(page: Page, field: PdfObject) -> Box:
    """Return the place of a field on the page as it was before it was turned."""
    pymupdf = load_pymupdf()
    rect = pymupdf.mupdf.pdf_to_rect(pymupdf.mupdf.pdf_dict_gets(field, "Rect"))
    placed = pymupdf.Rect(rect.x0, rect.y0, rect.x1, rect.y1) * page.transformation_matrix
    placed.normalize()
    return placed.x0, placed.y0, placed.x1, placed.y1


def _is_on(button: PdfObject) -> bool:
    """Return True if a box is ticked or a button chosen: its appearance says so, else the value of its field."""
    mupdf = load_pymupdf().mupdf
    state = mupdf.pdf_to_name(mupdf.pdf_dict_gets(button, "AS"))
    if state:
        return bool(state != "Off")
    value = mupdf.pdf_to_name(mupdf.pdf_dict_gets_inheritable(button, "V"))
    drawn = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(button, "AP"), "N")
    names = {mupdf.pdf_to_name(mupdf.pdf_dict_get_key(drawn, place)) for place in range(mupdf.pdf_dict_len(drawn))}
    return bool(value) and value != "Off" and (not names or value in names)


def _chosen(field: PdfObject) -> list[str]:
    """Return the labels of what was chosen in a list, or what was typed into it."""
    mupdf = load_pymupdf().mupdf
    options = mupdf.pdf_dict_gets_inheritable(field, "Opt")
    labels: dict[str, str] = {}
    for place in range(mupdf.pdf_array_len(options)):
        option = mupdf.pdf_array_get(options, place)
        pair = mupdf.pdf_array_len(option)
        name, label = (mupdf.pdf_array_get(option, at) for at in (0, 1)) if pair else (option, option)
        labels[_text(name)] = _text(label)
    value = mupdf.pdf_dict_gets_inheritable(field, "V")
    count = mupdf.pdf_array_len(value)
    values = [_text(mupdf.pdf_array_get(value, place)) for place in range(count)] if count else [_text(value)]
    return [labels.get(one, one) for one in values if one]


def _text(value: PdfObject) -> str:
    return " ".join(load_pymupdf().mupdf.pdf_to_text_string(value).split())


def _with_entry(words: list[RawWord], field: _Field) -> list[RawWord]:
    inside = [word for word in words if _is_inside(word, field.box)]
    if field.is_button:
        drawn = {id(word) for word in inside if len(word[4]) <= _DRAWN}
        return _with_button([word for word in words if id(word) not in drawn], field)
    said = "".join(word[4] for word in inside)
    entry = "".join(field.text.split())
    if not entry or (said and said not in entry and entry not in said and not _is_list(field, said)):
        return words
    drawn = set(map(id, inside))
    left = [word for word in words if id(word) not in drawn]
    at = _place(left, field)
    if said and said in entry:
        return _moved(left, inside, field, at)
    return _inserted(left, field, at)


def _moved(words: Sequence[RawWord], drawn: Sequence[RawWord], field: _Field, at: int) -> list[RawWord]:
    """Return words with those drawn in a field moved to its place; a single line continues its label."""
    label = words[at - 1] if at and _is_level(words[at - 1], field.box) else None
    if label is not None and all(_is_level(word, drawn[0][:4]) for word in drawn):
        drawn = [(*word[:5], label[5], label[6]) for word in drawn]
    return [*words[:at], *drawn, *words[at:]]


def _is_list(field: _Field, said: str) -> bool:
    """Return True if the letters drawn in a field are all entries of a list, of which one is chosen."""
    return all("".join(one.split()) in said for one in field.text.split(", "))


def _is_inside(word: RawWord, box: Box) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _with_button(words: list[RawWord], field: _Field) -> list[RawWord]:
    """Put the state of a button before its label, which stands at its right or its left, whichever is nearer."""
    height = field.box[3] - field.box[1]
    row = [(place, word) for place, word in enumerate(words) if _is_level(word, field.box)]
    right = min(((word[0] - field.box[2], place) for place, word in row if word[0] >= field.box[2] - 2), default=None)
    left = min(((field.box[0] - word[2], place) for place, word in row if word[2] <= field.box[0] + 2), default=None)
    farthest = _NEAR * max(height, 8)
    if left and left[0] <= farthest and (right is None or left[0] < right[0]):
        at = left[1]
        while at and _is_one_label(words[at - 1], words[at]):
            at -= 1
        return _inserted(words, field, at, words[at])
    if right and right[0] <= farthest:
        return _inserted(words, field, right[1], words[right[1]])
    return _inserted(words, field, _place(words, field))


def _is_level(word: RawWord, box: Box) -> bool:
    return abs(word[1] + word[3] - box[1] - box[3]) < max(word[3] - word[1], box[3] - box[1])


def _is_one_label(word: RawWord, after: RawWord) -> bool:
    gap = after[0] - word[2]
    height = after[3] - after[1]
    level = abs(word[1] + word[3] - after[1] - after[3]) < height
    return level and -1 < gap < _WORD_GAP * height and word[4][0] not in _SIGNS


def _place(words: Sequence[RawWord], field: _Field) -> int:
    """Return the index for an entry without a label beside it: behind the words to its left, else above those below."""
    before = [
        (field.box[0] - word[2], -place)
        for place, word in enumerate(words)
        if _is_level(word, field.box) and word[2] <= field.box[0] + 2
    ]
    if before:
        return 1 - min(before)[1]
    return next((place for place, word in enumerate(words) if word[1] >= field.box[3] - 1), len(words))


def _inserted(words: Sequence[RawWord], field: _Field, at: int, beside: RawWord | None = None) -> list[RawWord]:
    """Return words with an entry, in the line of the word beside it."""
    if beside is None and at and _is_level(words[at - 1], field.box):
        beside = words[at - 1]
    block, line = (beside[5], beside[6]) if beside else (_BLOCK + at, 0)
    texts = field.text.split()
    x0, y0, x1, y1 = field.box
    if beside is not None:
        y0, y1 = max(y0, min(beside[1], y1)), min(y1, max(beside[3], y0))
    total = len(field.text) or 1
    placed: list[RawWord] = []
    start = 0
    for text in texts:
        left = x0 + (x1 - x0) * start / total
        placed.append((left, y0, left + (x1 - x0) * len(text) / total, y1, text, block, line))
        start += len(text) + 1
    return [*words[:at], *placed, *words[at:]]
