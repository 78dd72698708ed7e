"""Review tables: every document of a library asked the questions of some columns."""
