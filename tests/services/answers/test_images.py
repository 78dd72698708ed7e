"""Models that see get the pages behind the passages, and what a person attached, as images."""

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.services.answers.images import asks_for_images, with_images
from tests.helpers.asked import Question, answer_to
from tests.helpers.pages import pdf_of
from tests.helpers.scripted_llm import ScriptedLLM
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

ASKED = "What does the diagram of the green pump show?"
PLAIN = "How heavy is the green pump?"
PAGES = [
    f"The green pump number {number} weighs {number} kilograms; see the diagram. "
    + " ".join(f"Valve {number}{part} of the green pump is opened by hand in winter." for part in range(30))
    for number in range(1, 6)
]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.model_info = {"x.context_length": 32_768}
        server.capabilities = ["completion", "vision"]
        server.pages["/props"] = {"default_generation_settings": {"n_ctx": 32_768}, "modalities": {"vision": True}}
        server.default = Reply(tokens=["It shows the green pump."])
        yield server


@pytest.fixture
def lib(services: Services, tmp_path: Path) -> Services:
    folder = tmp_path / "pumps"
    folder.mkdir()
    pdf_of(folder / "pump.pdf", *PAGES)
    (folder / "pump.txt").write_text("The green pump hums; there is no diagram.", encoding="utf-8")
    services.fill("lib", folder)
    return services


def ask(
    lib: Services,
    server: ScriptedServer,
    text: str = ASKED,
    *images: Path,
    provider: str = "openai",
    **values: OptionValue,
) -> Answer:
    model: dict[str, OptionValue] = {
        "llm.provider": provider,
        "llm.base_url": server.base_url if provider == "openai" else server.ollama_url,
        "llm.model": "scripted-model",
    }
    given = {key.replace("__", "."): value for key, value in values.items()}
    return answer_to(lib.answers, Question("lib", text, "", model | given, images=images), lib.call())


def parts(request: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a recorded request
    """Return the parts of the question; [] where it is plain text."""
    content = request.body["messages"][-1]["content"]
    return content if isinstance(content, list) else []


def pictures(request: Any) -> list[Image.Image]:  # noqa: ANN401
    """Return what a model saw."""
    urls = [part["image_url"]["url"] for part in parts(request) if part["type"] == "image_url"]
    assert all(url.startswith("data:image/jpeg;base64,") for url in urls)
    raw = [url.partition(",")[2] for url in urls] or request.body["messages"][-1].get("images", [])
    return [Image.open(io.BytesIO(base64.b64decode(one))) for one in raw]


def is_page(picture: Image.Image) -> bool:
    """Whether it is a page of A4, as large as is allowed, with dark words on white."""
    low, high = picture.convert("L").getextrema()
    return max(picture.size) == 1024 and 720 <= min(picture.size) <= 728 and low < 100 and high > 250  # type: ignore[operator]


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_question_about_a_picture_brings_the_best_pages_along(
    lib: Services, server: ScriptedServer, provider: str
) -> None:
    answer = ask(lib, server, provider=provider)
    assert answer.state is AnswerState.DONE
    [request] = server.chats
    seen = pictures(request)
    assert len(seen) == 3
    assert all(map(is_page, seen))
    words = str(request.body["messages"][-1])
    assert "(Images: 1. pump.pdf, page " in words


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("wanted", "text", "count"),
    [("asked", PLAIN, 0), ("never", ASKED, 0), ("always", PLAIN, 3), ("always", ASKED, 3)],
)
def test_when_pages_are_shown_is_a_setting(
    lib: Services, server: ScriptedServer, wanted: str, text: str, count: int
) -> None:
    ask(lib, server, text, answer__images=wanted)
    assert len(pictures(server.chats[-1])) == count


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_model_that_sees_nothing_is_sent_text_alone(lib: Services, server: ScriptedServer, provider: str) -> None:
    server.capabilities = ["completion"]
    server.pages["/props"]["modalities"] = {"vision": False}
    ask(lib, server, provider=provider)
    [request] = server.chats
    assert isinstance(request.body["messages"][-1]["content"], str)
    assert not pictures(request)


@pytest.mark.parametrize(
    ("extra", "count"),
    [
        ({"architecture": {"input_modalities": ["text", "image"]}}, 3),
        ({"architecture": {"input_modalities": ["text"]}}, 0),
        ({"type": "vlm"}, 3),
        ({}, 0),
    ],
    ids=["a router's list", "a model of text", "LM Studio", "nothing told"],
)
def test_lists_of_models_tell_who_sees(
    lib: Services, server: ScriptedServer, extra: dict[str, object], count: int
) -> None:
    del server.pages["/props"]
    server.model_extra = {"max_model_len": 32_768, **extra}
    ask(lib, server)
    assert len(pictures(server.chats[-1])) == count


