"""Takes the folder of a built site, gives nothing; raises SiteError for every link or anchor that leads
nowhere.
"""

from __future__ import annotations

import os.path
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tsesi.site.errors import SiteError

_ID = re.compile(r'\sid="?([^"\s>]+)')
_LINK = re.compile(r'\s(?:href|src|data-src)="([^"]*)"')
_SKIP = re.compile(r"<script\b.*?</script>|<!--.*?-->", re.DOTALL)


def dead(out: Path) -> list[str]:
    """Return «page: link» for each link inside the site that leads nowhere."""
    found: list[str] = []
    texts = {path: _SKIP.sub("", path.read_text(encoding="utf-8")) for path in sorted(out.rglob("*.html"))}
    ids = {str(path): {unescape(i) for i in _ID.findall(text)} for path, text in texts.items()}
    files: dict[str, bool] = {}
    for path, text in texts.items():
        if path.name == "404.html":
            continue  # its links start at the site's address
        for raw in dict.fromkeys(_LINK.findall(text)):
            link = urlsplit(unescape(raw))
            if link.scheme or link.netloc:
                continue
            target = str(path)
            if link.path:
                target = os.path.normpath(path.parent / unquote(link.path))
                if link.path.endswith(("/", "..", ".")) or Path(target).is_dir():
                    target = str(Path(target) / "index.html")
            if target not in files:
                files[target] = Path(target).is_file()
            fragment = unquote(link.fragment)
            if not files[target] or (fragment and target in ids and fragment not in ids[target]):
                found.append(f"{path.relative_to(out)}: {raw}")
    return found


def check(out: Path) -> None:
    """Raise SiteError where a link or an anchor leads nowhere."""
    lost = dead(out)
    if lost:
        more = f"\n… and {len(lost) - 20} more" if len(lost) > 20 else ""
        raise SiteError("links lead nowhere:\n" + "\n".join(lost[:20]) + more)
