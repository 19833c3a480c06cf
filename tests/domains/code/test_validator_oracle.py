"""Our default validator against the binary that `problemtools` ships: the same verdicts, with few exceptions."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import tempfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from validator_cases import CASES

from r3gym.domains.code.judging.default_validator import difference, parse_flags

_SPEC = importlib.util.find_spec("problemtools")
BINARY = Path(_SPEC.origin).parent / "support" / "default_validator" if _SPEC and _SPEC.origin else Path("absent")

pytestmark = pytest.mark.skipif(
    not os.access(BINARY, os.X_OK), reason="problemtools is not installed (it has wheels for Linux on x86-64 only)"
)

#: The only cases of our table where the two differ, and why we keep our word.
KNOWN_DIFFERENCES = {
    "off by exactly the tolerance": "the binary rounds in binary and refuses 0.101 for 0.1 within 0.001",
    "beyond the tolerance in the last place of a double": "its long double cannot tell",
    "hexadecimal": "it reads what strtold reads, and 0x10 is no decimal number",
    "an exponent without digits": "it reads 1e as 1",
}


def binary_accepts(output: bytes, answer: bytes, flags: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "in").write_bytes(b"")
        Path(folder, "ans").write_bytes(answer)
        command = [BINARY, f"{folder}/in", f"{folder}/ans", folder, *flags]
        code = subprocess.run(command, input=output, capture_output=True, timeout=60).returncode
    assert code in (42, 43), code
    return code == 42


def test_the_whole_table() -> None:
    differing = {
        name
        for name, (output, answer, flags, right) in CASES.items()
        if binary_accepts(output, answer, flags.split()) is not right
    }
    assert differing == set(KNOWN_DIFFERENCES)


words = st.sampled_from(
    ["yes", "YES", "Yes", "no", "7", "-3", "0.5", "1e3", ".25", "nan", "inf", "a1", "é", "1_0", "-"]
)
spaces = st.sampled_from([" ", "\n", "  ", "\t", "\r\n", " \n"])
texts = st.lists(st.tuples(words, spaces), max_size=5).map(lambda parts: "".join(w + s for w, s in parts))
flag_sets = st.lists(
    st.sampled_from(
        ["case_sensitive", "space_change_sensitive", "float_tolerance 1e-4", "float_absolute_tolerance 0.01",
         "float_relative_tolerance 0.1"]
    ),
    max_size=3, unique=True,
).map(lambda flags: " ".join(flags).split())  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts, texts, flag_sets, st.booleans())
def test_words_spaces_and_case(output: str, answer: str, flags: list[str], same: bool) -> None:
    """Every second time the output is the answer in other dress, so that both verdicts are common."""
    if same:
        output = answer.swapcase() if len(answer) % 2 else answer.replace("\n", " ")
    mine = difference(output.encode(), answer.encode(), parse_flags(flags)) is None
    assert mine is binary_accepts(output.encode(), answer.encode(), flags)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.decimals(-(10**9), 10**9, places=6),
    st.sampled_from(["1e-9", "1e-6", "1e-3", "0.5"]),
    st.sampled_from(["float_tolerance", "float_absolute_tolerance", "float_relative_tolerance"]),
    st.sampled_from(["0", "0.5", "0.99", "1.01", "2", "-0.99", "-1.01"]),
    st.sampled_from(["f", "e", "E"]),
)
def test_numbers_near_the_tolerance(answer: Decimal, size: str, flag: str, share: str, form: str) -> None:
    """Off by a share of the tolerance, never by exactly all of it: there the two differ by rounding."""
    allowed = Decimal(size)
    if flag == "float_relative_tolerance" or (flag == "float_tolerance" and abs(answer) > 1):
        allowed *= abs(answer)
    assume(allowed > abs(answer) * Decimal("1e-13"))  # below that its doubles cannot tell the shares apart
    output, text = f"{answer + allowed * Decimal(share):.25{form}}", f"{answer:f}"
    mine = difference(output.encode(), text.encode(), parse_flags([flag, size])) is None
    assert mine is binary_accepts(output.encode(), text.encode(), [flag, size])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=60), st.binary(max_size=60), st.booleans())
def test_any_bytes(output: bytes, answer: bytes, sensitive: bool) -> None:
    flags = ["space_change_sensitive", "case_sensitive"] if sensitive else ["case_sensitive"]
    mine = difference(output, answer, parse_flags(flags)) is None
    assert mine is binary_accepts(output, answer, flags)
    assert binary_accepts(answer, answer, flags)
