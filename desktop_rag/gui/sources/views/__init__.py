"""How a source is shown that is no drawn page: as a document, a grid of cells, or code. One module for each."""
