#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests the identity of a program on build/sdk: alone, with an entitlements file beside it, in a
# bundle, and with a void file (Documentation/Guides/entitlements.md). -34018 names the expected
# file, once.
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state
mkdir -p "$LATCHKEY_HOME" "$work/App/Contents/Linux"
swiftc -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" -Xfrontend -import-module \
  -Xfrontend Security Tests/SDK/Identity/identity.swift -o "$work/identity"
cp "$work/identity" "$work/App/Contents/Linux/app"

# Runs a program and prints its output, then its standard error after a bar.
expect() { # WHAT PATTERN PROGRAM WORDS…
  local found
  found=$("${@:3}" 2>"$work/error")" | $(tr '\n' ' ' <"$work/error")"
  [[ $found =~ $2 ]] || { echo "SDK: $1 gave: $found" >&2 && exit 1; }
}
entitlements() { # PATH IDENTIFIER GROUP
  cat >"$1" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>application-identifier</key><string>$2</string>
<key>keychain-access-groups</key><array><string>$3</string></array>
</dict></plist>
END
}

expect 'a program alone' '^0 -25299 adhoc\.identity - \| $' "$work/identity"
expect 'a group of others' "^-34018 -34018 adhoc\.identity - \| latchkey: -34018: the access group is not among .*; there is no file $work/identity\.entitlements $" \
  "$work/identity" shared.group
entitlements "$work/identity.entitlements" A1B2C3D4E5.org.example.tool shared.group
expect 'a file beside it' '^0 -25299 org\.example\.tool - \| $' "$work/identity" shared.group
expect 'a group that the file does not list' "the access groups come from $work/identity\.entitlements $" "$work/identity" another.group
echo '<plist><dict><key>keychain-access-groups</key><string>*</string></dict></plist>' >"$work/identity.entitlements"
expect 'a void file' "^-34018 -34018 - - \| latchkey: -34018: .*\($work/identity\.entitlements\)" "$work/identity"

entitlements "$work/App/Contents/app.entitlements" A1B2C3D4E5.org.example.app shared.group
cat >"$work/App/Contents/Info.plist" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.app</string></dict></plist>
END
expect 'a bundle' '^-25299 -25299 org\.example\.app org\.example\.app \| $' "$work/App/Contents/Linux/app" shared.group
# A program goes on if the line cannot be written: closed, full, or a pipe without a reader.
rm "$work/identity.entitlements"
refused='-34018 -34018 adhoc.identity -'
for mistake in group profile; do
  [ "$mistake" = group ] || export LATCHKEY_PROFILE=none
  [ "$mistake" = group ] || refused='-25291 -25291 '
  for way in '2>&-' '2>/dev/full' '2> >(true)'; do
    found=$(eval "sleep 0.1; $work/identity other.group $way") || { echo "SDK: ended by $way" >&2 && exit 1; }
    [[ $found == "$refused"* ]] || { echo "SDK: with $way: $found" >&2 && exit 1; }
  done
done
echo 'SDK: programs are who their files say'
