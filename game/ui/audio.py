"""Sound: short effects with a little variety, and silence where there is no device."""

import logging
import random
from array import array
from pathlib import Path

import pygame

log = logging.getLogger(__name__)

SOUNDS = (
    "shake",
    "clack_1",
    "clack_2",
    "clack_3",
    "clack_4",
    "lift",
    "place",
    "take_back",
    "illegal",
    "confirm",
    "straight",
    "four",
    "pairs",
    "power",
    "magdagdon",
    "crumble",
    "new_best",
    "button",
)
"""Names of the files in sounds/, without .ogg."""

SAME_SOUND_SECONDS = 0.04
_RATE = 44_100
_SHORT_SECONDS = 0.3
_REOPEN_SECONDS = 5.0


class Audio:
    """The one place that touches the mixer; without a device it is silent."""

    def __init__(self, folder: Path) -> None:
        """Take the sounds from *folder*; nothing is opened before `load`."""
        self._folder = folder
        self._sounds: dict[str, list[pygame.mixer.Sound]] = {}
        self._played: dict[str, float] = {}
        self._waiting = iter(SOUNDS)
        self._is_open = False
        self._reopened = -_REOPEN_SECONDS
        self._chance = random.Random()
        self.volume = 70
        self.is_muted = False

    def open(self) -> None:
        """Open the sound device, where there is one."""
        try:
            pygame.mixer.init(_RATE, -16, 2, 512)
        except pygame.error as error:
            log.info("no sound: %s", error)
            self._waiting = iter(())
            return
        pygame.mixer.set_num_channels(16)
        self._is_open = True

    def load_next(self) -> bool:
        """Load one more sound; False once all are there. Called between frames."""
        name = next(self._waiting, None)
        if name is None or not self._is_open:
            return False
        try:
            sound = pygame.mixer.Sound(self._folder / f"{name}.ogg")
        except (pygame.error, OSError) as error:
            log.warning("sound %s is not there: %s", name, error)
        else:
            self._sounds[name] = _variants(sound)
        return True

    def play(self, name: str, now: float, volume: float = 1.0) -> None:
        """Play *name* at time *now* (seconds), unless it began within the last 40 ms."""
        if self.is_muted or not self.volume or name not in self._sounds:
            return
        if now - self._played.get(name, -1.0) < SAME_SOUND_SECONDS:
            return
        if not pygame.mixer.get_init():  # pygame ends the whole program at `Sound.play` then
            self._lose("the mixer is closed")
            return
        self._played[name] = now
        sound = self._chance.choice(self._sounds[name])
        loudness = volume * (self.volume / 100) ** 1.5
        try:
            channel = sound.play()
            if channel is not None:
                channel.set_volume(loudness * self._chance.uniform(0.88, 1.0))
        except pygame.error as error:  # the device went away while the game runs
            self._lose(str(error))

    def _lose(self, reason: str) -> None:
        log.info("sound stopped: %s", reason)
        self._sounds.clear()
        self._waiting = iter(())
        self._is_open = False

    def set_level(self, volume: int, is_muted: bool) -> None:
        """Set the *volume*, 0–100, and whether there is any sound at all."""
        self.volume, self.is_muted = volume, is_muted
        if is_muted and self._is_open and pygame.mixer.get_init():
            pygame.mixer.stop()

    def reopen(self, now: float) -> None:
        """Open the device again at time *now* where it was lost, or was not there at first.

        Not more often than every few seconds: opening one may itself tell of a new device.
        """
        is_lost = not self._is_open or not pygame.mixer.get_init()
        if is_lost and now - self._reopened >= _REOPEN_SECONDS:
            self._reopened = now
            pygame.mixer.quit()
            self._sounds.clear()
            self._waiting = iter(SOUNDS)
            self.open()

    def close(self) -> None:
        """Let the device go."""
        if self._is_open:
            pygame.mixer.quit()
            self._is_open = False
            self._sounds.clear()


def _variants(sound: pygame.mixer.Sound) -> list[pygame.mixer.Sound]:
    """Return *sound*, and where it is short two copies a little higher and lower.

    A long sound, a melody say, would only seem out of tune.
    """
    if sound.get_length() > _SHORT_SECONDS:
        return [sound]
    return [sound, *(_at_speed(sound, speed) for speed in (0.94, 1.06))]


def _at_speed(sound: pygame.mixer.Sound, speed: float) -> pygame.mixer.Sound:
    """Return a copy of *sound* resampled to *speed*, by straight lines between its samples."""
    samples = array("h", sound.get_raw())
    left = samples[::2]  # the sounds are mono: both channels are alike
    result = array("h")
    for index in range(int((len(left) - 1) / speed)):
        at, share = divmod(index * speed, 1)
        value = round(left[int(at)] * (1 - share) + left[int(at) + 1] * share)
        result.extend((value, value))
    return pygame.mixer.Sound(buffer=result.tobytes())
