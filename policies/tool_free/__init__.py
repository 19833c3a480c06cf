"""Tool-free language-model policies: one completion, or reasoning and finalisation."""
