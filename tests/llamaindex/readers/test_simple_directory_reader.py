"""Folders as documents; beside each test, what the reference makes of the same."""

import asyncio
import io
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePath, PurePosixPath

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, Metadata, MetadataMode
from desktop_rag.llamaindex.readers import PDFReader, SimpleDirectoryReader, load_reader
from desktop_rag.llamaindex.readers.base import (
    BasePydanticReader,
    ReaderConfig,
    ResourcesReaderMixin,
    StringIterableReader,
)
from desktop_rag.readers.base import BaseReader, NothingToRead
from desktop_rag.readers.pages.pdf import PyMuPDFReader


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"Text of {name}.", encoding="utf-8")


def names(reader: SimpleDirectoryReader, root: Path) -> list[str]:
    return [Path(path).relative_to(root).as_posix() for path in reader.list_resources()]


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    document = pymupdf.open()
    for number in (1, 2):
        document.new_page().insert_text((50, 100), f"Page {number} of the report.")
    document.save(tmp_path / "report.pdf")
    document.close()
    return tmp_path / "report.pdf"


def test_which_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a.txt", "c.xyz", ".hidden.txt", "sub/d.txt", ".cache/e.txt", "sub/deep/f.MD")
    (tmp_path / "empty.txt").touch()
    assert names(SimpleDirectoryReader(tmp_path), tmp_path) == ["a.txt", "b.md", "c.xyz", "empty.txt"]
    assert len(SimpleDirectoryReader(str(tmp_path), exclude_empty=True).list_resources()) == 3
    everything = SimpleDirectoryReader(tmp_path, recursive=True, exclude_hidden=False)
    assert {".hidden.txt", ".cache/e.txt", "sub/deep/f.MD"} <= set(names(everything, tmp_path))
    assert names(SimpleDirectoryReader(tmp_path, recursive=True, required_exts=[".md"]), tmp_path) == [
        "b.md",
        "sub/deep/f.MD",
    ]
    assert len(SimpleDirectoryReader(tmp_path, recursive=True, num_files_limit=2).load_data()) == 2
    assert names(SimpleDirectoryReader(input_files=[tmp_path / "b.md", tmp_path / "a.txt"]), tmp_path) == [
        "b.md",
        "a.txt",
    ]


def test_a_folder_in_a_hidden_one_is_read(tmp_path: Path) -> None:
    """The reference finds no files there: it takes every part of the path for a name below the folder."""
    write(tmp_path, ".config/notes/a.txt")
    assert names(SimpleDirectoryReader(tmp_path / ".config" / "notes"), tmp_path) == [".config/notes/a.txt"]


@pytest.mark.parametrize("pattern", ["data", "data/", "**/data", "data/**", "./data", "sub/../data"])
def test_leaving_out_a_folder_leaves_out_no_other(tmp_path: Path, pattern: str) -> None:
    """The reference drops "database/" with "data": it compares the beginnings of paths."""
    write(tmp_path, "data/a.txt", "database/b.txt", "data.txt", "mydata/c.txt")
    left = ["data.txt", "database/b.txt", "mydata/c.txt"]
    found = names(SimpleDirectoryReader(tmp_path, recursive=True, exclude=[pattern]), tmp_path)
    assert found == (left if ".." not in pattern else ["data/a.txt", *left])


def test_patterns_fit_names_and_paths(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "b.log", "docs/c.log", "docs/d.txt", "other/docs/e.txt")
    assert names(SimpleDirectoryReader(tmp_path, recursive=True, exclude=["*.log", "docs/d.txt"]), tmp_path) == [
        "a.txt",
        "other/docs/e.txt",
    ]
    assert names(SimpleDirectoryReader(tmp_path, recursive=True, exclude=[str(tmp_path / "docs")]), tmp_path) == [
        "a.txt",
        "b.log",
        "other/docs/e.txt",
    ]


