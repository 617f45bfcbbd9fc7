"""The session's tests do not wait for the disk: what is written is the same, only not yet safe."""

import os

import pytest


@pytest.fixture(autouse=True)
def hasty_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the waiting for the disk; tests of the order of steps watch `os.fsync` themselves."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
