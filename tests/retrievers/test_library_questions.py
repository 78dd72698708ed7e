"""Questions about the files themselves are told from questions to what they say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.retrievers.library_questions import LibraryFact, LibraryQuestion, library_question
from tests.retrievers.prose_questions import QUESTIONS

ASKED = """
COUNT: How many files are in this library?
COUNT: how many documents do I have
COUNT: number of files
COUNT: Wie viele Dateien gibt es in dieser Bibliothek?
COUNT: Anzahl der Dokumente
COUNT: このライブラリにファイルはいくつありますか？
COUNT: ファイルは何個ありますか
COUNT: 这个资料库里有多少个文件？
COUNT: 一共有几个文档
COUNT: Combien de fichiers y a-t-il dans cette bibliothèque ?
COUNT: ¿Cuántos archivos hay en esta biblioteca?
PAGES: how many pages are there in total
PAGES: Wie viele Seiten haben die Dokumente insgesamt?
PAGES: 全部で何ページありますか？
PAGES: 一共有多少页？
NAMES: What files do you have?
NAMES: List all files
NAMES: Which files are there?
NAMES: What's in this library?
NAMES: Show me a list of all documents
NAMES: Welche Dateien sind in der Bibliothek?
NAMES: Was ist in dieser Bibliothek?
NAMES: どんなファイルがありますか？
NAMES: ファイル名を教えてください
NAMES: 有哪些文件？
NAMES: 请列出所有文件
NEWEST: What is the newest document?
NEWEST: Which file was added last?
NEWEST: Was ist die neueste Datei?
NEWEST: 最新のファイルはどれですか
NEWEST: 最新的文件是哪个？
OLDEST: Which is the oldest file?
OLDEST: Welche Datei ist die älteste?
OLDEST: 一番古いファイルは？
OLDEST: 最早的文件是哪个？
LARGEST: Which file is the largest?
LARGEST: Welche Datei ist die größte?
LARGEST: 一番大きいファイルは？
LARGEST: 最大的文件是哪个？
SMALLEST: What's the smallest file?
SMALLEST: Was ist die kleinste Datei?
SMALLEST: 一番小さいファイルは？
SMALLEST: 最小的文件是哪个？
UNREAD: Which files could not be read and why?
UNREAD: Which files couldn't be read?
UNREAD: Welche Dateien konnten nicht gelesen werden und warum?
UNREAD: 読めなかったファイルはどれですか？
UNREAD: 読み取れなかったファイルとその理由を教えてください
UNREAD: 哪些文件没有被读取？为什么？
FORMATS: What file formats are in the library?
FORMATS: Welche Dateiformate gibt es?
FORMATS: ファイルの形式は何ですか？
FORMATS: 文件有哪些格式？
LAST_READ: When was the library last updated?
LAST_READ: Wann wurde die Bibliothek zuletzt aktualisiert?
LAST_READ: ライブラリが最後に更新されたのはいつですか？
LAST_READ: 资料库上次更新是什么时候？
"""


@pytest.mark.parametrize(("fact", "question"), [line.split(": ", 1) for line in ASKED.split("\n") if line])
def test_what_is_asked_about_the_files_is_understood(fact: str, question: str) -> None:
    assert library_question(question) == LibraryQuestion(LibraryFact[fact])


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many PDFs do I have?", "pdf"),
        ("Welche Präsentationen gibt es?", "presentation"),
        ("有多少个PDF文件？", "pdf"),
    ],
)
def test_files_of_one_kind_may_be_meant(question: str, kind: str) -> None:
    found = library_question(question)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_to_what_files_say_are_not_taken(question: str) -> None:
    assert library_question(question) is None


@given(st.lists(st.sampled_from(" ".join(QUESTIONS).split()), min_size=3, max_size=12).map(" ".join))
def test_words_of_prose_are_hardly_ever_taken(words: str) -> None:
    assert library_question(f"{words} harbour") is None
