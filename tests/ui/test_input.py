import pygame
import pytest
from pygame.event import Event

from game.ui.input import (
    ECHO_PIXELS,
    ECHO_SECONDS,
    Cancel,
    Command,
    Down,
    Gesture,
    Hover,
    Key,
    Move,
    Pointer,
    Up,
    Wheel,
)

SIZE = (1001, 501)
AT = (400, 200)


def pointer() -> Pointer:
    made = Pointer()
    made.size = SIZE
    return made


def mouse(kind: str, at: tuple[int, int], button: int = 1, *, touch: bool = False) -> Event:
    if kind == "motion":
        held = (int(button > 0), 0, 0)
        return Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=held, touch=touch)
    kinds = {"down": pygame.MOUSEBUTTONDOWN, "up": pygame.MOUSEBUTTONUP}
    return Event(kinds[kind], pos=at, button=button, touch=touch)


def finger(kind: str, at: tuple[int, int], finger_id: int = 7) -> Event:
    kinds = {"down": pygame.FINGERDOWN, "motion": pygame.FINGERMOTION, "up": pygame.FINGERUP}
    x, y = at[0] / (SIZE[0] - 1), at[1] / (SIZE[1] - 1)
    return Event(kinds[kind], x=x, y=y, dx=0, dy=0, touch_id=1, finger_id=finger_id)


def key(scancode: int, keycode: int = 0, mod: int = 0, *, is_up: bool = False) -> Event:
    kind = pygame.KEYUP if is_up else pygame.KEYDOWN
    return Event(kind, scancode=scancode, key=keycode, mod=mod, unicode="")


def told(to: Pointer, *events: Event, at: float = 0.0) -> list[Gesture]:
    return [g for event in events if (g := to.translate(event, at)) is not None]


# Mouse


def test_a_click_is_a_tap() -> None:
    assert told(pointer(), mouse("down", AT), mouse("up", AT)) == [Down(AT), Up(AT, is_tap=True)]


def test_a_hand_that_trembles_still_taps() -> None:
    near = (AT[0] + 4, AT[1] - 3)
    events = mouse("down", AT), mouse("motion", near), mouse("up", near)
    assert told(pointer(), *events) == [Down(AT), Move(near), Up(near, is_tap=True)]


def test_a_pointer_that_went_far_and_came_back_did_not_tap() -> None:
    far = (AT[0] + 80, AT[1])
    events = mouse("down", AT), mouse("motion", far), mouse("motion", AT), mouse("up", AT)
    assert told(pointer(), *events)[-1] == Up(AT, is_tap=False)


@pytest.mark.parametrize("button", [2, 3, 6])
def test_other_buttons_mean_nothing(button: int) -> None:
    assert told(pointer(), mouse("down", AT, button), mouse("up", AT, button)) == []


def test_a_second_button_does_not_end_the_first_ones_press() -> None:
    to = pointer()
    gestures = told(to, mouse("down", AT), mouse("down", AT, 3), mouse("up", AT, 3))
    assert gestures == [Down(AT)]
    assert told(to, mouse("up", AT)) == [Up(AT, is_tap=True)]


def test_a_mouse_that_moves_with_no_button_down_hovers() -> None:
    assert told(pointer(), mouse("motion", AT, 0)) == [Hover(AT)]


def test_the_wheel_turns_by_steps() -> None:
    assert told(pointer(), Event(pygame.MOUSEWHEEL, x=0, y=-2)) == [Wheel(-2)]
    assert told(pointer(), Event(pygame.MOUSEWHEEL, x=3, y=0)) == []


def test_a_drag_may_leave_the_window_and_come_back() -> None:
    outside, back = (-40, 200), (30, 200)
    to = pointer()
    gestures = told(
        to,
        mouse("down", AT),
        mouse("motion", outside),
        Event(pygame.WINDOWLEAVE),
        mouse("motion", back),
        mouse("up", back),
    )
    assert gestures == [Down(AT), Move(outside), Move(back), Up(back, is_tap=False)]


