"""What is downloaded on Linux: installed as players do, checked by the standard tools."""

import re
import tarfile
from pathlib import Path

import pytest

import game
from tests.packaging.conftest import EPOCH, ROOT, Run, call, listing

LINUX = ROOT / "build" / "linux"
APP_ID = "org.magdagdon.Magdagdon"
LARGEST_DOWNLOAD = 30_000_000
SHARED = {
    f"share/applications/{APP_ID}.desktop",
    f"share/metainfo/{APP_ID}.metainfo.xml",
    "share/man/man6/magdagdon.6.gz",
    f"share/icons/hicolor/scalable/apps/{APP_ID}.svg",
    *(
        f"share/icons/hicolor/{size}x{size}/apps/{APP_ID}.png"
        for size in (16, 24, 32, 48, 64, 128, 256, 512)
    ),
}

pytestmark = pytest.mark.packaging


def files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def unpacked(packages: Path, tmp_path: Path) -> Path:
    """Return the folder that the .tar.gz unpacks to."""
    (archive,) = packages.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    return tmp_path / archive.name.removesuffix(".tar.gz")


def decoded(value: str) -> str:
    """Return the program in an Exec line, read as desktops do: the string, then its quotes."""
    text = re.sub(r"\\(.)", r"\1", value)
    assert text[0] == text[-1] == '"'
    assert not re.search(r'(?<!\\)(?:\\\\)*["`$]', text[1:-1])
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("%%", "%")


def test_menu_entry_and_description_are_valid() -> None:
    call("desktop-file-validate", LINUX / f"{APP_ID}.desktop", cwd=ROOT)
    about = LINUX / f"{APP_ID}.metainfo.xml"
    call("appstreamcli", "validate", "--no-net", about, cwd=ROOT)
    release = re.search('<release version="(.+?)"', about.read_text(encoding="utf-8"))
    assert release
    assert release[1] == game.__version__


def test_installer_is_a_clean_script() -> None:
    call("shellcheck", LINUX / "install.sh", cwd=ROOT)


def test_download_is_small_and_the_same_each_time(packages: Path) -> None:
    (archive,) = packages.glob("*.tar.gz")
    (deb,) = packages.glob("*.deb")
    assert max(archive.stat().st_size, deb.stat().st_size) < LARGEST_DOWNLOAD
    with tarfile.open(archive) as packed:
        entries = packed.getmembers()
    assert {entry.mtime for entry in entries} == {int(EPOCH)}
    assert {(entry.uid, entry.gid, entry.uname) for entry in entries} == {(0, 0, "root")}
    names = [tuple(entry.name.split("/")) for entry in entries]
    assert names == sorted(names)
    assert not [entry.name for entry in entries if entry.mode & 0o022 and not entry.issym()]


@pytest.mark.parametrize("folder", ["Mano žaidimai ਖੇਡ", 'a"b`c$d\\e%f'])
def test_player_installs_it_and_takes_it_away(
    unpacked: Path, run: Run, tmp_path: Path, folder: str
) -> None:
    prefix = tmp_path / folder
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin" / "other").write_text("stays")
    for _again in (1, 2):
        done = run(unpacked / "install.sh", "--prefix", prefix)
        assert (done.returncode, done.stderr) == (0, "")
    program = prefix / "bin" / "magdagdon"
    done = run(program, "--smoke-test")
    assert (done.stdout, done.stderr) == ("ready\n", "")
    entry = prefix / "share" / "applications" / f"{APP_ID}.desktop"
    call("desktop-file-validate", entry, cwd=tmp_path)
    (line,) = re.findall("^Exec=(.*)$", entry.read_text(encoding="utf-8"), re.MULTILINE)
    assert decoded(line) == str(program)
    assert files(prefix) >= SHARED
    assert run(unpacked / "install.sh", "--prefix", prefix, "--uninstall").returncode == 0
    left = {name for name in files(prefix) if not name.endswith((".cache", ".theme"))}
    assert left == {"bin/other"}


def test_player_installs_it_at_home(unpacked: Path, run: Run, own_home: Path) -> None:
    games = own_home / ".local" / "share" / "magdagdon" / "scores.db"
    games.parent.mkdir(parents=True)
    games.write_text("mine")
    assert run(unpacked / "install.sh", "--user").returncode == 0
    assert run(own_home / ".local" / "bin" / "magdagdon", "--version").returncode == 0
    assert run(unpacked / "install.sh", "--uninstall").returncode == 0
    assert games.read_text() == "mine"
    assert not (own_home / ".local" / "lib" / "magdagdon").exists()
    done = run(unpacked / "install.sh", "--everywhere")
    assert done.returncode == 2
    assert "--everywhere" in done.stderr


def dpkg(root: Path, *arguments: str | Path) -> None:
    """Run dpkg on a system of its own below *root*, also for who is not root."""
    # It looks for tools of root's, which it then does not need.
    places = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"
    call(
        *("fakeroot", "dpkg", f"--root={root}", "--force-not-root", "--force-depends"),
        *arguments,
        cwd=root,
        PATH=places,
    )


def test_debian_package_is_installed_and_removed(packages: Path, run: Run, tmp_path: Path) -> None:
    root = tmp_path / "root"
    for folder in ("info", "updates"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    (deb,) = packages.glob("*.deb")
    dpkg(root, "--install", deb)
    usr = root / "usr"
    before = listing(usr / "lib")
    assert run(usr / "games" / "magdagdon", "--smoke-test").stdout == "ready\n"
    assert listing(usr / "lib") == before
    assert files(usr) >= SHARED | {"games/magdagdon", "share/doc/magdagdon/copyright"}
    assert not (usr / "games" / "magdagdon").readlink().is_absolute()
    call("desktop-file-validate", usr / "share/applications" / f"{APP_ID}.desktop", cwd=root)
    call("dpkg", f"--root={root}", "--verify", "magdagdon", cwd=root)
    dpkg(root, "--purge", "magdagdon")
    assert not usr.exists() or not files(usr)


def test_debian_package_says_what_it_needs(packages: Path) -> None:
    (deb,) = packages.glob("*.deb")
    fields = dict(
        line.split(": ", 1)
        for line in call("dpkg-deb", "--field", deb, cwd=packages).splitlines()
        if not line.startswith(" ")
    )
    assert fields["Version"] == game.__version__
    # All else comes along: what is opened only where it is there is recommended.
    assert re.fullmatch(r"libc6 \(>= 2\.\d+\)", fields["Depends"])
    assert "libx11-6" in fields["Recommends"]
    assert int(fields["Installed-Size"]) < 60_000
