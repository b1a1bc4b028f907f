"""The embedded `serve` command: lock, port, Valkey, children and their supervision."""
