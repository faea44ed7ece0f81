#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pass-store.sh DIR: makes a password store with one entry, `first`, under a throw-away key without a
# passphrase: DIR/store, DIR/gnupg. `pass-store.sh DIR end` ends the agent that gpg has started.
set -eu
dir=$1
export GNUPGHOME="$dir/gnupg" PASSWORD_STORE_DIR="$dir/store" HOME="$dir"
if [ "${2:-}" = end ]; then
  gpgconf --kill gpg-agent
  exit 0
fi
mkdir -p -m 700 "$GNUPGHOME"
gpg --batch --quiet --pinentry-mode loopback --passphrase '' \
  --quick-generate-key 'Bench <bench@example.org>' default default never
pass init bench@example.org >/dev/null
echo 'correct horse battery 1' | pass insert --multiline first >/dev/null
