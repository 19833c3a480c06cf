"""The domain ``math``."""
