"""Views of sources that are not drawn pages: a document, a grid of cells, or code, one module each."""
