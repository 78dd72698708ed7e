"""Small files of many kinds, each with a word of its own: what a built program must be able to find."""

import base64
import zipfile
from email.message import EmailMessage
from pathlib import Path

PICTURE = """
iVBORw0KGgoAAAANSUhEUgAAAUoAAABAAQAAAABUvgN6AAABaUlEQVR4nO2VMU7DMBiFP5uIZMMTYgHlDEwdQPgYHIPuCHngAByBgzCkDKgrGxMKqEMH
hlB1SJAbMyQESJwqU6d4sp4/PT//b7BwDFwzOZSEER3RXaDvAIXZcYA5d23VxTOhC/4fSLA9LnM2poWWXaoE0KwHZLVcWO3JGvbQOQftAJ5VAKYtSggM
LnDnp8QrZhQKyCq6g+bwVbJ2ZBnaLPO+uyTIhKUjixxSkNxbYAErH0qKyM1egqY8I3wFkh5XAYfwAcBjegkQwcLrmhEFwE2+EBAr6Db9gxoAFQAIAJw3
gwQm9d40agyRF7VwWwPgFJS6L0DMxoB8sHOqIVnjKYsAKFlfN8JzBgiB8roqPk3zpCff3Q0a1kUq8D3nL1rNW7yUd1QjDd1JDxokvU5dV+zvNgOqFjyo
TGzexMzS7a7HCrhyMTDVdacuCt6muoUK1H4j6KNgm6uJJlRtQJzKnghi/I5HdESHo98NLmtxRQIZ+gAAAABJRU5ErkJggg==
"""
"""A PNG picture of the words “Narwhal 4711”."""
PHOTOGRAPH = """
AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABfm1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAAImlsb2MAAAAAREAAAQABAAAA
AAGeAAEAAAAAAAACuwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAADnBpdG0AAAAAAAEAAAD+aXBycAAAAN5pcGNvAAAAd2h2Y0MBA3AA
AACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAYQABACtCAQEDcAAAAwCQAAADAAADAB6gGSBBZbq5Ka5uAhoMCAAAAwDI
AAADAAhAYgABAAZEAcFzwYkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAyAAAAEAAAAAoY2xhcAAAAMcAAAABAAAALgAAAAH/////AAAAAv//
/+4AAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAsNtZGF0AAACtygBrwhQqRr8ZD7LcaCnPkxq+0SbJKe94B50U8TnXCk1
t/JbENK5LfvbOyXKbm6BH8qP8eswCiITrzxngiZScSjF2iyL3kREfXTP8F3YN7DQ/gOEwLvfn4dV6BgouYzzFbbzkvrz3n2hHdFD3qRPX7UWZLkU1NS7IanF
379jQxKxV2C5ubv2zr4MDxuBcVdbn3x6J91kKkNSJYCYOXelyY8iTrt6Q7GEbuODqKqbrNOL11cfwhEUJdgOkdZfxRAZ0UBtha2YVWhaWKs6BRQFvxtelP1m
Fn3x6Gck5V+kY/B/RedzDLLTAQoYpykE6ARUGcLgjW0QLcrf6xZ3fWJ29LTkRN93X///YwZ9OFkfgi0ik2+uZLQ4vbx9STmbGKOaqWIaigYIzL4YxzjGiZ18
FCp/+lY4iVaGSB/1FjL8oqLmS28cgEjF65EMDsS93mOgBfmFoy3EM5LVrDnchHCIm0QKGiSVaRP5or2weJ+kEVrfXWpai1zNeXuZWLhJhswB468OrbRuuIV7
qaENsCx7ZU1oYBU41pbU1M6XyVBKnFm/Fm73gpY40bjRRGvMW+TsmMGtJBccmNk4OktFU75r4xw9iIzLPqQpH10hcnFzJygQ+xdIy+VKLIn9IGvQTtRbkArm
vjRuqebAMSNvbH54HBRL19ugz1NgTk5eC/y5IhGZ9UCSakGSfYsV3FX4l5ndeBDaDbF6jwX6MXpA7woXgK6PtH9X74tw269zibJZIM5KPbhnZNZ0oBl3nraf
eOtRgX3Hp99IRuN0fo3yIBWw7KgVu57iF7VJEN/QGyXd6APV+cQCn6/N3RmkMtwQMKIzopL/2cZzR4H+0dB7nXLjnuhkkY5r9BgATP3wS7SpdRXMciE8tSLC
2V+BEVmkjjBNvuyaAHveg9zkNqvCBR/7UH5zsBs3KQQM
"""
"""A HEIC picture of the words “Vaquita 4713”."""
SEVEN_ZIP = """
N3q8ryccAARan+OvfAAAAAAAAAAUAAAAAAAAAAcxCWsAUBs+baDMPCSzwoXon9782kO3qffNgz3CDpVX5NtoAOAAWABUXQAAgTMHrg/QDrA8nz9HQWc4
R+lBS0z0yeA3cu6WqleXjfXi+o+FyrMXpKOFR5y/vcDKROEGFbFqeVlj0FWrAav56jdXymWlYdX4FpwJpXJOxIAAAAAAFwYgAQlcAAcLAQABISEBGAxZ
AAA=
"""
"""seals.txt, “Pinnipeds bark on the rocks.”, packed as PPMd."""
WANTED = {
    "walrus": "everything.zip//letter.docx",
    "dugong": "everything.zip//greeting.eml",
    "manatee": "everything.zip//greeting.eml//attached.rtf",
    "beluga": "everything.zip//page.html",
    "narwhal 4711": "everything.zip//picture.png",
    "vaquita 4713": "everything.zip//photograph.heic",
    "pinnipeds": "everything.zip//old.7z//seals.txt",
    "オットセイ": "everything.zip//legacy.txt",
    "language:ja アザラシ": "everything.zip//legacy.txt",
    "porpoise": "everything.zip//table.csv",
    "orca": "everything.zip//notebook.ipynb",
}
"""What to search for, and which file has it; found by the end of its name."""

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)
_WORDS = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
    "<w:t>The walrus writes a letter.</w:t></w:r></w:p></w:body></w:document>"
)
_LEGACY = "オットセイは海に住む動物で、アザラシやアシカの仲間です。冬になると南の海へ移ります。\n"
_NOTEBOOK = (
    '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# The orca\\n"]}], "metadata": {}, '
    '"nbformat": 4, "nbformat_minor": 5}'
)


