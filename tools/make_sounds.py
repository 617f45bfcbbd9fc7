"""Synthesise the game's sounds into sounds/*.ogg: `python tools/make_sounds.py`.

Nothing is recorded: each sound is a sum of damped modes (what is struck) and filtered noise (what
scrapes, breaks and rumbles), put into a small room, levelled to one loudness and written as mono
Vorbis at 44.1 kHz. Every sound has its own seed, so a run always writes the same bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE = 44_100
SOUNDS = Path(__file__).resolve().parent.parent / "sounds"
# Loudest 100 ms of every sound, K-weighted, before its own `level`; and the peak never exceeded.
TARGET_DB = -17.0
PEAK = 0.80
# libsndfile's scale from 0 (largest, best) to 1.
COMPRESSION = 0.62


# --- building blocks ---------------------------------------------------------------------------


def silence(seconds: float) -> Wave:
    """Return *seconds* of nothing."""
    return np.zeros(round(seconds * RATE))


def clock(seconds: float) -> Wave:
    """Return the time of every sample, in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def mix(into: Wave, wave: Wave, at: float = 0.0, gain: float = 1.0) -> None:
    """Add *wave* to *into* from *at* seconds on; what hangs over the end is dropped."""
    start = round(at * RATE)
    count = min(len(wave), len(into) - start)
    if count > 0:
        into[start : start + count] += gain * wave[:count]


def faded(wave: Wave, seconds: float) -> Wave:
    """Return *wave* with its last *seconds* led down to nothing."""
    count = min(len(wave), round(seconds * RATE))
    out = wave.copy()
    out[len(wave) - count :] *= 0.5 + 0.5 * np.cos(np.pi * np.linspace(0, 1, count))
    return out


def band(wave: Wave, low: float, high: float, order: int = 4) -> Wave:
    """Keep the frequencies from *low* to *high* Hz, with slopes like a Butterworth filter's."""
    padded = len(wave) + RATE // 20
    frequency = np.fft.rfftfreq(padded, 1 / RATE)
    frequency[0] = 1e-3
    gain = 1 / np.sqrt(1 + (low / frequency) ** (2 * order))
    gain = gain / np.sqrt(1 + (frequency / high) ** (2 * order))
    filtered: Wave = np.fft.irfft(np.fft.rfft(wave, padded) * gain, padded)[: len(wave)]
    return filtered


def noise(rng: np.random.Generator, seconds: float, low: float, high: float) -> Wave:
    """Return band-limited noise of unit RMS."""
    wave = band(rng.standard_normal(round(seconds * RATE)), low, high)
    wave /= np.sqrt(np.mean(wave**2)) + 1e-12
    return wave


def decay(seconds: float, time_constant: float, attack: float = 0.0006) -> Wave:
    """Return an envelope that rises within *attack* and then falls by 1/e every *time_constant*."""
    t = clock(seconds)
    rise = 0.5 - 0.5 * np.cos(np.pi * np.clip(t / attack, 0, 1))
    return rise * np.exp(-t / time_constant)


def modes(
    seconds: float,
    partials: Sequence[tuple[float, float, float]],
    rng: np.random.Generator | None = None,
) -> Wave:
    """Sum damped sines, each (Hz, amplitude, time constant); *rng* gives them random phases."""
    wave = silence(seconds)
    t = clock(seconds)
    for hertz, amplitude, time_constant in partials:
        phase = 0.0 if rng is None else float(rng.uniform(0, 2 * math.pi))
        wave += amplitude * np.sin(2 * np.pi * hertz * t + phase) * decay(seconds, time_constant)
    # A mode still sounding where its time is over would end in a click.
    return faded(wave, 0.4 * seconds)


