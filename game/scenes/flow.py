"""Breaking blocks of text and figures into leaves, so that nothing is ever cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pygame import Rect

from game.scenes.rules_figures import Figure
from game.scenes.rules_text import Block, Topic
from game.ui.canvas import Node
from game.ui.widgets import Kit, Label

UNITS = 32
_FIGURE_SHARE = 0.27
_STACKED_SHARE = 0.6
_MOST_SHARE = 0.5
"""A figure beside text takes this share of the width, and no more than the last one."""
_LEAST_MEASURE = 17
_LEAST_MEASURE_TALL = 13
"""Text beside a figure is at least this wide, in font sizes; the last where leaves are tall."""
_MOST_STACKED = 1.35
_SCALES = (2.4, 2.2, 2.0, 1.8, 1.65, 1.5, 1.35, 1.2, 1.1, 1.0, 0.85, 0.7)


@dataclass(frozen=True, slots=True)
class Setting:
    """How large figures are, and whether they stand above their text rather than beside it."""

    scale: float = 1.0
    is_stacked: bool = False


_LEAST = Setting(0.9)
"""Figures give way a little before a leaf is broken in two."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text or a figure at its place on the leaf."""

    box: Rect
    text: str = ""
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """The blocks that stand together in sight, and where in the topics they come from."""

    topic: int
    title: str
    blocks: tuple[Block, ...]


