"""The shell language: the syntax tree of a command, the tools that are free, and the interpreter of free commands.

A free command is never given to a shell. `parse` reads it into a tree, `r3gym.accounting` judges that tree, and
`r3gym.shell.interpreter` runs the same tree, starting the listed tools by their words alone.
"""
