"""Read a command into its syntax tree: lists, pipelines, simple and compound commands.

The reader is strict: what it does not know for certain (``case``, arrays, arithmetic commands, text that ends inside a
quotation) raises `SyntaxDoubt`. Nobody runs such a command on the strength of this reading: it is counted and given to
bash, or refused when bash cannot read it either.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.tree import (
    AndOr,
    Assignment,
    Branch,
    Command,
    FileTest,
    ForLoop,
    Function,
    Group,
    Heredoc,
    Loop,
    Pipeline,
    Redirection,
    Sequence,
    SimpleCommand,
    Word,
)
from r3gym.shell.word_parsing import WordReader

_BLANK = re.compile(r"(?:[ \t]|\\\n)*")
_REDIRECTION = re.compile(r"(\d*)(<<<|<<-|<<|<>|<&|>&|>>|>\||&>>|&>|<|>)(?!\()")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
#: An element of an array, or what bash takes for one until it finds no closing bracket.
_ELEMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\[")
#: A descriptor in front of a redirection: a number, or the variable that receives one.
_DESCRIPTOR = re.compile(r"\d+|\{[A-Za-z_][A-Za-z0-9_]*(?:\[[^ \t\n]*\])?\}")
_RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|coproc|time|in|\{|\}|!|\[\[|\]\])"
    r"(?=[ \t\n;|&()<>]|\Z)"
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?=[ \t\n;]|\Z)")
_FUNCTION_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_:.-]*(?=[ \t\n(])")
_PARENTHESES = re.compile(r"[ \t]*\([ \t]*\)")
_MAY_SKIP = frozenset(" \t\\#")
_ENDS_COMMAND = frozenset("\n;&|)")
#: Compound commands inside each other; no honest command comes near.
_DEEPEST = 40


class _PendingHeredoc(NamedTuple):
    heredoc: Heredoc
    delimiter: str
    quoted: bool
    strip_tabs: bool


def parse(text: str) -> Sequence:
    """Return the tree of a command; raise `SyntaxDoubt` when it cannot be read with certainty.

    >>> parse("cat a | head -3").items[0].pipelines[0].commands[1].words[1].text
    '-3'
    """
    reader = _CommandReader(text)
    found = reader.sequence(frozenset(), top=True)
    if reader.at < len(text):
        raise SyntaxDoubt(text[reader.at], reader.at, reader.at + 1)
    return found


class _CommandReader(WordReader):
    """One pass over the text by recursive descent."""

    __slots__ = ("_depth", "_pending")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._pending: list[_PendingHeredoc] = []
        self._depth = 0

    def program_inside(self, end: str) -> Sequence:
        """See `WordReader.program_inside`."""
        outer, self._pending = self._pending, []
        found = self.sequence(frozenset({end}))
        if self._pending or self.text[self.at : self.at + 1] != end:
            raise SyntaxDoubt("$(", self.at, self.at + 1)
        self._pending = outer
        self.at += 1
        return found

    def program_of(self, text: str) -> Sequence:
        """See `WordReader.program_of`."""
        return parse(text)

    def sequence(self, until: frozenset[str], *, top: bool = False) -> Sequence:
        """Read lists up to one of the words ``until``, which is left unread, or to the end."""
        if self._depth > _DEEPEST:
            raise SyntaxDoubt("(", self.at, self.at + 1)
        self._depth += 1
        text, items = self.text, list[AndOr]()
        while True:
            self._skip_lines()
            if self.at >= len(text) or self._at_end(until):
                break
            item = self._and_or()
            self._skip_blank()
            after = text[self.at : self.at + 1]
            if after == "&":
                item = item._replace(background=True)
            items.append(item)
            if after == ";" and text[self.at + 1 : self.at + 2] in (";", "&"):
                raise SyntaxDoubt(text[self.at : self.at + 2], self.at, self.at + 2)
            if after and after in ";&":
                self.at += 1
            elif after == "\n":
                self._new_line()
            elif after:
                break
        if self._pending and self.at >= len(text):
            if not top:
                raise SyntaxDoubt("<<", self.at, self.at)
            self._take_heredocs()
        self._depth -= 1
        if not items and not top:
            raise SyntaxDoubt(text[self.at : self.at + 1] or "end", self.at, self.at + 1)
        return Sequence(tuple(items))

    def _at_end(self, until: frozenset[str]) -> bool:
        if self.text[self.at] == ")":
            return ")" in until
        word = _RESERVED.match(self.text, self.at)
        return word is not None and word[0] in until

    def _and_or(self) -> AndOr:
        start, pipelines, operators = self.at, [self._pipeline()], list[str]()
        while True:
            end = self.at
            self._skip_blank()
            operator = self.text[self.at : self.at + 2]
            if operator not in ("&&", "||"):
                return AndOr(tuple(pipelines), tuple(operators), False, start, end)
            self.at += 2
            self._skip_lines()
            operators.append(operator)
            pipelines.append(self._pipeline())

    def _pipeline(self) -> Pipeline:
        negated, merged = False, set[int]()
        while (word := _RESERVED.match(self.text, self.at)) is not None and word[0] in ("!", "time"):
            negated ^= word[0] == "!"
            self.at = word.end()
            self._skip_blank()
            if word[0] == "time" and self.text.startswith("-p", self.at):
                self.at += 2
                self._skip_blank()
        commands = [self._command()]
        while True:
            before = self.at
            self._skip_blank()
            if self.text[self.at : self.at + 1] != "|" or self.text[self.at : self.at + 2] == "||":
                self.at = before
                return Pipeline(tuple(commands), negated, frozenset(merged))
            self.at += 1
            if self.text[self.at : self.at + 1] == "&":
                self.at += 1
                merged.add(len(commands) - 1)
            self._skip_lines()
            commands.append(self._command())

    def _command(self) -> Command:
        start = self.at
        if self.text.startswith("((", start):
            raise SyntaxDoubt("((", start, start + 2)
        if self.text.startswith("(", start):
            self.at += 1
            body = self.sequence(frozenset(")"))
            self._expect(")")
            return Group(body, True, self._redirections(), start, self.at)
        word = _RESERVED.match(self.text, start)
        if word is None:
            return self._simple()
        reader = {
            "{": self._group,
            "if": self._if,
            "for": self._for,
            "while": self._loop,
            "until": self._loop,
            "[[": self._file_test,
            "function": self._function,
        }.get(word[0])
        if reader is None:
            raise SyntaxDoubt(word[0], start, word.end())
        self.at = word.end()
        return reader(start)

    def _group(self, start: int) -> Command:
        body = self.sequence(frozenset("}"))
        self._expect("}")
        return Group(body, False, self._redirections(), start, self.at)

    def _if(self, start: int) -> Command:
        cases, otherwise = [], None
        while True:
            condition = self.sequence(frozenset({"then"}))
            self._expect("then")
            cases.append((condition, self.sequence(frozenset({"fi", "else", "elif"}))))
            word = self._expect("fi", "else", "elif")
            if word == "else":
                otherwise = self.sequence(frozenset({"fi"}))
                word = self._expect("fi")
            if word == "fi":
                return Branch(tuple(cases), otherwise, self._redirections(), start, self.at)

    def _for(self, start: int) -> Command:
        self._skip_blank()
        name = _NAME.match(self.text, self.at)
        if name is None:
            raise SyntaxDoubt("for", start, self.at)
        self.at = name.end()
        self._skip_lines()
        words = None
        if re.compile(r"in(?=[ \t\n;])").match(self.text, self.at):
            self.at += 2
            words = self._words()
        self._skip_blank()
        if self.text[self.at : self.at + 1] == ";":
            self.at += 1
        self._skip_lines()
        self._expect("do")
        body = self.sequence(frozenset({"done"}))
        self._expect("done")
        return ForLoop(name[0], words, body, self._redirections(), start, self.at)

    def _loop(self, start: int) -> Command:
        what = self.text[start : self.at]
        condition = self.sequence(frozenset({"do"}))
        self._expect("do")
        body = self.sequence(frozenset({"done"}))
        self._expect("done")
        return Loop(what, condition, body, self._redirections(), start, self.at)

    def _file_test(self, start: int) -> Command:
        """Read ``[[ ... ]]``: questions of plain words, joined by ``&&`` and ``||``."""
        questions, operators = list[Pipeline](), list[str]()
        while True:
            at = self.at
            self._skip_blank()
            words = self._words()
            done = bool(words) and words[-1].text == "]]"
            words = words[:-1] if done else words
            if not words or len(words) > 3:
                raise SyntaxDoubt("[[", start, self.at)  # comparisons, and operators that are no words to this reader
            questions.append(Pipeline((FileTest(words, (), at, self.at),), False, frozenset()))
            if done:
                break
            operator = self.text[self.at : self.at + 2]
            if operator not in ("&&", "||"):
                raise SyntaxDoubt("[[", start, self.at)
            operators.append(operator)
            self.at += 2
        given = self._redirections()
        if len(questions) == 1:
            return FileTest(words, given, start, self.at)
        body = Sequence((AndOr(tuple(questions), tuple(operators), False, start, self.at),))
        return Group(body, False, given, start, self.at)

    def _function(self, start: int) -> Command:
        self._skip_blank()
        name = _FUNCTION_NAME.match(self.text, self.at)
        if name is None:
            raise SyntaxDoubt("function", start, self.at)
        self.at = name.end()
        if (empty := _PARENTHESES.match(self.text, self.at)) is not None:
            self.at = empty.end()
        return self._body_of(name[0], start)

    def _body_of(self, name: str, start: int) -> Function:
        self._skip_lines()
        if self.at >= len(self.text):
            raise SyntaxDoubt(name, start, self.at)
        self._depth += 1
        body = self._command()
        self._depth -= 1
        if isinstance(body, SimpleCommand | Function):
            raise SyntaxDoubt(name, start, self.at)
        return Function(name, body, start, self.at)

    def _words(self) -> tuple[Word, ...]:
        words = list[Word]()
        while True:
            self._skip_blank()
            if self.at >= len(self.text) or self.text[self.at] in "\n;&|()<>":
                return tuple(words)
            words.append(self.word())

    def _simple(self) -> Command:
        text, start = self.text, self.at
        assignments, words, redirections = list[Assignment](), list[Word](), list[Redirection]()
        end = start
        while True:
            if text[self.at : self.at + 1] in _MAY_SKIP:
                self._skip_blank()
            if self.at >= len(text):
                break
            char = text[self.at]
            if char in "<>&0123456789" and (operator := _REDIRECTION.match(text, self.at)) is not None:
                redirections.append(self._redirection(operator))
            elif char in _ENDS_COMMAND:
                break
            elif char == "(":
                if len(words) == 1 and not assignments and not redirections:
                    return self._function_or_doubt(words[0], start)
                raise SyntaxDoubt("(", self.at, self.at + 1)
            elif not words and (named := _ASSIGNMENT.match(text, self.at)) is not None:
                assignments.append(self._assignment(named))
            elif not words and _ELEMENT.match(text, self.at):
                raise SyntaxDoubt("[", self.at, self.at + 1)
            else:
                words.append(self.word())
                self._no_descriptor(words[-1])
            end = self.at
        if end == start:
            raise SyntaxDoubt(text[start : start + 1] or "end", start, start + 1)
        return SimpleCommand(tuple(assignments), tuple(words), tuple(redirections), start, end)

    def _function_or_doubt(self, name: Word, start: int) -> Command:
        empty = _PARENTHESES.match(self.text, self.at)
        if empty is None or not name.text or not _FUNCTION_NAME.match(name.text + " "):
            raise SyntaxDoubt("(", self.at, self.at + 1)
        self.at = empty.end()
        return self._body_of(name.text, start)

    def _assignment(self, named: re.Match[str]) -> Assignment:
        start, self.at = self.at, named.end()
        after = self.text[self.at : self.at + 1]
        if after == "(":
            raise SyntaxDoubt("(", self.at, self.at + 1)
        value = Word((), self.at, self.at) if not after or after in " \t\n;&|<>)" else self.word()
        return Assignment(named[1], value, bool(named[2]), start)

    def _redirections(self) -> tuple[Redirection, ...]:
        found = list[Redirection]()
        while True:
            before = self.at
            self._skip_blank()
            operator = _REDIRECTION.match(self.text, self.at)
            if operator is None:
                self.at = before
                return tuple(found)
            found.append(self._redirection(operator))

    def _redirection(self, operator: re.Match[str]) -> Redirection:
        start, self.at = self.at, operator.end()
        sign = operator[2]
        self._skip_blank()
        if self.at >= len(self.text) or self.text[self.at] in "\n;&|()<>#":
            raise SyntaxDoubt(sign, start, self.at)
        target: Word | Heredoc
        if sign in ("<<", "<<-"):
            target = self._open_heredoc(sign == "<<-")
            sign = "<<"
        elif sign == "<<<":
            given = self.word()
            self._no_descriptor(given)
            target = Heredoc(given)
        else:
            target = self.word()
            self._no_descriptor(target)
        return Redirection(int(operator[1]) if operator[1] else None, sign, target, start, self.at)

    def _no_descriptor(self, word: Word) -> None:
        """Leave a word to bash that would be the descriptor of a redirection right behind it."""
        if self.text[self.at : self.at + 1] in ("<", ">") and _DESCRIPTOR.fullmatch(self.text, word.start, word.end):
            raise SyntaxDoubt(self.text[word.start : word.end + 1], word.start, self.at)

    def _open_heredoc(self, strip_tabs: bool) -> Heredoc:
        start = self.at
        delimiter, quoted = self.delimiter()
        self._no_descriptor(Word((), start, self.at))
        heredoc = Heredoc(Word((), start, start))
        self._pending.append(_PendingHeredoc(heredoc, delimiter, quoted, strip_tabs))
        return heredoc

    def _take_heredocs(self) -> None:
        text = self.text
        for pending in self._pending:
            start, lines = self.at, []
            while self.at < len(text):
                end = text.find("\n", self.at)
                stop = len(text) if end < 0 else end
                line = text[self.at : stop]
                self.at = min(stop + 1, len(text))
                if pending.strip_tabs:
                    line = line.lstrip("\t")
                if line == pending.delimiter:
                    break
                lines.append(line)
            body = "".join(line + "\n" for line in lines)
            if not pending.quoted and "\\\n" in body and _end_in_doubt(lines, pending.delimiter):
                raise SyntaxDoubt("<<", start, self.at)
            pending.heredoc.word = self.heredoc_word(body, pending.quoted, start)
        self._pending = []

    def _new_line(self) -> None:
        self.at += 1
        if self._pending:
            self._take_heredocs()

    def _skip_blank(self) -> None:
        text, at = self.text, self.at
        if at < len(text) and text[at] in " \t\\":
            found = _BLANK.match(text, at)
            assert found is not None
            self.at = at = found.end()
        if at < len(text) and text[at] == "#" and (at == 0 or text[at - 1] in " \t\n;|&()"):
            end = text.find("\n", at)
            self.at = len(text) if end < 0 else end

    def _skip_lines(self) -> None:
        while True:
            self._skip_blank()
            if self.text[self.at : self.at + 1] != "\n":
                return
            self._new_line()

    def _expect(self, *words: str) -> str:
        if self.text[self.at : self.at + 1] == ")" and ")" in words:
            self.at += 1
            return ")"
        found = _RESERVED.match(self.text, self.at)
        if found is None or found[0] not in words:
            raise SyntaxDoubt(self.text[self.at : self.at + 8].split("\n")[0] or "end", self.at, self.at + 1)
        self.at = found.end()
        return found[0]


def _end_in_doubt(lines: list[str], delimiter: str) -> bool:
    """Return whether continued lines of an unquoted heredoc make or hide its end word."""
    joined = "\n".join(lines).replace("\\\n", "").split("\n")
    return lines[-1].endswith("\\") or delimiter in joined
