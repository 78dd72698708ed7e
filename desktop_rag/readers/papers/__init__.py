"""Read from a paper's first page its title, its authors, and where and when it appeared."""
