#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the Swift that `security explain` prints for a duplicate, one program for each class, and
# runs it on the same store. It must answer 0, and the item must then be as the add wanted it
# (Specification/diagnostics.md, "-25299: show the item and print the update").
set -euo pipefail
cd "$(dirname "$0")/.."
sdk=$PWD/build/sdk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATCHKEY_HOME=$work/store XDG_STATE_HOME=$work/state TZ=UTC
mkdir -p "$LATCHKEY_HOME"

fail() {
  echo "SDK: $*" >&2
  exit 1
}

# Adds an item, runs the program that `explain add` prints for a changed one, and checks the item
# afterwards.
play() { # NAME ADD-COMMAND ATTRIBUTES PATTERN…
  local name=$1 program=$work/$1 pattern printed dumped
  touch "$program"
  # shellcheck disable=SC2086 # words of a command
  "$sdk/bin/security" $2 --access-group "adhoc.$name" -w old
  printed=$("$sdk/bin/security" explain add "$3" --values --as "$program" || [ $? = 45 ])
  {
    echo 'import Foundation'
    echo 'let (gena, icmt, secret) = (Data("y".utf8), "comment", Data("new".utf8))'
    sed -n '/let key = \[/,/let status = /p' <<<"$printed"
    echo 'print(status)'
  } >"$work/main.swift"
  swiftc -I "$sdk/swift" -L "$sdk/lib" -Xlinker -rpath -Xlinker "$sdk/lib" -suppress-warnings \
    -Xfrontend -import-module -Xfrontend Security "$work/main.swift" -o "$program" ||
    fail "what is printed for $name does not compile: $(cat "$work/main.swift")"
  [ "$("$program")" = 0 ] || fail "what is printed for $name answers $("$program")"
  dumped=$("$sdk/bin/security" dump-keychain -d)
  for pattern in "${@:4}"; do
    grep -q "$pattern" <<<"$dumped" || fail "$name: no $pattern afterwards"
  done
  [ "$("$sdk/bin/security" dump-items | grep -c readable)" = 1 ] || fail "$name: there are two items"
  rm -rf "$LATCHKEY_HOME"
  mkdir "$LATCHKEY_HOME"
}

play genp 'add-generic-password -a b -s a -l a' \
  'class=genp,svce=a,acct=b,gena:x=79,labl=It "is" new' '"gena"<blob>="y"' '^"new"$' 'It \\"is\\" new\|It "is" new'
play inet 'add-internet-password -a b -s a.example -l a' \
  'class=inet,srvr=a.example,acct=b,atyp=dflt,labl=new' '"srvr"<blob>="a.example"' '^"new"$'
