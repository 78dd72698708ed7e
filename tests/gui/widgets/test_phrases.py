"""Lines of Japanese end between phrases, and what is shown, read aloud and copied is the text itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QClipboard, QFontMetrics, QGuiApplication, QTextLayout
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.basics import label, plain, unbroken
from desktop_rag.gui.widgets.theme import BODY, font
from desktop_rag.text.translations import JAPANESE, messages

_NOTICE = "この回答のうち、ファイルに根拠があるのは半分未満です。使う前に確認してください。"


def lines(text: str, width: int) -> list[str]:
    layout = QTextLayout(text, font(BODY, sample=text))
    layout.beginLayout()
    found = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        found.append(plain(text[line.textStart() : line.textStart() + line.textLength()]).strip())
    layout.endLayout()
    return found


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        (_NOTICE, "この 回答のうち、 ファイルに 根拠があるのは 半分未満です。 使う 前に 確認してください。"),
        ("ドイツ語とイタリア語", "ドイツ語と イタリア語"),
        ("代わりにファイルからの引用を示します", "代わりに ファイルからの 引用を 示します"),
        ("読み取れないファイルをお使いのアプリで開く", "読み取れない ファイルを お使いの アプリで 開く"),
        ("設定に戻る", "設定に 戻る"),
        ("「書き出す」を選びます", "「書き出す」 を 選びます"),
        ("„/old“", "„/old“"),
        ("“!keep.bak”", "“!keep.bak”"),
    ],
)
def test_a_line_ends_behind_a_phrase(text: str, phrases: str) -> None:
    together = unbroken(text)
    assert plain(together) == text
    ends = {0, len(text)}
    for width in range(20, 400):
        place = 0
        for line in lines(together, width):
            place += len(line)
            ends.add(place)
    wanted, place = {0}, 0
    for phrase in phrases.split():
        place += len(phrase)
        wanted.add(place)
    assert ends <= wanted


@pytest.mark.usefixtures("qapp")
def test_nothing_is_seen_of_it() -> None:
    metrics = QFontMetrics(font(BODY, sample=_NOTICE))
    assert abs(metrics.horizontalAdvance(unbroken(_NOTICE)) - metrics.horizontalAdvance(_NOTICE)) <= 5
    assert metrics.boundingRect(unbroken(_NOTICE)).height() == metrics.boundingRect(_NOTICE).height()


def test_other_languages_and_long_phrases_stay_as_they_are() -> None:
    for text in ("Read again", "找到但未使用的段落", "Über Öl", "コンピュータープログラムファイル" * 2, ""):
        assert unbroken(text) == text


def test_every_message_in_japanese_stays_whole_without_it() -> None:
    assert all(plain(unbroken(text)) == text for text in messages(JAPANESE).values())


def test_the_words_of_a_label_are_read_aloud_and_copied_as_they_are(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QClipboard, "ownsClipboard", lambda _clipboard: True)  # never without a screen
    shown = label(_NOTICE, "muted", wrap=True)
    qtbot.addWidget(shown)
    flags = Qt.TextInteractionFlag
    shown.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
    shown.show()
    assert shown.text() == _NOTICE
    interface = QAccessible.queryAccessibleInterface(shown)
    assert interface.text(QAccessible.Text.Name) == _NOTICE
    shown.setSelection(0, len(unbroken(_NOTICE)))
    assert shown.selectedText() == _NOTICE
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == _NOTICE)
    shown.setText("Read again")
    assert interface.text(QAccessible.Text.Name) == "Read again"
