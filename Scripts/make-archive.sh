#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make-archive.sh [passcode]: makes Tests/Archives/format-N, a store in the current format with
# everything that it can hold. With `passcode` it makes keybag-N, a store with a passcode whose
# keybag has version N. Run it once for each, in the commit that brings the format. Older archives
# are never made again.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/build-tests.sh
programs=$(swift build --show-bin-path)
store=$(mktemp -d)
made=$(mktemp -d)
trap 'rm -rf "$store" "$made"' EXIT
security() { LATCHKEY_HOME=$store "$programs/security" "$@"; }
keybag() { od -An -t u2 -j 8 -N 2 "$1/keybag" | tr -d ' '; }
format() { security check | sed -n 's/.*, format \([0-9]*\)$/\1/p'; }
take() {
  [ ! -e "$1" ] || { echo "make-archive: $1 is there already" >&2 && exit 1; }
  mkdir -p "$1"
  cp -R "$made/." "$1/"
  chmod 700 "$1/log" "$1/closed"
  echo "make-archive: $1"
}
head='# What is in both stores beside this file; Tests/Archives/README.md says how it is written.'

if [ "${1:-}" = passcode ]; then
  LATCHKEY_HOME=$store "$programs/StoreWorker" archive-passcode "$store" "$made" >"$made/items"
  {
    printf '%s\nformat %s\nkeybag %s\n' "$head" "$(format)" "$(keybag "$store")"
    cat "$made/items"
  } >"$made/manifest.txt"
  rm "$made/items"
  take "Tests/Archives/keybag-$(keybag "$store")"
  exit
fi

security add-generic-password -a command -s archive -l 'Été' -w 'by the command' \
  --access-group archive.first
security add-generic-password -a command -s archive -w 'twice by the command' -U \
  --access-group archive.first
security add-generic-password -a taken-back -s archive -w gone --access-group archive.first
security delete-generic-password -a taken-back -s archive >/dev/null
format=$(format)

{
  printf '%s\nformat %s\nkeybag %s\n' "$head" "$format" "$(keybag "$store")"
  printf 'item genp\n  protection ak\n  sync 0\n  acct text command\n  agrp text archive.first\n'
  printf '  labl text Été\n  svce text archive\n'
  printf '  secret bytes %s\n' "$(printf 'twice by the command' | od -An -v -t x1 | tr -d ' \n')"
  LATCHKEY_HOME=$store "$programs/StoreWorker" archive "$store" "$made"
} >"$made/manifest.txt"
take "Tests/Archives/format-$format"
