"""The translations without Qt: which language to use, and sentences that were worded below the window."""

import ctypes
import locale
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from itertools import islice
from xml.etree import ElementTree as ET

from desktop_rag.core.paths import resource_path
from desktop_rag.core.user_text import PLACEHOLDER, UserText, filled

ENGLISH, GERMAN, JAPANESE, CHINESE = "en", "de", "ja", "zh_CN"
LANGUAGES = (ENGLISH, GERMAN, JAPANESE, CHINESE)
_MESSAGES = "Messages"
_TRADITIONAL = frozenset({"Hant", "TW", "HK", "MO"})
_SENTENCE_END = re.compile(r"(?<=[.?!…:]) (?=\S)")
_WITHIN = r"(?:(?![.?!…] [A-Z“]).)"  # what stands within a sentence does not reach into the next one
_ENDS = (".", "!", "?", "…")
_REASON = "reason"  # the value of templates that ``core.errors.reason_of`` gives
_MOST_TOGETHER = 4  # sentences that are translated as one
_LONGEST = 5_000  # characters of a text that is looked at
_REMEMBERED = 2000  # texts that were taken apart: a page of the list of files, many times over
_SPOKEN = ContextVar("spoken", default=ENGLISH)
Parts = tuple[str, tuple[tuple[str, str], ...]]  # a template, and what stands in it by name


def language_among(wanted: Iterable[str]) -> str:
    """Return the first of ``LANGUAGES`` among names of locales (``de-AT``, ``zh_CN.UTF-8``), else English.

    Traditional Chinese is passed over: it is not what Simplified Chinese is written for.
    """
    for name in wanted:
        parts = re.split(r"[-_.@]", name)
        if parts[0] == "zh" and not _TRADITIONAL & set(parts):
            return CHINESE
        if parts[0] in LANGUAGES:
            return parts[0]
    return ENGLISH


class Sentences:
    """Translates the program's English sentences, by a translation of their templates.

    A UserText says which template it is. Other sentences are recognised by their text: what is stored in libraries and
    conversations is English, and so is what other processes report. What stood in a sentence, a path or a number, is
    put into its translation. A word or a phrase is not recognised: it may be a person's own, as the name of a library.
    """

    def __init__(self, templates: Iterable[str], translate: Callable[[str], str]) -> None:
        known = frozenset(text for text in templates if text.endswith(_ENDS))
        self._plain = frozenset(text for text in known if not PLACEHOLDER.search(text))
        # the more is said, the surer the match
        ordered = sorted(known - self._plain, key=_said, reverse=True)
        self._templates = tuple((text, tuple(PLACEHOLDER.split(text)[::2])) for text in ordered)
        self._translate = translate
        self._parts = lru_cache(_REMEMBERED)(self._take_apart)

    def translated(self, text: str) -> str:
        """Return a text of one or several sentences; a sentence that is not known stays as it is."""
        if isinstance(text, UserText):
            return self._worded(text)
        if len(text) > _LONGEST:  # no sentences of ours: what a server or a tool said
            return text
        said: list[str] = []
        while text:
            ends = [match.start() for match in islice(_SENTENCE_END.finditer(text), _MOST_TOGETHER)]
            known = ((end, self._one(text[:end])) for end in (len(text), *reversed(ends)))
            end, one = next(((end, one) for end, one in known if one is not None), (0, None))
            if one is None:
                end = ends[0] if ends else len(text)
                one = text[:end]
            said.append(f"{one}{gap_after(one)}" if text[end + 1 :] else one)
            text = text[end + 1 :]
        return "".join(said)

    def _worded(self, text: UserText) -> str:
        if text.is_two_sentences:
            first, second = map(self.translated, text.values.values())
            return f"{first}{gap_after(first)}{second}"
        values = {name: self._value(value) for name, value in text.values.items()}
        return filled(self._translate(text.template), values)

    def _one(self, text: str) -> str | None:
        parts = self._parts(text)
        if parts is None:
            return None
        values = {name: self._reason(value) if name == _REASON else self._value(value) for name, value in parts[1]}
        return PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), self._translate(parts[0]))

    def _value(self, value: str) -> str:
        """Return a value for a sentence: a reason that is a sentence itself is translated as well."""
        if isinstance(value, UserText) or value.endswith(_ENDS):
            return self.translated(value)
        return value

    def _reason(self, value: str) -> str:
        """Return the system's reason for an error, translated: a phrase of the system or a sentence."""
        return self._value(value) if isinstance(value, UserText) or value.endswith(_ENDS) else self._translate(value)

    def _take_apart(self, text: str) -> Parts | None:
        if text in self._plain:
            return text, ()
        for template, (begin, *within, end) in self._templates:
            # the words come first: to compile all the patterns takes half a second, and few are ever asked
            if not (text.startswith(begin) and text.endswith(end) and all(part in text for part in within)):
                continue
            if match := _pattern(template).fullmatch(text):
                return None if self._is_several(text, match) else (template, tuple(match.groupdict().items()))
        return None

    def _is_several(self, text: str, match: re.Match[str]) -> bool:
        """Return True if what seems to stand in a sentence reaches over others that are known by themselves.

        “2 of 9 files could not be read. 3 of 9 files …” does not say of “9 files could not be read. 3 of 9” what they
        are.
        """
        if not any(_SENTENCE_END.search(value) for value in match.groupdict().values()):
            return False
        ends = (one.start() for one in islice(_SENTENCE_END.finditer(text), _MOST_TOGETHER))
        return any(self._parts(text[:end]) is not None and self._parts(text[end + 1 :]) is not None for end in ends)