def room(rng: np.random.Generator, wave: Wave, size: float, wet: float, dark: float = 5000) -> Wave:
    """Put *wave* into a room that rings *size* seconds; *dark* Hz is where treble dies."""
    tail = noise(rng, size, 120, dark) * np.exp(-clock(size) / (size / 5))
    tail[: round(0.006 * RATE)] = 0  # the first wall is two metres away
    tail /= np.sqrt(np.sum(tail**2))
    count = len(wave) + len(tail)
    wet_wave: Wave = np.fft.irfft(np.fft.rfft(wave, count) * np.fft.rfft(tail, count), count)
    dry = np.zeros(count)
    dry[: len(wave)] = wave
    return dry + wet * wet_wave


# --- things that are struck --------------------------------------------------------------------


def knock(rng: np.random.Generator, pitch: float, hardness: float, weight: float) -> Wave:
    """Strike stone with a die once.

    *pitch* scales the die's own modes, *hardness* the click of the contact, *weight* the slab and
    the table below it. The modes are inharmonic, as a cube's and a plate's are.
    """
    seconds = 0.16
    die = [
        (2140.0, 0.80, 0.012),
        (3020.0, 0.70, 0.010),
        (4370.0, 0.42, 0.007),
        (6180.0, 0.22, 0.005),
    ]
    slab = [(410.0, 0.50, 0.026), (683.0, 0.42, 0.019), (1117.0, 0.40, 0.014)]
    table = [(152.0, 0.50, 0.030), (236.0, 0.34, 0.024)]

    def detuned(hertz: float) -> float:
        return hertz * pitch * float(rng.uniform(0.97, 1.03))

    wave = modes(seconds, [(detuned(f), a * hardness, d) for f, a, d in die], rng)
    wave += modes(seconds, [(detuned(f), a * weight, d) for f, a, d in slab], rng)
    wave += modes(seconds, [(f * (0.6 + 0.4 * pitch), a * weight, d) for f, a, d in table], rng)
    click = noise(rng, seconds, 1500, 9000) * decay(seconds, 0.0016, 0.0002)
    grit = noise(rng, seconds, 500, 3500) * decay(seconds, 0.007, 0.0005)
    return wave + 0.60 * hardness * click + 0.22 * weight * grit


def marimba(hertz: float, seconds: float = 0.8) -> Wave:
    """Return a rosewood bar over its tube: the tuned partials 1, 4 and about 9.2."""
    ring = 0.34 * (440 / hertz) ** 0.35
    return modes(
        seconds,
        [
            (hertz, 1.0, ring),
            (hertz * 1.003, 0.25, ring * 0.8),
            (hertz * 3.98, 0.24, ring * 0.22),
            (hertz * 9.2, 0.07, ring * 0.08),
        ],
    )


def bell(hertz: float, seconds: float = 1.2, ring: float = 0.40) -> Wave:
    """Return a small warm bell: an octave, a tenth and a few high inharmonic partials."""
    return modes(
        seconds,
        [
            (hertz, 1.0, ring),
            (hertz * 1.0025, 0.45, ring * 0.9),
            (hertz * 2.0, 0.34, ring * 0.62),
            (hertz * 2.42, 0.10, ring * 0.45),
            (hertz * 3.01, 0.15, ring * 0.36),
            (hertz * 4.17, 0.07, ring * 0.22),
            (hertz * 5.43, 0.04, ring * 0.15),
        ],
    )


def note(name: str) -> float:
    """Return the frequency of a note such as "C5" or "F#4", in equal temperament from A4 = 440."""
    step = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}[name[0]]
    step += name.count("#") - name.count("b")
    return 440.0 * float(2.0 ** (step / 12 + int(name[-1]) - 4))


def tune(
    notes: Sequence[tuple[float, str, float]],
    seconds: float,
    voices: Sequence[tuple[Callable[[float], Wave], float]],
) -> Wave:
    """Play *notes*, each (start, name, gain), with all *voices*, each (instrument, gain)."""
    wave = silence(seconds)
    for start, name, gain in notes:
        for voice, loudness in voices:
            mix(wave, voice(note(name)), start, gain * loudness)
    return wave


