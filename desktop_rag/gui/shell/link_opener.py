"""Opens links of answers in the browser or the mail program, after showing where they lead, once for each host."""

from functools import partial

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.widgets.confirmation import Confirmation, confirm

_LONGEST, _LINE = 360, 60  # characters of an address that are shown, and of a line of them


class LinkOpener(QObject):
    """Opens links after consent for each host; that is forgotten when the window closes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._agreed: set[str] = set()

    def open(self, url: QUrl) -> None:
        """Open a web or mail address once the person agrees; anything else is left alone."""
        place = place_of(url)
        if not place:
            return
        if place in self._agreed:
            QDesktopServices.openUrl(url)
            return
        confirm(self._window, self._question(url, place), partial(self._agree, url, place))

    def _agree(self, url: QUrl, place: str) -> None:
        self._agreed.add(place)
        QDesktopServices.openUrl(url)

    def _question(self, url: QUrl, place: str) -> Confirmation:
        note = self.tr(
            "{address}\n\nThe model wrote this link or copied it from a document. The site it leads to sees the whole "
            "address. You won't be asked again about “{place}” until you close the window."
        )
        return Confirmation(
            name="open_link",
            title=self.tr("Open link"),
            question=self.tr("Open “{place}”?").format(place=place),
            note=note.format(address=_readable(url), place=place),
            action=self.tr("Open"),
        )


def place_of(url: QUrl) -> str:
    """Return the host of a web address, or the recipients of a mail address, in ASCII; "" for what is never opened."""
    if not url.isValid():
        return ""
    if url.scheme() in ("http", "https"):
        return url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    if url.scheme() == "mailto":
        return url.path(QUrl.ComponentFormattingOption.FullyEncoded)
    return ""


def _readable(url: QUrl) -> str:
    """Return an address in ASCII on lines that fit into a box, without the middle of a long one."""
    address = bytes(url.toEncoded().data()).decode("ascii", "replace")
    if len(address) > _LONGEST:
        address = f"{address[: _LONGEST - 60]} … {address[-57:]}"
    return "\n".join(address[start : start + _LINE] for start in range(0, len(address), _LINE))
