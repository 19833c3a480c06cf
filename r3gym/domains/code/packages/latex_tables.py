"""Tables of the LaTeX commands in problem statements, with the text that replaces each."""

from __future__ import annotations

#: Commands with one argument that is kept: the text before and after it.
WRAPPED = {
    "textbf": ("**", "**"), "emph": ("*", "*"), "textit": ("*", "*"), "textsl": ("*", "*"),
    "texttt": ("`", "`"), "footnote": (" (", ")"), "caption": ("\n\n(Figure: ", ")\n\n"),
    "paragraph": ("\n\n**", "** "), "section": ("\n\n## ", "\n\n"), "subsection": ("\n\n### ", "\n\n"),
    "subsubsection": ("\n\n#### ", "\n\n"),
}  # fmt: skip

#: Commands that are removed together with this many arguments.
DROPPED = {
    "problemname": 1, "vspace": 1, "hspace": 1, "label": 1,
    "ref": 1, "eqref": 1, "pageref": 1, "cite": 1, "pagestyle": 1, "usepackage": 1, "documentclass": 1,
    "input": 1, "setlength": 2, "addtolength": 2, "color": 1, "definecolor": 3, "cline": 1, "cmidrule": 1,
    "setcounter": 2, "lstset": 1, "captionsetup": 1, "graphicspath": 1, "sampleinput": 1,
    "sampleoutput": 1,
}  # fmt: skip

#: Pictures: the index of the argument that names the file, and the number of arguments.
PICTURES = {"includegraphics": (0, 1), "illustration": (1, 3), "includesvg": (0, 1)}

#: Commands whose last argument is kept, after this many that are removed.
KEEP_LAST = {
    "href": 1,
    "textcolor": 1,
    "colorbox": 1,
    "parbox": 1,
    "resizebox": 2,
    "scalebox": 1,
    "multicolumn": 2,
}

SYMBOLS = {
    "dots": "…", "ldots": "…", "textellipsis": "…", "ss": "ß", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å",
    "ae": "æ", "AE": "Æ", "oe": "œ", "l": "ł", "L": "Ł", "i": "ı", "dh": "ð", "DH": "Ð", "th": "þ",
    "TH": "Þ", "S": "§", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": '"', "textunderscore": "_",
    "textdegree": "°", "textbullet": "•", "euro": "€", "pounds": "£", "copyright": "©", "LaTeX": "LaTeX",
    "TeX": "TeX", "textendash": "–", "textemdash": "—", "slash": "/", "quad": " ", "qquad": " ",
    "newline": "\n", "linebreak": "\n", "par": "\n\n",
}  # fmt: skip

#: Escaped characters that are spacing; any other escaped character is kept as that character.
SPACING = {",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", "!": "", "/": "", "-": "", "@": ""}

#: Accent commands as combining characters; the letters among them need a brace or a space after them.
ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327",
    "k": "\u0328", "d": "\u0323", "b": "\u0331",
}  # fmt: skip

#: Old font switches, as in ``{\bf word}``.
SWITCHES = {
    "bf": "**",
    "bfseries": "**",
    "it": "*",
    "itshape": "*",
    "em": "*",
    "sl": "*",
    "tt": "`",
    "ttfamily": "`",
}

MATH_ENVIRONMENTS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat"}
)
VERBATIM_ENVIRONMENTS = frozenset({"verbatim", "lstlisting", "Verbatim", "minted"})
PICTURE_ENVIRONMENTS = frozenset({"tikzpicture", "picture", "forest", "asy", "comment"})
BULLET_ENVIRONMENTS = frozenset({"itemize", "description", "compactitem"})
NUMBER_ENVIRONMENTS = frozenset({"enumerate", "compactenum"})

#: Environments that contest templates define for the parts of a statement.
PART_ENVIRONMENTS = frozenset({"Input", "Output", "Interaction", "Notes", "Note", "Task", "Constraints"})

#: Environments whose first arguments concern the layout, with the number of these arguments.
ENVIRONMENT_ARGUMENTS = {
    "wrapfigure": 2,
    "minipage": 1,
    "tabular": 1,
    "tabularx": 2,
    "multicols": 1,
    "array": 1,
}
