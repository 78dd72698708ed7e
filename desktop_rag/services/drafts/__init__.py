"""Drafts of a person: their text with its places in the file, what does not fit in it, and the reviewed file."""
