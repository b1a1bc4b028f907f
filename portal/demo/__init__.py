"""The demo league: real use on embedded defaults, nothing of it in production."""
