#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Shows the main job on a throw-away store: a Swift program and the command `security` keep
# passwords. Each step prints its output and checks it, so the demo fails if Latchkey does.
set -euo pipefail
cd "$(dirname "$0")/.."

source Scripts/builds.bash
source Scripts/steps.bash

build() {
  forget_plan
  quietly "${release[@]}" --product security
  quietly "${release[@]}" --package-path Examples/PasswordDemo
}
step 'build the command `security` and Examples/PasswordDemo in release (some minutes the first time)' build
security=$products/security
demo=$products/PasswordDemo
LATCHKEY_HOME=$(mktemp -d)
trap 'rm -rf "$LATCHKEY_HOME"' EXIT
export LATCHKEY_HOME XDG_STATE_HOME=$LATCHKEY_HOME/state

number=0
show() { # show STATUS TITLE COMMAND…: runs a step and expects its exit status
  local expected=$1 title=$2 status=0
  shift 2
  number=$((number + 1))
  printf '\n%d. %s\n   $ %s\n' "$number" "$title" "${*##*/}"
  "$@" 2>&1 | sed 's/^/   /' || status=${PIPESTATUS[0]}
  [ "$status" = 0 ] || printf '     exit status %d\n' "$status"
  [ "$status" = "$expected" ] || {
    echo "demo: step $number ended with $status, not $expected" >&2
    exit 1
  }
}
show 0 'A Swift program adds a password: SecItemAdd' \
  "$demo" add example.org mira <<<'correct horse'
show 0 'It finds it: SecItemCopyMatching returns the data' "$demo" find example.org mira
show 1 'It adds it again: the status of a duplicate, in words' \
  "$demo" add example.org mira <<<'battery staple'
show 0 'It changes it: SecItemUpdate' "$demo" update example.org mira <<<'battery staple'
show 0 'Another process finds the new one: it is on the disk' "$demo" find example.org mira
show 0 'The command reads the same store' "$security" find-generic-password -s example.org -a mira -w
show 0 'The command adds an internet password, from a descriptor: no secret in the process list' \
  "$security" add-internet-password -s mail.example.org -a mira -r imap --password-fd 3 3<<<'tr0ub4dor'
show 45 'The command meets its duplicate' \
  "$security" add-internet-password -s mail.example.org -a mira -r imap --password-fd 3 3<<<'refused'
show 0 'It changes the password of the one that is there: -U' \
  "$security" add-internet-password -s mail.example.org -a mira -r imap -U --password-fd 3 3<<<'correct staple'
show 0 'It finds it, with all attributes, and the password on standard error' \
  "$security" find-internet-password -s mail.example.org -g
show 0 'The store is sound' "$security" check
show 0 'It lists what the store holds, never a secret' "$security" dump-items
show 0 'The program lists its accounts' "$demo" list example.org
show 0 'It deletes its password: SecItemDelete' "$demo" delete example.org mira
show 1 'It looks for it: not found, in words' "$demo" find example.org mira
show 0 'The command deletes the other' "$security" delete-internet-password -s mail.example.org
show 44 'and finds nothing' "$security" find-internet-password -s mail.example.org
printf '\nThe throw-away store was %s; it is removed now.\n' "$LATCHKEY_HOME"
cat <<'END'

What to do next:
  your own program    Documentation/Guides/swift-quick-start.md: a package that says `import Security`
  the command         `make install`, then `security help`
  your tests          Documentation/Guides/simulated-device.md: a locked phone in your tests
END
