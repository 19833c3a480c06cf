"""The domain ``ar``."""