# --- the sounds: dice --------------------------------------------------------------------------


def bounce(
    rng: np.random.Generator, pitch: float, hits: Sequence[tuple[float, float]], weight: float
) -> Wave:
    """Let one die land and come to rest: *hits* are (seconds, strength)."""
    wave = silence(0.30)
    for at, strength in hits:
        # A weak touch is duller than a hard one.
        struck = knock(rng, pitch * (1 + 0.05 * (1 - strength)), 0.5 + 0.5 * strength, weight)
        mix(wave, struck, at, strength)
    return room(rng, wave, 0.10, 0.16, 4200)


def clack_1(rng: np.random.Generator) -> Wave:
    """Land firmly."""
    return bounce(rng, 1.00, [(0, 1.0), (0.071, 0.30), (0.112, 0.12)], 1.0)


def clack_2(rng: np.random.Generator) -> Wave:
    """Land lightly and rock onto the face."""
    return bounce(rng, 1.13, [(0, 0.85), (0.044, 0.48), (0.078, 0.22), (0.101, 0.10)], 0.8)


def clack_3(rng: np.random.Generator) -> Wave:
    """Land heavily, with a dull note."""
    return bounce(rng, 0.86, [(0, 1.0), (0.092, 0.22)], 1.25)


def clack_4(rng: np.random.Generator) -> Wave:
    """Land on an edge first, then on the face."""
    return bounce(rng, 1.05, [(0, 0.45), (0.031, 1.0), (0.099, 0.26), (0.134, 0.13)], 0.95)


def shake(rng: np.random.Generator) -> Wave:
    """Rattle four dice in a wooden cup for three swings."""
    wave = silence(0.74)
    for swing in range(3):
        for end in range(2):  # the dice meet one side of the cup, then the other
            centre = 0.045 + swing * 0.215 + end * 0.105
            for _ in range(6):
                at = max(0.0, centre + float(rng.normal(0, 0.017)))
                strength = float(rng.uniform(0.25, 0.9)) * (1.0 if end == 0 else 0.75)
                die = knock(rng, float(rng.uniform(1.0, 1.35)), 0.8, 0.30)
                mix(wave, die, at, strength * 0.8)
                cup = modes(
                    0.12,
                    [(392 * f, 0.55 / f, 0.022 / f**0.5) for f in (1.0, 1.83, 2.61)],
                    rng,
                )
                mix(wave, cup, at, strength)
    return room(rng, wave, 0.07, 0.20, 3500)


def swish(rng: np.random.Generator, seconds: float, start: float, stop: float) -> Wave:
    """Return a breath of noise whose colour glides from *start* to *stop* Hz."""
    wave = silence(seconds)
    pieces = 14
    width = seconds / pieces * 2
    for index in range(pieces):
        share = index / (pieces - 1)
        centre = start * (stop / start) ** share
        grain = noise(rng, width, centre * 0.75, centre * 1.35)
        grain *= np.sin(np.pi * np.linspace(0, 1, len(grain))) ** 2
        mix(wave, grain, share * (seconds - width), math.sin(math.pi * (0.12 + 0.8 * share)))
    return wave


def lift(rng: np.random.Generator) -> Wave:
    """Take a die off the tray: a light tick and air that rises."""
    wave = silence(0.17)
    mix(wave, knock(rng, 1.45, 0.55, 0.12), 0.0, 0.55)
    mix(wave, swish(rng, 0.15, 900, 3200), 0.012, 0.16)
    mix(wave, marimba(note("E5"), 0.16), 0.0, 0.10)
    return wave


def place(rng: np.random.Generator) -> Wave:
    """Set a die down on its stone: one rounded, satisfying tap."""
    wave = silence(0.24)
    mix(wave, knock(rng, 0.92, 0.50, 1.15), 0.0, 0.9)
    mix(wave, knock(rng, 0.97, 0.35, 0.50), 0.026, 0.28)
    mix(wave, marimba(note("G4"), 0.22), 0.0, 0.34)
    return room(rng, wave, 0.10, 0.15, 3600)


