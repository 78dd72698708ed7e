"""Mail in a library: who wrote to whom, what is attached, and whose words a passage has."""

from email.message import EmailMessage
from pathlib import Path

from desktop_rag.services.sources import source_place
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
    assert found("euros month") == {by_anna, by_ben, quoted}
    assert found("euros month from:anna") == {by_anna}
    assert found("euros month to:anna after:2024-05-03") == {by_ben, quoted}
    assert found("euros to:carl") == {by_ben, quoted}
    assert found("flat from:meyer") == {"first.eml › lease.txt"}
    assert found("flat from:chen") == set()
    assert found("euros month -from:ben") == {by_anna}
