"""Text recognition: from a picture of a page to its words and where they stand. Child processes only."""
