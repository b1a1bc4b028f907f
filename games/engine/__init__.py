"""What rules packages stand on: pure Python, no Django, no clock, no I/O (docs/architecture.md)."""