@pytest.mark.parametrize("kind", [pygame.WINDOWFOCUSLOST, pygame.WINDOWSIZECHANGED])
def test_what_takes_the_window_away_takes_the_press_back(kind: int) -> None:
    to = pointer()
    assert told(to, mouse("down", AT), Event(kind, x=1, y=1)) == [Down(AT), Cancel()]
    assert told(to, mouse("motion", AT), mouse("up", AT)) == []
    assert told(to, mouse("down", AT), mouse("up", AT)) == [Down(AT), Up(AT, is_tap=True)]


# Touch


def test_a_touch_is_a_tap_at_its_pixel() -> None:
    corner = (SIZE[0] - 1, SIZE[1] - 1)
    for at in ((0, 0), AT, corner):
        gestures = told(pointer(), finger("down", at), finger("up", at))
        assert gestures == [Down(at), Up(at, is_tap=True)]


@pytest.mark.parametrize("touch", [True, False])
def test_a_touch_told_twice_plays_once(touch: bool) -> None:
    echo = (AT[0] + ECHO_PIXELS, AT[1] - ECHO_PIXELS)
    gestures = told(
        pointer(),
        finger("down", AT),
        mouse("down", echo, touch=touch),
        finger("up", AT),
        mouse("up", echo, touch=touch),
    )
    assert gestures == [Down(AT), Up(AT, is_tap=True)]


@pytest.mark.parametrize("touch", [True, False])
def test_a_touch_told_again_after_it_ended_plays_once(touch: bool) -> None:
    to = pointer()
    told(to, finger("down", AT), finger("up", AT), at=3.0)
    late = 3.0 + ECHO_SECONDS - 0.01
    echo = mouse("down", AT, touch=touch), mouse("up", AT, touch=touch)
    assert told(to, *echo, at=late) == []


@pytest.mark.parametrize("touch", [True, False])
def test_a_touch_that_the_mouse_tells_first_plays_once(touch: bool) -> None:
    gestures = told(
        pointer(),
        mouse("down", AT, touch=touch),
        finger("down", AT),
        mouse("up", AT, touch=touch),
        finger("up", AT),
    )
    assert [type(g) for g in gestures] == [Down, Up]


def test_a_mouse_elsewhere_or_later_is_a_mouse() -> None:
    to = pointer()
    told(to, finger("down", AT), finger("up", AT), at=3.0)
    elsewhere = (AT[0] + ECHO_PIXELS + 1, AT[1])
    assert told(to, mouse("down", elsewhere), mouse("up", elsewhere), at=3.1)
    to = pointer()
    told(to, finger("down", AT), finger("up", AT), at=3.0)
    assert told(to, mouse("down", AT), mouse("up", AT), at=3.01 + ECHO_SECONDS)


def test_a_dragged_finger_has_its_echo_where_it_is_now() -> None:
    to = pointer()
    end = (AT[0] + 300, AT[1])
    told(to, finger("down", AT), finger("motion", end), finger("up", end), at=3.0)
    assert told(to, mouse("down", end), mouse("up", end), at=3.1) == []


def test_the_first_finger_wins() -> None:
    to = pointer()
    other = (100, 100)
    gestures = told(
        to,
        finger("down", AT, 1),
        finger("down", other, 2),
        finger("motion", (110, 110), 2),
        finger("up", other, 2),
        finger("up", AT, 1),
    )
    assert gestures == [Down(AT), Up(AT, is_tap=True)]
    assert told(to, finger("down", other, 2), finger("up", other, 2)) == [
        Down(other),
        Up(other, is_tap=True),
    ]


def test_a_second_finger_that_stays_longer_does_not_tap() -> None:
    to = pointer()
    gestures = told(
        to,
        finger("down", AT, 1),
        finger("down", (100, 100), 2),
        finger("up", AT, 1),
        finger("motion", (150, 100), 2),
        finger("up", (150, 100), 2),
    )
    assert gestures == [Down(AT), Up(AT, is_tap=True)]