def test_nothing_is_destroyed(tmp_path: Path) -> None:
    """The reference drops what is not UTF-8: of a text in Shift-JIS or GBK little is left, of UTF-16 nonsense."""
    text = "東京都の人口は約千四百万人です。首都は東京です。"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "shift_jis"):
        (tmp_path / "a.txt").write_bytes(text.encode(encoding))
        assert SimpleDirectoryReader(tmp_path).load_data()[0].text == text
    (tmp_path / "a.txt").write_bytes("žluťoučký kůň".encode("cp1250"))
    assert SimpleDirectoryReader(tmp_path, encoding="cp1250").load_data()[0].text == "žluťoučký kůň"
    (tmp_path / "a.txt").write_bytes("naïve".encode("latin-1"))
    assert SimpleDirectoryReader(tmp_path, errors="ignore").load_data()[0].text == "nave"
    (tmp_path / "a.txt").write_bytes(text.encode("utf-8"))
    assert SimpleDirectoryReader(tmp_path, encoding="ascii").load_data()[0].text == text


def test_metadata_and_ids(tmp_path: Path, pdf: Path) -> None:
    write(tmp_path, "a.txt")
    reader = SimpleDirectoryReader(tmp_path, filename_as_id=True)
    text, *pages = reader.load_data()
    assert [text.id_, *[page.id_ for page in pages]] == [f"{tmp_path / 'a.txt'}", f"{pdf}_part_0", f"{pdf}_part_1"]
    assert set(text.metadata) == {
        "file_path",
        "file_name",
        "file_type",
        "file_size",
        "creation_date",
        "last_modified_date",
    }
    for mode in (MetadataMode.EMBED, MetadataMode.LLM):
        assert text.get_metadata_str(mode) == f"file_path: {tmp_path / 'a.txt'}"
    assert [page.metadata["page_label"] for page in pages] == ["1", "2"]
    assert [document.id_ for document in reader.load_data()] == [text.id_, *[page.id_ for page in pages]]
    own = SimpleDirectoryReader(tmp_path, file_metadata=lambda path: {"path": path})
    assert [sorted(document.metadata) for document in own.load_data()] == [["path"], *[["page_label", "path"]] * 2]


def test_readers_of_ones_own(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "b.foo")

    class Shouting:
        def load_data(self, file: Path, /) -> list[Document]:
            return [Document(text=file.read_text().upper(), metadata={"loud": True})]

    documents = SimpleDirectoryReader(tmp_path, file_extractor={"foo": Shouting()}).load_data(show_progress=True)
    assert [document.text for document in documents] == ["Text of a.txt.", "TEXT OF B.FOO."]
    assert documents[1].metadata["loud"] is True
    functions = SimpleDirectoryReader(tmp_path, file_extractor={".foo": Shouting().load_data})
    assert functions.load_data()[1].text == "TEXT OF B.FOO."
    assert [len(some) for some in functions.iter_data()] == [1, 1]
    (resource, _) = functions.list_resources()
    assert functions.load_resource(resource)[0].text == "Text of a.txt."
    assert asyncio.run(functions.aload_resource(resource))[0].text == "Text of a.txt."
    assert functions.read_file_content(resource) == b"Text of a.txt."
    assert asyncio.run(SimpleDirectoryReader.aload_file(resource, filename_as_id=True))[0].id_ == resource
    assert functions.get_resource_info(resource)["file_name"] == "a.txt"
    assert SimpleDirectoryReader.load_file(
        tmp_path / "b.foo", lambda path: {"p": path}, {"foo": Shouting()}, filename_as_id=True
    )[0].metadata == {"p": str(tmp_path / "b.foo"), "loud": True}


class Lines(BaseReader):
    """A reader as LlamaIndex's users write them."""

    def lazy_load_data(self, file: Path, extra_info: Metadata | None = None) -> Iterable[Document]:
        for number, line in enumerate(file.read_text().splitlines()):
            yield Document(line, metadata=(extra_info or {}) | {"line": number})


def test_a_reader_as_a_class_gets_the_metadata_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.lines").write_text("one\ntwo")
    reader = SimpleDirectoryReader(tmp_path, file_extractor={".lines": Lines()}, file_metadata=lambda _: {"who": "me"})
    documents = reader.load_data()
    assert [(one.text, one.metadata) for one in documents] == [
        ("one", {"who": "me", "line": 0}),
        ("two", {"who": "me", "line": 1}),
    ]
    assert asyncio.run(Lines().aload_data(tmp_path / "a.lines"))[1].text == "two"
    with pytest.raises(NotImplementedError, match="BaseReader"):
        BaseReader().load_data()


