"""Choose the images for an answer, for models that see: those the person attached, and the pages of the passages found.

They are put into what a model is asked by another one that hands everything on with something changed.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config
from desktop_rag.config.options import IMAGES, LLM_PROVIDER
from desktop_rag.config.presets import BUILT_IN
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, SourcesFound
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, ChatResponse, LLMMetadata, model_missing
from desktop_rag.llms.types import request_room, tokens_of_image
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.readers.pages.render import render_jpeg
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.text.tokenizer import Tokenizer

if TYPE_CHECKING:
    from desktop_rag.core.results.answers import Source

_MOST_OF_ROOM = 0.5  # images take no more: passages are what answers rest on
MOST_PAGES = 3
_ASKED = re.compile(
    r"\b(?:fig\.|figure|charts?|diagrams?|graphs?|plots?|pictures?|photos?|photographs?|images?|drawings?|drawn"
    r"|illustrations?|illustrated|sketch(?:es)?|screenshots?|logos?|looks? like|colou?rs?|handwrit\w+|signatures?"
    r"|stamps?|abbildung\w*|diagramm\w*|schaubild\w*|bild(?:er|ern|es)?|fotos?|zeichnung\w*|grafik\w*|skizze\w*|unterschrift"
    r"|schémas?|dessins?|graphiques?|imágen(?:es)?|imagen|gráfic[oa]s?|dibujos?|ilustraci\w+)\b"
    r"|図表|図\s*[0-9０-９一二三]|図[をにのは]|写真|グラフ|画像|イラスト|挿絵|署名"
    r"|图表|图片|图像|插图|照片|示意图|截图|图中|如图|图\s*[0-9０-９一二三]|签名|그림|사진|그래프|도표|이미지",
    re.IGNORECASE,
)
LONGEST_SIDE = 1024  # pixels: small print of a page of A4 can be read, and more costs tokens without use
_SECONDS = 60.0


class DelegatingLLM(LLM):
    """Changes the messages of all streams; other calls go to ``llm`` unchanged.

    Engines stream the answer and nothing else, so queries and summaries on the way are not affected.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    @abstractmethod
    def _changed(self, messages: Sequence[ChatMessage], options: ChatOptions) -> list[ChatMessage]:
        """Return the messages to send instead."""

    @property
    def metadata(self) -> LLMMetadata:
        """The capabilities of the model."""
        return self._llm.metadata

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""
        return self._llm.tokenizer

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of tokens of a request, as it is sent."""
        return self._llm.count_tokens(self._changed(messages, options), options)

    def close(self) -> None:
        """Release the model's resources."""
        self._llm.close()

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer to the changed messages; see ``LLM``."""
        yield from self._stream_chat(messages, cancel or current_token(), options)

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer to something else."""
        return self._llm.chat(messages, cancel, options)

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        return self._llm.stream_chat(self._changed(messages, options), cancel, options)


class SeeingLLM(DelegatingLLM):
    """A model whose streamed answers are made with ``images``: they go along with the question.

    As many as fit beside the text, or into half of the window's room, where passages at the end give way.
    """

    def __init__(self, llm: LLM, images: Callable[[], Sequence[ImageBlock]]) -> None:
        super().__init__(llm)
        self._images = images

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of text tokens of a request: passages are packed as if there were no images."""
        return self._llm.count_tokens(messages, options)

    def _changed(self, messages: Sequence[ChatMessage], options: ChatOptions) -> list[ChatMessage]:
        places = [place for place, message in enumerate(messages) if message.role is MessageRole.USER]
        changed = list(messages)
        images = self._fitting(messages, options) if places else ()
        if images:
            changed[places[-1]] = changed[places[-1]].with_parts(images=images)
        return changed

    def _fitting(self, messages: Sequence[ChatMessage], options: ChatOptions) -> tuple[ImageBlock, ...]:
        """Return the images that there is room for, the first ones first."""
        images = self._images()
        if not images:
            return ()
        room = request_room(self._llm.metadata)
        left = max(room - self._llm.count_tokens(messages, options), int(room * _MOST_OF_ROOM))
        fitting: list[ImageBlock] = []
        for image in images:
            left -= tokens_of_image(image)
            if left < 0:
                break
            fitting.append(image)
        return tuple(fitting)


def asks_for_images(question: str) -> bool:
    """Return True if a question is about something that is seen rather than read."""
    return _ASKED.search(question) is not None


class PageImages:
    """Draws in ``painter``'s processes, which files may crash."""

    def __init__(self, painter: ChildProcesses, unpacked: UnpackedFiles) -> None:
        self._painter = painter
        self._unpacked = unpacked

    def page(self, file: str, page: int, token: CancelToken) -> ImageBlock:
        """Return a page of a paged file.

        Raises:
            UserError: the file is gone or cannot be drawn.
            CancelledError: stopped.

        """
        path = self._unpacked.to_show(file, token)
        return self._drawn(f"{shown_name(file)}, page {page}", path, page, token)

    def attached(self, path: Path, token: CancelToken) -> ImageBlock:
        """Return a picture, or the first page of a document; raises as ``page`` does."""
        if not path.is_file():
            raise UserError(UserText("There is no file {path}.", path=path), "Check its name.")
        if not is_paged(path.name) or has_slides(path.name):
            raise UserError(UserText("{name} is no picture.", name=path.name), "Attach a picture or a PDF file.")
        return self._drawn(path.name, path, 1, token)

    def _drawn(self, name: str, path: Path, page: int, token: CancelToken) -> ImageBlock:
        arguments = (path, page, LONGEST_SIDE)
        drawn = self._painter.run(render_jpeg, *arguments, seconds=_SECONDS, token=token)
        kind = "image/jpeg"  # told, it is not looked for in what is kept in base64
        return ImageBlock(drawn.data, image_mimetype=kind, width=drawn.width, height=drawn.height, name=name)


