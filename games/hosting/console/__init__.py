"""The GM console's pages for games: every button is a view of its own that calls the door.

`guards` says who may do and see what; `structs` makes forms from the titles' action Structs;
`ruling` looks ahead and carries out, with one audit row; `companions` are the host's own rows of a
change. Nothing here knows a title.
"""
