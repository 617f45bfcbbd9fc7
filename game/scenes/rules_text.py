"""The rules in words and drawings, topic by topic; all of them, for a reader who knows none."""

from dataclasses import dataclass

from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.scoring import RUIN_COST, Bonus
from game.scenes.rules_figures import (
    BoardFigure,
    Figure,
    JudgedDice,
    PowerFigure,
    StackFigure,
    TrayFigure,
)
from game.scenes.rules_rows import (
    BonusRow,
    DifficultyRow,
    KeyRow,
    SumRow,
    cost_text,
    minimum_text,
    points_text,
)
from game.ui.language import _
from game.ui.wording import bonus_name


@dataclass(frozen=True, slots=True)
class Block:
    """Paragraphs, with a figure beside them; a *wide* figure stands below them."""

    texts: tuple[str, ...] = ()
    figure: Figure | None = None
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """What begins on a page of its own."""

    title: str
    blocks: tuple[Block, ...]


def topics() -> tuple[Topic, ...]:
    """Return the whole of the rules in the language of now."""
    return (
        _goal(),
        _turn(),
        _difficulties(),
        _placement(),
        _powers(),
        _magdagdon(),
        _score(),
        _example(),
        _end(),
        _keys(),
    )


def _goal() -> Topic:  # M1
    return Topic(
        _("The goal"),
        (
            Block(
                (
                    _(
                        "Sixteen stones lie before you, four by four. Every turn brings you four"
                        " dice. Fill the board with them, so that the numbers make one connected"
                        " field."
                    ),
                    _(
                        "Build strong rows and columns, keep the ruins out, and score as high as"
                        " you can."
                    ),
                    _(
                        "A number that has been confirmed stands for ever. So look twice: what"
                        " does it open, and what does it close?"
                    ),
                ),
                BoardFigure(("3456", "3345", "2344", "2233"), has_badges=True),
            ),
        ),
    )


def _turn() -> Topic:  # M2
    return Topic(
        _("A turn"),
        (
            Block(
                (
                    _("Press Roll, and four dice tumble into the tray."),
                    _(
                        "Tap a die: every stone where it may stand lights up. Tap one of them, or"
                        " drag the die there. It is staged now, in a dashed frame: it stands, but"
                        " not yet for good."
                    ),
                    _(
                        "Until you confirm, a tap takes any staged die back, and you may place it"
                        " elsewhere. Should another staged die lose its footing by that, it comes"
                        " back too."
                    ),
                ),
                StackFigure(
                    (
                        (TrayFigure((5, 4, 2, 4), chosen=0, staged=(1,)), 1.0),
                        (BoardFigure(("344*", "2.*."), staged=(2,)), 1.0),
                    )
                ),
            ),
            Block(
                (
                    _(
                        "Place at least two dice (at NIGHTMARE three), and as many as all four."
                        " Then press Confirm. The dice that you left in the tray are gone, and"
                        " the next turn begins."
                    ),
                ),
            ),
        ),
    )


def _difficulties() -> Topic:  # M3
    return Topic(
        _("Three difficulties"),
        (
            Block(
                (
                    _(
                        "Choose how kind fate shall be. A difficulty decides how many Majda Powers"
                        " you hold, what they cost, and how many dice a turn must place."
                    ),
                ),
            ),
            *(
                Block((), DifficultyRow(each, minimum_text(each), cost_text(each)), is_wide=True)
                for each in Difficulty
            ),
            Block(
                (
                    _(
                        "Where fewer stones are empty than a turn must fill, filling them all is"
                        " enough: at NIGHTMARE the last two stones need two dice, and the last"
                        " stone needs one."
                    ),
                    _(
                        "Each difficulty has high scores of its own. Another difficulty, chosen in"
                        " the settings, begins a new game."
                    ),
                ),
            ),
        ),
    )


