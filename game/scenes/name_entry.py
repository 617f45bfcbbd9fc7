"""The name for a score: typed on keys, physical or on the screen, or left out."""

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.scenes.base import Context, Scene
from game.scenes.parts import Backing
from game.session.names import BlockList, letters, tidy
from game.session.scores import ScoreEntry
from game.ui.button import Button
from game.ui.canvas import Node
from game.ui.input import Command, Composition, Gesture, Key, Text
from game.ui.keyboard import Keyboard
from game.ui.language import _, available_languages, format_number
from game.ui.layout import columns, inset
from game.ui.widgets import Kit, Label
from game.ui.wording import difficulty_name

_HARD_SPACE = "\u00a0"


class Field(Node):
    """The name as it stands, what an input method has under way, and where the next letter goes."""

    def __init__(self, kit: Kit, box: Rect) -> None:
        super().__init__(box, 1)
        self._kit = kit
        self._name = self._draft = ""

    def set(self, name: str, draft: str) -> None:
        """Show *name*, and the underlined *draft* after it."""
        if (name, draft) != (self._name, self._draft):
            self._name, self._draft = name, draft
            self.changed()

    def draw(self, target: Surface) -> None:
        """Paint the letters and the line behind the last one."""
        kit, theme = self._kit, self._kit.art.theme
        box = inset(self.area, kit.metrics.px(24), 0)
        text = (self._name + self._draft).replace(" ", _HARD_SPACE)
        units = kit.metrics.text(60)
        px, _lines = kit.fonts.fit(text or " ", units, box.size, bold=True)
        picture = kit.fonts.render(text, px, theme.panel.text, bold=True)
        place = picture.get_rect(center=box.center)
        target.blit(picture, place)
        thick = max(2, px // 16)
        if self._draft:
            before = kit.fonts.width(self._name.replace(" ", _HARD_SPACE), px, bold=True)
            line = Rect(place.x + before, place.centery + px // 2, place.width - before, thick)
            target.fill(theme.accent, line.clip(self.area))
        caret = Rect(place.right + thick, place.centery - px // 2, thick, px)
        target.fill(theme.accent, caret.clip(self.area))


class NameEntryScene(Scene):
    """Who finished the game in *entry*: the row has its place already, with or without a name."""

    is_engaging = True

    def __init__(
        self, context: Context, *, entry: ScoreEntry, rank: int, on_name: Callable[[str], None]
    ) -> None:
        """*on_name* is told the name once it was kept."""
        super().__init__(context)
        self._entry = entry
        self._rank = rank
        self._on_name = on_name
        kiosk = context.kiosk
        self.text = entry.name or ("" if kiosk else context.settings.player_name)
        self._draft = ""
        self._blocked = BlockList(kiosk.blocked_names if kiosk else ())
        codes: Sequence[str] = available_languages()
        codes = kiosk.offered_languages(codes) if kiosk else codes
        self.keyboard = Keyboard(codes, self._type, self._erase, self._rebuild)
        self._began = context.clock()

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """Put question, field and keys on the canvas."""
        metrics = self.metrics
        page = inset(metrics.screen, metrics.margin, max(metrics.px(30), metrics.margin // 2))
        gap = metrics.gap
        line = self.kit.fonts.line_height
        head, note = line(metrics.text(46)), line(metrics.text(30))
        field = max(metrics.px(110), line(metrics.text(52)))
        top = page.y + head + note + gap // 2
        if metrics.is_portrait:
            answers = Rect(page.x, page.bottom - field, page.width, field)
            keys = Rect(page.x, top + field + gap, page.width, 0)
            keys.height = answers.y - 2 * gap - keys.y
        else:
            keys = Rect(page.x, top + field + gap, page.width, page.bottom - top - field - gap)
        self.keyboard.build(self.kit, self.controls, keys)
        down = (self.keyboard.top - keys.y) // 2  # in the middle of what the keys have left over
        box = Rect(page.x, top + down, page.width, field)
        if not metrics.is_portrait:
            box, answers = columns(box, (1.5, 1), gap)
        self._build_words(Rect(page.x, page.y + down, page.width, head), note, box)
        skip, done = columns(answers, (1, 1.3), gap)
        self.controls.add(Button(self.kit, skip, _("Skip"), self.leave, units=34))
        self.controls.add(
            Button(
                self.kit, done, _("Done"), self._finish, style="gold", units=38, icon="icon_check"
            )
        )
        for control in self.controls.all:  # a tap that was still meant for the game does nothing
            if isinstance(control, Button):
                control.set(now=self._began)
        self._say()
        self._show()

    def _build_words(self, heading: Rect, note: int, field: Rect) -> None:
        """Put the question, a line of *note* pixels below it, and the field up."""
        add, theme = self.canvas.add, self.kit.art.theme
        ask = Label(
            self.kit, heading, _("Your name?"), 46, theme.sky.text, bold=True, align="center"
        )
        add(ask)
        below = Rect(heading.x, heading.bottom, heading.width, note)
        self._note = add(Label(self.kit, below, "", 30, theme.sky.dim, align="center"))
        add(Backing(self.kit, field, "panel"))
        self._field = add(Field(self.kit, field))
        self.text_area = field

    def _rebuild(self) -> None:
        self._began = self.context.clock() - 1  # who changed the keys means what comes next
        self.layout(self.canvas.background)

    def _say(self, text: str = "") -> None:
        """Say *text*, what is wrong with the name; "" says what it is for."""
        theme = self.kit.art.theme
        place = _("{difficulty} · {points} points · place {rank}").format(
            difficulty=difficulty_name(self._entry.difficulty),
            points=format_number(self._entry.score),
            rank=format_number(self._rank),
        )
        self._note.set(text or place, theme.bad if text else theme.sky.dim)

    def _show(self) -> None:
        self._field.set(self.text, self._draft)
        self.keyboard.set_case(not self.text or self.text.endswith(" "))

    # ------------------------------------------------------------------ typing

    def act(self, gesture: Gesture) -> bool:
        """Take letters from any keyboard; leave all else to the keys on the screen."""
        match gesture:
            case Text(text):
                self._draft = ""
                self.controls.focus(None)
                self._type(text)
            case Composition(text):
                self._draft = tidy(text, is_typing=True)
                self._show()
            case Key(Command.TAKE_BACK):
                self._erase()
            case Key(Command.ACCEPT) if self.controls.focused is None:
                self._finish()
            case _:
                return super().act(gesture)
        return True

    def _type(self, text: str) -> None:
        """Put *text* at the end of the name, as far as there is room for it."""
        longer = tidy(self.text + text, is_typing=True)
        if not self.kit.fonts.can_show(longer):
            self.context.sound("illegal")
            self._say(_("This letter can't be shown here."))
        elif longer == self.text:
            self.context.sound("illegal")
        else:
            self.text = longer
            self._say()
        self._show()

    def _erase(self) -> None:
        """Take the last letter away, with the marks on it."""
        self.text = "".join(letters(self.text)[:-1])
        self._say()
        self._show()

    def _finish(self) -> None:
        """Keep the name, unless it is one that nobody should have to read."""
        name = tidy(self.text)
        if self._blocked.refuses(name):
            self.context.sound("illegal")
            self._say(_("Please choose another name."))
            return
        if self.context.name_game(self._entry.game_id, name):
            self._on_name(name)
        super().leave()
