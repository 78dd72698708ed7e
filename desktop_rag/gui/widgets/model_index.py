"""Where a row stands, as Qt asks item models."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
ROOT: Index = QModelIndex()
"""What rows of the first level are below."""
