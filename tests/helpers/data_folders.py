"""A person's default data folder below a test's own folder, with a library, a conversation and settings in it."""

import os
import sys
from pathlib import Path

import platformdirs

from desktop_rag.config import Config
from desktop_rag.config.options import LLM_MODEL
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

LIBRARIES = ("Letters", "Übersicht 本")


def person_folder(base: Path) -> Path:
    """Return the default data folder of programs in a process for which ``live_below`` was called."""
    return base / "person" / "Desktop RAG"


def live_below(base: Path) -> None:
    """Give this process a person whose default data folder is below ``base``; for processes that end soon."""
    os.environ.pop("DESKTOP_RAG_DATA_DIR", None)
    platformdirs.user_data_dir = lambda *_names, **_more: str(person_folder(base))


def fill(data: Path) -> None:
    """Put into a data folder what a person has after a day."""
    files = IndexFiles(data / "libraries")
    for name in LIBRARIES:
        files.create(name)
    picture = data / "attachments" / "Picture 2024-05-02 10.00.00.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"\x89PNG of a whale" * 5000)
    model = data / "models" / "small.gguf"
    model.parent.mkdir()
    model.write_bytes(bytes(range(256)) * 600)
    Config(data / "settings.json").update({LLM_MODEL.key: str(model)})
    chats = ChatStore(data / "conversations.sqlite")
    conversation = chats.create("Letters", "Whales")
    chats.set_sources(conversation, ConversationSources(attachments=(str(picture), "/elsewhere/otters.txt")))
    chats.set_scope(conversation, (str(picture),))
    if os.name != "nt":  # where only administrators make links
        disk = data.parent.parent / "large disk"
        disk.mkdir(exist_ok=True)
        (disk / "large.gguf").write_bytes(b"a large model")
        (data / "models" / "large").symlink_to(disk)
        (data / "models" / "latest.gguf").symlink_to("small.gguf")
    (data / "scratch" / "0-dead").mkdir(parents=True)
    (data / "window.ini").write_text("[General]\nlibrary=Letters\n", encoding="utf-8")


def complaints(data: Path) -> list[str]:
    """Return what is missing of what ``fill`` put into a data folder that has been moved here."""
    found = []
    picture, model = data / "attachments" / "Picture 2024-05-02 10.00.00.png", data / "models" / "small.gguf"
    files, chats = IndexFiles(data / "libraries"), ChatStore(data / "conversations.sqlite")
    if files.names() != sorted(LIBRARIES) or any(files.info(name).error for name in files.names()):
        found.append(f"libraries: {files.names()}")
    if not picture.is_file() or picture.read_bytes() != b"\x89PNG of a whale" * 5000:
        found.append("the picture")
    if not model.is_file() or Config(data / "settings.json")[LLM_MODEL] != str(model):
        found.append(f"the model: {Config(data / 'settings.json')[LLM_MODEL]}")
    large, latest = data / "models" / "large", data / "models" / "latest.gguf"
    if os.name != "nt" and (not large.is_symlink() or (large / "large.gguf").read_bytes() != b"a large model"):
        found.append("the linked folder")
    if os.name != "nt" and (not latest.is_symlink() or latest.resolve() != model.resolve()):
        found.append("the linked file")
    for one in chats.conversations():
        attached = (str(picture), "/elsewhere/otters.txt")
        if chats.sources(one.id).attachments != attached or chats.scope(one.id) != attached[:1]:
            found.append(f"attachments: {chats.sources(one.id)} {chats.scope(one.id)}")
    if [one.title for one in chats.conversations()] != ["Whales"]:
        found.append("the conversation")
    return found


def die_at(number: int) -> None:
    """End this process without any farewell at its ``number``-th change of files from now on."""
    left = number

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        changes = event in {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate"}
        if changes or (event == "open" and isinstance(arguments[1], str) and "w" in arguments[1]):
            left -= 1
            if left < 0:
                os._exit(9)

    sys.addaudithook(count)
