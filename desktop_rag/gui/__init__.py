"""The window: a thin Qt skin over the worker's jobs. The only package that imports PySide6."""