def take_back(rng: np.random.Generator) -> Wave:
    """Reverse the lift: air that falls, and the die back in the tray."""
    wave = silence(0.24)
    mix(wave, swish(rng, 0.15, 2800, 750), 0.0, 0.17)
    mix(wave, marimba(note("D5"), 0.2), 0.0, 0.12)
    mix(wave, knock(rng, 1.18, 0.5, 0.55), 0.108, 0.6)
    return room(rng, wave, 0.06, 0.12, 3600)


def illegal(rng: np.random.Generator) -> Wave:
    """Knock twice, muffled, the second time lower: no, without a rebuke."""
    wave = silence(0.30)
    for at, hertz, gain in ((0.0, 233.1, 1.0), (0.115, 196.0, 0.85)):
        muted = [(hertz, 1.0, 0.045), (hertz * 2.1, 0.30, 0.024), (hertz * 3.3, 0.12, 0.012)]
        mix(wave, modes(0.2, muted), at, gain)
        mix(wave, noise(rng, 0.1, 250, 1300) * decay(0.1, 0.008, 0.002), at, 0.16 * gain)
    return band(wave, 90, 1800)


def button(rng: np.random.Generator) -> Wave:
    """Press a small wooden key."""
    wave = silence(0.10)
    mix(wave, modes(0.1, [(880, 0.7, 0.016), (1730, 0.34, 0.010), (2960, 0.16, 0.006)]))
    mix(wave, modes(0.1, [(262, 0.5, 0.020)]))
    mix(wave, noise(rng, 0.1, 1200, 5200) * decay(0.1, 0.0022, 0.0004), 0, 0.24)
    return wave


# --- the sounds: what the game says --------------------------------------------------------------


def confirm(rng: np.random.Generator) -> Wave:
    """Set the turn in stone: a thump, and a fifth on the marimba."""
    wave = tune([(0.0, "D4", 0.8), (0.085, "A4", 1.0)], 0.52, [(lambda f: marimba(f, 0.43), 0.8)])
    mix(wave, knock(rng, 0.78, 0.25, 1.2), 0.0, 0.55)
    mix(wave, knock(rng, 0.90, 0.22, 0.8), 0.085, 0.30)
    return room(rng, wave, 0.16, 0.20)


def straight(rng: np.random.Generator) -> Wave:
    """Climb four steps of a scale, and light up the octave above them."""
    run = [(0.0, "G4", 0.75), (0.085, "A4", 0.82), (0.17, "B4", 0.90), (0.255, "D5", 1.0)]
    wave = tune(run, 1.15, [(lambda f: marimba(f, 0.7), 0.75), (lambda f: bell(f, 0.8), 0.22)])
    mix(wave, bell(note("G5"), 0.8, 0.34), 0.34, 0.62)
    mix(wave, bell(note("D6"), 0.8, 0.26), 0.345, 0.24)
    return room(rng, wave, 0.32, 0.24)


def four(rng: np.random.Generator) -> Wave:
    """Strike one note four times, and open a chord around the last."""
    strokes = [(0.0, "C5", 0.7), (0.105, "C5", 0.78), (0.21, "C5", 0.86), (0.315, "C5", 1.0)]
    wave = tune(strokes, 1.05, [(lambda f: marimba(f, 0.6), 0.8)])
    chord = [(0.315, "C4", 0.6), (0.33, "G4", 0.55), (0.345, "E5", 0.5), (0.36, "C6", 0.22)]
    wave += tune(chord, 1.05, [(lambda f: bell(f, 0.72, 0.32), 0.9)])
    return room(rng, wave, 0.30, 0.22)


