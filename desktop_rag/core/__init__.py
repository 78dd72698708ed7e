"""The nouns of the pipeline and the plumbing below everything: imports nothing else of the program."""
