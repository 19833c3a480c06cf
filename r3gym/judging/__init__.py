"""Judging: from a parsed answer and its key to a verdict, one judge per domain."""
