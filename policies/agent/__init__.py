"""Agentic language-model policies: a conversation in which every tool call is an action."""
