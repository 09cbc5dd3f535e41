"""The build hook of the wheel of what extras add: it is installed where the core is, also on systems that keep compiled
packages apart."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface[Any]):
    """For every machine, and yet not "pure"."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say so."""
        build_data.update(pure_python=False, tag="py3-none-any")
