"""Parsing: from a completion or an artifact to one `r3gym.core.verdict.ParsedAnswer` per problem.

Pure functions over text, total on any input. Four states, decided in this order for each problem:

- *missing*: no section, no marker, no artifact, or the explicit no-answer marker;
- *malformed*: a marker is there and its structure is broken (never closed; code: two programs or several blocks);
- *unparsable*: the structure is right but without content (an empty box, no complete program, undecodable bytes);
- *answered*: the stripped value of the last complete box or tag, or the whole program.

One parser per setting and domain: `parse_completion` reads the tool-free setting's one completion,
`r3gym.core.domain.Domain.parse_artifacts` the agentic setting's final artifacts. Code shared by several domains is
here.
"""

from r3gym.parsing.completion import parse_completion

__all__ = ["parse_completion"]
