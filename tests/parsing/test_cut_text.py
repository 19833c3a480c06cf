"""A completion that was cut: the line that the cut fell into counts only with a marker."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.domain import Domain
from r3gym.parsing import parse_completion
from r3gym.parsing.cut_text import completed_part

WHOLE = {
    MATH: r"""Problem 1
Final Answer: \boxed{128}
Problem 2
Final Answer: 4096
Problem 3: \boxed{
7
}
""",
    AR: """Problem 1
Final Answer: <answer>128</answer>
Problem 2
Final Answer: 4096
Problem 3
<answer>
1 2
3 4
</answer>
""",
    CODE: """Problem A
```cpp
int main() {}
```
Problem B
```cpp
int main() { return 1; }
```
Problem Count: 2
""",
}


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_cut_makes_another_answer_than_the_whole_text_holds(domain: Domain) -> None:
    """Wherever the cut falls: each problem has the answer of the whole text, or none."""
    text, labels = WHOLE[domain], domain.labels()
    whole = {p.label: p.answer for p in parse_completion(text, domain, labels)}
    assert sum(answer is not None for answer in whole.values()) == (2 if domain.name == "code" else 3)
    for at in range(len(text) + 1):
        for found in parse_completion(completed_part(text[:at], domain), domain, labels):
            assert found.answer in (None, whole[found.label]), f"cut at {at}"


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_completed_answer_stays_completed_wherever_the_cut_falls_after_it(domain: Domain) -> None:
    text, labels = WHOLE[domain], domain.labels()
    done = text.index("Problem 2" if domain.name != "code" else "Problem B") - 1
    for at in range(done, len(text) + 1):
        first = parse_completion(completed_part(text[:at], domain), domain, labels)[0]
        assert first.answer is not None, f"cut at {at}"


@given(st.text(), st.sampled_from(DOMAINS))
def test_only_the_last_line_can_go(text: str, domain: Domain) -> None:
    kept = completed_part(text, domain)
    assert text.startswith(kept)
    assert "\n" not in text[len(kept) :]
