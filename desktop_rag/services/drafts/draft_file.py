"""Drafts as files: their text, and a copy of the file with remarks in it. Both run in child processes."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.services.drafts.markdown import read_markdown, reviewed_markdown
from desktop_rag.services.drafts.plain_file import PlainFile
from desktop_rag.services.drafts.remark import Remark
from desktop_rag.services.drafts.web import read_web, reviewed_web
from desktop_rag.services.drafts.word import read_word, word_parts
from desktop_rag.services.drafts.word_remarks import write_reviewed_word

WORD, MARKDOWN, WEB = (".docx", ".docm"), (".md", ".markdown"), (".html", ".htm", ".xhtml")
SUFFIXES = (*WORD, *MARKDOWN, *WEB)
"""The ends of the names of drafts that remarks can be written into."""


def draft_text(path: Path) -> str:
    """Return the text of a draft of one of the ``SUFFIXES``: each character has its place in the file.

    Raises:
        UserError: it cannot be read as what its name says.

    """
    suffix = path.suffix.lower()
    if suffix in WORD:
        text = read_word(word_parts(path)).text
    elif suffix in MARKDOWN:
        text = read_markdown(PlainFile(path)).text
    else:
        text = read_web(PlainFile(path, declared=True)).text
    return without_surrogates(text)


def write_with_remarks(draft: Path, text: str, remarks: Sequence[Remark], target: Path, at: dt.datetime) -> None:
    """Write a copy of a draft with remarks; ``text`` is that of the draft when it was checked.

    Raises:
        UserError: the draft cannot be read, is another one than it was, or has an encoding that keeps no copy.

    """
    suffix = draft.suffix.lower()
    if suffix in WORD:
        parts = word_parts(draft)
        read = read_word(parts)
        _check_same(draft, read.text, text)
        write_reviewed_word(draft, parts, read, remarks, target, at)
        return
    file = PlainFile(draft, declared=suffix in WEB)
    if not file.can_be_written:
        raise UserError(
            UserText("The encoding of “{name}” can't be written back without loss.", name=draft.name),
            "Save it as UTF-8, and check it again.",
        )
    if suffix in MARKDOWN:
        markdown = read_markdown(file)
        _check_same(draft, markdown.text, text)
        target.write_bytes(reviewed_markdown(file, markdown, remarks))
    else:
        web = read_web(file)
        _check_same(draft, web.text, text)
        target.write_bytes(reviewed_web(file, web, remarks))


def _check_same(draft: Path, now: str, then: str) -> None:
    if without_surrogates(now) != then:
        raise UserError(UserText("“{name}” has changed since it was checked.", name=draft.name), "Check it again.")