def pairs(rng: np.random.Generator) -> Wave:
    """Strike two and two: a pair below, a pair a fourth above."""
    strokes = [(0.0, "E4", 0.75), (0.09, "E4", 0.8), (0.225, "A4", 0.9), (0.315, "A4", 1.0)]
    wave = tune(strokes, 0.85, [(lambda f: marimba(f, 0.55), 0.85), (lambda f: bell(f, 0.5), 0.15)])
    mix(wave, bell(note("C#5"), 0.5, 0.24), 0.315, 0.40)
    return room(rng, wave, 0.22, 0.20)


def power(rng: np.random.Generator) -> Wave:
    """Open a soft chord like a flower, and let small bells run up over it (Majda Power)."""
    seconds = 1.05
    t = clock(seconds)
    wave = silence(seconds)
    swell = np.sin(np.pi * np.clip(t / seconds, 0, 1)) ** 1.5
    for index, name in enumerate(("E4", "B4", "G#4", "F#5")):
        for cents in (-7, 6):  # two voices a little apart, beating slowly
            hertz = note(name) * 2 ** (cents / 1200)
            tremolo = 1 + 0.18 * np.sin(2 * np.pi * (4.6 + 0.4 * index) * t + index)
            wave += 0.085 * swell * tremolo * np.sin(2 * np.pi * hertz * t + index)
    run = ("E5", "G#5", "B5", "C#6", "E6", "G#6", "B6", "E7")
    for index, name in enumerate(run):
        at = 0.03 + 0.055 * index + float(rng.uniform(-0.006, 0.006))
        mix(wave, bell(note(name), 0.7, 0.22), at, 0.34 * 0.88**index)
    mix(wave, swish(rng, 0.6, 2500, 7500), 0.05, 0.030)
    return room(rng, wave, 0.42, 0.34, 7000)


def new_best(rng: np.random.Generator) -> Wave:
    """Play a fanfare of bells, and let sparks rain over it."""
    seconds = 1.4
    climb = [(0.0, "C5", 0.8), (0.1, "E5", 0.85), (0.2, "G5", 0.9), (0.32, "C6", 1.0)]
    wave = tune(climb, seconds, [(lambda f: bell(f, 0.9, 0.36), 0.6), (marimba, 0.45)])
    chord = [(0.32, "C4", 0.5), (0.32, "G4", 0.45), (0.33, "E5", 0.45), (0.34, "G5", 0.3)]
    wave += tune(chord, seconds, [(lambda f: bell(f, 1.05, 0.42), 0.7)])
    scale = ("C6", "D6", "E6", "G6", "A6", "C7", "D7", "E7", "G7")
    for index in range(22):
        at = 0.34 + 0.034 * index + float(rng.uniform(0, 0.02))
        spark = bell(note(scale[int(rng.integers(len(scale)))]), 0.35, 0.09)
        mix(wave, spark, at, float(rng.uniform(0.05, 0.19)) * (1 - 0.55 * index / 22))
    return faded(room(rng, wave, 0.40, 0.26, 7500)[: round(1.5 * RATE)], 0.25)


# --- the sounds: ruin ----------------------------------------------------------------------------


def stone(rng: np.random.Generator, size: float) -> Wave:
    """Hit rocks with a rock: *size* 1 is a fist, 3 a boulder; larger is lower and longer."""
    seconds = 0.10 + 0.05 * size
    lowest = 640 / size
    body = [
        (lowest * f * float(rng.uniform(0.94, 1.06)), a, 0.018 * size**0.7 / f**0.6)
        for f, a in ((1.0, 0.8), (1.57, 0.6), (2.31, 0.45), (3.48, 0.3), (5.1, 0.2))
    ]
    wave = modes(seconds, body, rng)
    rubble = noise(rng, seconds, 160 / size**0.5, 5200 / size**0.6)
    wave += 0.5 * rubble * decay(seconds, 0.012 * size**0.8, 0.0008)
    return wave


