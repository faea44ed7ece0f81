#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs `security` with man page and completions, and its helper program `latchkey-prompt`, below
# $DESTDIR$PREFIX. --remove removes them.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${DESTDIR:-}${PREFIX:-/usr/local}

files=( # source, place, mode
  "BIN/security                      bin/security                                  755"
  "BIN/latchkey-prompt               libexec/latchkey-prompt                       755"
  "Packaging/pam/latchkey            share/latchkey/pam.d/latchkey                 644"
  "Packaging/man/security.1          share/man/man1/security.1                     644"
  "Packaging/completions/security.bash share/bash-completion/completions/security  644"
  "Packaging/completions/_security   share/zsh/site-functions/_security            644"
  "Packaging/completions/security.fish share/fish/vendor_completions.d/security.fish 644"
)

if [ "${1:-}" = --remove ]; then
  for file in "${files[@]}"; do
    read -r _ place _ <<<"$file"
    rm -f "$target/$place"
  done
  [ ! -d "$target/share/latchkey" ] || find "$target/share/latchkey" -depth -type d -empty -delete
  echo "removed from $target"
  exit
fi

# Under sudo a build would leave files of root in the checkout, so the last build is taken.
source Scripts/builds.bash
if [ -z "${SUDO_USER:-}" ] || [ ! -x "$products/security" ] || [ ! -x "$products/latchkey-prompt" ]; then
  Scripts/setup.sh build
  "${release[@]}" --product security
  "${release[@]}" --product latchkey-prompt
fi
# With PREFIX=~/.local, share/latchkey is the folder of the user's store too, which must be private.
[ "$target/share/latchkey" != "${XDG_DATA_HOME:-${HOME:-}/.local/share}/latchkey" ] ||
  install -d -m 700 "$target/share/latchkey"
for file in "${files[@]}"; do
  read -r source place mode <<<"$file"
  install -D -m "$mode" "${source/#BIN/$products}" "$target/$place"
done
if command -v strip >/dev/null; then strip "$target/bin/security" "$target/libexec/latchkey-prompt"; fi
echo "installed below $target"
case :$PATH: in
  *":$target/bin:"*) ;;
  *) echo "add $target/bin to PATH, so that the shell finds security" ;;
esac
echo "programs find latchkey-prompt in /usr/local/libexec, /usr/libexec and ../libexec beside their own directory, else by LATCHKEY_PROMPT_HELPER=$target/libexec/latchkey-prompt"
echo "to have accounts' passwords asked for where a store has no passcode (a gate, not a key), as root:"
echo "  cp $target/share/latchkey/pam.d/latchkey /etc/pam.d/latchkey"
