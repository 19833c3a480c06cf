"""The solution files of a code contest: one test per rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import CODE

from r3gym.core.verdict import ParseState
from r3gym.domains.code.solution_files import has_main, parse_code_files

LABELS = CODE.labels()
PROGRAM = b"#include <iostream>\nint main() { std::cout << 1; }\n"


def state(content: bytes | None) -> ParseState:
    return parse_code_files({"A": content}, LABELS)[0].state


def test_every_label_gets_a_record_in_order() -> None:
    found = parse_code_files({"B": PROGRAM, "Z": PROGRAM}, LABELS)
    assert [answer.label for answer in found] == list(LABELS)
    assert [answer.state.value for answer in found] == ["missing", "answered", *["missing"] * 4]


def test_a_program_is_stripped_and_otherwise_unchanged() -> None:
    assert parse_code_files({"A": PROGRAM}, LABELS)[0].answer == PROGRAM.decode().strip()


@pytest.mark.parametrize("content", [None, b"MISSING", b"// MISSING\n", b"No answer.\n", b"/* no answer */"])
def test_no_file_or_the_no_answer_marker_is_missing(content: bytes | None) -> None:
    assert state(content) is ParseState.MISSING


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"int f() { return 1; }", b"// int main() {}", b"\xff\xfe int main(){}"]
)
def test_no_complete_program_is_unparsable(content: bytes) -> None:
    assert state(content) is ParseState.UNPARSABLE


@pytest.mark.parametrize(
    "program",
    [
        "int main(){}",
        "signed main (int argc, char** argv) {}",
        "auto main() -> int {}",
        'auto s = "/*"; int main() {}',
        "char q = '\"'; int main() {} // \"",
        'auto s = R"(// " )"; int main() {}',
        "long long x = 1'000'000; int main() {}",
    ],
)
def test_a_main_function_is_found_in_any_usual_program(program: str) -> None:
    assert has_main(program)


@pytest.mark.parametrize("program", ['auto s = "main()";', "/* main() ", "int domain() {}", "int main_() {}"])
def test_talk_of_main_is_no_main_function(program: str) -> None:
    assert not has_main(program)


@given(st.dictionaries(st.sampled_from([*LABELS, "?"]), st.binary(max_size=80) | st.none()))
def test_parsing_never_raises(files: dict[str, bytes | None]) -> None:
    found = parse_code_files(files, LABELS)
    assert all((answer.answer is not None) == (answer.state is ParseState.ANSWERED) for answer in found)