def make(folder: Path) -> Path:
    """Write an archive with everything in it and return its path."""
    folder.mkdir()
    archive = folder / "everything.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("picture.png", base64.b64decode(PICTURE))
        packed.writestr("photograph.heic", base64.b64decode(PHOTOGRAPH))
        packed.writestr("old.7z", base64.b64decode(SEVEN_ZIP))
        packed.writestr("letter.docx", _word_file(folder / "letter.docx"))
        packed.writestr("greeting.eml", _message())
        packed.writestr("page.html", "<html><body><h1>The beluga</h1><p>It sings.</p></body></html>")
        packed.writestr("legacy.txt", _LEGACY.encode("shift_jis"))
        packed.writestr("table.csv", "animal,length\nporpoise,1.5 m\n")
        packed.writestr("notebook.ipynb", _NOTEBOOK)
    return archive


def _word_file(path: Path) -> bytes:
    """Return a Word file; nothing is left at ``path``."""
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("[Content_Types].xml", _TYPES)
        parts.writestr("_rels/.rels", _RELATIONS)
        parts.writestr("word/document.xml", _WORDS)
    content = path.read_bytes()
    path.unlink()
    return content


def _message() -> bytes:
    """Return a message with an attachment."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "Greetings"
    message.set_content("The dugong says hello.\n")
    message.add_attachment(rb"{\rtf1\ansi The manatee is attached.\par}", "application", "rtf", filename="attached.rtf")
    return message.as_bytes()
