"""Single expressions: from canonical tokens to a small tree, or a refusal.

The reader is strict on purpose. Ambiguous notation (``1/2x``, ``\\sin x/2``, ``12 3``, ``x2``) is refused, so that no
comparison rests on a guess. ``i`` and ``e`` remain letters here; their meaning is decided when the tree is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, word_set

Tokens = tuple[str, ...]


class UnreadableExpression(Exception):
    """The tokens are no expression, or one that can be read in two ways; the message says which."""


@dataclass(frozen=True)
class Num:
    """An exact rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Sym:
    """A letter, possibly with an index (``a_1``), or a Greek letter."""

    name: str


@dataclass(frozen=True)
class Call:
    """An operator or function applied to arguments; names that start with ``@`` are unknown functions."""

    name: str
    args: tuple[Expr, ...]


Expr = Num | Sym | Call

_FUNCTIONS = frozenset(
    rf"\{name}" for name in word_set("sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh ln log lg exp")
)
_INVERSES = {r"\sin": "arcsin", r"\cos": "arccos", r"\tan": "arctan"}
_LISTS = {r"\max": "max", r"\min": "min", r"\gcd": "gcd", r"\lcm": "lcm", '"lcm': "lcm", '"gcd': "gcd"}
GREEK = frozenset(
    rf"\{name}"
    for name in word_set(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau"
        " phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
    )
)
#: Letters that are functions when a bracket follows; the other letters are factors.
_APPLIED = frozenset([*"fghFGHPQTSR", r"\phi", r"\varphi", r"\sigma", r"\tau", r"\mu", r"\zeta", r"\Gamma", r"\psi"])
_BRACKETS = {"(": ")", "[": "]", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil"}
_MAX_TOKENS = 600
_MAX_DIGITS = 2_000
_MAX_DEPTH = 60


def read_expression(tokens: Tokens) -> Expr:
    """Return the tree of an expression. Raise `UnreadableExpression` and no other exception.

    >>> read_expression(("2", "x", "+", "1")) == read_expression(("2", r"\\cdot", "x", "+", "1"))
    True
    """
    if len(tokens) > _MAX_TOKENS:
        raise UnreadableExpression("the expression is too long")
    reader = _ExpressionReader(tokens)
    tree = reader.sum(0)
    if reader.at < len(tokens):
        raise UnreadableExpression(f"unexpected {tokens[reader.at]!r}")
    return tree


def symbols(tree: Expr) -> frozenset[str]:
    """Return the free letters of a tree: those not bound by a sum or product sign."""
    if isinstance(tree, Sym):
        return frozenset([tree.name])
    if isinstance(tree, Num):
        return frozenset()
    found = frozenset[str]().union(*(symbols(arg) for arg in tree.args))
    if tree.name in ("sum", "prod"):
        return (found - symbols(tree.args[0])) | symbols(tree.args[1]) | symbols(tree.args[2])
    return found


def functions(tree: Expr) -> frozenset[str]:
    """Return the names of all operators and functions in a tree."""
    if not isinstance(tree, Call):
        return frozenset()
    return frozenset([tree.name]).union(*(functions(arg) for arg in tree.args))


def constants(tree: Expr) -> frozenset[Fraction]:
    """Return all numbers in a tree."""
    if isinstance(tree, Num):
        return frozenset([tree.value])
    if isinstance(tree, Sym):
        return frozenset()
    return frozenset[Fraction]().union(*(constants(arg) for arg in tree.args))


def replaced(tree: Expr, by: Mapping[str, Expr]) -> Expr:
    """Return the tree with letters replaced, all at once."""
    if isinstance(tree, Sym):
        return by.get(tree.name, tree)
    if isinstance(tree, Num):
        return tree
    return Call(tree.name, tuple(replaced(arg, by) for arg in tree.args))


class _ExpressionReader:
    """Recursive descent over one token list; ``at`` is the next token."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else ""

    def take(self, expected: str) -> None:
        if self.peek() != expected:
            raise UnreadableExpression(f"{expected!r} expected")
        self.at += 1

    def sum(self, depth: int) -> Expr:
        if depth > _MAX_DEPTH:
            raise UnreadableExpression("nested too deeply")
        tree: Expr | None = None
        while True:
            sign = self.peek()
            if sign in ("+", "-"):
                self.at += 1
            elif tree is not None:
                return tree
            part = self.product(depth)
            part = Call("neg", (part,)) if sign == "-" else part
            tree = part if tree is None else Call("+", (tree, part))
            if self.peek() not in ("+", "-"):
                return tree

    def product(self, depth: int) -> Expr:
        tree = self.factor(depth)
        while True:
            token = self.peek()
            if token in (r"\cdot", "/"):
                self.at += 1
                negative = self.peek() == "-"
                self.at += negative
                start = self.at
                part = self.factor(depth)
                part = Call("neg", (part,)) if negative else part
                tree = Call("*" if token == r"\cdot" else "/", (tree, part))
                if token == "/" and self._starts_factor():
                    numeric = self.at == start + 1 and is_number(self.tokens[start]) and self.peek() == "("
                    if not (numeric and start >= 2 and is_number(self.tokens[start - 2])):
                        raise UnreadableExpression("a divisor followed by a factor can be read in two ways")
            elif self._starts_factor():
                if is_number(token) and not self._after_power():
                    raise UnreadableExpression("a number after a factor without a sign")
                tree = Call("*", (tree, self.factor(depth)))
            else:
                return tree

    def _after_power(self) -> bool:
        """Return whether a number here can only be a factor: after a bracket, a factorial or an exponent (``2^m 3^n``).

        A power too: ``n3^n`` is ``n`` times ``3^n``, while ``x2`` is not read.
        """
        before = self.tokens[self.at - 1]
        if before in (")", "!") or (is_letter(before) and self.peek(1) == "^"):
            return True
        return is_letter(before) and self.at > 1 and self.tokens[self.at - 2] == "^"

    def _starts_factor(self) -> bool:
        token = self.peek()
        return (
            is_number(token)
            or is_letter(token)
            or token in _BRACKETS
            or token in _FUNCTIONS
            or token in _LISTS
            or token in GREEK
            or token in (r"\pi", r"\sqrt", r"\binom", r"\sum", r"\prod", "∞")
        )

    def factor(self, depth: int) -> Expr:
        tree = self.atom(depth)
        while True:
            token = self.peek()
            if token == "!":
                double = self.peek(1) == "!"
                self.at += 1 + double
                if self.peek() == "!":
                    raise UnreadableExpression("three factorial signs")
                tree = Call("!!" if double else "!", (tree,))
            elif token == "^":
                self.at += 1
                tree = Call("^", (tree, self.exponent(depth)))
            elif token == "%":
                self.at += 1
                if self._starts_factor():
                    raise UnreadableExpression("a percent sign inside a product")
                return Call("/", (tree, Num(Fraction(100))))
            elif token == "°":
                self.at += 1
                tree = Call("/", (Call("*", (tree, Call("pi", ()))), Num(Fraction(180))))
            else:
                return tree

    def argument(self, depth: int) -> Expr:
        """Read the argument of a power, index or root: one token or one pair of round brackets."""
        if self.peek() == "(":
            return self.bracketed(depth)
        token = self.peek()
        self.at += 1
        return read_atom(token)

    def exponent(self, depth: int) -> Expr:
        """Read an exponent; a power of a power without brackets is read from the top: ``2^3^2`` is ``2^(3^2)``."""
        if depth > _MAX_DEPTH:
            raise UnreadableExpression("nested too deeply")
        tree = self.argument(depth)
        if self.peek() != "^":
            return tree
        self.at += 1
        return Call("^", (tree, self.exponent(depth + 1)))

    def bracketed(self, depth: int) -> Expr:
        opening = self.peek()
        self.at += 1
        tree = self.sum(depth + 1)
        self.take(_BRACKETS[opening])
        return tree

    def atom(self, depth: int) -> Expr:
        if depth > _MAX_DEPTH:
            raise UnreadableExpression("nested too deeply")
        token = self.peek()
        if token in ("(", "["):
            return self.bracketed(depth)
        if token in (r"\lfloor", r"\lceil"):
            return Call("floor" if token == r"\lfloor" else "ceil", (self.bracketed(depth),))
        if token == "|":
            return self._absolute(depth)
        if token == r"\sqrt":
            return self._root(depth)
        if token == r"\binom":
            self.at += 1
            return Call("binom", (self.argument(depth), self.argument(depth)))
        if token in _LISTS:
            self.at += 1
            return Call(_LISTS[token], self._listed(depth))
        if token in _FUNCTIONS:
            return self._function(depth)
        if token in (r"\sum", r"\prod"):
            return self._series(depth)
        if token == "":
            raise UnreadableExpression("the expression ends early")
        self.at += 1
        if is_number(token):
            return self._number(token)
        return self._letter(token, depth)

    def _number(self, token: str) -> Expr:
        if len(token) > _MAX_DIGITS:
            raise UnreadableExpression("a number with too many digits")
        if "." in token and self.peek() == "(" and is_number(self.peek(1)) and self.peek(2) == ")":
            raise UnreadableExpression("0.1(6) can be read in two ways")
        if self.peek() != "_":
            return Num(Fraction(token))
        self.at += 1
        base = self.argument(0)
        if not isinstance(base, Num) or not 2 <= base.value <= 36 or base.value.denominator != 1 or "." in token:
            raise UnreadableExpression("an index on a number that is no base")
        try:
            return Num(Fraction(int(token, int(base.value))))
        except ValueError as error:
            raise UnreadableExpression("a digit that the base does not have") from error

    def _letter(self, token: str, depth: int) -> Expr:
        tree = read_atom(token)
        if self.peek() == "_":
            close = matching(self.tokens, self.at + 1) if self.peek(1) == "(" else self.at + 1
            if close is None or close >= len(self.tokens):
                raise UnreadableExpression("an index without an end")
            name = "".join(self.tokens[self.at + 1 : close + 1]).strip("()")
            self.at = close + 1
            tree = Sym(f"{token}_{name}")
        if self.peek() == "'":
            raise UnreadableExpression("a prime on a letter")
        if self.peek() == "(" and token == "C" and (pair := self._pair(depth)) is not None:
            return Call("binom", pair)
        if self.peek() == "(" and token in _APPLIED and isinstance(tree, Sym):
            return Call("@" + tree.name, self._listed(depth))
        return tree

    def _pair(self, depth: int) -> tuple[Expr, ...] | None:
        start = self.at
        arguments = self._listed(depth)
        if len(arguments) == 2:
            return arguments
        self.at = start
        return None

    def _absolute(self, depth: int) -> Expr:
        self.at += 1
        if self.peek() in ("|", ""):
            raise UnreadableExpression("empty bars")
        tree = self.sum(depth + 1)
        self.take("|")
        return Call("abs", (tree,))

    def _root(self, depth: int) -> Expr:
        self.at += 1
        if self.peek() != "[":
            return Call("root", (self.argument(depth), Num(Fraction(2))))
        order = self.bracketed(depth)
        return Call("root", (self.argument(depth), order))

    def _listed(self, depth: int) -> tuple[Expr, ...]:
        """Read arguments in round brackets or braces, separated by commas."""
        opening = self.peek()
        if opening not in ("(", r"\{"):
            raise UnreadableExpression("arguments in brackets expected")
        self.at += 1
        items = [self.sum(depth + 1)]
        while self.peek() in (",", ";"):
            self.at += 1
            items.append(self.sum(depth + 1))
        self.take(")" if opening == "(" else r"\}")
        return tuple(items)

    def _function(self, depth: int) -> Expr:
        token = self.peek()
        name = token[1:]
        self.at += 1
        power: Expr | None = None
        base: Expr | None = None
        while self.peek() in ("^", "_"):
            mark = self.peek()
            self.at += 1
            if mark == "^":
                power = self.argument(depth)
            elif token != r"\log":
                raise UnreadableExpression("an index on a function")
            else:
                base = self.argument(depth)
        if power == Call("neg", (Num(Fraction(1)),)):
            if token not in _INVERSES:
                raise UnreadableExpression("the power -1 of a function can be read in two ways")
            name, power = _INVERSES[token], None
        argument = self.bracketed(depth) if self.peek() == "(" else self._bare_argument(depth)
        tree: Expr
        if base is not None:
            tree = Call("/", (Call("ln", (argument,)), Call("ln", (base,))))
        elif name == "exp":
            tree = Call("^", (Sym("e"), argument))
        else:
            tree = Call(name, (argument,))
        return tree if power is None else Call("^", (tree, power))

    def _bare_argument(self, depth: int) -> Expr:
        """Read an argument without brackets: a product of numbers and letters, as in ``\\sin 2x``."""
        tree: Expr | None = None
        while (
            is_number(self.peek())
            or is_letter(self.peek())
            or self.peek() in GREEK
            or self.peek() in (r"\pi", r"\sqrt")
        ):
            if tree is not None and (is_number(self.peek()) or self.peek() == r"\sqrt"):
                raise UnreadableExpression("where the argument of a function ends is not clear")
            part = self.factor(depth)
            tree = part if tree is None else Call("*", (tree, part))
        if tree is None and self.peek() in ("|", r"\lfloor", r"\lceil", r"\binom"):
            tree = self.factor(depth)
        if tree is None or self.peek() in ("/", "(", "["):
            raise UnreadableExpression("where the argument of a function ends is not clear")
        return tree

    def _series(self, depth: int) -> Expr:
        """Read ``\\sum _ (k = 1) ^ n body``: the body is the product that follows."""
        name = "sum" if self.peek() == r"\sum" else "prod"
        self.at += 1
        self.take("_")
        self.take("(")
        index = self.atom(depth + 1)
        self.take("=")
        start = self.sum(depth + 1)
        self.take(")")
        self.take("^")
        if self.peek() == r"\infty":
            raise UnreadableExpression("an infinite sum")
        end = self.argument(depth + 1)
        body = self.product(depth + 1)
        if not isinstance(index, Sym):
            raise UnreadableExpression("a sum without an index")
        return Call(name, (index, start, end, body))


def read_atom(token: str) -> Expr:
    """Return the number, letter or constant of one token."""
    if is_number(token) and len(token) <= _MAX_DIGITS:
        return Num(Fraction(token))
    if is_letter(token) or token in GREEK:
        return Sym(token)
    if token == r"\pi":
        return Call("pi", ())
    raise UnreadableExpression(f"{token!r} is no part of an expression")
