#!/bin/sh
# Makes the disk image for macOS: build/macos/make_dmg.sh dist/Magdagdon.app dist/magdagdon.dmg
#
# SIGN_AS names the certificate ("Developer ID Application: ..."); without it the program is signed
# for this machine only. NOTARY_PROFILE names the login kept by `xcrun notarytool store-credentials`;
# with it the image is sent to Apple and the answer stapled to it. See docs/release.md.
set -eu

app=${1:?which program? dist/Magdagdon.app}
image=${2:?which image? dist/magdagdon.dmg}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

[ -d "$app" ] || { echo "make_dmg.sh: there is no $app; build it with PyInstaller first" >&2; exit 2; }
if [ -n "${SIGN_AS:-}" ]; then
    # From the inside out: every library first, then the program that holds them.
    find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
        xargs -0 codesign --force --timestamp --options runtime --sign "$SIGN_AS"
    codesign --force --timestamp --options runtime --sign "$SIGN_AS" \
        --entitlements "$here/entitlements.plist" "$app"
else
    codesign --force --deep --sign - "$app"
fi
codesign --verify --deep --strict "$app"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$app" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -ov -volname MAGDAGDON -fs HFS+ -format UDZO -srcfolder "$stage" "$image"

if [ -n "${SIGN_AS:-}" ]; then
    codesign --force --timestamp --sign "$SIGN_AS" "$image"
fi
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature --verbose "$image"
fi
