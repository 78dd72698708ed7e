"""The type of a row's index, as Qt's item models pass it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
ROOT: Index = QModelIndex()
"""What rows of the first level are below."""
