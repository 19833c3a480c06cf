"""Parsing: from a completion or an artifact to one `r3gym.core.verdict.ParsedAnswer` per problem.

Pure functions over text, total on any input. Four states, decided in this order for each problem:

- *missing*: no section, no marker, no artifact, or the explicit no-answer marker;
- *malformed*: a marker is there and its structure is broken (never closed, a label used twice, several code blocks);
- *unparsable*: the structure is right and holds nothing (an empty box, no complete program, undecodable bytes);
- *answered*: the stripped value of the last box or tag, or the whole program.

One parser per setting: `parse_completion` reads the tool-free setting's one completion, `parse_answer_file` and
`parse_code_files` the agentic setting's final artifacts.
"""

from r3gym.parsing.answer_file import parse_answer_file
from r3gym.parsing.code_files import parse_code_files
from r3gym.parsing.completion import parse_completion

__all__ = ["parse_answer_file", "parse_code_files", "parse_completion"]
