"""Where everything of the MAGDAGDON prompt stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from game.rules.magdagdon.actions import DICE
from game.scenes.parts import Lettering
from game.ui.layout import centred, columns, inset, rows
from game.ui.widgets import Kit
from game.views.magdagdon.geometry import Geometry

SENTENCE_UNITS = 31
ADVICE_UNITS = 26
_LEAST_DICE = 0.75
"""Dice get smaller down to this share of their size before anything else does."""
_MOST_GROWTH = 0.3
"""Buttons get taller by up to this share where there is room."""


@dataclass(frozen=True, slots=True)
class PromptPlaces:
    """The prompt's boxes, from above to below."""

    lettering: Rect
    sentence: Rect
    dice: tuple[Rect, ...]
    advice: Rect
    powers: tuple[Rect, ...]
    main: Rect


def place_prompt(
    kit: Kit, geometry: Geometry, sentence: str, advice: str, *, has_powers: bool
) -> PromptPlaces:
    """Return the boxes for a prompt that says *sentence* and, at its longest, *advice*."""
    metrics, fonts = kit.metrics, kit.fonts
    pad, gap = metrics.px(30), metrics.px(20)
    inner = inset(geometry.prompt, pad, pad * 2 // 3)

    def lines(text: str, units: float) -> int:
        px = metrics.text(units)
        return fonts.line_height(px) * len(fonts.wrap(text, px, inner.width))

    def button(units: float) -> int:
        tall = fonts.line_height(metrics.text(units)) + fonts.line_height(metrics.text(25))
        return max(tall + metrics.px(20), metrics.touch * 3 // 4)

    side = min(inner.width // 5, geometry.cells[0].width * 4 // 5)
    wishes = [
        min(round((inner.width - 2 * pad) / Lettering.RATIO), metrics.px(64)),
        lines(sentence, SENTENCE_UNITS),
        side,
        lines(advice, ADVICE_UNITS),
        *([button(40)] if has_powers else []),
        button(46),
    ]
    boxes = _stack(inner, wishes, gap)
    side = min(side, boxes[2].height)
    row = centred((min(inner.width, side * 11 // 2), side), boxes[2])
    dice = tuple(centred((side, side), place) for place in columns(row, [1] * DICE))
    powers = tuple(columns(boxes[4], [1, 1, 1], metrics.px(16)))
    return PromptPlaces(boxes[0], boxes[1], dice, boxes[3], powers, boxes[-1])


def _stack(box: Rect, wishes: Sequence[int], gap: int) -> list[Rect]:
    """Divide *box* by the heights wished for; the dice are the third, buttons from the fifth on.

    What is missing is taken from the dice first; what is left over goes to the buttons, then
    between all.
    """
    heights: list[float] = list(wishes)
    spare = box.height - sum(heights) - gap * (len(heights) - 1)
    if spare < 0:
        heights[2] -= min(-spare, heights[2] * (1 - _LEAST_DICE))
        return rows(box, heights, gap)
    buttons = sum(heights[4:])
    growth = min(_MOST_GROWTH, spare / 2 / buttons)
    heights[4:] = [tall * (1 + growth) for tall in heights[4:]]
    apart = gap + (spare - growth * buttons) / (len(heights) + 1)
    # As much stands above the first and below the last as between two.
    used = sum(heights) + apart * (len(heights) - 1)
    return rows(centred((box.width, round(used)), box), heights, round(apart))
