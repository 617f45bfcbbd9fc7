"""Build hook: compiles the message catalogues, also for an editable install."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Makes the .mo files that the wheel holds, and that an editable install finds in the tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is collected; what git ignores is named as an artifact."""
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        try:
            from compile_catalogues import compile_catalogues  # noqa: PLC0415 - found only now
        finally:
            sys.path.pop(0)
        for path in compile_catalogues(root / "game" / "locale"):
            build_data["artifacts"].append(f"/{path.relative_to(root).as_posix()}")
