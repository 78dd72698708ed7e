"""What a message quotes is told from what its sender wrote, and whose words it has."""

from pathlib import Path

import pytest

from desktop_rag.core.mail import mail_cited_as
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.containers.mail_message import MailMessage, contents_of
from desktop_rag.readers.containers.mail_quotes import name_of, parts_of


def told(body: str) -> list[tuple[str | None, str]]:
    """Return each part: whose it is (None: the sender's), and its last line."""
    return [(part.author if part.is_quoted else None, part.text.splitlines()[-1]) for part in parts_of(body)]


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("On Thu, May 2, 2024 at 10:00 AM Anna Meyer <anna@x.org> wrote:", "Anna Meyer"),
        ("On Thu, May 2, 2024 at 10:00 AM, Anna Meyer wrote:", "Anna Meyer"),
        ("On 2 May 2024, at 10:00, Anna Meyer\n<anna@x.org> wrote:\n", "Anna Meyer"),
        ('On Mon, 2 May 2024 10:00:00 +0200\n"Meyer, Anna" <a@x.org> wrote:\n', "Meyer, Anna"),
        ("Am 02.05.24 um 10:00 schrieb Anna Meyer:", "Anna Meyer"),
        ("Am Do., 2. Mai 2024 um 10:00 Uhr schrieb Anna Meyer <a@x.org>:", "Anna Meyer"),
        ("Le jeu. 2 mai 2024 à 10:00, Anna Meyer <a@x.org> a écrit :", "Anna Meyer"),
        ("2024年5月2日(木) 10:00 山田花子 <a@x.org>:", "山田花子"),
        ("Anna <a@x.org> 于2024年5月2日周四 10:00写道：", "Anna"),
        ("a@x.org wrote:", "a@x.org"),
    ],
)
def test_the_line_above_says_whose_words_follow(above: str, name: str) -> None:
    assert told(f"Yes.\n\n{above}\n> The rent is 950.\n") == [(None, "Yes."), (name, "The rent is 950.")]


def test_answers_between_and_quotations_in_quotations_keep_their_authors() -> None:
    body = (
        "Am 02.05.24 um 10:00 schrieb Anna:\n> When?\n\nMonday.\n> Where?\n>\n"
        "> On 1 May 2024, Carl wrote:\n>> In Bonn.\n\nHere."
    )
    assert told(body) == [
        ("Anna", "When?"), (None, "Monday."), ("Anna", "Where?"), ("Carl", "In Bonn."), (None, "Here."),
    ]  # fmt: skip
    assert told("One\n> of somebody\nTwo") == [(None, "One"), ("", "of somebody"), (None, "Two")]


@pytest.mark.parametrize(
    "head",
    [
        "-----Original Message-----\nFrom: Anna Meyer <a@x.org>\nSent: Thursday\nTo: Ben\nSubject: Rent\n",
        "________________________________\nVon: Anna Meyer\nGesendet: Donnerstag\nAn: Ben\nBetreff: Miete\n",
        "差出人: Anna Meyer\n送信日時: 2024年5月2日\n宛先: Ben\n件名: 家賃\n",
    ],
)
def test_what_is_passed_on_is_of_whom_its_headers_name(head: str) -> None:
    found = parts_of(f"See below.\n\n{head}\nThe rent is 950.\n\nFrom: Carl\nSent: x\nTo: Anna\nIt was 900.")
    assert [(part.is_quoted, part.author) for part in found] == [(False, ""), (True, "Anna Meyer"), (True, "Carl")]
    assert found[1].text.endswith("The rent is 950.")
    assert told("A note.\nFrom: me\nthanks") == [(None, "thanks")]


def test_no_word_is_lost_whatever_is_written() -> None:
    bodies = [
        "> " * 400 + "deep", "\n".join("> a\nb" for _ in range(5_000)), "-" * 100_000, ">" * 100_000,
        "From: a\nTo: b\nSubject: c", "On 1 May, Anna wrote:\n>\n>> x\n", ":\n> y", "Anna wrote:\n" * 2_000 + "> z",
    ]  # fmt: skip
    for body in bodies:
        words = sorted(word for part in parts_of(body) for word in part.text.replace(">", " ").split())
        assert words == sorted(body.replace(">", " ").split())


def test_no_page_has_words_of_two_people(tmp_path: Path) -> None:
    body = "It is now 990.\n\nOn 2 May 2024 10:00, Anna Meyer wrote:\n> The rent is 950.\n\nThat is all."
    message = MailMessage("Rent", "Ben Chen <b@x.org>", "Anna Meyer <a@x.org>", date="2024-05-03", body=body)
    (tmp_path / "a.eml").touch()
    pages = list(contents_of(message, tmp_path / "a.eml", ReadOptions()).pages)
    assert [page.text.rpartition("\n")[2] for page in pages] == ["It is now 990.", "The rent is 950.", "That is all."]
    assert [page.text.partition("\n")[0] for page in pages] == ["# Rent", "## Quoted from Anna Meyer", "## Ben Chen"]
    assert [page.metadata["page_label"] for page in pages] == ["1", "2", "3"]


def test_a_message_is_cited_by_who_wrote_it_to_whom_and_when() -> None:
    one = {"from": "Ben Chen <b@x.org>", "to": "Meyer, Anna <a@x.org>, c@x.org", "date": "2024-05-03"}
    assert mail_cited_as(one) == "Ben Chen → Meyer, Anna, 2024-05-03"
    one["to"] = "Anna <a@x.org>, Carl <c@x.org>, <d@x.org>"
    assert mail_cited_as(one) == "Ben Chen → Anna +2, 2024-05-03"
    assert mail_cited_as({"from": "b@x.org"}) == "b@x.org"
    assert mail_cited_as({"to": "Anna"}) == mail_cited_as({}) == ""
    assert len(mail_cited_as({"from": "x" * 500})) == 41
    assert name_of("Anna <a@x.org>") == "Anna"