def fall(
    rng: np.random.Generator, seconds: float, count: int, spread: float, sizes: tuple[float, float]
) -> Wave:
    """Let *count* stones fall, thick at first and thinning out over *spread* seconds."""
    wave = silence(seconds)
    for _ in range(count):
        at = min(float(rng.exponential(spread)), seconds - 0.25)
        size = float(rng.uniform(*sizes)) * (1.0 if at < spread else 0.65)
        mix(wave, stone(rng, max(size, 0.45)), at, float(rng.uniform(0.15, 0.8)) * size**0.5)
    return wave


def crumble(rng: np.random.Generator) -> Wave:
    """Crack a stone, break it, and let it run down as gravel."""
    seconds = 0.80
    wave = silence(seconds)
    for at, gain in ((0.0, 1.0), (0.035, 0.6), (0.082, 0.85)):  # the crack goes through
        snap = noise(rng, 0.09, 900, 6500) * decay(0.09, 0.006, 0.0004)
        mix(wave, snap, at, 0.75 * gain)
        mix(wave, stone(rng, 2.0), at, gain)
    mix(wave, fall(rng, seconds, 46, 0.17, (0.7, 2.6)), 0.07, 0.85)
    mix(wave, fall(rng, seconds, 60, 0.26, (0.45, 0.7)), 0.12, 0.34)
    roar = noise(rng, seconds, 55, 420) * np.exp(-((clock(seconds) - 0.16) ** 2) / 0.035)
    mix(wave, roar, 0, 0.42)
    return faded(room(rng, wave, 0.20, 0.22, 3200)[: round(0.88 * RATE)], 0.22)


def magdagdon(rng: np.random.Generator) -> Wave:
    """Wake the mountain: a rumble, a growl in its throat, and stones that fall far off."""
    seconds = 1.25
    t = clock(seconds)
    swell = np.clip(t / 0.10, 0, 1) ** 1.5 * np.exp(-np.clip(t - 0.45, 0, None) / 0.34)
    deep = noise(rng, seconds, 28, 110) * (1 + 0.35 * np.sin(2 * np.pi * 7.3 * t))
    # The pitch sinks; small speakers hear it by the harmonics that the saturation adds.
    pitch = 40 + 34 * np.exp(-t / 0.42)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    rough = 0.62 + 0.38 * np.sin(2 * np.pi * 23 * t + 1.4 * np.sin(2 * np.pi * 5.1 * t))
    throat = np.tanh(3.2 * np.sin(phase + 0.9 * np.sin(phase * 0.5)) * rough)
    growl = 0.9 * band(throat, 70, 260, 2) + 0.8 * band(throat, 320, 640, 3)
    growl += 0.35 * noise(rng, seconds, 260, 900) * rough * 0.5
    wave = swell * (0.62 * deep + 0.85 * np.sin(phase) + 0.95 * growl)
    mix(wave, modes(0.5, [(58, 1.0, 0.11), (93, 0.6, 0.07), (141, 0.4, 0.05)]), 0.0, 1.1)
    far = room(rng, band(fall(rng, 0.85, 26, 0.28, (1.0, 2.8)), 120, 1500, 2), 0.35, 0.9, 1600)
    mix(wave, faded(far[: round(1.0 * RATE)], 0.30), 0.22, 0.60)
    return faded(np.tanh(0.75 * room(rng, wave, 0.30, 0.16, 900)[: round(1.3 * RATE)]), 0.30)


# --- level and file ------------------------------------------------------------------------------