def _placement() -> Topic:  # M4
    return Topic(
        _("Where a die may stand"),
        (
            Block(
                (
                    _("The first number of a game may stand anywhere."),
                    _(
                        "Every later one needs company: a number above it, below it, to its left"
                        " or to its right. Corners do not count."
                    ),
                    _("Here a 4 may stand on any of the lit stones, and not on the crossed ones."),
                ),
                BoardFigure(("x*x", "*4*", "x*x")),
            ),
            Block(
                (
                    _(
                        "And it must get on with each of its neighbours: at most 1 apart from"
                        " every number that it touches. The same number is welcome."
                    ),
                    _("The lit stone touches a 3 and a 4. Only a 3 or a 4 fits there."),
                ),
                StackFigure(
                    (
                        (BoardFigure(("44.", "3*.")), 0.8),
                        (JudgedDice(frozenset({3, 4})), 1.0),
                    )
                ),
            ),
            Block(
                (
                    _(
                        "Dice staged in this turn count as numbers already, so the order matters:"
                        " put a 4 beside the 3, and the 5 can follow."
                    ),
                    _(
                        "A ruin is no number. It keeps nothing out and connects nothing; while"
                        " ruins are all there is, the next number may stand anywhere."
                    ),
                ),
                BoardFigure(("345", "#.."), staged=(1, 2)),
            ),
        ),
    )


def _powers() -> Topic:  # M5
    return Topic(
        _("Majda Power"),
        (
            Block(
                (
                    _("A Majda Power bends fate a little, for a price."),
                    _(
                        "LOWER takes 1 from a die and RAISE adds 1 to it, never below 1 and never"
                        " above 6."
                    ),
                ),
                PowerFigure(4),
            ),
            Block(
                (
                    _(
                        "REROLL throws dice again: one, or as many as you choose, all together. It"
                        " is one use, however many dice fly."
                    ),
                    _(
                        "Each use takes one heart, and points from your score: 10, then 20, then"
                        " 40 at PEACEFUL, and 70 at SURVIVAL. What has been used stays used."
                    ),
                ),
                TrayFigure((1, 6, 3, 6), marked=(1, 3)),
            ),
            Block(
                (
                    _(
                        "Use them any time between the roll and Confirm, more than one in a turn if"
                        " you like, or none at all. Only dice in the tray can change: take a"
                        " staged one back first."
                    ),
                ),
            ),
        ),
    )


def _magdagdon() -> Topic:  # M6
    return Topic(
        "MAGDAGDON",
        (
            Block(
                (
                    _(
                        "Sometimes no order of the four dice can place as many as the turn asks"
                        " for. Then MAGDAGDON strikes."
                    ),
                    _(
                        "Only the board and the roll decide it. Dice badly staged never bring it"
                        " on: take them back and try another order."
                    ),
                    _(
                        "With a Power left you may save the roll. Or accept, and choose any empty"
                        " stone to fall. Until you have chosen, you can still go back to the"
                        " Powers; placing dice is not possible."
                    ),
                ),
                StackFigure(
                    (
                        (TrayFigure((1, 1, 2, 1)), 1.0),
                        (BoardFigure(("456o", "55oo")), 1.0),
                    )
                ),
            ),
            Block(
                (
                    _(
                        "The stone becomes a ruin for good, and the turn is over. A ruin takes"
                        " {points} from the score, and the row and the column through it can earn"
                        " no bonus any more. There is no other way to make one."
                    ).format(points=RUIN_COST),
                ),
                BoardFigure(("3456", "334.", "#4..", ".3.."), has_badges=True),
            ),
        ),
    )


def _score() -> Topic:  # M7
    return Topic(
        _("The score"),
        (
            Block(
                (
                    _(
                        "Each row and each column adds up its numbers. So every number counts"
                        " twice: once across, once down."
                    ),
                    _("A row or column of four numbers can earn a bonus besides, one at the most:"),
                ),
            ),
            *(Block((), row, is_wide=True) for row in _bonus_rows()),
            Block(
                (
                    _(
                        "A line with a ruin still adds its numbers, but earns no bonus. At the"
                        " end each ruin takes {points} from the score, and the Powers that you used"
                        " take their cost. Yes, a score can fall below zero."
                    ).format(points=RUIN_COST),
                ),
            ),
        ),
    )


