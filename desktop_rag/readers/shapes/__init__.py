"""The stored text of a page laid out again as what it was: a document, a message, a slide, a grid, source code."""
