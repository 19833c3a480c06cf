"""How a word becomes fields, and how much text one word may stand for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from r3gym.shell.expansion import MOST_CHARACTERS, MOST_FIELDS, ExpansionError, expand_fields, expand_text
from r3gym.shell.parsing import parse
from r3gym.shell.tree import SimpleCommand, Word


def word(text: str) -> Word:
    command = parse(f"echo {text}").items[0].pipelines[0].commands[0]
    assert isinstance(command, SimpleCommand)
    return command.words[1]


def fields(text: str, variables: Mapping[str, str]) -> list[str]:
    return [field for field, _ in expand_fields(word(text), variables, lambda _: [])]


def test_a_word_stands_for_a_number_of_characters_at_most() -> None:
    fits = {"X": "x" * MOST_CHARACTERS}
    assert fields("$X", fits) == [fits["X"]]
    for variables, text in ((fits | {"Y": "y"}, "$X$Y"), ({"X": fits["X"] + "x"}, "$X")):
        with pytest.raises(ExpansionError, match="more than 1,048,576 characters"):
            fields(text, variables)
        with pytest.raises(ExpansionError, match="more than 1,048,576 characters"):
            expand_text(word(text), variables)


def test_each_option_of_a_brace_group_counts_with_all_that_stands_beside_it() -> None:
    text = "{a,b}$X"
    half = {"X": "x" * (MOST_CHARACTERS // 2 - len(text))}
    assert [len(field) for field in fields(text, half)] == [len(half["X"]) + 1] * 2
    with pytest.raises(ExpansionError, match="characters"):
        fields(text, {"X": half["X"] + "x"})


def test_a_pattern_stands_for_a_number_of_files_at_most() -> None:
    def names(count: int) -> list[str]:
        return [f"f{n}" for n in range(count)]

    found = expand_fields(word("*"), {}, lambda _: names(MOST_FIELDS))
    assert found == [(name, True) for name in names(MOST_FIELDS)]
    with pytest.raises(ExpansionError, match="more than 2000 files") as caught:
        expand_fields(word("*"), {}, lambda _: names(MOST_FIELDS + 1))
    assert caught.value.status == 1


def test_an_unset_variable_is_an_error_after_set_u_alone() -> None:
    assert fields("a$X", {}) == ["a"]
    assert expand_fields(word("${X:-d}"), {}, lambda _: [], strict=True) == [("d", False)]
    with pytest.raises(ExpansionError, match="X: unbound variable") as caught:
        expand_fields(word("$X"), {}, lambda _: [], strict=True)
    assert caught.value.status == 127


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$X", ["a", "b"]),
        ("'<'$X'>'", ["<a", "b>"]),
        ('"$X"', ["a b"]),
        ("$Y", []),
        ('"$Y"', [""]),
        ("~/$X", ["/home/a", "b"]),
        ("~x", ["~x"]),
    ],
)
def test_variables_are_split_at_blanks_unless_quoted(text: str, expected: list[str]) -> None:
    assert fields(text, {"X": "a b", "Y": "", "HOME": "/home"}) == expected
