#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# release.sh: makes the files of a release in build/release and checks each step. RELEASING.md says
# what to do before and after. It changes nothing in the repository. --check: makes only the checks
# that need no build.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/steps.bash
version=$(Scripts/version.sh)
out=$PWD/build/release

fail() { echo "release: $1" >&2 && exit 1; }

described() {
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "Version.swift has no version of three numbers: $version"
  [ "$(sed -n 's/^## \([0-9.]*\) (.*/\1/p' CHANGELOG.md | head -n 1)" = "$version" ] ||
    fail "the newest section of CHANGELOG.md is not of $version"
  local notes
  notes=$(find Changes/unreleased -name '*.md' | sort)
  [ -z "$notes" ] || fail "CHANGELOG.md lacks these notes, move them there: $notes"
  grep -q "^$version	" Tests/Archives/released.tsv || fail "Tests/Archives/released.tsv has no line for $version"
}
committed() {
  [ -z "$(git status --porcelain)" ] || fail 'there are changes that are not committed'
  [ -z "$(git tag --list "v$version")" ] || fail "there is a tag v$version already"
}
packed() {
  rm -rf "$out" && mkdir -p "$out"
  git archive --format=tar.gz --prefix="latchkey-$version/" -o "$out/latchkey-$version.tar.gz" HEAD
  RELEASE=1 Scripts/deb.sh
  cp build/deb/*.deb "$out/"
  tar -C build -czf "$out/latchkey-sdk-$version-$(uname -m).tar.gz" --transform "s|^sdk|latchkey-sdk-$version|" sdk
}
proved() {
  [ "$(build/sdk/bin/security version)" = "security, Latchkey $version" ] || fail 'security names another version'
  grep -q "^Version: $version\$" build/sdk/lib/pkgconfig/latchkey.pc || fail 'latchkey.pc names another version'
  local package
  for package in "$out"/*.deb; do
    [ "$(dpkg-deb --field "$package" Version)" = "$version" ] || fail "$package names another version"
  done
  Scripts/deb-test.sh
  (cd "$out" && sha256sum ./*.tar.gz ./*.deb >SHA256SUMS)
}

[ $# = 0 ] || [ "$*" = --check ] || { echo 'usage: release.sh [--check]' >&2 && exit 2; }
step "$version is described" described
step 'everything is committed, and the tag is free' committed
[ $# = 0 ] || exit 0
step 'make test' make --no-print-directory test
step 'the files of the release' packed
step 'the files name the version, and the packages work' proved
echo
echo "$version is made and checked: the files are in build/release. Now set the tag, and publish:"
echo "  git tag -s v$version -m 'Latchkey $version' $(git rev-parse --short HEAD)"
