"""Prompts: the texts under ``texts/``, and the functions that compose them."""