class Flow:
    """Sets blocks into leaves of one size."""

    def __init__(self, kit: Kit, size: tuple[int, int]) -> None:
        self._kit = kit
        self._width, self._height = size
        self._px = kit.metrics.text(UNITS)
        self._line = kit.fonts.line_height(self._px)
        self._between = self._line * 2 // 5
        self._gap = self._line * 3 // 5
        self._gutter = max(kit.metrics.px(48), self._px)
        self._known: dict[tuple[Block, Setting], tuple[int, list[Piece]]] = {}

    def leaves(self, topics: Sequence[Topic]) -> list[Leaf]:
        """Break *topics* into leaves; each topic begins a new one."""
        return [
            Leaf(index, topic.title, blocks)
            for index, topic in enumerate(topics)
            for blocks in self._balanced(topic.blocks)
        ]

    def _balanced(self, blocks: Sequence[Block]) -> list[tuple[Block, ...]]:
        """Break *blocks* into as few leaves as there must be, and fill those alike."""
        fewest = list(self._break(blocks, self._height))
        if len(fewest) == 1:
            return fewest
        whole = [block for leaf in fewest for block in leaf]  # what was too tall is divided
        for share in (50, 60, 70, 80, 90):
            leaves = list(self._break(whole, self._height * share // 100))
            if len(leaves) == len(fewest) and sum(map(len, leaves)) == len(whole):
                return leaves
        return fewest

    def _break(self, blocks: Sequence[Block], height: int) -> Iterator[tuple[Block, ...]]:
        waiting = list(blocks)
        leaf: list[Block] = []
        while waiting:
            block = waiting.pop(0)
            tall = self._total([*leaf, block], _LEAST)
            if tall <= height or (not leaf and tall <= self._height):
                leaf.append(block)
            elif leaf:
                yield tuple(leaf)
                leaf = []
                waiting.insert(0, block)
            elif block.figure is not None and not block.texts:
                yield (block,)  # cut off at the bottom, in a window far too small
            else:
                waiting[:0] = self._divide(block)
        if leaf:
            yield tuple(leaf)

    def _divide(self, block: Block) -> list[Block]:
        """Divide a block that is taller than a leaf into blocks that are not."""
        if block.figure is not None and block.texts:
            return [replace(block, texts=()), Block(block.texts)]
        if len(block.texts) > 1:
            return [Block((text,)) for text in block.texts]
        lines = self._kit.fonts.wrap(block.texts[0], self._px, self._width)
        most = max(1, self._height // self._line)
        parts = [lines[at : at + most] for at in range(0, len(lines), most)]
        return [Block((" ".join(part),)) for part in parts]

    def _gap_between(self, one: Block, other: Block) -> int:
        """Rows stand closer to each other than other blocks do."""
        return self._between // 2 if one.is_wide and other.is_wide else self._gap

    def _total(self, blocks: Sequence[Block], setting: Setting) -> int:
        gaps = sum(map(self._gap_between, blocks, blocks[1:]))
        return sum(self._set(block, setting)[0] for block in blocks) + gaps

    def _settings(self) -> list[Setting]:
        """Return how a leaf may be set, the best first; where it is tall, figures stack."""
        beside = [*(Setting(scale) for scale in _SCALES if scale >= 1), _LEAST]
        if self._height < self._width:
            return beside
        return [Setting(s, is_stacked=True) for s in _SCALES if s <= _MOST_STACKED] + beside

    def pieces(self, leaf: Leaf) -> list[Piece]:
        """Return everything on *leaf*, its figures as large as there is room for."""
        setting = next(
            (each for each in self._settings() if self._total(leaf.blocks, each) <= self._height),
            _LEAST,
        )
        spare = self._height - self._total(leaf.blocks, setting)
        apart = min(spare // (len(leaf.blocks) + 1), self._gap)
        y = (spare - apart * (len(leaf.blocks) - 1)) // 2
        result = []
        for index, block in enumerate(leaf.blocks):
            if index:
                y += self._gap_between(leaf.blocks[index - 1], block) + apart
            tall, pieces = self._set(block, setting)
            result += [replace(piece, box=piece.box.move(0, y)) for piece in pieces]
            y += tall
        return result

    # ------------------------------------------------------------------ one block

    def _set(self, block: Block, setting: Setting) -> tuple[int, list[Piece]]:
        """Return the height of *block* and its pieces, from y = 0 down."""
        known = self._known.get((block, setting))
        if known is None:
            known = self._known[block, setting] = self._set_anew(block, setting)
        return known

    def _set_anew(self, block: Block, setting: Setting) -> tuple[int, list[Piece]]:
        figure = block.figure
        if figure is None:
            return self._set_texts(block.texts, Rect(0, 0, self._width, 0))
        if block.is_wide:
            above, pieces = self._set_texts(block.texts, Rect(0, 0, self._width, 0))
            above += self._between if pieces else 0
            tall = figure.height(self._kit, self._width)
            box = Rect(0, above, self._width, tall)
            return above + tall, [*pieces, Piece(box, figure=figure)]
        is_tall = self._height > self._width
        least = (_LEAST_MEASURE_TALL if is_tall else _LEAST_MEASURE) * self._px
        most = min(self._width * _MOST_SHARE, self._width - self._gutter - least)
        share = _FIGURE_SHARE * setting.scale
        if setting.is_stacked or most < self._width * _FIGURE_SHARE or not block.texts:
            return self._set_stacked(block, figure, setting.scale)
        wide = self._fitted(figure, min(self._width * share, most), self._height)
        left = wide + self._gutter
        room = Rect(left, 0, self._width - left, 0)
        words, pieces = self._set_texts(block.texts, room)
        tall = figure.height(self._kit, wide)
        whole = max(words, tall)
        down = (whole - words) // 2
        pieces = [replace(piece, box=piece.box.move(0, down)) for piece in pieces]
        box = Rect(0, (whole - tall) // 2, wide, tall)
        return whole, [Piece(box, figure=figure), *pieces]

    def _set_stacked(self, block: Block, figure: Figure, scale: float) -> tuple[int, list[Piece]]:
        """Set the figure above its text, in the middle."""
        share = min(1.0, _STACKED_SHARE * scale)
        most = self._height * min(0.9, 0.42 * scale) if block.texts else self._height
        wide = self._fitted(figure, self._width * share, most)
        tall = figure.height(self._kit, wide)
        box = Rect((self._width - wide) // 2, 0, wide, tall)
        below = tall + self._between if block.texts else tall
        words, pieces = self._set_texts(block.texts, Rect(0, below, self._width, 0))
        return below + words, [Piece(box, figure=figure), *pieces]

    def _fitted(self, figure: Figure, width: float, height: float) -> int:
        """Return the greatest width up to *width* at which *figure* is no taller than *height*."""
        wide = int(width)
        while (tall := figure.height(self._kit, wide)) > height and wide > 40:
            wide = min(wide - 1, int(wide * height / tall))
        return wide

    def _set_texts(self, texts: Sequence[str], room: Rect) -> tuple[int, list[Piece]]:
        pieces = []
        y = room.y
        for text in texts:
            lines = self._kit.fonts.wrap(text, self._px, room.width)
            tall = len(lines) * self._line
            pieces.append(Piece(Rect(room.x, y, room.width, tall), "\n".join(lines)))
            y += tall + self._between
        return (y - self._between - room.y if pieces else 0), pieces


def build(kit: Kit, piece: Piece, origin: tuple[int, int]) -> list[Node]:
    """Return the nodes of *piece* on a leaf whose corner is at *origin*."""
    box = piece.box.move(origin)
    if piece.figure is not None:
        return piece.figure.place(kit, box)
    return [Label(kit, box, piece.text, UNITS, kit.art.theme.panel.text, valign="top")]
