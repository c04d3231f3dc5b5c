"""Elements of HTML and SVG. What is no `Markup` is escaped, so that forgetting it is not possible."""

from __future__ import annotations

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
