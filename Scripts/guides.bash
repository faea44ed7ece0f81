# SPDX-License-Identifier: Apache-2.0
# Read by the scripts that test the commands and lines of a guide.

# shown GUIDE HEADING: prints the lines of the first block below a heading of a guide. Fails if the
# heading or the block is missing.
shown() {
  awk -v heading="## $2" '
    $0 == heading { below = 1 }
    /^```/ && below { if (inside) exit; inside = 1; next }
    inside { print; found = 1 }
    END { exit !found }' "Documentation/Guides/$1.md" || {
    echo "guides: Documentation/Guides/$1.md has no block below \"$2\"" >&2
    return 1
  }
}
