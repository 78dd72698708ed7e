"""Evidence packs: an answer, a table or a checked text with its proof, in one file that anybody can check."""
