"""The version resource of the Windows programs: what the Explorer shows under Properties."""

from pathlib import Path

DESCRIPTIONS = {
    "magdagdon": "MAGDAGDON, a dice game",
    "magdagdon-cli": "MAGDAGDON, the command line",
}
_US_ENGLISH, _UNICODE = 0x0409, 1200


def four_numbers(version: str) -> tuple[int, int, int, int]:
    """Return *version* (`1.2.0`, `1.2.0rc1`) as the four numbers that Windows compares."""
    numbers = [int("".join(filter(str.isdigit, part)) or 0) for part in version.split(".")[:4]]
    first, second, third, fourth = numbers + [0] * (4 - len(numbers))
    return first, second, third, fourth


def version_info(version: str, name: str) -> str:
    """Return the resource of the program *name* as PyInstaller reads it."""
    numbers = four_numbers(version)
    strings = {
        "CompanyName": "The MAGDAGDON authors",
        "FileDescription": DESCRIPTIONS[name],
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "The MAGDAGDON authors, MIT licence",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "MAGDAGDON",
        "ProductVersion": version,
    }
    table = ", ".join(f"StringStruct({key!r}, {text!r})" for key, text in strings.items())
    language = f"{_US_ENGLISH:04X}{_UNICODE:04X}"
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, "
        "flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable({language!r}, [{table}])]), "
        f"VarFileInfo([VarStruct('Translation', [{_US_ENGLISH}, {_UNICODE}])])])\n"
    )


def write_version_info(folder: Path, version: str, name: str) -> str:
    """Write the resource of the program *name* into *folder* and return the file's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"version_{name}.txt"
    path.write_text(version_info(version, name), encoding="utf-8")
    return str(path)
