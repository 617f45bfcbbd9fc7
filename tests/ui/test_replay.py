"""The replay: to and fro, at any speed, from everywhere; its details, and how it is shared."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.rules.magdagdon.actions import Roll
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.notation import format_position
from game.scenes.base import Push
from game.scenes.replay_opening import replay_of_record
from game.scenes.replay_panel import SPEEDS
from game.scenes.replay_steps import Timeline
from game.session.exchange import export_record, import_record, play_record
from game.session.record import Record, format_record
from game.session.replay import replay
from game.session.scores import ScoreTable
from game.ui import clipboard
from game.ui.input import Down, Up
from tests.session.play import RULES
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES, faults


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path, difficulty=Difficulty.PEACEFUL)
    yield pilot
    pilot.close()


def watch(pilot: Pilot, record: Record) -> None:
    """Open the replay of *record*, paused at its start."""
    pilot.app.stack.apply(replay_of_record(record))
    pilot.scene.seek(0)
    pilot.settle()
    assert pilot.scene_name == "ReplayScene"


def texts(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


def drop(pilot: Pilot, path: Path) -> None:
    pilot.frame(Event(pygame.DROPFILE, file=str(path)))
    pilot.frame()


def rest(pilot: Pilot) -> None:
    """Let time pass until the replay has come to its end."""
    for _ in range(4000):
        pilot.frame(dt=0.1)
        if not pilot.app.stack.is_moving:
            return
    raise AssertionError("the replay does not end")


# Steps


def test_timeline_holds_every_state_of_the_game() -> None:
    record = game("line", "S")
    played = replay(RULES, record)
    timeline = Timeline(played)
    states = [played.initial, *(ply.state for ply in played.plies)]
    shown = [timeline.state(place) for place in range(len(timeline) + 1)]
    # What lies between a throw and its dice is no place to stop at.
    assert shown == [state for state in states if not state.in_air]
    assert shown[-1] == played.final


def test_turn_places_are_where_turns_begin() -> None:
    timeline = Timeline(play_record(game("turns"), RULES))
    places = timeline.turn_places
    assert places[0] == 0
    assert places[-1] == len(timeline)
    assert len(places) == timeline.turns + 1
    for place in places[:-1]:
        assert isinstance(timeline.steps[place].action, Roll)
        assert not timeline.state(place).dice
    for place in range(len(timeline) + 1):
        assert timeline.turn_before(place) == max([p for p in places if p < place], default=0)
        after = [p for p in places if p > place]
        assert timeline.turn_after(place) == min(after, default=len(timeline))


@pytest.mark.parametrize("difficulty", ["P", "S", "N"])
def test_every_step_has_words(difficulty: str) -> None:
    for number in range(4):
        timeline = Timeline(play_record(game(f"words-{number}", difficulty), RULES))
        said = [timeline.describe(place) for place in range(len(timeline) + 1)]
        assert all(said)
        assert all("{" not in sentence for sentence in said)


# Watching


def test_plays_to_the_end_by_itself(pilot: Pilot) -> None:
    record = game("alone", "S")
    pilot.app.stack.apply(replay_of_record(record))
    rest(pilot)
    assert pilot.scene.place == len(pilot.scene.timeline)
    assert not pilot.scene.is_playing
    assert pilot.scene.state.score.total == record.scores[0]
    pilot.assert_painted()


def test_faster_speed_takes_less_time(pilot: Pilot) -> None:
    def frames(speed: float) -> int:
        watch(pilot, game("speed"))
        pilot.scene.choose_speed(speed)
        pilot.scene.toggle()
        count = 0
        while pilot.scene.place < 12:
            pilot.frame()
            count += 1
        return count

    taken = [frames(speed) for speed in SPEEDS]
    assert taken == sorted(taken, reverse=True)
    assert taken[0] / taken[1] == pytest.approx(2, rel=0.15)
    assert taken[1] / taken[3] == pytest.approx(4, rel=0.25)


def test_steps_go_to_and_fro_over_the_same_states(pilot: Pilot) -> None:
    watch(pilot, game("steps"))
    scene = pilot.scene
    for place in range(1, len(scene.timeline) + 1):
        scene.step()
        assert (scene.place, scene.state) == (place, scene.timeline.state(place))
        assert not scene.is_playing
    scene.step()
    assert scene.place == len(scene.timeline)
    for place in reversed(range(len(scene.timeline))):
        scene.step_back()
        assert scene.place == place
    scene.step_back()
    assert scene.place == 0


def test_after_any_way_the_picture_is_that_of_the_place(tmp_path: Path, pilot: Pilot) -> None:
    """Motions, jumps and steps back leave nothing behind."""
    watch(pilot, game("picture", "S"))
    scene = pilot.scene
    for place in (5, len(scene.timeline), 2, 9):
        scene.seek(place - 1)
        scene.step()
        pilot.settle()
        moved = pilot.pixels()
        scene.seek(0)
        pilot.frame()
        scene.seek(place)
        pilot.settle()
        assert pilot.pixels() == moved
        pilot.assert_painted()


def test_dice_are_not_told_before_they_lie(pilot: Pilot) -> None:
    watch(pilot, game("secret"))
    pilot.scene.step()
    assert not pilot.scene.caption.startswith("Rolled")
    pilot.settle()
    assert pilot.scene.caption.startswith("Rolled")


def test_captions_of_a_coach_have_a_place(pilot: Pilot) -> None:
    record = game("coach")
    played = play_record(record, RULES)
    arguments = {"record": record, "game": played, "captions": ["", "A lucky roll."]}
    pilot.app.stack.apply(Push("replay", arguments))
    pilot.run(0.5)
    pilot.scene.seek(1)
    assert "A lucky roll." in pilot.scene.caption
    assert any("A lucky roll." in text for text in texts(pilot))


def test_magdagdon_is_told_once_the_dice_lie(pilot: Pilot) -> None:
    records = [game(f"struck-{number}", "N") for number in range(30)]
    record = next(
        record
        for record in records
        if any(step.has_struck for step in Timeline(play_record(record, RULES)).steps)
    )
    watch(pilot, record)
    scene = pilot.scene
    at = next(i for i, step in enumerate(scene.timeline.steps) if step.has_struck)
    scene.seek(at)
    scene.step()
    assert not any(node.is_visible for node in scene.panel.banner_nodes)
    pilot.settle()
    assert all(node.is_drawn for node in scene.panel.banner_nodes)
    scene.step_back()
    assert not any(node.is_visible for node in scene.panel.banner_nodes)


# Input


def test_keys_play_and_step(pilot: Pilot) -> None:
    watch(pilot, game("keys"))
    scene = pilot.scene
    pilot.key(pygame.KSCAN_RIGHT)
    pilot.key(pygame.KSCAN_RIGHT)
    assert scene.place == 2
    pilot.key(pygame.KSCAN_LEFT)
    assert scene.place == 1
    pilot.key(pygame.KSCAN_DOWN)
    assert scene.place == scene.timeline.turn_places[1]
    pilot.key(pygame.KSCAN_UP)
    assert scene.place == 0
    pilot.key(pygame.KSCAN_SPACE)
    assert scene.is_playing
    pilot.key(pygame.KSCAN_SPACE)
    assert not scene.is_playing
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "TitleScene"


def test_bar_is_dragged_and_stepped(pilot: Pilot) -> None:
    watch(pilot, game("scrub"))
    scene = pilot.scene
    bar = scene._named["scrub"]
    last = len(scene.timeline)
    pilot.drag((bar.x_of(0), bar.box.centery), (bar.x_of(last), bar.box.centery))
    assert scene.place == last
    pilot.drag((bar.x_of(last), bar.box.centery), (bar.x_of(3), bar.box.centery))
    assert scene.place == 3
    pilot.tap((bar.x_of(last // 2), bar.box.centery))
    assert scene.place == last // 2
    scene.controls.focus(bar)
    pilot.key(pygame.KSCAN_RIGHT)
    assert scene.place == last // 2 + 1
    assert scene.controls.focused is bar


def test_every_button_works_by_touch(pilot: Pilot) -> None:
    watch(pilot, game("touch"))
    scene = pilot.scene

    def touch(key: str) -> None:
        pilot.touch(scene._named[key].box.center)

    touch("step")
    assert scene.place == 1
    touch("turn")
    assert scene.place == scene.timeline.turn_places[1]
    touch("turn_back")
    assert scene.place == 0
    touch("speed.4.0")
    assert scene.speed == 4
    touch("play")
    assert scene.is_playing
    pilot.run(1)
    touch("play")
    assert not scene.is_playing
    place = scene.place
    touch("step_back")
    assert scene.place == place - 1


def test_tap_on_the_board_plays_and_pauses(pilot: Pilot) -> None:
    watch(pilot, game("board"))
    at = pilot.scene.geometry.board.center
    pilot.tap(at)
    assert pilot.scene.is_playing
    pilot.tap(at)
    assert not pilot.scene.is_playing


def test_end_is_played_again_from_the_start(pilot: Pilot) -> None:
    watch(pilot, game("again"))
    pilot.scene.seek(len(pilot.scene.timeline))
    pilot.scene.toggle()
    assert (pilot.scene.place, pilot.scene.is_playing) == (0, True)


def test_focus_goes_on_where_a_button_ends(pilot: Pilot) -> None:
    watch(pilot, game("focus"))
    scene = pilot.scene
    scene.seek(len(scene.timeline) - 1)
    scene.controls.focus(scene._named["step"])
    pilot.key(pygame.KSCAN_RETURN)
    assert scene.place == len(scene.timeline)
    assert scene.controls.focused is scene._named["play"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_overlaps_or_is_cut(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    pilot = Pilot(tmp_path, size, text_size=text_size)
    watch(pilot, game("sizes"))
    for place in (0, 3, len(pilot.scene.timeline)):
        pilot.scene.seek(place)
        assert faults(pilot.scene) == []
    for opened in (pilot.scene.open_details, pilot.scene.open_share):
        opened()
        pilot.frame()
        pilot.settle()
        assert faults(pilot.scene) == []
        pilot.key(pygame.KSCAN_ESCAPE)
        pilot.settle()
    pilot.close()


def test_resize_keeps_the_place(pilot: Pilot) -> None:
    watch(pilot, game("resize"))
    pilot.scene.seek(7)
    pilot.resize((720, 1280))
    assert pilot.scene.place == 7
    pilot.settle()
    pilot.assert_painted()


# Ways in


def test_row_of_the_high_scores_opens_its_game(tmp_path: Path, pilot: Pilot) -> None:
    entries = fill(tmp_path, game("row-1"), game("row-2"))
    pilot.app.stack.apply(Push("scores"))
    pilot.settle()
    best = max(entries, key=lambda entry: entry.score)
    pilot.tap(pilot.scene._named[f"row.{best.game_id}"].box.center)
    pilot.run(0.5)
    assert pilot.scene_name == "ReplayScene"
    assert pilot.scene.record.game_id == best.game_id
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "HighScoresScene"


def test_torn_row_is_one_sentence(tmp_path: Path, pilot: Pilot) -> None:
    entry = fill(tmp_path, game("torn"))[0]
    broken = replace(entry, game_id="1" * 32, transcript=entry.transcript[:200], score=999)
    ScoreTable(tmp_path / "scores.db").add(broken)
    pilot.app.stack.apply(Push("scores"))
    pilot.settle()
    pilot.tap(pilot.scene._named[f"row.{broken.game_id}"].box.center)
    pilot.settle()
    assert pilot.scene_name == "MessageScene"
    assert any("can't be replayed" in text for text in texts(pilot))


def test_dropped_file_is_shown_and_another_takes_its_place(tmp_path: Path, pilot: Pilot) -> None:
    first = export_record(tmp_path, game("drop-1"))
    second = export_record(tmp_path, game("drop-2"))
    drop(pilot, first)
    assert pilot.scene.record == game("drop-1")
    drop(pilot, second)
    assert pilot.scene.record == game("drop-2")
    assert pilot.app.stack.keys == ["TitleScene", "ReplayScene"]


def test_bad_files_dropped_are_one_message(tmp_path: Path, pilot: Pilot) -> None:
    for number in range(3):
        bad = tmp_path / f"bad-{number}.txt"
        bad.write_text("no game", encoding="utf-8")
        drop(pilot, bad)
        assert pilot.app.stack.keys == ["TitleScene", "MessageScene"]
        assert any(f"bad-{number}.txt" in text for text in texts(pilot))
    drop(pilot, tmp_path)
    drop(pilot, tmp_path / "missing.txt")
    assert any("There is no file" in text for text in texts(pilot))
    drop(pilot, export_record(tmp_path, game("good")))
    assert pilot.scene_name == "ReplayScene"


def test_replay_leaves_the_game_under_way_alone(tmp_path: Path, pilot: Pilot) -> None:
    pilot.app.context.start_game()
    pilot.app.stack.apply(Push("play"))
    pilot.settle()
    pilot.scene.press_main()
    pilot.settle()
    before, saved = pilot.state, (tmp_path / "saved_game.txt").read_bytes()
    drop(pilot, export_record(tmp_path, game("other")))
    rest(pilot)
    for key in (pygame.KSCAN_R, pygame.KSCAN_C, pygame.KSCAN_1, pygame.KSCAN_BACKSPACE):
        pilot.key(key)
    pilot.tap(pilot.scene.geometry.cells[5].center)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == before
    played = [line for line in saved.splitlines() if not line.startswith((b"played", b"end"))]
    now = (tmp_path / "saved_game.txt").read_bytes().splitlines()
    assert [line for line in now if not line.startswith((b"played", b"end"))] == played


# Details and sharing


def open_dialog(pilot: Pilot, caption: str) -> None:
    pilot.tap_button(caption)
    pilot.settle()


def test_details_tell_the_seed_of_a_finished_game(pilot: Pilot) -> None:
    record = game("known-seed")
    watch(pilot, record)
    pilot.scene.seek(len(pilot.scene.timeline))
    position = format_position(pilot.scene.state)
    open_dialog(pilot, "Details")
    said = texts(pilot)
    assert "known-seed" in said
    assert position in said
    assert record.commitment in "".join(said).replace(" ", "").replace("\n", "")
    assert record.game_id in "".join(said).replace(" ", "")


def test_details_of_a_game_under_way_keep_the_seed(pilot: Pilot) -> None:
    session = pilot.app.context.start_game()
    pilot.app.stack.apply(Push("play"))
    pilot.app.stack.apply(Push("pause"))
    pilot.settle()
    open_dialog(pilot, "Details")
    scene = pilot.scene
    assert scene._record.commitment in scene.text()
    assert session.record.seed not in scene.text()
    assert not any(session.record.seed in text.replace(" ", "") for text in texts(pilot))
    open_dialog(pilot, "Close")
    assert pilot.scene_name == "PauseScene"


def test_unfinished_record_keeps_its_seed_in_the_replay(pilot: Pilot) -> None:
    whole = game("open-seed")
    cut = replace(whole, actions=whole.actions[:6], finished=None, scores=())
    watch(pilot, cut)
    open_dialog(pilot, "Details")
    assert "open-seed" not in pilot.scene.text()


@pytest.mark.parametrize(
    ("is_there", "caption"), [(True, "Copied"), (False, "There is no clipboard")]
)
def test_copy_says_whether_it_worked(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, is_there: bool, caption: str
) -> None:
    copied: list[str] = []

    def put(text: str) -> None:
        if not is_there:
            raise pygame.error("no clipboard")
        copied.append(text)

    monkeypatch.setattr(clipboard.pygame.scrap, "put_text", put)
    monkeypatch.setattr(clipboard.pygame.scrap, "get_text", lambda: copied[-1])
    record = game("copy")
    watch(pilot, record)
    open_dialog(pilot, "Details")
    text = pilot.scene.text()
    pilot.tap_button("Copy")
    assert caption in pilot.captions()
    assert copied == ([text] if is_there else [])
    assert record.commitment in text


def test_shared_file_comes_back(tmp_path: Path, pilot: Pilot) -> None:
    record = game("share-file")
    watch(pilot, record)
    open_dialog(pilot, "Share")
    open_dialog(pilot, "Save as a file")
    (path,) = (tmp_path / "exports").glob("*.txt")
    assert any(path.name in text for text in texts(pilot))
    assert import_record(path, RULES)[0] == record
    assert path.read_text(encoding="utf-8") == format_record(record)


def test_shared_picture_shows_the_final_board(tmp_path: Path, pilot: Pilot) -> None:
    watch(pilot, game("share-picture"))
    before = pilot.pixels()
    open_dialog(pilot, "Share")
    open_dialog(pilot, "Save as a picture")
    (path,) = (tmp_path / "exports").glob("*.png")
    assert any(path.name in text for text in texts(pilot))
    picture = pygame.image.load(path)
    assert picture.get_size() == (1600, 900)
    colours = {tuple(picture.get_at((x, y))) for x in range(0, 1600, 40) for y in range(0, 900, 40)}
    assert len(colours) > 60
    for _ in range(2):
        pilot.key(pygame.KSCAN_ESCAPE)
        pilot.settle()
    assert pilot.repainted() == before


def test_same_game_gives_the_same_picture(tmp_path: Path, pilot: Pilot) -> None:
    watch(pilot, game("share-twice"))
    open_dialog(pilot, "Share")
    for _ in range(2):
        open_dialog(pilot, "Save as a picture")
        open_dialog(pilot, "Go on")
    assert len(list((tmp_path / "exports").glob("*.png"))) == 1


def test_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, pilot: Pilot) -> None:
    (tmp_path / "exports").write_text("in the way", encoding="utf-8")
    watch(pilot, game("no-room"))
    open_dialog(pilot, "Share")
    for caption in ("Save as a file", "Save as a picture"):
        open_dialog(pilot, caption)
        assert any("can't be written" in text for text in texts(pilot))
        open_dialog(pilot, "Go on")


def test_gestures_in_one_frame_do_no_harm(pilot: Pilot) -> None:
    watch(pilot, game("quick"))
    at = pilot.scene._named["turn"].box.center
    for _ in range(40):
        pilot.app._follow(pilot.app.stack.handle(Down(at)))
        pilot.app._follow(pilot.app.stack.handle(Up(at, True)))
    assert pilot.scene.place == len(pilot.scene.timeline)
