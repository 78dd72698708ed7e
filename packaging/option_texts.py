"""Writes the texts of the tables of options as calls that lupdate finds: python packaging/option_texts.py FILE.

The tables hold plain text, and the window translates it by variable (``gui.widgets.words.option_text``).
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.config import OPTION_GROUPS, AnyOption
from desktop_rag.node_parser.factory import NODE_PARSER
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS


def texts() -> list[str]:
    """Return every text for people in the tables, each once."""
    found = dict.fromkeys(group.title for group in OPTION_GROUPS)
    for option in (*(option for group in OPTION_GROUPS for option in group.options), NODE_PARSER):
        found.update(dict.fromkeys(_texts_of(option)))
    for kind in POSTPROCESSOR_KINDS:
        found.update(dict.fromkeys((kind.label, kind.help)))
    return [text for text in found if text]


def _texts_of(option: AnyOption) -> Iterator[str]:
    yield from (option.label, option.help, option.minimum_label, option.unit)
    for choice in option.choices:
        yield from (choice.label, choice.help)


if __name__ == "__main__":
    calls = [f'translate("Options", {text!r})' for text in texts()]
    Path(sys.argv[1]).write_text("\n".join([*calls, ""]), encoding="utf-8")
