"""What is kept of an episode: its record, and the campaign row made from it."""
