"""The second half of the canonical form: braces, fractions, roots and brackets of a token list.

TeX groups are resolved into round brackets where they bind (powers, fractions, roots) and dropped where they only
group. Every function is total and linear or close to it; unbalanced brackets remain as plain tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word

_OPEN_TO_CLOSE = {"(": ")", "[": "]", "{": "}", r"\{": r"\}"}
_MAX_DEPTH = 60
#: Signs that may precede and follow a plain fraction without binding to it.
_SIGNS = ["+", "-", r"\pm", ",", ";", "=", "<", ">", r"\le", r"\ge", r"\neq", r"\in"]
_LEFT_EDGE = frozenset([*_SIGNS, "(", "[", r"\{", r"\lceil", r"\lfloor"])
_RIGHT_EDGE = frozenset([*_SIGNS, ")", "]", r"\}", r"\rceil", r"\rfloor", "%", "°"])


def matching(tokens: Sequence[str], start: int) -> int | None:
    """Return the index of the bracket that closes the one at ``start``; half-open pairs (``( ... ]``) also match."""
    depth = 0
    braces = tokens[start] in ("{", r"\{")
    for index in range(start, len(tokens)):
        token = tokens[index]
        if braces:
            depth += (token == tokens[start]) - (token == _OPEN_TO_CLOSE[tokens[start]])
        else:
            depth += (token in ("(", "[")) - (token in (")", "]"))
        if depth == 0:
            return index
    return None


def resolve_groups(tokens: list[str]) -> list[str]:
    """Return canonical tokens: resolve groups, and drop brackets without meaning and closing punctuation."""
    # A brace that is never closed is a typing error (one public reference has it): it is closed at the end.
    while tokens and tokens[-1] in (".", ",", ";"):
        tokens = tokens[:-1]
    missing = min(tokens.count("{") - tokens.count("}"), _MAX_DEPTH)
    resolved = _open_moduli(_resolve(_rows_apart(tokens) + ["}"] * missing, 0))
    while resolved and resolved[-1] in (".", ",", ";", ":"):
        resolved.pop()
    resolved = _drop_redundant(_wrap_plain_fractions(_drop_redundant(resolved)))
    while _is_wrapped(resolved) and not _has_top_level_comma(resolved[1:-1]):
        resolved = resolved[1:-1]
    return _wrap_plain_fractions(resolved)


def _rows_apart(tokens: list[str]) -> list[str]:
    """Replace line breaks by commas and drop alignment marks outside tables, where they have no meaning."""
    out: list[str] = []
    depth = 0
    for token in tokens:
        depth += token in (r"\begincases", r"\beginmatrix", r"\begindet")
        depth -= token in (r"\endcases", r"\endmatrix", r"\enddet")
        if depth <= 0 and token == r"\newrow":
            if out and out[-1] not in (",", ";"):
                out.append(",")
        elif depth > 0 or token != r"\amp":
            out.append(token)
    return out


def _open_moduli(tokens: list[str]) -> list[str]:
    """Drop the brackets of ``( mod 4 )``, and those around the modulus."""
    for index in range(len(tokens) - 1, -1, -1):
        if tokens[index] != r"\mod":
            continue
        if index and tokens[index - 1] == "(" and (close := matching(tokens, index - 1)) is not None:
            tokens = [*tokens[: index - 1], *tokens[index:close], *tokens[close + 1 :]]
            index -= 1
        if tokens[index + 1 : index + 2] == ["("] and (close := matching(tokens, index + 1)) == index + 3:
            tokens = [*tokens[: index + 1], tokens[index + 2], *tokens[close + 1 :]]
    return tokens


def _infix(tokens: Sequence[str], depth: int) -> list[str] | None:
    """Resolve a group with the old infix commands: ``{2n \\choose n}`` and ``{a \\over b}``; None for others."""
    level = 0
    for index, token in enumerate(tokens):
        level += (token == "{") - (token == "}")
        if level == 0 and token in (r"\choose", r"\over"):
            name = r"\binom" if token == r"\choose" else r"\frac"
            both = ["{", *tokens[:index], "}", "{", *tokens[index + 1 :], "}"]
            return _command([name, *both], 0, depth)[0]
    return None


def _argument(tokens: Sequence[str], index: int, depth: int) -> tuple[list[str], int]:
    """Return the TeX or round-bracket argument that starts at ``index``, resolved, and the index after it."""
    if index >= len(tokens):
        return [], index
    token = tokens[index]
    if token in ("{", "("):
        close = matching(tokens, index)
        if close is not None and tokens[close] in ("}", ")"):
            return _resolve(tokens[index + 1 : close], depth + 1), close + 1
    if token == "-" and index + 1 < len(tokens):
        inner, after = _argument(tokens, index + 1, depth + 1) if depth < _MAX_DEPTH else ([], index + 1)
        return ["-", *inner], after
    if token in (r"\frac", r"\sqrt", r"\binom"):
        return _command(tokens, index, depth + 1)
    return [token], index + 1


def _bracketed(tokens: list[str]) -> list[str]:
    return tokens if len(tokens) == 1 else ["(", *tokens, ")"]


def _command(tokens: Sequence[str], index: int, depth: int) -> tuple[list[str], int]:
    """Return the fraction, root or binomial at ``index`` in canonical form, and the index after it."""
    name, index = tokens[index], index + 1
    if depth > _MAX_DEPTH:
        return [name], index
    if name == r"\sqrt":
        order: list[str] = []
        if index < len(tokens) and tokens[index] == "[":
            close = matching(tokens, index)
            if close is not None:
                order = ["[", *_resolve(tokens[index + 1 : close], depth + 1), "]"]
                index = close + 1
        radicand, index = _argument(tokens, index, depth)
        return [name, *order, "(", *radicand, ")"], index
    if index < len(tokens) and tokens[index].isdigit() and len(tokens[index]) == 2:
        first, second, index = [tokens[index][0]], [tokens[index][1]], index + 1  # \frac12 and \binom52
    else:
        first, index = _argument(tokens, index, depth)
        second, index = _argument(tokens, index, depth)
    if name == r"\binom":
        return [name, "(", *first, ")", "(", *second, ")"], index
    return ["(", *_bracketed(first), "/", *_bracketed(second), ")"], index


def _resolve(tokens: Sequence[str], depth: int) -> list[str]:
    if depth > _MAX_DEPTH:
        return list(tokens)
    out: list[str] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token in (r"\frac", r"\sqrt", r"\binom"):
            piece, index = _command(tokens, index, depth)
            mixed = token == r"\frac" and _is_mixed(out, piece)
            out[len(out) - mixed :] = ["(", out[-1], "+", *piece, ")"] if mixed else piece
        elif token in ("^", "_"):
            piece, index = _argument(tokens, index + 1, depth)
            out += [token, *_bracketed(piece)]
        elif token == r"\mathbb":
            piece, index = _argument(tokens, index + 1, depth)
            out.append(r"\mathbb " + "".join(piece))
        elif token == "{":
            close = matching(tokens, index)
            if close is None:
                out.append(token)
                index += 1
            else:
                inside = tokens[index + 1 : close]
                piece = _infix(inside, depth + 1) or _resolve(inside, depth + 1)
                # {2^3}^2 is a power of 2^3: without brackets it would be 2^9.
                out += _bracketed(piece) if "^" in piece and tokens[close + 1 : close + 2] == ["^"] else piece
                index = close + 1
        else:
            out.append(token)
            index += 1
    return out


def _is_mixed(before: list[str], fraction: list[str]) -> bool:
    """Return whether an integer before a proper numeric fraction makes a mixed number, as in ``3\\frac{1}{2}``."""
    if len(fraction) != 5 or not (fraction[1].isdigit() and fraction[3].isdigit()):
        return False
    if not before or not before[-1].isdigit() or len(fraction[1]) > 9 or len(fraction[3]) > 9:
        return False
    alone = len(before) < 2 or before[-2] not in ("^", "_", ".", "/")
    return alone and int(fraction[1]) < int(fraction[3])


def _is_wrapped(tokens: Sequence[str]) -> bool:
    return len(tokens) > 2 and tokens[0] == "(" and matching(tokens, 0) == len(tokens) - 1 and tokens[-1] == ")"


def _has_top_level_comma(tokens: Sequence[str]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token in ("(", "[", r"\{")) - (token in (")", "]", r"\}"))
        if depth == 0 and token in (",", ";"):
            return True
    return False


def _binds_left(token: str) -> bool:
    """Return whether a bracket after this token is an argument or a factor, so that dropping it changes the meaning."""
    return (
        is_number(token)
        or is_letter(token)
        or is_word(token)
        or token in (")", "]", "^", "_", "/", "!", "|")
        or (token.startswith("\\") and token not in _LEFT_EDGE and token != r"\cdot")
    )


def _drop_redundant(tokens: list[str]) -> list[str]:
    """Drop brackets around a single atom and doubled brackets, where nothing outside binds to them."""
    closes = _pairs(tokens)
    drop: set[int] = set()
    for start, end in closes.items():
        if tokens[start] != "(" or tokens[end] != ")":
            continue
        inner = end - start - 1
        doubled = inner > 2 and tokens[start + 1] == "(" and closes.get(start + 1) == end - 1 and tokens[end - 1] == ")"
        atom = inner == 1 and (is_number(tokens[start + 1]) or is_letter(tokens[start + 1]))
        after = tokens[end + 1] if end + 1 < len(tokens) else ""
        free_left = start == 0 or not _binds_left(tokens[start - 1]) or tokens[start - 1] in ("/",)
        free_right = not after or not (is_number(after) or is_letter(after) or after in ("(", "^", "!"))
        free_right = free_right or (after == "(" and start > 0 and tokens[start - 1] == "/")
        if doubled or (atom and free_left and free_right):
            drop |= {start, end}
    return [token for index, token in enumerate(tokens) if index not in drop]


def _pairs(tokens: Sequence[str]) -> dict[int, int]:
    stack: list[int] = []
    pairs: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token in ("(", "["):
            stack.append(index)
        elif token in (")", "]") and stack:
            pairs[stack.pop()] = index
    return pairs


def _wrap_plain_fractions(tokens: list[str]) -> list[str]:
    """Write ``a / b`` as ``( a / b )`` where both operands are plain and nothing else binds to them."""
    closes = _pairs(tokens)
    opens = {end: start for start, end in closes.items()}
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token != "/" or not 0 < index < len(tokens) - 1:
            continue
        left = opens.get(index - 1, index - 1)
        right = closes.get(index + 1, index + 1)
        plain = all(is_number(t) or is_letter(t) or t in ("(", ")", r"\pi") for t in (tokens[left], tokens[right]))
        prev_token = tokens[left - 1] if left > 0 else ""
        next_token = tokens[right + 1] if right + 1 < len(tokens) else ""
        # 1/2(n+1) is read from left to right; n/k(m) is ambiguous.
        numeric = next_token == "(" and is_number(tokens[left]) and is_number(tokens[right])
        free_left = not prev_token or prev_token in _LEFT_EDGE or is_word(prev_token)
        free_right = not next_token or next_token in _RIGHT_EDGE or is_word(next_token) or numeric
        if not (plain and free_left and free_right):
            continue
        if prev_token == "(" and next_token == ")":
            continue
        before[left] = before.get(left, 0) + 1
        after[right] = after.get(right, 0) + 1
    out: list[str] = []
    for index, token in enumerate(tokens):
        out += ["("] * before.get(index, 0) + [token] + [")"] * after.get(index, 0)
    return out
