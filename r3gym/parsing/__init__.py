"""Parsing: from an artifact to one `r3gym.verdict.ParsedAnswer` per problem.

Pure functions over text, total on any input. Four states, decided in this order for each problem:

- *missing*: no section, no marker, no artifact, or the explicit no-answer marker;
- *malformed*: a marker is there and its structure is broken (never closed, a label used twice);
- *unparsable*: the structure is right and holds nothing (an empty box, no complete program, undecodable bytes);
- *answered*: the stripped value of the last box or tag, or the whole program.
"""
