"""LaTeX statements as text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.domains.code.packages.latex import latex_title, latex_to_text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\section*{Input} One.", "## Input\n\nOne."),
        (r"a \textbf{b} \emph{c} \texttt{d} \underline{e}", "a **b** *c* `d` e"),
        (r"{\bf b} {\it c} {\tt d}", "**b** *c* `d`"),
        (r"``quoted'' `single' -- and --- dash", "“quoted” ‘single' – and — dash"),
        (r"a~b\ c\,d", "a b c d"),
        (r"$10\,000 \le n~\$ \textbf{x}$ stays", r"$10\,000 \le n~\$ \textbf{x}$ stays"),
        (r"\[ x^2 \] and \( y \)", "$$ x^2 $$ and $ y $"),
        (r"\begin{equation} a = b \end{equation}", "$$a = b$$"),
        (r"100\% of \$5 \& \#1 \_ \{x\}", "100% of $5 & #1 _ {x}"),
        ("one % a comment\ntwo 5\\% three", "one two 5% three"),
        ("one %\n\ntwo", "one\n\ntwo"),
        (r"\begin{itemize}\item a \item b \end{itemize}", "- a\n- b"),
        (r"\begin{enumerate}\item a \item b \end{enumerate}", "1. a\n2. b"),
        (
            r"\begin{itemize}\item a \begin{enumerate}\item x\end{enumerate} \item b\end{itemize}",
            "- a\n  1. x\n- b",
        ),
        (r"\begin{description}\item[Yes] if so \end{description}", "- Yes if so"),
        (
            r"\begin{Input} One. \end{Input}\begin{Output} Two. \end{Output}",
            "## Input\n\nOne.\n\n## Output\n\nTwo.",
        ),
        (r"K{\"u}belbeck, \'Etat, \c{c}a, na\"{\i}ve, \aa, \o{}l", "Kübelbeck, État, ça, naïve, å, øl"),
        (r"\illustration{0.3}{goat}{A \emph{goat}} text", "(Image: goat)\n\ntext"),
        (
            r"\begin{figure}[h]\includegraphics[width=1cm]{x}\caption{See \texttt{a}.}\end{figure}",
            "(Image: x)\n\n(Figure: See `a`.)",
        ),
        (r"\href{https://a.b/c_d}{link} and \url{https://a.b}", "link and https://a.b"),
        (r"\newcommand{\who}{Peter}\who{} and \who.", "Peter and Peter."),
        (r"\newcommand{\two}[2]{#2 #1}\two{a}{b} $\two{x}{y}$", "b a $y x$"),
        (r"see Figure~\ref{fig:a}.", "see Figure."),
        (r"\unknown{kept} \noindent word", "kept word"),
        (r"\begin{tabular}{ll} a & b \\ \hline c & d \end{tabular}", "a | b\nc | d"),
        ("\\begin{verbatim}\nif x:\n    y %\n\\end{verbatim}", "```\nif x:\n    y %\n```"),
        (r"\verb|a_b| and \verb+$+", "`a_b` and `$`"),
        (r"A note\footnote{small} here", "A note (small) here"),
        (r"\documentclass{x}\begin{document}Body\end{document}", "Body"),
        ("   indented\n\n\n\n   lines   ", "indented\n\nlines"),
    ],
)
def test_text(source: str, text: str) -> None:
    assert latex_to_text(source) == text


def test_title() -> None:
    assert latex_title("% \\problemname{No}\n\\problemname{K.O.~\\emph{Kids}}\ntext") == "K.O. *Kids*"
    assert latex_title("no title") is None


PIECES = (
    *(
        "\\",
        "{",
        "}",
        "$",
        "%",
        "~",
        "``",
        "[",
        "]",
        "&",
        "#1",
        "\n",
        " ",
        "word",
        "\\\\",
        "\\'",
        "\\c",
        "\\[",
    ),
    *("\\begin{itemize}", "\\end{itemize}", "\\item", "\\textbf", "\\verb", "\\begin{verbatim}", "\\begin"),
    *("\\newcommand", "\\def\\a", "\\a"),
)


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_nothing_raises(source: str) -> None:
    latex_to_text(source)
    latex_title(source)


@pytest.mark.parametrize(
    "source",
    [
        "{" * 20000,
        "\\textbf{" * 5000,
        "\\begin{itemize}" * 2000,
        "$" * 20001,
        "\\def\\a{\\a\\a\\a}" + "\\a" * 1000,
        "%" * 20000,
    ],
)
def test_hostile_statements_end(source: str) -> None:
    start = time.process_time()
    latex_to_text(source)
    assert time.process_time() - start < 5