def _bonus_rows() -> tuple[BonusRow, ...]:
    return (
        BonusRow(
            (3, 4, 5, 6),
            bonus_name(Bonus.STRAIGHT),
            _("climbs or falls by exactly 1 from each number to the next"),
            Bonus.STRAIGHT.value,
        ),
        BonusRow(
            (4, 4, 4, 4),
            bonus_name(Bonus.FOUR_OF_A_KIND),
            _("the same number all along the line"),
            Bonus.FOUR_OF_A_KIND.value,
        ),
        BonusRow(
            (3, 4, 4, 3),
            bonus_name(Bonus.TWO_PAIRS),
            _("two numbers, each exactly twice, in any order"),
            Bonus.TWO_PAIRS.value,
        ),
        BonusRow((3, 4, 4, 5), _("No bonus"), _("one pair is not enough, nor is a step missed"), 0),
    )


def _example() -> Topic:  # M7, the third worked example
    return Topic(
        _("Counted together"),
        (
            Block(
                (
                    _("Here is a game of SURVIVAL under way, no Power used yet."),
                    _(
                        "The first row is a straight, and the second column holds two pairs: 4 and"
                        " 3, twice each. The ruin costs, and lies in the way of the third row and"
                        " the first column."
                    ),
                ),
                BoardFigure(("3456", "334.", "#4..", ".3.."), has_badges=True),
            ),
            Block((), SumRow(_("Numbers, counted twice"), points_text(70)), is_wide=True),
            Block((), SumRow(_("A straight"), points_text(60)), is_wide=True),
            Block((), SumRow(_("Two pairs"), points_text(20)), is_wide=True),
            Block((), SumRow(_("A ruin"), points_text(-RUIN_COST)), is_wide=True),
            Block((), SumRow(_("The score so far"), points_text(135), is_total=True), is_wide=True),
        ),
    )


def _end() -> Topic:  # M1.2, M1.3, M2.7
    return Topic(
        _("The end"),
        (
            Block(
                (
                    _(
                        "The game ends at once when every stone holds a number or a ruin. There is"
                        " no other end."
                    ),
                    _(
                        "The final score is counted there and then and goes into the high scores of"
                        " your difficulty by itself, with the date, the number of turns, and the"
                        " Powers used."
                    ),
                    _(
                        "Must you go in the middle of a game? Go. Continue on the title takes it up"
                        " where it stood, with the same dice. Nothing you do can change a roll"
                        " that was thrown, or show you the next one."
                    ),
                ),
                BoardFigure(("4456", "4#45", "3344", "2334"), has_badges=True),
            ),
        ),
    )


def _keys() -> Topic:
    rows = (
        (("1", "2", "3", "4"), _("Choose a die, or put it down again")),
        (
            ("icon_arrow_left", "icon_arrow_up", "icon_arrow_down", "icon_arrow_right"),
            _("Go from stone to stone"),
        ),
        ((_("Enter"),), _("Place the die on that stone, or press the button in focus")),
        (("R",), _("Roll")),
        (("C",), _("Confirm")),
        ((_("Backspace"),), _("Take the last staged die back")),
        (("−", "+"), _("Majda Power: lower, raise")),
        (("T",), _("Majda Power: throw again")),
        (("H",), _("Ask the coach")),
        ((_("Tab"),), _("Go from button to button")),
        ((_("Esc"),), _("Menu, or back")),
        (("F11",), _("Full screen or window")),
    )
    return Topic(
        _("By keyboard"),
        (
            Block((_("Mouse and finger do everything. So do the keys:"),)),
            *(Block((), KeyRow(keys, meaning), is_wide=True) for keys, meaning in rows),
        ),
    )
