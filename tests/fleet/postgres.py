"""A PostgreSQL server of the test's own, from Debian's package, in a temporary folder."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

PASSWORD = "s3cr3t-of-the-test"  # of a server that lives as long as a test
_PLACES = "/usr/lib/postgresql/*/bin"


def program(name: str) -> str:
    """Return where PostgreSQL's program *name* lies; Debian keeps it off the PATH."""
    found = sorted(Path("/").glob(f"{_PLACES[1:]}/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, f"PostgreSQL's {name} is not installed: apt-get install postgresql"
    return path


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Server:
    """One server; it refuses to run as root, so root lends it a user."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="magdagdon-postgres-"))
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self.folder, self._user, self._user)
        self.port = free_port()
        self._data = self.folder / "data"
        password = self.folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        words = "--username=kiosk --auth=scram-sha-256 --encoding=UTF8 --no-locale --no-sync"
        self._run("initdb", f"--pgdata={self._data}", f"--pwfile={password}", *words.split())

    @property
    def url(self) -> str:
        """What a kiosk's configuration calls the database."""
        return f"postgresql://kiosk:{PASSWORD}@127.0.0.1:{self.port}/postgres"

    def _run(self, name: str, *words: str) -> None:
        # The server inherits these streams; a pipe would be waited for as long as it runs.
        output = self.folder / "output"
        with output.open("ab") as file:
            done = subprocess.run(
                [program(name), *words],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                cwd=self.folder,
                user=self._user if os.geteuid() == 0 else None,
                group=self._user if os.geteuid() == 0 else None,
                extra_groups=[] if os.geteuid() == 0 else None,
                timeout=60,
                check=False,
            )
        assert done.returncode == 0, output.read_text(errors="replace")

    def start(self) -> None:
        """Start the server; return once it answers."""
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "shared_buffers": "16MB",
            "log_statement": "none",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-w", "-D", str(self._data), "-l", str(log), "-o", options)

    def crash(self) -> None:
        """Stop the server at once, as a power cut does."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(self._data))

    def close(self) -> None:
        """Stop the server, if it runs, and take its folder away."""
        if (self._data / "postmaster.pid").exists():
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Do *statement* as somebody who has the password and nothing else."""
        import psycopg  # of the extra, which most test runs are without

        with psycopg.connect(self.url) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []
