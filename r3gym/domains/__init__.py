"""The domains, one folder each."""
