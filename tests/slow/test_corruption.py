"""Ten thousand cases of damage to saved game, settings and scores."""

import os
import random
import tempfile
from pathlib import Path

import pytest

from tests.session.damage import Data

CASES = 10_000
MEMORY = Path("/dev/shm")


@pytest.mark.slow
def test_ten_thousand_damaged_files_are_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    # In memory where there is such a place: a disk would wait for each of the databases.
    where = MEMORY if os.access(MEMORY, os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=where) as folder:
        data = Data(Path(folder))
        for number in range(CASES):
            data.check(random.Random(1_000_000 + number))
