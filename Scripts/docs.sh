#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes DocC pages of the modules Security, LocalAuthentication and KeychainTesting, with the
# guides, in build/docs. Any web server can serve the folder. The page on the differences from Apple
# is made from Differences.md.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/builds.bash
out=$PWD/build/docs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
triple=$(swift -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)

"${debug[@]}" --product KeychainTesting
"${debug[@]}" --target LocalAuthentication
products=$PWD/.build/debug
mkdir "$work/graphs" "$work/Latchkey.docc"
for module in Security LocalAuthentication KeychainTesting; do
  swift symbolgraph-extract -module-name "$module" -target "$triple" -minimum-access-level public \
    -I "$products/Modules" -Xcc "-fmodule-map-file=$products/CLatchkey.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$products/CLatchkeyFoundation.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$PWD/Sources/System/CLatchkeyOpenSSL/module.modulemap" \
    -Xcc "-fmodule-map-file=$PWD/Sources/System/CLatchkeySQLite/module.modulemap" \
    -output-dir "$work/graphs"
done

# Links between guides become links between pages. A link to another file becomes plain text.
page() { # SOURCE NAME
  sed -e 's#](\([a-z-]*\)\.md\(\#[a-z-]*\)\{0,1\})#](doc:\1)#g' \
    -e 's#](\.\./Differences\.md)#](doc:what-is-different-from-apple)#g' \
    -e 's#\[\([^]]*\)\](\.\./[^)]*)#\1#g' "$1" >"$work/Latchkey.docc/$2.md"
}
for guide in Documentation/Guides/*.md; do page "$guide" "$(basename "$guide" .md)"; done
page Documentation/Differences.md what-is-different-from-apple
sed -i '1s/.*/# What is different from Apple/' "$work/Latchkey.docc/what-is-different-from-apple.md"
{
  printf '# Latchkey\n\nKeychain Services for Linux.\n\n@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n\n### Guides\n\n'
  for file in "$work"/Latchkey.docc/*.md; do echo "- <doc:$(basename "$file" .md)>"; done
} >"$work/root.md"
mv "$work/root.md" "$work/Latchkey.docc/Latchkey.md"

rm -rf "$out" && mkdir -p build
"$docc" convert "$work/Latchkey.docc" --fallback-display-name Latchkey --fallback-bundle-identifier org.latchkey \
  --additional-symbol-graph-dir "$work/graphs" --output-path "$out" >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }
echo "docs: $(find "$out/data" -name '*.json' | wc -l) pages in build/docs"
