"""Units of measure after a value: split from it, and compared by dimension and size."""

from __future__ import annotations

from fractions import Fraction

from r3gym.domains.math.judging.counted import counted_things
from r3gym.domains.math.judging.expr import Tokens
from r3gym.domains.math.judging.latex_tokens import is_word, word_set
from r3gym.domains.math.judging.shapes import QuantityUnit

_SIZES: dict[str, tuple[str, Fraction]] = {}


def _define(dimension: str, size: str, names: str) -> None:
    for name in word_set(names):
        _SIZES[name] = (dimension, Fraction(size))


_define("length", "1", "m meter meters metre metres")
_define("length", "1/100", "cm centimeter centimeters centimetre centimetres")
_define("length", "1/1000", "mm millimeter millimeters millimetre millimetres")
_define("length", "1000", "km kilometer kilometers kilometre kilometres")
_define("length", "0.3048", "ft foot feet")
_define("length", "0.0254", "inch inches")
_define("length", "1609.344", "mile miles")
_define("length", "0.9144", "yard yards")
_define("time", "1", "s sec second seconds")
_define("time", "60", "minute minutes")
_define("time", "3600", "h hr hour hours")
_define("time", "86400", "day days")
_define("year", "1", "year years")
_define("mass", "1", "kg kilogram kilograms")
_define("mass", "1/1000", "g gram grams")
_define("volume", "1", "liter liters litre litres")
_define("volume", "1/1000", "ml milliliter milliliters")
_define("money", "1", "dollar dollars")
_define("money", "1/100", "cent cents")
_define("unit", "1", "unit units")
_define("angle", "1", "degree degrees")
_define("radian", "1", "radian radians rad")

DEGREES = QuantityUnit((("angle", 1),), Fraction(1))
RADIANS = QuantityUnit((("radian", 1),), Fraction(1))


def strip_unit(tokens: Tokens) -> tuple[Tokens, QuantityUnit | None]:
    """Split a trailing unit (``"cm ^ 2``, ``"km / h``, ``"square "meters``, a degree sign) from a value."""
    if tokens and tokens[-1] == "°":
        inside = any(token.startswith("\\") and token not in (r"\pi", r"\sqrt") for token in tokens)
        return (tokens, None) if inside or tokens.count("°") > 1 else (tokens[:-1], DEGREES)
    for start in range(1, len(tokens)):
        if not (is_word(tokens[start]) or tokens[start] == "("):
            continue
        unit = _read_unit(tokens[start:]) or counted_things(_without_brackets(tokens[start:]))
        if unit is not None:
            return tokens[:start], unit
    return tokens, None


def _without_brackets(tokens: Tokens) -> Tokens:
    return tokens[1:-1] if tokens[0] == "(" and tokens[-1] == ")" else tokens


def _read_unit(tokens: Tokens) -> QuantityUnit | None:
    tokens = tuple(token for token in tokens if token not in ("(", ")"))
    dimensions: dict[str, int] = {}
    size = Fraction(1)
    sign, power, index = 1, 1, 0
    while index < len(tokens):
        token = tokens[index]
        word = token[1:] if is_word(token) else token
        index += 1
        if word in ("/", "per"):
            if sign < 0 or not dimensions:
                return None
            sign = -1
        elif word in ("square", "sq", "cubic"):
            power = 3 if word == "cubic" else 2
        elif word in _SIZES and (is_word(token) or dimensions):
            if index + 1 < len(tokens) and tokens[index] == "^" and tokens[index + 1] in ("2", "3"):
                power = int(tokens[index + 1])
                index += 2
            name, factor = _SIZES[word]
            dimensions[name] = dimensions.get(name, 0) + sign * power
            size *= factor ** (sign * power)
            power = 1
        else:
            return None
    if not dimensions or power != 1:
        return None
    return QuantityUnit(tuple(sorted(dimensions.items())), size)
