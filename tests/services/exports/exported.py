"""An answer with everything that exports must carry, and reading exports back as any other file."""

from pathlib import Path

from desktop_rag.core.results.answers import Answer, CheckedSentence, Citation, Source, Verdict
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.llamaindex.readers.file.base import SimpleDirectoryReader

QUESTION = "How much was revenue, 売上は?"
PARTLY = "Revenue **rose to 7.2 million** in 2024."
INVENTED = "It was founded by *Jane Doe*."
JAPANESE = "日本語の文章です。"
ARABIC = "النص العربي هنا مع أرقام"
CYRILLIC = "Выручка выросла на треть."
ITEM = "first point with `code|x`"
ROW = "| 2024 | 2.7 |"
TEXT = f"""## Summary

{PARTLY} [1] {INVENTED} {JAPANESE} [2]

- {ITEM} [3]
- second
  1. nested

| Year | Revenue |
|---|---|
{ROW} [1]

> a quoted line

```python
x = "```"
```

{ARABIC} [3]

{CYRILLIC} [2]
"""
SOURCES = (
    Source(1, 1.0, "/home/anna/private/report.pdf", 3, "iii", 0, 50, "Revenue rose to 2.7 million.", "n1"),
    Source(2, 0.5, "/home/anna/Archive.zip//docs/deck.pptx", 2, "2", 0, 9, "資料", "n2", heading="Deck > 概要"),
    Source(3, 0.5, "/home/anna/notes.md", 1, "1", 0, 9, "N", "n3", heading="A > Costs"),
)
QUOTES = {PARTLY: "Revenue rose to 2.7 million.", JAPANESE: "資料の「概要」です。", ITEM: "The first <point> & co"}
QUOTES |= {ROW: "2024 2.7 million", ARABIC: "كلمات النص", CYRILLIC: "Рост на треть"}
PLACES = ("report.pdf, page iii", "Archive.zip › deck.pptx, slide 2", "notes.md, “Costs”")
SAID = ("Revenue rose to 7.2 million in 2024.", "It was founded by Jane Doe.", JAPANESE, "first point with code|x")
SAID += ("second", "nested", "a quoted line", 'x = "```"', ARABIC, CYRILLIC, "Summary", "Year")
ASKED = 1_763_800_000.0


def at(words: str) -> tuple[int, int]:
    start = TEXT.index(words)
    return start, start + len(words)


def cited(words: str, marker: int) -> Citation:
    source = SOURCES[marker - 1]
    return Citation(marker, *at(words), source.file, source.page, 0, 9, QUOTES[words], 0.9, source.node_id)


ANSWER = Answer(
    QUESTION,
    TEXT,
    (
        cited(PARTLY, 1),
        cited(JAPANESE, 2),
        cited(ITEM, 3),
        cited(ROW, 1),
        cited(ARABIC, 3),
        cited(CYRILLIC, 2),
    ),
    SOURCES,
    "qwen3:4b",
    extractive=False,
    notice="Your files support less than half of this answer.",
    sentences=(
        CheckedSentence(*at(PARTLY), Verdict.PARTLY, ("The source says 2.7 million.",), (at("7.2 million"),), 1),
        CheckedSentence(*at(INVENTED), Verdict.NOT_SAID, ("No passage says this.",), (at(INVENTED),)),
        CheckedSentence(*at(JAPANESE), Verdict.SUPPORTED, citation=2),
    ),
)
INFO = ConversationInfo("c1", "Money & more", "Finance", ASKED)
TURNS = (Turn(QUESTION, ANSWER, ASKED), Turn("And costs?", None, ASKED + 90_000))


def read_back(path: Path) -> str:
    """All that our readers find in a file."""
    return "\n".join(document.text for document in SimpleDirectoryReader(input_files=[path]).load_data())
