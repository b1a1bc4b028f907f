"""Talk at a game: rooms decided by the title, read windows, posts (CHAT-1 to CHAT-13)."""
