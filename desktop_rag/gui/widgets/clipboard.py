"""What is put on the clipboard."""

from PySide6.QtCore import QMimeData, QStringListModel


def mime_data(text: str, html: str = "") -> QMimeData:
    """Return text, and where there is one its formatted form, for the clipboard.

    An object made by ``QMimeData()`` belongs to Python: one that is still on the clipboard when the program ends takes
    the program down (PySide 6.12). One that Qt made does not.
    """
    model = QStringListModel([""])
    data = model.mimeData([model.index(0)])
    for kind in data.formats():
        data.removeFormat(kind)
    data.setText(text)
    if html:
        data.setHtml(html)
    return data
