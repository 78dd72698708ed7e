"""Every mention of something in all documents of a library."""