class AnswerImages:
    """The images of one answer. ``hear`` receives its sources; their pages are drawn when a model is about to read.

    A page that cannot be drawn is left out: its passage is there as text.
    """

    def __init__(
        self,
        pages: PageImages,
        attached: Sequence[ImageBlock],
        token: CancelToken,
        *,
        shows_pages: bool,
        may_open: "Callable[[Source], bool]",
    ) -> None:
        self._pages = pages
        self._attached = tuple(attached)
        self._token = token
        self._shows_pages = shows_pages
        self._may_open = may_open
        self._sources: tuple[Source, ...] = ()
        self._drawn: dict[tuple[str, int], ImageBlock | None] = {}

    def hear(self, event: Event) -> None:
        """Keep the sources of a ``SourcesFound`` event."""
        if isinstance(event, SourcesFound):
            self._sources = tuple(filter(self._may_open, event.sources)) if self._shows_pages else ()

    def __call__(self) -> tuple[ImageBlock, ...]:
        """Return the attached images, then the pages of the best passages, at most ``MOST_PAGES``."""
        pages: list[ImageBlock] = []
        for place in dict.fromkeys((one.file, one.page) for one in self._sources if is_paged(one.file)):
            if not self._shows_pages or len(pages) == MOST_PAGES:
                break
            if (page := self._page(*place)) is not None:
                pages.append(page)
        return (*self._attached, *pages)

    def _page(self, file: str, page: int) -> ImageBlock | None:
        if (file, page) not in self._drawn:
            self._drawn[file, page] = None
            with suppress(UserError):
                self._drawn[file, page] = self._pages.page(file, page, self._token)
        return self._drawn[file, page]


def with_images(
    llm: LLM | None,
    pages: PageImages,
    question: str,
    config: Config,
    attached: Sequence[Path],
    token: CancelToken,
    may_open: "Callable[[Source], bool]",
) -> tuple[LLM | None, Callable[[Event], None]]:
    """Return a model that sees a question's images, and a listener for its sources; else the unchanged model.

    ``may_open`` tells whether pages of the file of a source may be shown.

    Raises:
        UserError: images are attached and cannot be read, or there is no model that sees them.

    """
    wanted = config[IMAGES]
    shows_pages = wanted == "always" or (wanted == "asked" and asks_for_images(question))
    if not attached and (llm is None or not shows_pages):
        return llm, _hear_nothing
    if llm is None:
        raise model_missing(UserText("A question about images"))
    if not llm.metadata.sees_images:
        if attached:
            raise _blind_error(llm.metadata.model_name, is_built_in=config[LLM_PROVIDER] == BUILT_IN)
        return llm, _hear_nothing
    images = AnswerImages(
        pages, [pages.attached(path, token) for path in attached], token, shows_pages=shows_pages, may_open=may_open
    )
    return SeeingLLM(llm, images), images.hear


def _blind_error(model_name: str, *, is_built_in: bool) -> UserError:
    """Return the error for a model that cannot see images, with its next step."""
    return UserError(
        UserText("The model {model_name} cannot see images.", model_name=model_name),
        "Models that run built in read text only. Choose one of Ollama, of llama.cpp's server or of an online service."
        if is_built_in
        else "Choose one that can; if this one can, switch “Sees images” on in its settings.",
    )


def _hear_nothing(_event: Event) -> None:
    """Take an event that nobody needs."""
