"""The reader of shell text: its trees, and what it leaves to bash."""

from __future__ import annotations

import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.parsing import parse
from r3gym.shell.tree import Branch, ForLoop, Group, Heredoc, SimpleCommand, Substitution, Variable


def simple(text: str) -> SimpleCommand:
    command = parse(text).items[0].pipelines[0].commands[0]
    assert isinstance(command, SimpleCommand)
    return command


def words(text: str) -> list[str | None]:
    return [word.text for word in simple(text).words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat a  b", ["cat", "a", "b"]),
        ("echo 'a b' \"c d\" e\\ f", ["echo", "a b", "c d", "e f"]),
        ("echo a'b'\"c\"d", ["echo", "abcd"]),
        ("echo $'a\\tb\\x41\\n'", ["echo", "a\tbA\n"]),
        ("echo 100% a#b c=d {} {x", ["echo", "100%", "a#b", "c=d", "{}", "{x"]),
        ('echo "\\$x \\` \\" \\\\ \\n"', ["echo", '$x ` " \\ \\n']),
        ("ls \\\n -la", ["ls", "-la"]),
        ('echo $ a$ "$"', ["echo", "$", "a$", "$"]),
        ("ls # comment", ["ls"]),
        ("echo *.txt ~ {a,b} $X", ["echo", None, None, None, None]),
        ("[ -f x ]", ["[", "-f", "x", "]"]),
        ("echo é 東京", ["echo", "é", "東京"]),
    ],
)
def test_words(text: str, expected: list[str | None]) -> None:
    assert words(text) == expected


def test_variables_know_whether_they_are_quoted() -> None:
    parts = [word.parts for word in simple('echo $A "${B:-x y}" $?').words[1:]]
    assert parts[0] == (Variable("A", False),)
    assert parts[1][1] == Variable("B", True, "x y")
    assert parts[2] == (Variable("?", False),)


@pytest.mark.parametrize(
    "text",
    ["$(ls)", "`ls`", "<(ls)", "$((1+1))", "$[1+1]", "${x#y}", "${#x}", "{1..9}", "{a,b}{c,d}", "$#", "$1", "$@"],
)
def test_what_the_shell_computes_is_a_node_of_its_own(text: str) -> None:
    word = simple(f"echo {text}").words[1]
    assert any(isinstance(part, Substitution) for part in word.parts)


def body(text: str, number: int = 0) -> str:
    target = simple(text).redirections[number].target
    assert isinstance(target, Heredoc)
    return "".join(getattr(part, "text", "?") for part in target.word.parts)


def test_heredocs() -> None:
    assert body("cat <<'EOF'\na $X\nEOF\nls") == "a $X\n"
    assert body("cat <<EOF\nplain \\$X\nEOF") == "plain $X\n"
    assert body("cat <<-E\n\tx\n\tE") == "x\n"
    assert body("cat <<'A' <<'B'\n1\nA\n2\nB", 1) == "2\n"
    assert body("cat <<'EOF'\nno end") == "no end\n"
    assert body("cat <<'a b'\nx\na b") == "x\n"
    assert len(parse("cat <<'EOF'\nx\nEOF\nls").items) == 2


def test_compound_commands() -> None:
    program = parse(
        "for f in a *.b; do cat $f; done; if [ -f x ]; then ls; elif true; then pwd; else :; fi; ( ls ) > x"
    )
    kinds = [type(item.pipelines[0].commands[0]) for item in program.items]
    assert kinds == [ForLoop, Branch, Group]


@pytest.mark.parametrize(
    "text",
    ["cat 'open", 'cat "open', "echo $(ls", "echo `ls", "ls |", "ls &&", "&& ls", "| cat", "ls )", "( ls", "{ ls", "fi",
     "if true; then", "for i in 1 2", "ls >", "cat <<", "ls ;; ls", "f() {", "echo ${x", "done", "ls; }", "()", "( )",
     "case x in x) ls;; esac", "x=(1 2)", "x[1]=2", "((x=1))", "select x in a; do ls; done", "coproc ls",
     "x[1]y", "cat > 2> f", "cat <<< 2> f", "cat << 2> f", "echo {v}> f", "]] x"],
)  # fmt: skip
def test_what_is_broken_or_unknown_is_left_to_bash(text: str) -> None:
    with pytest.raises(SyntaxDoubt):
        parse(text)


@given(st.text(alphabet=st.sampled_from("ab '\"\\$`(){}[]<>|&;#!\n=*?~-")))
def test_what_is_read_is_no_syntax_error_to_bash(text: str) -> None:
    """The reader is at least as strict: a command that bash cannot read is never run or counted on its word."""
    try:
        parse(text)
    except SyntaxDoubt:
        return
    done = subprocess.run(["/bin/bash", "-n"], input=text.encode() + b"\n", capture_output=True, env={}, check=False)
    assert done.returncode == 0, done.stderr


def test_deep_nesting_is_left_to_bash() -> None:
    for text in ("(" * 5000, "$(" * 5000 + ")" * 5000, "{ " * 5000, "if " * 500):
        with pytest.raises((SyntaxDoubt, RecursionError)):
            parse(text)


def test_a_substitution_on_the_line_of_a_heredoc_leaves_its_text_alone() -> None:
    (item,) = parse("cat <<A $(ls)\nbody\nA\n").items
    (command,) = item.pipelines[0].commands
    (redirection,) = command.redirections
    assert redirection.target.word.text == "body\n"


def test_functions_beside_each_other_are_not_nested() -> None:
    assert len(parse("f() { ls; }\n" * 300).items) == 300


@pytest.mark.parametrize(
    ("text", "word", "span"),
    [
        ("ls; a[0]=1", "[", (4, 5)),
        ("[[ -f a -a -f b ]]", "[[", (0, 18)),
        ("[[ ]]", "[[", (0, 5)),
        ("[[ -f a ; ]]", "[[", (0, 8)),
        ('cat <<"a\nb"\nx\na\nb\n', "<<", (6, 11)),
        ("cat <<'$X'\nx\n$X\n", "<<", (6, 10)),
    ],
)
def test_a_doubt_names_the_word_and_where_it_stands(text: str, word: str, span: tuple[int, int]) -> None:
    with pytest.raises(SyntaxDoubt, match=re.escape(word)) as caught:
        parse(text)
    assert (caught.value.start, caught.value.end) == span
