"""Read bibliographic records of files: from Zotero's database, BibTeX and RIS files."""
