"""The person's settings, and the one table of options behind them (``desktop_rag.config.options``)."""

from desktop_rag.config.option import AnyOption, Option, OptionValue
from desktop_rag.config.options import OPTIONS
from desktop_rag.config.store import Config

__all__ = ["OPTIONS", "AnyOption", "Config", "Option", "OptionValue"]
