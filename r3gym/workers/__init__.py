"""Workers: separate processes in which libraries evaluate answers."""
