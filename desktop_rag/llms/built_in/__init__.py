"""The built-in language model: files in the GGUF format, run on this computer."""
