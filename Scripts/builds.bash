# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that build, from the root of the checkout. The library is compiled only twice,
# both times in .build. The debug build is for its tests and for outside packages in debug. The
# release build, with the static run-time library, is for everything else. Any other flag would
# compile all of it anew, so flags of one target are in Package.swift. Sanitizers and fuzzing have
# folders of their own.
debug=(swift build --scratch-path "$PWD/.build")
release=(swift build -c release --static-swift-stdlib --scratch-path "$PWD/.build")
products=$PWD/.build/release

# The linking of the two programs in release (Package.swift). No name is exported, and the C++
# library is linked in, since the loader would look up each of its names at every start. Relative
# relocations are packed if the C library can read them, from glibc 2.36 on. Figures:
# Documentation/Decisions/program-size.md.
link=(-Xlinker --no-export-dynamic)
# Parts that this machine lacks. Without them the programs are larger than those on record.
lacking=
if clang -fuse-ld=lld -Wl,--version >/dev/null 2>&1; then
  link+=(-use-ld=lld -Xlinker -O2)
  case $(getconf GNU_LIBC_VERSION 2>/dev/null) in
    'glibc 2.'[0-9] | 'glibc 2.'[12][0-9] | 'glibc 2.3'[0-5] | '') lacking+=', no packed relocations' ;;
    *) link+=(-Xlinker -z -Xlinker pack-relative-relocs) ;;
  esac
else
  lacking+=', no lld'
fi
cpp=$(gcc -print-file-name=libstdc++.a 2>/dev/null || clang -print-file-name=libstdc++.a 2>/dev/null || true)
# Under sudo nothing is made in the user's checkout.
if [ -e "$cpp" ] && [ -z "${SUDO_USER:-}" ]; then
  # A directory with only the static library, searched before the folder with both.
  mkdir -p .build/static
  ln -sf "$cpp" .build/static/libstdc++.a
  link+=("-L$PWD/.build/static")
else
  lacking+=', no static C++ library'
fi
# One word a line, as the path may have blanks.
LATCHKEY_LINK=$(printf '%s\n' "${link[@]}")
export LATCHKEY_LINK

# quietly COMMAND…: shows the output of a build at a terminal, and elsewhere only if the build
# fails.
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

# Makes SwiftPM plan the next build anew. SwiftPM keeps the list of files of a package that an
# outside package depends on, so it would miss a file that came with a pull.
forget_plan() {
  rm -f .build/*.yaml
}
