"""Free commands do what bash would do with them: the same output, status and files, run in the real sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from r3gym.sandbox import Workspace, open_workspace
from r3gym.shell.parsing import parse

SEED = {
    "/app/a": b"one\ntwo\nthree\n",
    "/app/b c": b"blank\n",
    "/app/problem_A/x.txt": b"X\n",
    "/app/problem_A/y.txt": b"Y\n",
}
COMMANDS = [
    "cat a",
    "cat a missing; echo $?",
    "cat missing || echo none",
    "cat missing && echo no; echo yes",
    "cat -n a | head -2 | tail -1",
    "ls; ls problem_A",
    "ls *.txt problem_A/*.txt",
    "ls -d problem_[AB] nothing*",
    "echo *",
    "echo problem_A/*.txt 'problem_A/*.txt' \"$HOME\"/* ~",
    "echo a{,.bak} {x,y}z",
    "echo $HOME ${USER} ${NOPE:-d e f} \"${NOPE:-d e f}\" '$HOME'",
    "X=1; Y=\"$X two\"; echo $Y \"$Y\" $X$Y",
    "X='a b'; cat $X; cat \"$X\"",
    "echo -n no newline",
    "echo -e 'tab\\there'",
    "printf '%s-%s\\n' a b c",
    "printf '%d items\\n' 42",
    "echo hi > out; cat out; echo more >> out; cat out",
    "cat < a > copy; cat copy",
    "cat missing 2> err; cat err",
    "cat a missing > both 2>&1; cat both",
    "cat a missing &> both; cat both",
    "cat missing 2>/dev/null; echo $?",
    "> empty; ls -l empty | head -c 10",
    "cat <<EOF\nhome $HOME \\$HOME\nEOF",
    "cat <<'EOF' > doc\n$HOME `x` \"q\"\nEOF\ncat doc",
    "cat <<-EOF\n\ttabs\n\tEOF",
    "cat <<< \"here $USER\"",
    "cat <<A; cat <<B\n1\nA\n2\nB",
    "for f in a missing; do cat $f; done; echo $?",
    "for p in x y; do echo == $p; cat problem_A/$p.txt; done",
    "for f in problem_A/*; do echo $f; done | head -1",
    "for f in x y; do echo $f; done > list; cat list",
    "for f in nothing*; do echo $f; done",
    "if [ -f a ]; then echo file; else echo none; fi",
    "if test -d a; then echo folder; elif [ -s a ]; then echo full; fi; echo $?",
    "if [ -f nope ]; then echo x; fi; echo $?",
    "if [ -f nope ]; then echo x; else echo y; fi; echo $?",
    "if [ -f nope ]; then echo x; elif [ -d nope ]; then echo z; else cat missing; fi; echo $?",
    "[[ -f a && -d problem_A ]] && echo both; [[ -f nope || -f a ]] && echo one; [[ -f a && -f nope ]]; echo $?",
    "{ cat missing; } > out; echo $?; { echo hi; } > out; echo $?",
    "{ echo hi; } > nowhere/x; echo $?",
    "echo {a*,problem_A/*.txt}; echo ~/p*",
    "export X=1 | cat; echo $?",
    "cat <<A; echo $HOME\nbody\nA",
    "[[ -f a ]] && echo yes; [[ ! -e nope ]] && echo no",
    "[ -f a ] && [ -d problem_A ] && echo both",
    "! ls nope; echo $?",
    "set -e; cat missing; echo not reached",
    "set -e; cat missing || true; echo reached",
    "set -euo pipefail; cat missing | head -1; echo not reached",
    "set -o pipefail; cat missing | cat; echo $?",
    "cat missing | cat; echo $?",
    "set -u; echo $NOPE; echo not reached",
    "(cd problem_A; ls); ls",
    "{ echo one; echo two; } > pair; cat pair",
    "{ cat missing; echo ok; } 2>/dev/null",
    "cd problem_A; ls; cd ..; cd problem_A && cat x.txt",
    "cd nowhere; echo $?; ls -d .",
    "mkdir -p p/q r && touch p/q/f && ls -R p r",
    "cp a a2 && mv a2 a3 && cat a3 && rm a3 && ls",
    "cp -r problem_A copy && ls copy",
    "ln -s a link && cat link && readlink link",
    "chmod 600 a; stat -c '%a %n' a",
    "umask 077; touch secret; stat -c %a secret",
    "echo x | tee t1 t2; cat t1 t2",
    "find . -name '*.txt' -type f",
    "find problem_A -maxdepth 1 -name 'x*'",
    "head -c 3 a; echo; tail -n +2 a",
    "nl -ba a",
    "stat -c '%s %F' a problem_A",
    "truncate -s 0 a; cat a; ls -s a",
    "dd if=a of=d status=none; cat d",
    "install -m 700 a prog; stat -c %a prog",
    "export V='x y'; echo \"$V\"; unset V; echo \"[$V]\"",
    "exit 3; echo no",
    "false; exit",
    "true && false || echo recovered",
    "false || false && echo no; echo $?",
    "echo a; # comment\n# another\necho b",
    "echo one\\\n two",
    "ls nope a; echo $?",
    "bash -c 'echo inner; exit 4'; echo $?",
    "bash -lc 'cd problem_A && ls'; ls -d a",
    "timeout 5 cat a; env LANG=C echo x; command echo y; nice echo z",
    "cat missing |& head -1",
    "patch -s <<'EOF'\n--- a\n+++ a\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\nEOF\ncat a",
    "echo 'it''s' \"a'b\" a\\'b",
    "echo $'line\\nbreak'",
    "cat 'b c' b\\ c \"b c\"",
    "echo \\* \\$HOME \\\\",
    "g++ --version | head -1",
    "which ls cat nosuchtool; echo $?",
    "test -f a; echo $?; test -x a; echo $?",
    "echo $?; false; echo $?",
    "pushd problem_A; ls; popd; ls -d a; popd; echo $?",
    "cd problem_A; pushd /tmp; pushd /; popd; popd; pwd",
    "set -e; ! true; echo reached",
    "set -e; if cat missing; then echo no; fi; echo reached",
    "set -e; { cat missing; echo no; }; echo no",
    "set -e; (cat missing; echo no); echo no",
    "set -e; (cat missing; echo inside) || echo no; echo reached",
    "set -e; for f in missing a; do cat $f; done; echo no",
    "set -e; set +e; cat missing; echo reached",
    "umask 077; mkdir closed; stat -c %a closed; umask; umask 026; touch t; stat -c %a t",
    "X=1; X+=2; echo $X; X= ; echo \"[$X]\"",
    "export V=1; V=2 printenv V; printenv V; echo $V",
    "unset HOME; cd; echo $?; ls -d a",
    "cd problem_A; cd -; cd -; echo $OLDPWD $PWD",
    "cat a missing |& cat -n",
    "for f in a missing; do cat $f; done 2> err; cat err",
    "{ cat missing; echo ok; } > both 2>&1; cat both",
    "for f in x y; do echo $f; done >> list; (echo z; echo w) >> list; cat list",
    "if [ -f a ]; then echo yes; fi | cat -n",
    "(exit 3); echo $?; (cd problem_A; exit 4) || echo $?; ls -d a",
]  # fmt: skip


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Workspace, Workspace]]:
    with open_workspace() as ours, open_workspace() as bash:
        yield ours, bash


def files(workspace: Workspace) -> dict[str, bytes | None]:
    return {path: workspace.read_file(path, 1 << 20) for path in workspace.list_files("/app")}


def same_words(output: str) -> str:
    """Bash says which line of which script complains; the interpreter has no script."""
    return re.sub(r"(?m)^bash: line \d+: ", "bash: ", output)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_interpreter_does_what_bash_does(pair: tuple[Workspace, Workspace], command: str) -> None:
    ours, bash = pair
    for workspace in pair:
        workspace.run("cd /app; rm -rf /app/* /tmp/*", 10)
        for path, data in SEED.items():
            workspace.write_file(path, data)
    free, shell = ours.run_free(parse(command)), bash.run(command, 10)
    assert same_words(free.output) == same_words(shell.output)
    assert free.exit_code == shell.exit_code
    assert files(ours) == files(bash)
    assert ours.cwd == bash.cwd
