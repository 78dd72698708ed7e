"""Pictures, sounds and documents in nodes and messages, held in memory, in a file or at an address."""
