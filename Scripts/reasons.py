#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of sentences that refusals have, with their numbers on the wire.

Usage: Scripts/reasons.py [--check]. The sentences are the string literals in the initialisers of
`KeychainError` and in properties of type `StaticString` that feed them. A number is the first four bytes
of the sentence's SHA-256, little-endian. With --check: exits with 1 if the table would change.
"""
import hashlib, os, re, sys

HEADS = re.compile(
    r"\bKeychainError\(|\bKeychainError\.init\(|\.parameter\(|\.wrongKind\(|\.translating\(|\bWords\("
    r"|\brefused\(|\bself\.init\(|\bKeybagError\.Text\(")
DEFAULT = re.compile(r'StaticString = "((?:[^"\\]|\\.)*)"')
STATIC = re.compile(r"(?:var \w+|func \w+\([^)]*\)(?: ->)?|let \w+):? ?StaticString\??\s*(?:=|\{)")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
PATH = "Sources/Vocabulary/KeychainTypes/Errors/ReasonTable+Rows.swift"
HEAD = """// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Scripts/reasons.py.

extension ReasonTable {
  // swift-format-ignore
  static let rows: [Row] = [
"""


def balanced(text, start, pairs):
    """The text up to the closing bracket, from behind the opening bracket; strings may contain brackets."""
    depth, place = 1, start
    while place < len(text) and depth:
        if text[place] == '"':
            literal = LITERAL.match(text, place)
            place = literal.end() if literal else place + 1
            continue
        depth += (text[place] in pairs[0]) - (text[place] in pairs[1])
        place += 1
    return text[start:place]


def literals(text):
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    for head in HEADS.finditer(text):
        for literal in LITERAL.finditer(balanced(text, head.end(), ("(", ")"))): yield literal.group(1)
    for literal in DEFAULT.finditer(text): yield literal.group(1)
    for head in STATIC.finditer(text):
        body = balanced(text, head.end(), ("{", "}")) if head.group().endswith("{") else text[head.end() : head.end() + 400].split("\n\n")[0]
        for literal in LITERAL.finditer(body): yield literal.group(1)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    found = set()
    for folder, _, files in os.walk("Sources"):
        for name in files:
            # The sentence for a number that is unknown has no number.
            if name.endswith(".swift") and name not in ("ReasonTable+Rows.swift", "KeychainError+Encoding.swift"):
                with open(os.path.join(folder, name), encoding="utf-8") as file: text = file.read()
                if "KeychainError" in text or "StaticString" in text: found |= set(literals(text))
    found = {text for text in found if " " in text and "\\(" not in text}
    rows = {}
    for text in sorted(found):
        number = int.from_bytes(hashlib.sha256(text.replace('\\"', '"').encode()).digest()[:4], "little")
        if number in rows: sys.exit(f"reasons: two sentences have one number: {rows[number]!r}, {text!r}")
        rows[number] = text
    made = HEAD + "".join(f'    Row(0x{number:08x}, "{rows[number]}"),\n' for number in sorted(rows)) + "  ]\n}\n"
    if "--check" not in sys.argv:
        with open(PATH, "w", encoding="utf-8") as file: file.write(made)
    elif open(PATH, encoding="utf-8").read() != made:
        sys.exit(f"reasons: {PATH} is not what Scripts/reasons.py writes")


main()
