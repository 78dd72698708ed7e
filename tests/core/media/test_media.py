"""Media of nodes and messages: bytes in base64, what kind of thing they are, and where they come from."""

import base64
import http.server
import json
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from desktop_rag.core.errors import UserError
from desktop_rag.core.media.binary import MediaResource, as_resource, in_base64, out_of_base64, resolve_binary
from desktop_rag.core.media.blocks import (
    AudioBlock,
    CachePoint,
    CitableBlock,
    CitationBlock,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    VideoBlock,
    as_block,
)

PDF = b"%PDF-1.4\n"


def picture(kind: str = "png", size: tuple[int, int] = (4, 3)) -> bytes:
    stream = BytesIO()
    Image.new("RGB", size).save(stream, kind)
    return stream.getvalue()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server with a picture and a document."""
    (tmp_path / "cat.png").write_bytes(picture())
    (tmp_path / "a.pdf").write_bytes(PDF)

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: object) -> None:
            super().__init__(*args, directory=str(tmp_path))  # type: ignore[arg-type]

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


class TestBinary:
    def test_in_base64_once(self) -> None:
        assert in_base64(b"\xffabc") == base64.b64encode(b"\xffabc")
        assert in_base64(in_base64(b"\xffabc")) == in_base64(b"\xffabc")
        assert out_of_base64("/2FiYw==") == b"\xffabc"
        assert out_of_base64(b"\xff") == b"\xff"

    def test_an_address_that_holds_it(self) -> None:
        assert resolve_binary(url="data:text/plain,cat").read() == b"cat"
        assert resolve_binary(url="data:image/png;base64,/2E=").read() == b"\xffa"
        with pytest.raises(ValueError, match="comma"):
            resolve_binary(url="data:cat")

    def test_an_address_that_leads_to_it(self, server: str) -> None:
        assert resolve_binary(url=f"{server}/a.pdf").read() == PDF
        assert resolve_binary(url=f"{server}/a.pdf", as_base64=True).read() == base64.b64encode(PDF)
        with pytest.raises(UserError, match="404"):
            resolve_binary(url=f"{server}/b.pdf")
        with pytest.raises(UserError):
            resolve_binary(url="http://127.0.0.1:9/nobody")

    def test_nothing(self) -> None:
        with pytest.raises(ValueError, match="No valid source"):
            resolve_binary()


class TestResource:
    def test_what_kind_it_is(self) -> None:
        assert MediaResource(data=picture("jpeg"), path=Path("a.png")).mimetype == "image/jpeg"
        assert MediaResource(path="a.png").mimetype == "image/png"  # type: ignore[arg-type]
        assert MediaResource(path=Path("a.png"), mimetype="image/x").mimetype == "image/x"
        assert MediaResource(data=b"??").mimetype is None

    def test_equal_content_has_an_equal_hash(self) -> None:
        made = [
            MediaResource(text="a"),
            MediaResource(text=""),
            MediaResource(data=b"a"),
            MediaResource(url="http://a"),
        ]
        assert len({one.hash for one in made}) == len(made)
        assert MediaResource(text="a", mimetype="text/x").hash == MediaResource(text="a").hash
        assert MediaResource().hash == ""

    def test_as_a_dictionary_without_the_bytes(self) -> None:
        made = MediaResource(data=picture(), path=Path("a"), url="http://a.b", text="t", embeddings={"dense": [1.0]})
        told = made.model_dump()
        assert "data" not in told
        assert (told["path"], told["url"], told["mimetype"]) == ("a", "http://a.b/", "image/png")
        assert as_resource(told) == MediaResource(**told)
        assert json.loads(made.model_dump_json()) == told
        assert as_resource(None) is None


class TestImageBlock:
    def test_its_bytes_wherever_they_are(self, server: str, tmp_path: Path) -> None:
        data = picture()
        path = tmp_path / "cat.png"
        for block in (ImageBlock(image=data), ImageBlock(path=path), ImageBlock(url=f"{server}/cat.png")):
            assert block.resolve_image().read() == data
            assert block.resolve_image(as_base64=True).read() == base64.b64encode(data)
            assert block.in_letters() == base64.b64encode(data).decode()
            assert block.image_mimetype == "image/png"
        assert ImageBlock(image=BytesIO(data)).resolve_image().read() == data

    def test_its_size(self, tmp_path: Path) -> None:
        assert ImageBlock(image=picture(size=(7, 5))).measured() == (7, 5)
        assert ImageBlock(image=b"no picture", width=2, height=2).measured() == (2, 2)
        assert ImageBlock(image=b"no picture").measured() == (1024, 1024)
        assert ImageBlock(url="http://127.0.0.1:9/never-asked.png").measured() == (1024, 1024)

    def test_none(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="No valid source"):
            ImageBlock().resolve_image()
        with pytest.raises(ValueError, match="zero bytes"):
            ImageBlock(image=b"").resolve_image()
        with pytest.raises(ValueError, match="no file"):
            ImageBlock(path=tmp_path / "gone.png")


def test_documents_sounds_and_films(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(PDF)
    document = DocumentBlock(path=tmp_path / "a.pdf")
    assert (document.title, document.document_mimetype, document.guess_format()) == (
        "input_document",
        "application/pdf",
        "pdf",
    )
    assert document.resolve_document().read() == PDF
    assert DocumentBlock(data=PDF).document_mimetype == "application/pdf"
    assert AudioBlock(audio=b"RIFF\0\0\0\0WAVEfmt ").format == "wav"
    assert AudioBlock(audio=b"ID3\x03").resolve_audio().read() == b"ID3\x03"
    assert VideoBlock(url="http://a.b/c.mp4?d=1").video_mimetype == "video/mp4"
    assert VideoBlock(video=b"\0\0\0\x20ftypisom").resolve_video().read(1) == b"\0"


@pytest.mark.parametrize(
    "block",
    [
        TextBlock("a"),
        ImageBlock(image=picture(), detail="low"),
        AudioBlock(audio=b"ID3\x03"),
        VideoBlock(url="http://a.b/c.mp4"),
        DocumentBlock(data=PDF, title="t"),
        CachePoint({"type": "ephemeral"}),  # type: ignore[arg-type]
        CitableBlock("t", "s", "words"),  # type: ignore[arg-type]
        CitationBlock("words", "s", "t", {"page": 1}),  # type: ignore[arg-type]
        ThinkingBlock("hm", 3),
        ToolCallBlock("1", "add", {"a": 1}),
    ],
    ids=lambda block: block.block_type,
)
def test_blocks_are_written_and_made_again(block: object) -> None:
    told = block.model_dump()  # type: ignore[attr-defined]
    assert as_block(told) == block
    assert as_block(json.loads(block.model_dump_json())).block_type == told["block_type"]  # type: ignore[attr-defined]


def test_a_kind_of_block_that_nobody_knows() -> None:
    with pytest.raises(ValueError, match="smell"):
        as_block({"block_type": "smell"})
    with pytest.raises(ValueError, match="must be a CacheControl"):
        CachePoint.model_validate({"cache_control": "default"})


def test_arguments_stay_as_the_model_wrote_them() -> None:
    assert ToolCallBlock(tool_name="f", tool_kwargs="{not JSON").arguments == "{not JSON"
    assert ToolCallBlock(tool_name="f", tool_kwargs={"a": "ä"}).arguments == '{"a": "ä"}'


def test_copies() -> None:
    block = ThinkingBlock("a", additional_information={"n": [1]})
    assert ThinkingBlock.parse_raw(block.json()) == ThinkingBlock.parse_obj(block.dict()) == block.copy() == block
    copied = block.model_copy(update={"content": "b"}, deep=True)
    copied.additional_information["n"].append(2)
    assert (block.content, copied.content, block.additional_information) == ("a", "b", {"n": [1]})
    assert block.model_dump(exclude={"num_tokens"}, exclude_none=True).keys() == {
        "content",
        "additional_information",
        "block_type",
    }