def _said(template: str) -> int:
    """Return the number of a template's characters outside placeholders."""
    return len(PLACEHOLDER.sub("", template))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return a pattern that matches every text that a template can become."""
    parts = PLACEHOLDER.split(template)
    written, seen = [re.escape(parts[0])], set[str]()
    for name, after in zip(parts[1::2], parts[2::2], strict=True):
        within = "." if re.match(r" [A-Z“]", after) else _WITHIN  # before a sentence stands a sentence
        written += (f"(?P={name})" if name in seen else f"(?P<{name}>{within}+?)", re.escape(after))
        seen.add(name)
    return re.compile("".join(written), re.DOTALL)


def gap_after(sentence: str) -> str:
    """Return the space between a sentence and the next: none in Chinese and Japanese."""
    return "" if sentence.endswith(("。", "？", "！", "：")) else " "


def system_language() -> str:
    """Return the first of ``LANGUAGES`` that the person has set for programs in a terminal, else English."""
    if listed := os.environ.get("LANGUAGE"):
        return language_among(listed.split(":"))
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if not named and sys.platform == "win32":
        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return language_among([named])


def speak(language: str) -> None:
    """Choose the language of ``spoken`` for this context."""
    _SPOKEN.set(language)


def spoken_language() -> str:
    """Return the language that was chosen with ``speak``; English before."""
    return _SPOKEN.get()


def spoken() -> Sentences:
    """Return the sentences of the language that was chosen with ``speak``; English before."""
    return sentences(_SPOKEN.get())


@cache
def messages(language: str) -> dict[str, str]:
    """Return the translation of each template worded below the window; English ones stand for themselves."""
    if language == ENGLISH:
        return {template: template for template in messages(GERMAN)}
    tree = ET.parse(resource_path("translations", f"desktop-rag_{language}.ts"))  # noqa: S314 - our own file
    listed = (one for context in tree.iter("context") if context.findtext("name") == _MESSAGES for one in context)
    pairs = ((one.findtext("source", ""), one.findtext("translation", "")) for one in listed)
    return {source: translation or source for source, translation in pairs if source}


@cache
def sentences(language: str) -> Sentences:
    """Return the sentences of one of ``LANGUAGES``."""
    known = messages(language)
    return Sentences(known, partial(_looked_up, known))


def _looked_up(known: dict[str, str], text: str) -> str:
    return known.get(text, text)
