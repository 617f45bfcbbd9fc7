"""Make what a player on Linux downloads: `python build/linux/make_packages.py BUNDLE FOLDER`.

BUNDLE is the frozen program (dist/magdagdon). Into FOLDER come
magdagdon-VERSION-linux-ARCH.tar.gz, which holds install.sh, and magdagdon_VERSION_ARCH.deb, made
by dpkg-deb with the needs that dpkg-shlibdeps finds. The same bundle makes the same files:
everything in them says that it is from SOURCE_DATE_EPOCH, or from the day of the release.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
APP_ID = "org.magdagdon.Magdagdon"
MARK = ROOT / "assets" / "art" / "logo_mark.svg"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
# SDL opens them when it starts, and does without those that are not there.
RECOMMENDED = (
    *("libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2", "libxss1"),
    *("libwayland-client0", "libwayland-cursor0", "libxkbcommon0", "libdecor-0-0"),
    *("libpulse0", "libasound2 | libasound2t64"),
)
CONTROL = """\
Package: magdagdon
Version: {version}
Architecture: {architecture}
Maintainer: The MAGDAGDON authors <magdagdon@example.org>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Section: games
Priority: optional
Homepage: https://magdagdon.example.org/
Description: dice game for one player
 Four dice. Sixteen stones. Keep the ruins out. Roll four dice, place at least
 two of them on a board of four by four so that neighbours differ by at most 1,
 build straights, fours and pairs, and let no stone fall into ruin.
 .
 There are three difficulties, a coach that gives hints and reviews your games,
 and high scores that keep every game to be watched again.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: MAGDAGDON
Source: https://magdagdon.example.org/
Comment: The libraries that come along are listed, with their licences, in
 /usr/lib/magdagdon/_internal/licences.

Files: *
Copyright: 2026 The MAGDAGDON authors
License: Expat

License: Expat
{licence}
"""

CHANGELOG = """\
magdagdon ({version}) unstable; urgency=medium

  * What is new is told in NEWS.gz.

 -- The MAGDAGDON authors <magdagdon@example.org>  {date}
"""


def version() -> str:
    """Return the version of the game."""
    text = (ROOT / "game" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if found is None:
        raise SystemExit("game/__init__.py names no version")
    return found[1]


def release_time() -> int:
    """Return the time (seconds since 1970) that everything packed is to bear."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    release = ElementTree.parse(HERE / f"{APP_ID}.metainfo.xml").find("releases/release")
    date = "" if release is None else release.get("date", "")
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())


def put_share(target: Path, when: int) -> None:
    """Put menu entry, description, icons and manual page into *target*, a `share` folder."""
    menu, about = f"{APP_ID}.desktop", f"{APP_ID}.metainfo.xml"
    copies = {
        f"applications/{menu}": HERE / menu,
        f"metainfo/{about}": HERE / about,
        f"icons/hicolor/scalable/apps/{APP_ID}.svg": MARK,
    }
    for size in ICON_SIZES:
        picture = ROOT / "assets" / "icons" / f"magdagdon_{size}.png"
        copies[f"icons/hicolor/{size}x{size}/apps/{APP_ID}.png"] = picture
    for name, source in copies.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target / name)
    manual = (HERE / "magdagdon.6").read_text(encoding="utf-8")
    date = datetime.fromtimestamp(when, UTC).date().isoformat()
    manual = manual.replace("@VERSION@", version()).replace("@DATE@", date)
    put_compressed(target / "man" / "man6" / "magdagdon.6.gz", manual)


