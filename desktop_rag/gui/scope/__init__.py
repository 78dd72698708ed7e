"""The scope of a conversation: files, folders, types and dates, chosen with “@” and shown as chips."""
