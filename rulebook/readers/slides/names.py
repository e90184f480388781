"""XML names of PowerPoint."""

from __future__ import annotations

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
P188 = "{http://schemas.microsoft.com/office/powerpoint/2018/8/main}"