def put_compressed(path: Path, text: str) -> None:
    """Write *text* to *path*, compressed, always to the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files and links below *folder* in the order of their names."""
    yield from sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def set_modes(folder: Path) -> None:
    """Let everybody read what is in *folder*; what anybody could run, everybody may."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            is_open = path.is_dir() or (path.stat().st_mode & 0o100 and ".so" not in path.name)
            path.chmod(0o755 if is_open else 0o644)


def make_archive(bundle: Path, folder: Path, when: int, level: int) -> Path:
    """Return the tar.gz in *folder* that holds *bundle* and install.sh."""
    name = f"magdagdon-{version()}-linux-{platform.machine()}"
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary) / name
        shutil.copytree(bundle, top / "magdagdon", symlinks=True)
        put_share(top / "share", when)
        shutil.copy(HERE / "install.sh", top / "install.sh")
        shutil.copyfile(ROOT / "LICENSE", top / "LICENSE")
        set_modes(top)

        def settle(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = when
            return entry

        path = folder / f"{name}.tar.gz"
        with (
            path.open("wb") as raw,
            gzip.GzipFile("", "wb", level, fileobj=raw, mtime=when) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for file in sorted((top, *top.rglob("*"))):
                entry = file.relative_to(temporary)
                archive.add(file, entry, recursive=False, filter=settle)
    return path


def needed_packages(bundle: Path) -> str:
    """Return what dpkg-shlibdeps finds that the programs and libraries in *bundle* need."""
    with tempfile.TemporaryDirectory() as temporary:
        control = Path(temporary) / "debian" / "control"
        control.parent.mkdir()
        control.write_text("Source: magdagdon\n\nPackage: magdagdon\nArchitecture: any\n")
        objects = [path for path in files_below(bundle) if is_object(path)]
        said = subprocess.run(
            [
                *("dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"),
                *(f"-l{folder}" for folder in sorted({path.parent for path in objects})),
                *(f"-x{package}" for package in packages_of(path.name for path in objects)),
                *(f"-e{path}" for path in objects),
            ],
            cwd=temporary,
            capture_output=True,
            text=True,
            check=False,
        )
    found = re.match("shlibs:Depends=(.+)", said.stdout)
    if said.returncode or found is None:
        raise SystemExit(f"dpkg-shlibdeps: {said.stderr}")
    return found[1]


def packages_of(names: Iterable[str]) -> list[str]:
    """Return the system's packages that hold libraries of these *names*: the bundle has its own."""
    # A name with a checksum in it, or of a module of Python's, is no system's.
    patterns = [f"*/{name}" for name in names if re.fullmatch(r"lib[^-]+\.so[.\d]*", name)]
    found = subprocess.run(
        ["dpkg-query", "--search", *patterns], capture_output=True, text=True, check=False
    )  # which says of most of them that it knows none, and ends with 1
    return sorted({re.split("[:,]", line)[0] for line in found.stdout.splitlines()})


def is_object(path: Path) -> bool:
    """Tell whether *path* is a program or a library, and not a link to one."""
    if path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def make_deb(bundle: Path, folder: Path, when: int, level: int) -> Path:
    """Return the .deb in *folder* that installs *bundle*."""
    architecture = DEBIAN_NAMES.get(platform.machine(), platform.machine())
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary) / "root"
        usr = top / "usr"
        shutil.copytree(bundle, usr / "lib" / "magdagdon", symlinks=True)
        put_share(usr / "share", when)
        (usr / "games").mkdir()
        (usr / "games" / "magdagdon").symlink_to("../lib/magdagdon/magdagdon")
        documents = usr / "share" / "doc" / "magdagdon"
        documents.mkdir(parents=True)
        lines = "\n".join(f" {line}" if line else " ." for line in licence.splitlines())
        (documents / "copyright").write_text(COPYRIGHT.format(licence=lines), encoding="utf-8")
        news = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        put_compressed(documents / "NEWS.gz", news)
        date = format_datetime(datetime.fromtimestamp(when, UTC))
        put_compressed(documents / "changelog.gz", CHANGELOG.format(version=version(), date=date))
        overrides = usr / "share" / "lintian" / "overrides" / "magdagdon"
        overrides.parent.mkdir(parents=True)
        shutil.copyfile(HERE / "magdagdon.lintian-overrides", overrides)
        set_modes(top)

        installed = [path for path in files_below(top) if not path.is_symlink()]
        about = top / "DEBIAN"
        about.mkdir(mode=0o755)
        control = CONTROL.format(
            version=version(),
            architecture=architecture,
            kilobytes=sum(-(-path.stat().st_size // 1024) for path in installed),
            depends=needed_packages(bundle),
            recommends=", ".join(RECOMMENDED),
        )
        (about / "control").write_text(control, encoding="utf-8")
        sums = "".join(
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(top)}\n"
            for path in installed
        )
        (about / "md5sums").write_text(sums, encoding="utf-8")
        for path in (top, *top.rglob("*")):
            os.utime(path, (when, when), follow_symlinks=False)
        path = folder / f"magdagdon_{version()}_{architecture}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", top, path],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(when)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return path


def main() -> None:
    """Make both and say how large they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bundle", type=Path, help="the frozen program, dist/magdagdon")
    parser.add_argument("folder", type=Path, help="where the packages go")
    parser.add_argument(
        "--level", type=int, default=9, choices=range(10), help="how hard to compress"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    when = release_time()
    for make in (make_archive, make_deb):
        # In full: the tools work in folders of their own.
        path = make(options.bundle.resolve(), options.folder.resolve(), when, options.level)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
