"""What nodes and messages hold beside words: pictures, sounds, documents; from memory, a file or an address."""
