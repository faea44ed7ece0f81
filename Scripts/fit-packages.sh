#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fit-packages.sh PACKAGE…: prints how apt-get can install Debian packages without upgrading or
# removing another. Each line is one of: `install NAME[=VERSION]`, `blocked NAME: PACKAGES` with the
# packages that would have to be upgraded, or `unknown NAME` for a name that no archive has. The
# newest version in the archive may need newer libraries than the machine has, and an older one may
# fit.
set -euo pipefail

# Prints the plan of apt-get: `Inst NAME [OLD] (NEW …)` for an upgrade, `Inst NAME (NEW …)` for a
# new package.
plan() { apt-get -qq install -s --no-install-recommends "$@" 2>/dev/null; }
upgraded() { plan "$@" | awk '/^Inst [^ ]+ \[/ || /^Remv/ { print $2 }'; }
fits() { plan "$@" >/dev/null && [ -z "$(upgraded "$@")" ]; }

if fits "$@"; then
  printf 'install %s\n' "$@"
  exit
fi
for package; do
  found=
  for word in "$package" $(apt-cache madison "$package" | awk '{ print $1 "=" $3 }'); do
    if fits "$word"; then
      found=$word
      break
    fi
  done
  if [ -n "$found" ]; then
    echo "install $found"
  elif [ -z "$(apt-cache madison "$package")" ]; then
    echo "unknown $package"
  else
    echo "blocked $package:" $(upgraded "$package")
  fi
done
