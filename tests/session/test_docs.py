"""docs/file-formats.md names what is really in the files: fields, actions, columns and keys."""

import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from game.rules.magdagdon.actions import Action, format_action, parse_action
from game.session.finish import score_entry
from game.session.kiosk_config import KIOSK_KEYS
from game.session.outbox import Outbox
from game.session.record import Mark, format_record, parse_record
from game.session.replay import replay
from game.session.scores import MIGRATIONS, ScoreTable
from game.session.settings import SETTING_KEYS, Settings, parse_settings
from game.session.usage import UsageKind, UsageLog
from tests.session.play import RULES, finished_record, noon

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "file-formats.md").read_text("utf-8")


def section(heading: str, page: str = PAGE) -> str:
    return re.split(r"\n##+ ", page.split(f"# {heading}\n", 1)[1], maxsplit=1)[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of a table's rows, without the two lines of its head."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def first_cells(text: str) -> list[str]:
    return [row[0].strip("` ") for row in rows(text)]


def columns(path: Path, table: str) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return [(name, kind) for _number, name, kind, *_rest in found]


def test_the_example_is_a_record_and_its_fields_are_told() -> None:
    text = section("Records").split("```\n")[1]
    record = parse_record(text)
    replay(RULES, record)
    assert format_record(record) == text
    header = text.split("\n\n")[0].splitlines()[1:]
    assert first_cells(section("Records")) == [line.partition(":")[0] for line in header]
    assert all(f"`{mark.value}`" in section("Records") for mark in Mark)


def test_every_action_is_told() -> None:
    told = [parse_action(text) for text in first_cells(section("Actions"))]
    assert {type(action) for action in told} == set(get_args(Action))
    assert [format_action(action) for action in told] == first_cells(section("Actions"))


@pytest.mark.parametrize(
    ("heading", "file", "tables"),
    [
        ("Scores", "scores.db", ("scores",)),
        ("Outbox", "outbox.db", ("sent", "left_over")),
        ("Usage", "usage.db", ("usage",)),
    ],
)
def test_the_columns_are_those_of_the_schemas(
    tmp_path: Path, heading: str, file: str, tables: tuple[str, ...]
) -> None:
    ScoreTable(tmp_path / "scores.db", noon).add(score_entry(finished_record()))
    Outbox(tmp_path, "somewhere", noon).left_over()
    UsageLog(tmp_path, noon).counts()
    real = [column for name in tables for column in columns(tmp_path / file, name)]
    told = [(row[0].strip("` "), row[1]) for row in rows(section(heading))]
    assert told == real
    assert real


def test_the_version_of_the_scores_and_the_kinds_of_use_are_told() -> None:
    assert f"(now {len(MIGRATIONS)})" in section("Scores")
    kinds = next(row[2] for row in rows(section("Usage")) if row[0] == "`kind`")
    assert re.findall("`(.+?)`", kinds) == [kind.value for kind in UsageKind]


def test_the_settings_are_told_with_their_defaults() -> None:
    told = rows(section("Settings"))
    assert [row[0].strip("`") for row in told] == list(SETTING_KEYS)
    text = "".join(f"{row[0].strip('`')} = {row[2].strip('`| ')}\n" for row in told)
    assert set(tomllib.loads(text)) == set(SETTING_KEYS)
    assert parse_settings(text) == (Settings(), (), {})


def test_the_keys_of_a_kiosk_are_told() -> None:
    page = (DOCS / "kiosk.md").read_text("utf-8")
    assert first_cells(section("The configuration", page)) == list(KIOSK_KEYS)


def test_the_readme_leads_to_every_page() -> None:
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    missing = [page.name for page in DOCS.glob("*.md") if f"(docs/{page.name})" not in readme]
    assert not missing
    for link in re.findall(r"\]\(([^)#:]+)\)", readme):
        assert (DOCS.parent / link).exists(), link
