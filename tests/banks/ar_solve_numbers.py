"""Independent solvers for items about numbers and dates: each computes the answer from the statement alone."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from math import prod

from banks.ar_text import found, literal


def base_conversion(statement: str) -> str:
    ((source, digits, target),) = re.findall(r"base-(\d+) number (\w+) to base-(\d+)", statement)
    value, out = int(digits, int(source)), ""
    while value:
        value, digit = divmod(value, int(target))
        out = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + out
    return out


def bitwise_arithmetic(statement: str) -> str:
    """Bracketed pairs, innermost first; a shift is a product or a quotient by a power of two."""
    text = statement.splitlines()[-1]
    text = re.sub(r"0x[0-9a-f]+", lambda number: str(int(number[0], 16)), text)
    while found := re.search(r"\((-?\d+) (\S+) (-?\d+)\)", text):
        a, b = int(found[1]), int(found[3])
        value = {"+": a + b, "-": a - b, "*": a * b}.get(found[2])
        if value is None:
            value = a * 2**b if found[2] == "<<" else a // 2**b
        text = text.replace(found[0], str(value), 1)
    value = int(text)
    return f"{'-' if value < 0 else ''}0x{abs(value):x}"


def calendar_arithmetic(statement: str) -> str:
    ends = re.findall(r"(\w+day), (\w+ \d+, \d+)", statement)
    first, last = (datetime.strptime(text, "%B %d, %Y").date() for _, text in ends)
    named = [weekday for weekday, _ in ends]
    assert named == [f"{first:%A}", f"{last:%A}"], "the statement names the wrong weekday"
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return str(sum(day.weekday() < 5 for day in days))


def time_intervals(statement: str) -> str:
    """Both ends are counted in minutes from the first day of the year 1, without time zones."""
    months = "January February March April May June July August September October November December".split()
    ends = []
    for day, month, year, hour, minute in re.findall(r"(\d\d) ([A-Z]\w+) (\d{4}), (\d\d):(\d\d)", statement):
        days = date(int(year), months.index(month) + 1, int(day)).toordinal()
        ends.append((days * 24 + int(hour)) * 60 + int(minute))
    minutes = ends[1] - ends[0]
    return f"{minutes // 1440} days, {minutes // 60 % 24:02}:{minutes % 60:02}"


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def count_primes(statement: str) -> str:
    ((low, high),) = re.findall(r"between (\d+) and (\d+)", statement)
    return str(sum(map(is_prime, range(int(low), int(high) + 1))))


def prime_factorization(statement: str) -> str:
    n = int(found(r"factorization of (\d+)", statement))
    factors = [p for p in range(2, n + 1) if is_prime(p) for k in range(1, 20) if n % p**k == 0]
    assert prod(factors) == n
    return " × ".join(map(str, factors))


def _listed(statement: str) -> list[int]:
    return [int(number) for number in found(r"these numbers: ([\d, ]+)", statement).split(",")]


def gcd(statement: str) -> str:
    numbers = _listed(statement)
    return str(max(d for d in range(1, min(numbers) + 1) if not any(n % d for n in numbers)))


def lcm(statement: str) -> str:
    numbers = _listed(statement)
    return str(next(m for m in range(max(numbers), prod(numbers) + 1, max(numbers)) if not any(m % n for n in numbers)))


def number_filtering(statement: str) -> str:
    ((verb, relation, limit),) = re.findall(r"(\w+) all numbers (\w+) than (-?[\d.]+) in", statement)
    listed: list[str] = literal(r"this list: (\[.*\])", statement)
    keep = [text for text in listed if ((Decimal(text) > Decimal(limit)) == (relation == "larger")) == (verb == "Keep")]
    assert Decimal(limit) not in map(Decimal, listed)
    return str(keep)


def dice(statement: str) -> str:
    """The distribution of the total, die by die."""
    sides = [int(n) for n in re.findall(r"1d(\d+)", statement.split(".")[0])]
    least = int(found(r"total (\d+) or more", statement))
    totals = Counter({0: 1})
    for n in sides:
        totals = Counter({t: sum(totals[t - face] for face in range(1, n + 1)) for t in range(max(totals) + n + 1)})
    chance = Fraction(sum(ways for total, ways in totals.items() if total >= least), prod(sides))
    return f"{chance.numerator}/{chance.denominator}"


def binary_alternation(statement: str) -> str:
    """Every swap mends at most one misplaced 0 and one misplaced 1."""
    bits = found(r"alternating: ([01]+)", statement)
    targets = [("01" * len(bits))[shift : len(bits) + shift] for shift in (0, 1)]
    swaps = [
        sum(a == "0" and b == "1" for a, b in zip(bits, target, strict=True))
        for target in targets
        if Counter(target) == Counter(bits)
    ]
    return str(min(swaps, default=-1))
