"""Files with pages: PDF, XPS, e-books, pictures."""
