"""Collects the texts of the tables of options: the window translates them by variable (``option_text``)."""

from collections.abc import Iterator

from desktop_rag.config import OPTION_GROUPS, AnyOption
from desktop_rag.config.presets import presets
from desktop_rag.llms.built_in.download import read_catalogue
from desktop_rag.node_parser.factory import NODE_PARSER
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS


def texts() -> list[str]:
    """Return every text for people in the tables, each once."""
    found = dict.fromkeys(group.title for group in OPTION_GROUPS)
    for option in (*(option for group in OPTION_GROUPS for option in group.options), NODE_PARSER):
        found.update(dict.fromkeys(_texts_of(option)))
    for kind in POSTPROCESSOR_KINDS:
        found.update(dict.fromkeys((kind.label, kind.help)))
    found.update(dict.fromkeys(preset.help for preset in presets()))
    for model in read_catalogue():
        found.update(dict.fromkeys((model.note, model.languages)))
    return [text for text in found if text]


def _texts_of(option: AnyOption) -> Iterator[str]:
    yield from (option.label, option.help, option.minimum_label, option.unit)
    for choice in option.choices:
        yield from (choice.label, choice.help)
