"""Chats of OpenAI's clients: which question they ask, and how an answer carries its citations."""

import pytest

from desktop_rag.services.outside.completions import chat_question, without_footnotes, written
from desktop_rag.services.outside.tools import WrongArgumentsError

RENT = {
    "answered": True,
    "answer": "The rent is 950 euros [1]. It is due in advance [2]. It rises [1].",
    "missing": "1 file was not read.",
    "citations": [
        {"marker": 1, "uri": "desktop-rag://k/a%5B1%5D.pdf#page=7", "file": "/x/a[1].pdf", "title": "a[1].pdf, page 7",
         "quote": "Rent: *950*"},
        {"marker": 2, "file": "/x/b.txt", "quote": "in advance"},
        {"marker": 1, "uri": "desktop-rag://k/a%5B1%5D.pdf#page=8", "file": "/x/a[1].pdf", "title": "a[1].pdf, page 8",
         "quote": "It rises."},
    ],
}  # fmt: skip


def test_each_citation_points_at_its_marker_and_each_number_has_one_footnote() -> None:
    said = written(RENT)
    assert said.text == RENT["answer"]
    assert said.footnotes.splitlines()[2:] == [
        "*1 file was not read.*",
        "",
        r"[1] [a\[1\].pdf, page 7](desktop-rag://k/a%5B1%5D.pdf#page=7): “Rent: \*950\*” … “It rises.”",
        "",
        "[2] /x/b.txt: “in advance”",
    ]
    cited = [one["url_citation"] for one in said.annotations]
    assert [said.content[one["start_index"] : one["end_index"]] for one in cited] == ["[1]", "[1]", "[2]"]
    assert cited[0]["start_index"] < cited[1]["start_index"]
    assert cited[1]["url"].endswith("page=8")


def test_what_was_not_answered_shows_the_nearest_passages() -> None:
    nearest = {"uri": "desktop-rag://k/c.txt", "file": "/c.txt", "title": "c.txt", "quote": "Cats sleep."}
    said = written({"answered": False, "answer": "", "notice": "These come closest.", "nearest": [nearest]})
    assert said.content == "These come closest.\n\n[1] [c.txt](desktop-rag://k/c.txt): “Cats sleep.”"
    cited = said.annotations[0]["url_citation"]
    assert said.content[cited["start_index"] : cited["end_index"]] == "[1]"


def test_a_chat_is_a_question_after_others() -> None:
    shown = written(RENT).content
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "How high is the rent?"},
        {"role": "assistant", "content": shown},
        {"role": "user", "content": "nothing was answered to this"},
        {"role": "user", "content": [{"type": "text", "text": "And when"}, {"type": "text", "text": "is it\x07 due?"}]},
    ]
    found = chat_question({"model": "Papers", "messages": messages, "stream": True, "temperature": 2})
    assert (found.library, found.question, found.is_streamed) == ("Papers", "And when\nis it  due?", True)
    assert found.before == (("How high is the rent?", without_footnotes(shown)),)
    assert "desktop-rag://" not in found.before[0][1]
    many = [{"role": role, "content": "x" * 20_000} for role in ("user", "assistant") * 50] + messages[-1:]
    found = chat_question({"model": "Papers", "messages": many})
    assert len(found.before) == 6
    assert max(len(text) for turn in found.before for text in turn) == 8_000


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"model": "x"},
        {"model": "", "messages": [{"role": "user", "content": "x"}]},
        {"model": "x", "messages": "text"},
        {"model": "x", "messages": []},
        {"model": "x", "messages": [{"role": "user", "content": "x"}] * 1001},
        {"model": "x", "messages": ["text"]},
        {"model": "x", "messages": [{"role": "robot", "content": "x"}]},
        {"model": "x", "messages": [{"role": "user", "content": {"text": "x"}}]},
        {"model": "x", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": "x"}]}]},
        {"model": "x", "messages": [{"role": "system", "content": "x"}]},
        {"model": "x", "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]},
    ],
)
def test_what_is_no_chat_is_refused(body: object) -> None:
    with pytest.raises(WrongArgumentsError):
        chat_question(body)
