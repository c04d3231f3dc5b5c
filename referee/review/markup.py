"""Elements of HTML and SVG. What is no `Markup` is escaped, so that forgetting it is not possible."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from markupsafe import Markup, escape

from referee.notation import plain

_VOID = frozenset({"meta", "br", "hr"})


def tag(name: str, /, *inside: object, **attributes: object) -> Markup:
    """An element. `class_` is the attribute class, `aria_label` aria-label; None leaves an attribute out."""
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{head}>")
    return Markup(f"<{name}{head}>{''.join(map(escape, inside))}</{name}>")


def said(text: str) -> Markup:
    """A stranger's text in a sentence of ours: control and direction characters spelled out, its direction its own."""
    return tag("bdi", plain(text))


def shortened(text: str, most: int) -> str:
    """As much of a stranger's text as a drawing has room for."""
    text = plain(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def shipped(*names: str) -> str:
    """The text of files that ship beside the modules (`review/report.css`), one after the other."""
    return "".join((files("referee") / name).read_text(encoding="utf-8") for name in names)


def page(title: str, style: str, body: Markup, script: str = "", sign: str = "") -> str:
    """A whole page that needs nothing from outside, with a policy that says so; `sign` tells it from other files.

    A script may look at the page's own file again, and at nothing else.
    """
    scripted = (f"script-src {_hash(script)}", "frame-src 'self' file:") if script else ()
    allowed = (f"style-src {_hash(style)}", *scripted, "base-uri 'none'", "form-action 'none'")
    policy = "; ".join(("default-src 'none'", *allowed))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Markup(sign),
        tag("title", shortened(title, 200)),
        tag("style", Markup(style)),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _hash(text: str) -> str:
    """How a policy names a style or script that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
