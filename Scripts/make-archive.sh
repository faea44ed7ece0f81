#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make-archive.sh: makes Tests/Archives/format-N, a store of the format that this tree writes, with
# all that it can hold. To be run once for each format, in the commit that brings it; archives of
# older formats are never made again.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/build-tests.sh
programs=$(swift build --show-bin-path)
store=$(mktemp -d)
made=$(mktemp -d)
trap 'rm -rf "$store" "$made"' EXIT
security() { LATCHKEY_HOME=$store "$programs/security" "$@"; }

security add-generic-password -a command -s archive -l 'Été' -w 'by the command' \
  --access-group archive.first
security add-generic-password -a command -s archive -w 'twice by the command' -U \
  --access-group archive.first
security add-generic-password -a taken-back -s archive -w gone --access-group archive.first
security delete-generic-password -a taken-back -s archive >/dev/null
format=$(security check | sed -n 's/.*, format \([0-9]*\)$/\1/p')
target=Tests/Archives/format-$format
[ ! -e "$target" ] || { echo "make-archive: $target is there already" >&2 && exit 1; }
keybag=$(od -An -t u2 -j 8 -N 2 "$store/keybag" | tr -d ' ')

{
  printf '# What is in both stores beside this file; Tests/Archives/README.md says how it is written.\n'
  printf 'format %s\nkeybag %s\n' "$format" "$keybag"
  printf 'item genp\n  protection ak\n  sync 0\n  acct text command\n  agrp text archive.first\n'
  printf '  labl text Été\n  svce text archive\n'
  printf '  secret bytes %s\n' "$(printf 'twice by the command' | od -An -v -t x1 | tr -d ' \n')"
  LATCHKEY_HOME=$store "$programs/StoreWorker" archive "$store" "$made"
} >"$made/manifest.txt"
mkdir -p "$target"
cp -R "$made/." "$target/"
chmod 700 "$target/log" "$target/closed"
echo "make-archive: $target"
