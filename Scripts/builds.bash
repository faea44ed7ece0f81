# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that build, from the root of the checkout. The library is compiled twice and no
# more, both times in .build: in debug for its tests and for outside packages in debug, and in release
# with the static run-time library for everything else. Any other flag would compile all of it anew,
# so flags of one target stand in Package.swift. Sanitizers and fuzzing have folders of their own.
debug=(swift build --scratch-path "$PWD/.build")
release=(swift build -c release --static-swift-stdlib --scratch-path "$PWD/.build")
products=$PWD/.build/release

# quietly COMMAND…: shows what a build prints where somebody watches, else only if it fails.
quietly() {
  if [ -t 1 ]; then
    "$@"
  else
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" = 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$status"
  fi
}

# Makes SwiftPM plan the next build anew. It keeps the list of files of a package that an outside
# package depends on, and a file that came with a pull would be missed.
forget_plan() {
  rm -f .build/*.yaml
}