def test_what_cannot_be_read_is_left_out_unless_it_matters(tmp_path: Path) -> None:
    write(tmp_path, "a.txt")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    (tmp_path / "junk.xyz").write_bytes(bytes(range(256)))
    (tmp_path / "blank.txt").write_text(" \n")
    (tmp_path / "empty.txt").touch()
    texts = [document.text for document in SimpleDirectoryReader(tmp_path).load_data()]
    assert texts == ["Text of a.txt.", " \n", ""], "a blank text is a document as well"
    assert "" not in [one.text for one in SimpleDirectoryReader(tmp_path, exclude_empty=True).load_data()]
    with pytest.raises(UserError, match="damaged"):
        SimpleDirectoryReader(tmp_path, raise_on_error=True).load_data()
    with pytest.raises(NothingToRead):
        SimpleDirectoryReader(tmp_path).load_resource(str(tmp_path / "junk.xyz"))
    assert SimpleDirectoryReader.load_file(tmp_path / "junk.xyz") == []
    with pytest.raises(NothingToRead):
        SimpleDirectoryReader.load_file(tmp_path / "junk.xyz", raise_on_error=True)


@pytest.mark.parametrize("error", [KeyError("k"), RuntimeError("r"), AttributeError("a"), TypeError("t")], ids=repr)
def test_a_reader_of_ones_own_that_fails_costs_its_file_only(tmp_path: Path, error: Exception) -> None:
    def failing(_path: Path) -> list[Document]:
        raise error

    write(tmp_path, "a.txt", "b.foo")
    reader = {".foo": failing}
    assert [one.text for one in SimpleDirectoryReader(tmp_path, file_extractor=reader).load_data()] == [
        "Text of a.txt."
    ]
    with pytest.raises(type(error)) as raised:
        SimpleDirectoryReader(tmp_path, file_extractor=reader, raise_on_error=True).load_data()
    assert f"Error loading file {tmp_path / 'b.foo'}" in raised.value.__notes__


def test_a_package_that_a_reader_lacks_ends_the_reading(tmp_path: Path) -> None:
    def lacking(_path: Path) -> list[Document]:
        raise ImportError("no module named foo")

    write(tmp_path, "b.foo")
    with pytest.raises(ImportError, match="foo"):
        SimpleDirectoryReader(tmp_path, file_extractor={".foo": lacking}).load_data()


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="`input_dir` or `input_files`"):
        SimpleDirectoryReader()
    for kind in (UserError, ValueError):
        with pytest.raises(kind, match=r"File .*a\.txt does not exist\."):
            SimpleDirectoryReader(input_files=[tmp_path / "a.txt"])
        with pytest.raises(kind, match="No files found in"):
            SimpleDirectoryReader(tmp_path)
        with pytest.raises(kind, match=r"Directory .*nowhere does not exist\."):
            SimpleDirectoryReader(tmp_path / "nowhere")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("Latin.")
    assert SimpleDirectoryReader(tmp_path).load_data()[0].text == "Latin."


def test_pages_by_their_own_reader(pdf: Path) -> None:
    pages = PyMuPDFReader().load(file_path=pdf, extra_info={"shelf": 3})
    assert [page.text for page in pages] == ["Page 1 of the report.", "Page 2 of the report."]
    assert pages[1].metadata == {
        "page_label": "2",
        "file_path": str(pdf),
        "total_pages": 2,
        "source": "2",
        "shelf": 3,
    }
    assert PDFReader().load_data(pdf)[0].text == "Page 1 of the report."
    assert PyMuPDFReader().load(str(pdf), metadata=False)[0].metadata == {}


def test_what_is_a_text_is_read_whatever_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "atoms.xyz").write_text("Cats sleep: é.", encoding="utf-8")  # chemical/x-xyz to Python
    (tmp_path / "blob.xyz").write_bytes(b"\xff\xfe\x00Cats")
    (tmp_path / "zeros.xyz").write_bytes(b"Cats\x00sleep")
    (document,) = SimpleDirectoryReader(tmp_path).load_data(num_workers=2)
    assert document.text == "Cats sleep: é."