@pytest.mark.parametrize(("switch", "count"), [("on", 3), ("off", 0)])
def test_what_a_connection_says_counts_more(lib: Services, server: ScriptedServer, switch: str, count: int) -> None:
    server.pages["/props"]["modalities"] = {"vision": switch == "off"}
    ask(lib, server, llm__sees_images=switch)
    assert len(pictures(server.chats[-1])) == count


def test_a_server_that_refuses_images_is_asked_without_them_once_and_for_all(
    lib: Services, server: ScriptedServer
) -> None:
    server.script(Reply(status=500, error="image input is not supported - hint: you may need to provide the mmproj"))
    assert ask(lib, server).state is AnswerState.DONE
    ask(lib, server)
    assert [len(pictures(chat)) for chat in server.chats] == [3, 0, 0]


def test_images_take_no_more_than_half_of_a_small_window(lib: Services, server: ScriptedServer) -> None:
    server.pages["/props"]["default_generation_settings"]["n_ctx"] = 4096
    answer = ask(lib, server)
    [request] = server.chats
    assert len(pictures(request)) == 1
    assert request.body["messages"][0]["content"].count("<passage>\n") > 1
    assert answer.state is AnswerState.DONE


def test_an_attached_picture_comes_first_and_is_made_smaller(
    lib: Services, server: ScriptedServer, tmp_path: Path
) -> None:
    file = tmp_path / "photo.png"
    Image.new("RGB", (3000, 1500), (200, 30, 30)).save(file)
    ask(lib, server, PLAIN, file)
    [seen] = pictures(server.chats[-1])
    assert seen.size == (1024, 512)
    red, green, _ = seen.getpixel((500, 250))  # type: ignore[misc]
    assert (red > 150, green < 100) == (True, True)
    assert "1. photo.png" in str(server.chats[-1].body["messages"][-1])


def test_what_cannot_be_attached_is_said_before_anything_is_asked(
    lib: Services, server: ScriptedServer, tmp_path: Path
) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no picture", encoding="utf-8")
    for file, said in ((text, "notes.txt is no picture."), (tmp_path / "gone.png", "There is no file")):
        with pytest.raises(UserError, match=said):
            ask(lib, server, PLAIN, file)
    assert not server.chats


def test_a_model_that_sees_nothing_cannot_be_given_a_picture(
    lib: Services, server: ScriptedServer, tmp_path: Path
) -> None:
    file = pdf_of(tmp_path / "attached.pdf", "A plan.")
    server.pages["/props"]["modalities"] = {"vision": False}
    with pytest.raises(UserError, match="The model scripted-model cannot see images"):
        ask(lib, server, PLAIN, file)
    with pytest.raises(UserError, match="needs a language model"):
        ask(lib, server, PLAIN, file, llm__provider="none")
    assert not server.chats


def test_a_model_that_runs_built_in_is_said_to_read_text_only(lib: Services, tmp_path: Path) -> None:
    config = lib.config.overridden({"llm.provider": "built-in"})
    file = pdf_of(tmp_path / "attached.pdf", "A plan.")
    with pytest.raises(UserError) as caught:
        with_images(ScriptedLLM(), lib.images, PLAIN, config, [file], CancelToken(), lambda _: True)
    assert "run built in read text only" in caught.value.next_step


def test_a_page_that_is_gone_is_left_out(lib: Services, server: ScriptedServer, tmp_path: Path) -> None:
    (tmp_path / "pumps" / "pump.pdf").unlink()
    assert ask(lib, server).state is AnswerState.DONE
    assert not pictures(server.chats[-1])


def test_the_prompt_of_an_answer_with_images_counts_them(lib: Services, server: ScriptedServer) -> None:
    plain = ask(lib, server, answer__images="never")
    seeing = ask(lib, server)
    sizes = [
        next(int(one.payload["sent_tokens"]) for one in answer.trace if "sent_tokens" in one.payload)  # type: ignore[call-overload]
        for answer in (plain, seeing)
    ]
    assert 3 * 1000 < sizes[1] - sizes[0] < 3 * 1500


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does figure 3 show?", True),
        ("What colour is the valve in the photo?", True),
        ("Was zeigt die Abbildung auf Seite 2?", True),
        ("図3は何を示していますか", True),
        ("图表说明了什么？", True),
        ("这张照片里有什么", True),
        ("What were the sales figures in May?", False),
        ("Where is the library?", False),
        ("图书馆几点开门？", False),
        ("Imagine a pump.", False),
        ("", False),
    ],
)
def test_which_questions_ask_for_images(question: str, expected: bool) -> None:
    assert asks_for_images(question) is expected
