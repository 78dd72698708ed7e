"""The settings as entries of the palette."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from desktop_rag.config import OPTION_GROUPS, Config
from desktop_rag.config.options import (
    EMBEDDING_MAX_TOKENS,
    LANGUAGE,
    LLM_BASE_URL,
    LLM_CONNECTION,
    LLM_CONTEXT_WINDOW,
    LLM_MAX_TOKENS,
    LLM_MODEL,
    LLM_TIMEOUT,
    NETWORK_OFFLINE,
    NODE_POSTPROCESSORS,
    RETRIEVER,
    SHORTCUTS,
    SIMILARITY_TOP_K,
    TEXT_SIZE,
    THEME,
    WINDOW,
)
from desktop_rag.gui.palette.entries import Entry, EntryKind
from desktop_rag.gui.widgets.words import option_text


def setting_entries(config: Config) -> Iterator[Entry]:
    """Yield an entry for each setting that has an effect now, found by name, help and other words for it.

    Each choice of a setting of the window is an entry besides, with the value behind the key.
    """
    values, others = config.values(), _other_words()
    page = QCoreApplication.translate("SettingEntries", "Settings")
    for group in OPTION_GROUPS:
        for option in group.options:
            if option is LLM_CONNECTION or not option.is_relevant(values):
                continue
            title, where = option_text(option.label), f"{page} · {option_text(group.title)}"
            also = f"{others.get(option.key, '')} {option_text(option.help)} {option.key}"
            yield Entry(EntryKind.SETTING, option.key, title, where, also=also)
            for choice in option.choices if group is WINDOW else ():
                name = option_text(choice.label)
                key, named = f"{option.key}={choice.value}", f"{title}: {name}"
                yield Entry(EntryKind.CHOICE, key, named, where, also=also, name=name)


def _other_words() -> dict[str, str]:
    """Return what people call a setting that has another name here, by key."""
    translate = QCoreApplication.translate
    return {
        THEME.key: translate("SettingEntries", "theme dark mode light mode contrast colours"),
        TEXT_SIZE.key: translate("SettingEntries", "font size zoom scale larger smaller"),
        LANGUAGE.key: translate("SettingEntries", "translation locale English Deutsch 日本語 中文"),
        SHORTCUTS.key: translate("SettingEntries", "hotkeys key bindings"),
        NETWORK_OFFLINE.key: translate("SettingEntries", "proxy internet connection privacy network"),
        EMBEDDING_MAX_TOKENS.key: translate("SettingEntries", "chunk size chunks tokens"),
        SIMILARITY_TOP_K.key: translate("SettingEntries", "top k chunks number of sources results"),
        RETRIEVER.key: translate("SettingEntries", "retriever hybrid keyword vector semantic"),
        NODE_POSTPROCESSORS.key: translate("SettingEntries", "reranking filters cutoff score"),
        LLM_MODEL.key: translate("SettingEntries", "llm language model"),
        LLM_BASE_URL.key: translate("SettingEntries", "url server endpoint host port api proxy"),
        LLM_TIMEOUT.key: translate("SettingEntries", "timeout wait seconds"),
        LLM_CONTEXT_WINDOW.key: translate("SettingEntries", "context length tokens num_ctx"),
        LLM_MAX_TOKENS.key: translate("SettingEntries", "answer length maximum tokens"),
    }