class Elsewhere:
    """A file system in memory, as fsspec has them; ``opened`` are the files that were read."""

    def __init__(self, **files: str) -> None:
        self.files = {f"/bucket/{name.replace('__', '/').replace('_', '.')}": text for name, text in files.items()}
        self.opened: list[str] = []

    def exists(self, path: str) -> bool:
        return path in self.files

    def isdir(self, path: str) -> bool:
        return any(Path(path) in Path(name).parents for name in self.files)

    def walk(self, path: str) -> Iterator[tuple[str, list[str], list[str]]]:
        folders = {Path(name).parent for name in self.files}
        below = sorted({one.name for one in folders if one.parent == Path(path)})
        yield path, below, [Path(name).name for name in self.files if Path(name).parent == Path(path)]
        for name in below:
            yield from self.walk(f"{path}/{name}")

    def info(self, path: str) -> dict[str, object]:
        return {"size": len(self.files[path]), "mtime": 86400, "created": datetime(2020, 1, 2, tzinfo=UTC)}

    def open(self, path: str, mode: str) -> io.BytesIO:
        self.opened.append(path)
        return io.BytesIO(self.files[path].encode())


def test_files_of_another_file_system() -> None:
    elsewhere = Elsewhere(a_txt="Tea", b_html="<p>Milk</p>", c_txt="", deep__d_md="# Rice")
    assert names(SimpleDirectoryReader("/bucket", fs=elsewhere), Path("/bucket")) == ["a.txt", "b.html", "c.txt"]
    reader = SimpleDirectoryReader("/bucket", recursive=True, exclude_empty=True, filename_as_id=True, fs=elsewhere)
    documents = reader.load_data()
    assert [(document.id_.removesuffix("_part_0"), document.text.strip()) for document in documents] == [
        ("/bucket/a.txt", "Tea"),
        ("/bucket/b.html", "Milk"),
        ("/bucket/deep/d.md", "# Rice"),
    ]
    assert documents[2].metadata == {
        "file_path": "/bucket/deep/d.md",
        "file_name": "d.md",
        "file_type": "text/markdown",
        "file_size": 6,
        "creation_date": "2020-01-02",
        "last_modified_date": "1970-01-02",
    }
    assert reader.read_file_content("/bucket/a.txt") == b"Tea"
    assert reader.get_resource_info("/bucket/a.txt")["file_size"] == 3


def test_files_are_read_from_where_it_is_said(tmp_path: Path) -> None:
    write(tmp_path, "a.txt")
    elsewhere = Elsewhere()
    elsewhere.files[str(tmp_path / "a.txt")] = "Another text."
    reader = SimpleDirectoryReader(tmp_path)
    assert [document.text for document in reader.load_data(fs=elsewhere)] == ["Another text."]
    assert [document.text for document in reader.load_data()] == ["Text of a.txt."]


def test_a_reader_tells_how_it_was_made(tmp_path: Path) -> None:
    write(tmp_path, "a.txt")
    reader = SimpleDirectoryReader(str(tmp_path), exclude=["b"], required_exts=[".txt"], file_extractor={".md": Own()})
    assert (reader.input_dir, reader.input_files) == (tmp_path, [tmp_path / "a.txt"])
    assert (reader.recursive, reader.exclude, reader.required_exts) == (False, ["b"], [".txt"])
    assert list(reader.file_extractor) == [".md"]


def test_what_is_not_on_another_file_system() -> None:
    with pytest.raises(UserError, match="/bucket/no"):
        SimpleDirectoryReader("/bucket/no", fs=Elsewhere(a_txt="Tea"))
    with pytest.raises(UserError, match="/bucket/no"):
        SimpleDirectoryReader(input_files=["/bucket/no"], fs=Elsewhere(a_txt="Tea"))


class Own(BaseReader):
    """A reader that notes what it was called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def load_data(self, file: PurePath, fs: object = None) -> list[Document]:
        self.calls.append((file, fs))
        return [Document("read")]


def test_readers_that_know_file_systems_get_theirs() -> None:
    elsewhere, reader = Elsewhere(a_txt="Tea"), Own()
    SimpleDirectoryReader("/bucket", file_extractor={".txt": reader}, fs=elsewhere).load_data()
    assert reader.calls == [(PurePosixPath("/bucket/a.txt"), elsewhere)]
    assert elsewhere.opened == []
    copies = []
    SimpleDirectoryReader(
        "/bucket", file_extractor={".txt": lambda path: copies.append(path.read_text()) or []}, fs=elsewhere
    ).load_data()
    assert copies == ["Tea"]


def test_the_file_system_of_this_computer(tmp_path: Path) -> None:
    class Local(Elsewhere):
        auto_mkdir = False

    write(tmp_path, "a.txt")
    reader = Own()
    SimpleDirectoryReader(tmp_path, file_extractor={".txt": reader}, fs=Local()).load_data()
    assert reader.calls == [(tmp_path / "a.txt", None)]


def test_readers_that_are_awaited(tmp_path: Path) -> None:
    class Awaited(Own):
        async def aload_data(self, file: Path) -> list[Document]:  # type: ignore[override]
            return [Document(f"awaited {file.name}")]

    write(tmp_path, "a.txt")
    extractor = {".txt": Awaited()}
    reader = SimpleDirectoryReader(tmp_path, file_extractor=extractor)
    assert reader.load_data()[0].text == "read"
    assert asyncio.run(reader.aload_data())[0].text == "awaited a.txt"
    assert asyncio.run(reader.aload_resource(str(tmp_path / "a.txt")))[0].text == "awaited a.txt"
    by_file = SimpleDirectoryReader.aload_file(tmp_path / "a.txt", file_extractor=extractor)
    assert asyncio.run(by_file)[0].text == "awaited a.txt"


class Remote(BasePydanticReader):
    """A reader of a program's own, with a field."""

    is_remote: bool = True
    address: str

    def lazy_load_data(self) -> Iterator[Document]:
        yield Document(f"from {self.address}")


