"""``apply_patch``: every hunk names the lines it replaces, and nothing is applied unless everything can be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from r3gym.sandbox import Workspace, open_workspace
from r3gym.shell.parsing import parse
from r3gym.shell.patch_text import FilePatch, Hunk, PatchError, files_after, files_read, patched, read_patch


def patch(*lines: str) -> str:
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch", ""))


def update(before: str, *lines: str) -> str:
    (found,) = read_patch(patch("*** Update File: f", *lines))
    return patched(found, before)


def test_a_patch_lists_files_to_add_update_and_delete() -> None:
    lines = (
        "*** Add File: a.txt ",
        "+one",
        "+",
        "*** Update File: b",
        "@@ def f",
        " x",
        "-y",
        "+z",
        "*** Delete File: c",
    )
    assert read_patch(patch(*lines)) == (
        FilePatch("add", "a.txt", content="one\n\n"),
        FilePatch("update", "b", (Hunk("def f", ("x", "y"), ("x", "z")),)),
        FilePatch("delete", "c"),
    )
    assert read_patch(f"\n  {patch()}  ") == ()


def test_a_file_may_move() -> None:
    (found,) = read_patch(patch("*** Update File: a", "*** Move to: b/c ", "@@", "-x", "+y"))
    assert (found.path, found.target, found.hunks) == ("a", "b/c", (Hunk("", ("x",), ("y",)),))
    assert files_after([found], {"a": "x\n"}) == {"a": None, "b/c": "y\n"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*** Add File: a\n+x\n*** End Patch", "begins with"),
        ("*** Begin Patch\n*** Add File: a\n+x", "ends with"),
        (patch("+x"), "line 2: expected"),
        (patch("*** Add File: a", "x"), "a: the lines of a new file begin with '\\+'"),
        (patch("*** Update File: a", "@@", "?x"), "a: a line of a hunk begins with"),
    ],
)
def test_what_is_no_patch_is_refused(text: str, words: str) -> None:
    with pytest.raises(PatchError, match=words):
        read_patch(text)


def test_a_hunk_replaces_the_lines_that_it_names() -> None:
    assert update("a\nb\nc\n", "@@", " a", "-b", "+B", "+B2", " c") == "a\nB\nB2\nc\n"
    assert update("a\n\nb\n", "@@", " a", "", "-b", "+c") == "a\n\nc\n", "an empty line is an empty line of the file"
    assert update("a\nb\n", "-b", "*** End of File") == "a\n"


def test_later_hunks_are_looked_for_below_earlier_ones_first() -> None:
    assert update("x\na\nx\na\n", "@@", "-x", "+1", "@@", "-x", "+2") == "1\na\n2\na\n"
    assert update("x\nb\n", "@@", "-b", "+1", "+1", "@@", "-x", "+2") == "2\n1\n1\n", (
        "and above when they are not below"
    )
    assert update("a\nb\na\n", "@@", "-a", "+c", "+a", "@@", "-a", "+d") == "c\na\nb\nd\n", "never in what was put in"


def test_an_anchor_names_the_line_above() -> None:
    text = "def f\n  x\ndef g\n  x\n"
    assert update(text, "@@ def g", "-  x", "+  y") == "def f\n  x\ndef g\n  y\n"
    assert update(text, "@@ def g @@", "-  x", "+  y") == "def f\n  x\ndef g\n  y\n"
    assert update(text, "@@ -9,1 +9,1 @@", "-def g", "+def h") == "def f\n  x\ndef h\n  x\n", (
        "numbers need not be right"
    )
    with pytest.raises(PatchError, match="f: these lines are not in the file: 'def h'"):
        update(text, "@@ def h", "-  x")
    for line in ("n += 1", "-1"):  # a line of the file that is half of a position is none
        assert update(f"x\n{line}\nx\n", f"@@ {line}", "-x", "+y") == f"x\n{line}\ny\n"


def test_lines_without_a_place_go_to_the_end_or_below_the_anchor() -> None:
    assert update("a\nb\n", "@@", "+c") == "a\nb\nc\n"
    assert update("a\nb", "@@", "+c") == "a\nb\nc"
    assert update("a\nb\n", "@@ a", "+c") == "a\nc\nb\n"


def test_spaces_around_lines_matter_only_where_exact_lines_are_found() -> None:
    assert update("  a\na\n", "@@", "-a", "+b") == "  a\nb\n"
    assert update("  a\n", "@@", "-a", "+b") == "b\n"


def test_lines_that_are_not_there_are_named() -> None:
    with pytest.raises(PatchError, match="f: these lines are not in the file: 'a / c'"):
        update("a\nb\n", "@@", "-a", "-c")


def test_changes_of_one_file_follow_each_other() -> None:
    two = read_patch(patch("*** Update File: a", "-x", "+y", "*** Update File: a", "-y", "+z", "*** Delete File: b"))
    assert files_read(two) == ("a",)
    assert files_after(two, {"a": "x\n"}) == {"a": "z\n", "b": None}


def test_a_part_finds_what_the_parts_before_it_leave() -> None:
    emptied = read_patch(patch("*** Update File: a", "-x", "*** Update File: a", "+y"))
    assert files_after(emptied, {"a": "x\n"}) == {"a": "y\n"}
    added = read_patch(patch("*** Add File: a", "+x", "*** Update File: a", "-x", "+y"))
    assert (files_read(added), files_after(added, {})) == ((), {"a": "y\n"})
    moved = read_patch(patch("*** Update File: a", "*** Move to: b", "-x", "+y", "*** Update File: b", "-y", "+z"))
    assert (files_read(moved), files_after(moved, {"a": "x\n"})) == (("a",), {"a": None, "b": "z\n"})
    removed = read_patch(patch("*** Delete File: a", "*** Update File: a", "-x", "+y"))
    with pytest.raises(PatchError, match="a: an earlier part of the patch removes it"):
        files_after(removed, {})


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with open_workspace() as opened:
        yield opened


def test_a_patch_is_applied_to_the_files_of_the_sandbox(workspace: Workspace) -> None:
    workspace.write_file("/app/a", b"one\n")
    workspace.write_file("/app/b", b"gone\n")
    text = patch("*** Update File: a", "-one", "+two", "*** Delete File: b", "*** Add File: new/c", "+three")
    result = workspace.run_free(parse(f"apply_patch <<'EOF'\n{text}EOF"))
    assert (result.exit_code, result.output) == (0, "wrote a\nremoved b\nwrote new/c\n")
    assert workspace.read_file("/app/a", 100) == b"two\n"
    assert workspace.read_file("/app/b", 100) is None
    assert workspace.read_file("/app/new/c", 100) == b"three\n"


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (("*** Update File: nothing", "-x", "+y"), "nothing: cannot be read"),
        (("*** Update File: a", "-nowhere", "+y"), "a: these lines are not in the file"),
        (("*** Add File: /etc/x", "+y"), "/etc/x: not a file of the workspace"),
        (("*** Update File: a", "*** Move to: /etc/x", "-one", "+y"), "/etc/x: not a file of the workspace"),
    ],
)
def test_a_patch_that_does_not_fit_changes_nothing(workspace: Workspace, last: tuple[str, ...], words: str) -> None:
    workspace.write_file("/app/a", b"one\n")
    text = patch("*** Add File: extra", "+x", *last)
    result = workspace.run_free(parse(f"apply_patch <<'EOF'\n{text}EOF\necho after $?"))
    assert words in result.output
    assert result.output.endswith("after 1\n")
    assert workspace.read_file("/app/a", 100) == b"one\n"
    assert workspace.read_file("/app/extra", 100) is None
