"""The domain ``code``."""