def test_readers_are_made_again_of_what_they_tell() -> None:
    told = Remote(address="https://example.org").to_dict()
    assert told == {"class_name": "Remote", "is_remote": True, "address": "https://example.org"}
    made = load_reader(told)
    assert [document.text for document in made.load_data()] == ["from https://example.org"]
    assert load_reader(made) is made
    assert StringIterableReader().to_dict() == {"class_name": "StringIterableReader", "is_remote": False}
    assert isinstance(load_reader(StringIterableReader().to_dict()), StringIterableReader)
    with pytest.raises(ValueError, match="class_name"):
        load_reader({})
    with pytest.raises(ValueError, match="Nobody not found"):
        load_reader({"class_name": "Nobody"})
    with pytest.raises(TypeError, match="adress"):
        Remote(adress="https://example.org")


def test_what_a_folder_has_to_read(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "b.txt")
    reader = SimpleDirectoryReader(tmp_path)
    first, second = reader.list_resources()
    assert reader.list_resources_with_info()[second]["file_name"] == "b.txt"
    assert [document.text for document in reader.load_resources([second, first])] == [
        "Text of b.txt.",
        "Text of a.txt.",
    ]
    assert asyncio.run(reader.alist_resources()) == [first, second]
    assert asyncio.run(reader.aload_resources([first]))[first][0].text == "Text of a.txt."
    assert [document.text for document in ReaderConfig(reader).read()] == ["Text of a.txt.", "Text of b.txt."]
    assert next(iter(reader.lazy_load_data())).text == "Text of a.txt."


def test_a_reader_that_tells_what_it_reads() -> None:
    class Channels(ResourcesReaderMixin):
        def list_resources(self, *args: object, **kwargs: object) -> list[str]:
            return ["tea", "milk"]

        def get_resource_info(self, resource_id: str, *args: object, **kwargs: object) -> dict[str, object]:
            return {"length": len(resource_id)}

        def load_resource(self, resource_id: str, *args: object, **kwargs: object) -> list[Document]:
            return [Document(f"about {resource_id}")]

    assert asyncio.run(Channels().alist_resources_with_info()) == {"tea": {"length": 3}, "milk": {"length": 4}}
    assert asyncio.run(Channels().aload_resources(["tea"]))["tea"][0].text == "about tea"
    with pytest.raises(TypeError, match="abstract"):
        ResourcesReaderMixin()  # type: ignore[abstract]


def test_the_paths_in_metadata_are_whole_for_folders_and_as_given_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data" / "deep").mkdir(parents=True)
    (tmp_path / "data" / "a.txt").write_text("one")
    (tmp_path / "data" / "deep" / "b.txt").write_text("two")
    monkeypatch.chdir(tmp_path)
    whole = [str(tmp_path / "data" / "a.txt"), str(tmp_path / "data" / "deep" / "b.txt")]
    reader = SimpleDirectoryReader("./data", recursive=True, exclude=["deep/c*"], filename_as_id=True)
    documents = reader.load_data()
    assert [document.metadata["file_path"] for document in documents] == whole
    assert [document.id_ for document in documents] == reader.list_resources() == whole
    (document,) = SimpleDirectoryReader(input_files=["data/a.txt"]).load_data()
    assert document.metadata["file_path"] == str(Path("data/a.txt"))
