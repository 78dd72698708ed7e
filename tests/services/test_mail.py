"""Mail in a library: who wrote to whom, what is attached, and whose words a passage has."""

from email.message import EmailMessage
from pathlib import Path

from desktop_rag.core.results.answers import Source
from desktop_rag.services.sources import source_place
from desktop_rag.storage.sqlite.threads import MailThreads
from tests.services.conftest import Services


def test_mail_is_found_by_who_wrote_it_and_cited_so(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    first, reply = EmailMessage(), EmailMessage()
    first["Subject"], first["From"], first["To"] = "Rent", "Anna Meyer <anna@x.org>", "Ben Chen <ben@x.org>"
    first["Date"] = "Thu, 02 May 2024 10:00:00 +0000"
    first.set_content("The rent is 950 euros a month.")
    first.add_attachment("The lease of the flat ends in June.", filename="lease.txt")
    reply["Subject"], reply["From"], reply["To"] = "Re: Rent", "Ben Chen <ben@x.org>", "Anna Meyer <anna@x.org>"
    reply["Date"], reply["Cc"] = "Fri, 03 May 2024 10:00:00 +0000", "Carl <carl@x.org>"
    reply.set_content(
        "I pay 900 euros a month for the garage.\n\n"
        "On Thu, May 2, 2024 at 10:00 AM Anna Meyer <anna@x.org> wrote:\n> The rent is 950 euros a month.\n"
    )
    (folder / "first.eml").write_bytes(first.as_bytes())
    (folder / "reply.eml").write_bytes(reply.as_bytes())
    services.fill("Mail", folder)

    def found(query: str) -> set[str]:
        return {source_place(one) for one in services.search.passages("Mail", query, top_k=20, mode="bm25")}

    by_anna = "Anna Meyer → Ben Chen, 2024-05-02, “Rent” (first.eml)"
    by_ben = "Ben Chen → Anna Meyer, 2024-05-03, “Re: Rent” (reply.eml)"
    quoted = "Ben Chen → Anna Meyer, 2024-05-03, “Quoted from Anna Meyer” (reply.eml)"
    assert found("euros month") == {by_anna, by_ben}  # what is quoted is there once
    assert found("euros month from:anna") == {by_anna}
    assert found("euros month to:anna after:2024-05-03") == {by_ben, quoted}
    assert found("euros to:carl") == {by_ben, quoted}
    assert found("flat from:meyer") == {"first.eml › lease.txt"}
    assert found("flat from:chen") == set()
    assert found("euros month -from:ben") == {by_anna}


def mail(folder: Path, name: str, body: str, **headers: str) -> str:
    """Write a message, which Anna wrote to Ben unless its headers say otherwise; return its path."""
    message = EmailMessage()
    usual = {"From": "Anna Meyer <anna@x.org>", "To": "Ben Chen <ben@x.org>", "Date": "Thu, 02 May 2024 10:00:00 +0000"}
    for key, value in (usual | {key.replace("_", "-"): value for key, value in headers.items()}).items():
        message[key] = value
    message.set_content(body)
    message.add_attachment(f"What is attached to {name}.", filename=f"of {name}.txt")
    (folder / f"{name}.eml").write_bytes(message.as_bytes())
    return str(folder / f"{name}.eml")


def test_messages_that_answer_one_another_are_a_thread(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    back = {"From": "Ben Chen <ben@x.org>", "To": "anna@x.org"}
    first = mail(folder, "first", "The rent is 950.", Subject="Rent", Message_ID="<1@x.org>")
    second = mail(folder, "second", "Yes.", Subject="Re: Rent", Message_ID="<2@x.org>", In_Reply_To="<1@x.org>", **back)
    # the one before it is not in the library; the first one is named
    third = mail(folder, "third", "Thanks.", Subject="Other", Message_ID="<4@x.org>", References="<1@x.org> <3@x.org>")
    loose = mail(folder, "loose", "Done.", Subject="AW: Re: rent", Date="Sun, 05 May 2024 10:00:00 +0000", **back)
    strangers = {"From": "carl@x.org", "To": "dora@x.org"}
    mail(folder, "strangers", "No.", Subject="Re: Rent", **strangers)
    mail(folder, "late", "No.", Subject="Re: Rent", Date="Sun, 04 May 2025 10:00:00 +0000", **back)
    mail(folder, "alone", "Hello.", Subject="Re: Garden", Message_ID="<9@x.org>")
    services.fill("Mail", folder)

    def thread(path: str) -> list[str]:
        shown = Source(1, 0.0, path, 1, "1", 0, 0, "", "", ())
        return [message.path for message in services.pages.passage("Mail", shown).thread]

    whole = [first, second, third, loose]
    assert {tuple(thread(path)) for path in whole} == {(first, second, third, loose)}
    assert thread(f"{second}//of second.txt") == whole
    assert thread(str(folder / "strangers.eml")) == []
    with services.index_files.open("Mail") as storage:
        names = [message.cited_as for message in MailThreads(storage.connection).thread(first)]
        assert names[0] == "Anna Meyer → Ben Chen, 2024-05-02"
        assert names[-1] == "Ben Chen → anna@x.org, 2024-05-05"
    with services.index_files.open("Mail") as storage, storage.transaction():
        storage.documents.delete_files([second])
    assert thread(first) == [first, third, loose]


def test_what_is_quoted_leads_to_who_said_it(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    said = "The caretaker keeps the spare key of the cellar in the red box."
    first = mail(folder, "first", f"Dear Ben,\n\n{said}\n\nAnna", Subject="Cellar", Message_ID="<1@x.org>")
    quoted = "Thanks.\n\nOn Thu, May 2, 2024 at 10:00 AM Anna Meyer <anna@x.org> wrote:\n"
    quoted += f"> {said[:30]}\n> {said[30:]}\n>\n> On 1 May 2024, Dora wrote:\n>> The caretaker is called Wim.\n"
    reply = mail(folder, "reply", quoted, Subject="Re: Cellar", In_Reply_To="<1@x.org>", From="ben@x.org")
    services.fill("Mail", folder)

    def places(query: str) -> list[tuple[str, int]]:
        return [(one.file, one.page) for one in services.search.passages("Mail", query, mode="bm25")]

    assert places("spare key of the cellar")[0] == (first, 1)
    assert (reply, 2) not in places("spare key of the cellar")
    assert (reply, 3) in places("caretaker called Wim")  # nobody here has that message
    assert (reply, 2) in places("spare key from:ben")
    shown = services.search.pages("Mail", "spare key of the cellar").files
    pages = [(file.file, one.source.page) for file in shown for one in file.passages]
    assert pages[0] == (first, 1)
    assert (reply, 2) not in pages
    assert (reply, 2) in [
        (file.file, one.source.page)
        for file in services.search.pages("Mail", "spare key from:ben").files
        for one in file.passages
    ]


def test_a_message_is_shown_as_one_text(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    mail(folder, "reply", "Now 990.\n\nOn 2 May 2024 10:00, Carl wrote:\n> It is 950.\n\nThat is all.")
    services.fill("Mail", folder)
    found = next(one for one in services.search.passages("Mail", "950", mode="bm25") if one.page == 2)
    passage = services.pages.passage("Mail", found)
    before, after = passage.whole
    assert before.endswith("Now 990.\n\n")
    assert passage.page_text.endswith("It is 950.")
    assert after.endswith("That is all.")
