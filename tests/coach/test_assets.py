from pathlib import Path

import pytest

from game.coach.assets import CHECKSUMS, TableError, TableFault, check_tables, pack, read_weights
from game.coach.coach import Coach
from tests.coach.conftest import TABLES

MOST_BYTES = 6_000_000


@pytest.fixture
def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in TABLES.iterdir()}


def test_the_shipped_tables_fit_their_checksums_and_the_limit(files):
    check_tables(files)
    assert sum(map(len, files.values())) <= MOST_BYTES


def test_a_changed_byte_is_found(files):
    name = next(name for name in files if name != CHECKSUMS)
    spoilt = files[name][:-1] + bytes([files[name][-1] ^ 1])
    with pytest.raises(TableError) as error:
        Coach({**files, name: spoilt})
    assert error.value.fault is TableFault.DAMAGED
    assert error.value.name == name


def test_a_missing_table_is_named(files):
    name = next(name for name in files if name != CHECKSUMS)
    del files[name]
    with pytest.raises(TableError) as error:
        Coach(files)
    assert error.value.fault is TableFault.MISSING


def test_tables_without_checksums_are_refused():
    with pytest.raises(TableError):
        Coach({})


@pytest.mark.parametrize("data", [b"", b"something else", pack(b"O", 1, b""), pack(b"V", 1, b"12")])
def test_bytes_that_are_no_weights_are_refused(data):
    with pytest.raises(TableError):
        read_weights({"x": data}, ("x",))


def test_a_directory_without_tables_is_an_os_error(tmp_path: Path):
    with pytest.raises(OSError, match=CHECKSUMS):
        Coach.load(tmp_path)
