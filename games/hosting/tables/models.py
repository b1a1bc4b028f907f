"""Tables: open seats, invitations, ready checks, start and rematch."""
