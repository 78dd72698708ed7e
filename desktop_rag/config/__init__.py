"""The person's settings, and the one table of options behind them (``desktop_rag.config.options``)."""

from desktop_rag.config.option import AnyOption, Choice, Option, OptionGroup, OptionValue
from desktop_rag.config.options import OPTION_GROUPS, OPTIONS, OPTIONS_BY_KEY
from desktop_rag.config.store import Config

__all__ = [
    "OPTIONS",
    "OPTIONS_BY_KEY",
    "OPTION_GROUPS",
    "AnyOption",
    "Choice",
    "Config",
    "Option",
    "OptionGroup",
    "OptionValue",
]
