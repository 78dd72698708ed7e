"""“Looks in all files when you ask about all of them”: with how many were read and which were not."""

from pathlib import Path

from desktop_rag.worker.worker import Worker

WAIT = 240
FILES = 23


def test_every_file_counts_and_none_is_kept_silent(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(FILES):
        # alike, so that the best few passages would all do; one invoice in four is of another year
        year = 2023 if number % 4 == 0 else 2024
        text = f"INVOICE {number}\n\nInvoice date: 5 May {year}\nRepair of the {'roof' if number % 3 else 'tap'}\n"
        (papers / f"invoice {number}.txt").write_text(f"{text}Total: £{100 + number}.00\n")
    (papers / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    worker = Worker(tmp_path / "data")
    try:
        worker.libraries.create("papers").result(WAIT)
        worker.files.add("papers", [papers]).result(WAIT)
        with_roof = worker.answers.ask("papers", "Which invoices mention a roof?").result(WAIT)
        paid = worker.answers.ask("papers", "How much did I pay in 2024 altogether?").result(WAIT)
    finally:
        worker.close()
    roofs = {f"invoice {number}.txt" for number in range(FILES) if number % 3}
    assert {Path(one.file).name for one in with_roof.citations} == roofs
    assert with_roof.notice.startswith(f"“roof” stands in {len(roofs)} of {FILES} files. Without: ")
    total = sum(100 + number for number in range(FILES) if number % 4)
    assert paid.notice.startswith(f"Together: {total:,} GBP, from {len([n for n in range(FILES) if n % 4])} files.")
    for answer in (with_roof, paid):
        assert f"{FILES} of {FILES + 1} files were read. “broken.pdf”: " in answer.notice
