"""The domains, a folder each."""
