"""``rulebook doctor``: is everything the handbook stands on as it should be?"""

from __future__ import annotations

from typing import Annotated

import typer

from rulebook.cli.options import AsJson, Home
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.settings import load_settings


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Restore damaged files, sweep leftovers.")] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Check the store, every version, the models and the settings."""
    from rulebook.handbook.doctor import examine
    from rulebook.handbook.repairing import repair as repair_handbook

    settings = load_settings(home=home)
    repaired = repair_handbook(settings) if repair else ()
    for line in repaired:
        say(line)
    checks = examine(settings)
    ok = all(check.ok for check in checks)
    if as_json:
        put_json(
            {
                "ok": ok,
                "checks": checks,
                "repaired": list(repaired),
                "settings": settings.model_dump(mode="json"),
            }
        )
    else:
        put_table(("check", "", "found"), [(c.name, "ok" if c.ok else "FAULT", c.detail) for c in checks])
        for check in checks:
            if not check.ok and check.remedy:
                put(f"{check.name}: {check.remedy}")
    if not ok:
        raise typer.Exit(1)
