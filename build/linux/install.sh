#!/bin/sh
# Installs MAGDAGDON from this folder, or takes it away again. Run it with --help.
set -eu

say() { printf '%s\n' "$*"; }
usage() {
    say "usage: install.sh [--user | --system | --prefix FOLDER] [--uninstall]"
    say "  --user       for you alone, in ~/.local (this is the default)"
    say "  --system     for everybody, in /usr/local (as root)"
    say "  --prefix     anywhere else"
    say "  --uninstall  take it away again; your games and scores stay"
}

prefix=${HOME:-}/.local
task=install
while [ $# -gt 0 ]; do
    case $1 in
        --user) prefix=${HOME:?there is no home folder}/.local ;;
        --system) prefix=/usr/local ;;
        --prefix)
            [ $# -ge 2 ] || { say "install.sh: --prefix needs a folder" >&2; exit 2; }
            shift
            prefix=$1
            ;;
        --uninstall) task=uninstall ;;
        -h | --help) usage; exit 0 ;;
        *) say "install.sh: there is no option $1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done
case $prefix in
    /*) ;;
    *) prefix=$PWD/$prefix ;;
esac

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
id=org.magdagdon.Magdagdon
# Not share/magdagdon, which is where your games are.
program=$prefix/lib/magdagdon
link=$prefix/bin/magdagdon
desktop=$prefix/share/applications/$id.desktop

refresh() {
    # What is not there has nothing to refresh; a menu that is a minute late is no failure.
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$prefix/share/applications" || :
    fi
    if command -v gtk-update-icon-cache >/dev/null; then
        gtk-update-icon-cache -qtf "$prefix/share/icons/hicolor" 2>/dev/null || :
    fi
}

uninstall() {
    rm -rf -- "$program"
    rm -f -- "$link" "$desktop" "$prefix/share/metainfo/$id.metainfo.xml" \
        "$prefix/share/man/man6/magdagdon.6.gz"
    for icon in "$prefix"/share/icons/hicolor/*/apps/"$id".*; do
        rm -f -- "$icon"
    done
    refresh
    say "MAGDAGDON is gone from $prefix. Your games and scores are still where they were."
}

install_all() {
    mkdir -p -- "$prefix/lib" "$prefix/bin" "$prefix/share"
    # A program that runs keeps its files; the new one takes the place in one step.
    rm -rf -- "$program.new"
    cp -R -- "$here/magdagdon" "$program.new"
    rm -rf -- "$program"
    mv -- "$program.new" "$program"
    ln -sf -- "../lib/magdagdon/magdagdon" "$link"
    cp -R -- "$here/share/." "$prefix/share/"
    # A desktop may not look into this folder, so the entry names the program in full: with a backslash
    # before each of \ " ` $, every backslash doubled, and % doubled.
    # shellcheck disable=SC2016 # the dollar is one
    quoted=$(printf '%s' "$link" |
        sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
    grep -v '^Exec=' "$here/share/applications/$id.desktop" >"$desktop"
    printf 'Exec="%s"\n' "$quoted" >>"$desktop"
    refresh
    say "MAGDAGDON is installed: look for it among your games, or run $link"
    case :$PATH: in
        *:"$prefix/bin":*) ;;
        *) say "(To run it as \`magdagdon\`, put $prefix/bin on your PATH.)" ;;
    esac
}

case $task in
    install) install_all ;;
    uninstall) uninstall ;;
esac
