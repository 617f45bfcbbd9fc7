"""The scenes by their keys: the only place that knows them all.

A scene's module is imported when the scene is first shown, so that the title comes up at once;
`preload` brings the others in, one at a time, while nothing moves.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from game.scenes.base import Context, Scene

SCENES: Mapping[str, tuple[str, str]] = {
    "title": ("game.scenes.title", "TitleScene"),
    "play": ("game.scenes.play", "PlayScene"),
    "pause": ("game.scenes.dialogs", "PauseScene"),
    "ask": ("game.scenes.dialogs", "AskScene"),
    "crash": ("game.scenes.crash", "CrashScene"),
    "message": ("game.scenes.dialogs", "MessageScene"),
    "hint": ("game.scenes.hint", "HintScene"),
    "demo": ("game.scenes.demo", "DemoScene"),
    "review": ("game.scenes.review", "ReviewScene"),
    "game_over": ("game.scenes.game_over", "GameOverScene"),
    "name_entry": ("game.scenes.name_entry", "NameEntryScene"),
    "still_there": ("game.scenes.still_there", "StillThereScene"),
    "about": ("game.scenes.about", "AboutScene"),
    "how_to_play": ("game.scenes.how_to_play", "HowToPlayScene"),
    "scores": ("game.scenes.high_scores", "HighScoresScene"),
    "statistics": ("game.scenes.statistics", "StatisticsScene"),
    "replay": ("game.scenes.replay", "ReplayScene"),
    "details": ("game.scenes.replay_dialogs", "DetailsScene"),
    "share": ("game.scenes.replay_dialogs", "ShareScene"),
    "tutorial": ("game.scenes.tutorial", "TutorialScene"),
    "settings": ("game.scenes.settings", "SettingsScene"),
    "pin": ("game.scenes.pin", "PinScene"),
    "operator": ("game.scenes.operator", "OperatorScene"),
    "operator_settings": ("game.scenes.operator_settings", "OperatorSettingsScene"),
    "operator_usage": ("game.scenes.operator_usage", "OperatorUsageScene"),
    "operator_export": ("game.scenes.operator_export", "OperatorExportScene"),
    "operator_touch": ("game.scenes.operator_touch", "OperatorTouchScene"),
}
"""Module and class of each scene."""


def make_scene(key: str, context: Context, arguments: Mapping[str, Any]) -> Scene:
    """Return a new scene of *key*, made with *arguments*."""
    module, name = SCENES[key]
    scene: Scene = getattr(import_module(module), name)(context, **arguments)
    return scene


def preload() -> Iterator[None]:
    """Import the scenes' modules, one at each step."""
    for module, _name in SCENES.values():
        import_module(module)
        yield
