"""The scenes by their keys: the only place that knows them all."""

from collections.abc import Mapping

from game.app.stack import MakeScene
from game.scenes.dialogs import AskScene, MessageScene, PauseScene
from game.scenes.game_over import GameOverScene
from game.scenes.high_scores import HighScoresScene
from game.scenes.how_to_play import HowToPlayScene
from game.scenes.play import PlayScene
from game.scenes.settings import SettingsScene
from game.scenes.title import TitleScene

SCENES: Mapping[str, MakeScene] = {
    "title": TitleScene,
    "play": PlayScene,
    "pause": PauseScene,
    "ask": AskScene,
    "message": MessageScene,
    "game_over": GameOverScene,
    "how_to_play": HowToPlayScene,
    "scores": HighScoresScene,
    "settings": SettingsScene,
}
