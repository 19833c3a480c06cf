"""What contestants are told: texts under ``texts/``, and how they are put together."""
