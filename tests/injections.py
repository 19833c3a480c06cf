"""A corpus of injections: what a hostile model could write into anything that a page shows.

Each would call ``alert``, set ``window.hacked``, leave the page, ask another machine, or hide or forge text, if
any of it were ever read as anything but text.
"""

from __future__ import annotations

INJECTIONS = (
    # markup
    "<script>window.hacked=1</script>",
    "</script><script>window.hacked=2</script>",
    "<img src=x onerror=window.hacked=3>",
    "<svg onload=window.hacked=4>",
    "<svg><script>window.hacked=5</script></svg>",
    "<svg><animate onbegin=window.hacked=6 attributeName=x dur=1s>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=window.hacked=7>#x'/></svg>",
    "<iframe srcdoc='<script>parent.hacked=8</script>'></iframe>",
    "<iframe src=javascript:parent.hacked=9></iframe>",
    "<object data=javascript:window.hacked=10></object>",
    "<embed src=//evil.example/x>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.hacked=11>",
    "<details open ontoggle=window.hacked=12>",
    "<input autofocus onfocus=window.hacked=13>",
    "<body onload=window.hacked=14>",
    "<video><source onerror=window.hacked=15></video>",
    "<marquee onstart=window.hacked=16>",
    "<template><script>window.hacked=17</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=window.hacked=18>'>",
    "<!--><script>window.hacked=19</script>-->",
    "<![CDATA[<script>window.hacked=20</script>]]>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>*{display:none}</style>",
    "<form action=//evil.example><button>x</button></form>",
    "</pre></details></main><h1>forged</h1>",
    # attributes and addresses
    '" onmouseover="window.hacked=21',
    "' onfocus='window.hacked=22' autofocus='",
    "`onerror=window.hacked=23`",
    "javascript:window.hacked=24",
    "JaVaScRiPt:window.hacked=25//%0a",
    "data:text/html,<script>window.hacked=26</script>",
    "vbscript:window.hacked=27",
    "//evil.example/x",
    "../../../../etc/passwd",
    '#/episode/../../x?at="><script>window.hacked=28</script>',
    # markdown
    "[click](javascript:window.hacked=29)",
    '![x](x"onerror="window.hacked=30)',
    "<http://evil.example>",
    "```html\n<script>window.hacked=31</script>\n```",
    # templates
    "{{constructor.constructor('window.hacked=32')()}}",
    "${window.hacked=33}",
    "<%= window.hacked=34 %>",
    "#{window.hacked=35}",
    # JSON and prototypes
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    '{"__proto__": {"hacked": 36}}',
    '"}],"columns":{"key":["x"]}}',
    "\u2028window.hacked=37\u2029",
    # text that deceives: direction, hidden and control characters, terminal escapes
    "\u202egnp.exe\u202c",
    "\u2066\u2069\u200e\u200f\u061c",
    "zero\u200bwidth\u2060\ufeff",
    "\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065",
    "\x1b[2J\x1b]0;owned\x07\x9b31m",
    "\x00\x08\x7f",
    "a\rb",
    "\ud800 lone",
)