def loudness_db(wave: Wave) -> float:
    """Return the level of the loudest 100 ms, weighted roughly as the ear does (K-weighting)."""
    window = round(0.1 * RATE)
    padded = np.concatenate([wave, np.zeros(window)])
    frequency = np.fft.rfftfreq(len(padded), 1 / RATE)
    ratio = (frequency / 1500) ** 2
    shelf = 1 + 0.585 * ratio / (1 + ratio)  # +4 dB above 1.5 kHz
    low = frequency**2 / (frequency**2 + 60.0**2)
    weighted = np.fft.irfft(np.fft.rfft(padded) * shelf * low, len(padded))
    energy = np.concatenate([[0.0], np.cumsum(weighted**2)])
    means = (energy[window:] - energy[:-window]) / window
    return float(10 * np.log10(means.max() + 1e-12))


def finished(wave: Wave, level: float) -> Wave:
    """Trim silence at the end, smooth both ends, and bring *wave* to the common loudness.

    *level* is in dB against the other sounds. Where a hard strike would pass the peak, it is
    rounded off first and turned down last.
    """
    wave = wave - np.mean(wave)
    loud = np.flatnonzero(np.abs(wave) > 0.0015 * np.abs(wave).max())
    wave = faded(wave[: loud[-1] + 1], 0.018)
    rise = round(0.0007 * RATE)
    wave[:rise] *= np.linspace(0, 1, rise)
    gain = 10 ** ((TARGET_DB + level - loudness_db(wave)) / 20)
    wave = PEAK * np.tanh(gain * wave / PEAK)
    wave *= min(1.0, PEAK / np.abs(wave).max())
    edge = np.zeros(round(0.003 * RATE))  # room for the codec's pre-echo
    return np.concatenate([edge, wave, edge])


def fix_serial(data: bytes, serial: int) -> bytes:
    """Give an Ogg stream the number *serial*: libsndfile draws one by chance at each run."""
    out = bytearray(data)
    start = 0
    while start < len(out):
        segments = out[start + 26]
        size = 27 + segments + sum(out[start + 27 : start + 27 + segments])
        struct.pack_into("<I", out, start + 14, serial)
        struct.pack_into("<I", out, start + 22, 0)
        struct.pack_into("<I", out, start + 22, ogg_checksum(bytes(out[start : start + size])))
        start += size
    return bytes(out)


def ogg_checksum(page: bytes) -> int:
    """Return the CRC-32 of an Ogg page (polynomial 0x04c11db7, not reflected, start 0)."""
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1) ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1
            crc &= 0xFFFFFFFF
    return crc


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound's maker, and its level in dB against the others."""

    make: Callable[[np.random.Generator], Wave]
    level: float = 0.0


SOUND_LIST = (
    Sound(shake, -1),
    Sound(clack_1),
    Sound(clack_2),
    Sound(clack_3),
    Sound(clack_4),
    Sound(lift, -5),
    Sound(place, -1),
    Sound(take_back, -4),
    Sound(illegal, -4),
    Sound(confirm),
    Sound(straight, 1),
    Sound(four, 1),
    Sound(pairs, 0.5),
    Sound(power),
    Sound(magdagdon, 3),
    Sound(crumble, 1.5),
    Sound(new_best, 1.5),
    Sound(button, -6),
)


def main() -> None:
    """Write every sound and print its length and levels."""
    SOUNDS.mkdir(exist_ok=True)
    total = 0
    for sound in SOUND_LIST:
        name = sound.make.__name__
        seed = zlib.crc32(name.encode())
        wave = finished(sound.make(np.random.default_rng(seed)), sound.level)
        path = SOUNDS / f"{name}.ogg"
        soundfile.write(
            path, wave, RATE, format="OGG", subtype="VORBIS", compression_level=COMPRESSION
        )
        path.write_bytes(fix_serial(path.read_bytes(), seed))
        total += path.stat().st_size
        print(
            f"{name:10} {len(wave) / RATE:5.2f} s  peak {np.abs(wave).max():.2f}  "
            f"loudness {loudness_db(wave):6.1f} dB  {path.stat().st_size:6} bytes"
        )
    print(f"{len(SOUND_LIST)} sounds, {total} bytes")


if __name__ == "__main__":
    main()