def test_a_mouse_does_not_take_over_from_a_finger() -> None:
    to = pointer()
    far = (900, 400)
    gestures = told(to, finger("down", AT), mouse("down", far), mouse("up", far), finger("up", AT))
    assert gestures == [Down(AT), Up(AT, is_tap=True)]


def test_a_finger_whose_end_was_never_told_does_not_lock_the_screen() -> None:
    to = pointer()
    told(to, finger("down", AT, 1), at=0.0)
    assert told(to, finger("down", AT, 2), at=1.0) == []
    gestures = told(to, finger("down", AT, 3), finger("up", AT, 3), at=30.0)
    assert [type(g) for g in gestures] == [Down, Up]


# Keys


@pytest.mark.parametrize(
    ("scancode", "keycode", "command"),
    [
        (pygame.KSCAN_R, 2624, Command.ROLL),  # under a Punjabi layout
        (pygame.KSCAN_1, ord("ą"), Command.DIE_1),  # under a Lithuanian one
        (pygame.KSCAN_EQUALS, ord("ž"), Command.RAISE),
        (pygame.KSCAN_KP_4, 0, Command.DIE_4),
        (pygame.KSCAN_SPACE, 0, Command.ACCEPT),
        (pygame.KSCAN_TAB, 0, Command.NEXT),
        (pygame.KSCAN_AC_BACK, 0, Command.MENU),
    ],
)
def test_keys_go_by_their_place_on_the_keyboard(
    scancode: int, keycode: int, command: Command
) -> None:
    assert told(pointer(), key(scancode, keycode)) == [Key(command)]


def test_shift_and_tab_go_back() -> None:
    assert told(pointer(), key(pygame.KSCAN_TAB, mod=pygame.KMOD_LSHIFT)) == [Key(Command.PREVIOUS)]


@pytest.mark.parametrize("mod", [pygame.KMOD_LCTRL, pygame.KMOD_RALT, pygame.KMOD_LMETA])
def test_shortcuts_of_the_system_mean_nothing_here(mod: int) -> None:
    assert told(pointer(), key(pygame.KSCAN_R, mod=mod)) == []


def test_a_key_held_down_acts_once() -> None:
    to = pointer()
    assert len(told(to, *[key(pygame.KSCAN_RETURN)] * 5)) == 1
    told(to, key(pygame.KSCAN_RETURN, is_up=True))
    assert len(told(to, key(pygame.KSCAN_RETURN))) == 1


def test_an_arrow_held_down_repeats() -> None:
    assert told(pointer(), *[key(pygame.KSCAN_LEFT)] * 3) == [Key(Command.LEFT)] * 3


def test_a_key_held_down_while_the_mouse_leaves_acts_once() -> None:
    to = pointer()
    events = key(pygame.KSCAN_C), Event(pygame.WINDOWLEAVE), key(pygame.KSCAN_C)
    assert told(to, *events).count(Key(Command.CONFIRM)) == 1


def test_a_key_without_a_meaning_means_nothing() -> None:
    assert told(pointer(), key(pygame.KSCAN_F5), key(pygame.KSCAN_Z)) == []


def test_every_command_but_focus_has_a_key_of_its_own() -> None:
    to = pointer()
    reached = {
        gesture.command
        for code in range(512)
        for gesture in told(to, key(code))
        if isinstance(gesture, Key)
    }
    assert reached == set(Command) - {Command.PREVIOUS}


def test_a_lost_focus_ends_what_an_input_method_was_composing() -> None:
    one = pointer()
    one.is_typing = True
    escape = Event(
        pygame.KEYDOWN, scancode=pygame.KSCAN_ESCAPE, key=pygame.K_ESCAPE, mod=0, unicode=""
    )
    one.translate(Event(pygame.TEXTEDITING, text="k", start=0, length=1), 0.0)
    assert one.translate(escape, 0.0) is None
    one.translate(Event(pygame.WINDOWFOCUSLOST), 0.0)
    assert one.translate(escape, 0.0) == Key(Command.MENU)
