"""The page “Check a text”: a draft beside what the files of a library say of each of its sentences."""
