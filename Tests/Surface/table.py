# SPDX-License-Identifier: Apache-2.0
"""The declared surface: one row per public symbol (Specification/symbols.md, "Columns of the symbol table"), and the content of a row."""

import pathlib
import re

HERE = pathlib.Path(__file__).parent


class Row:
    """A line of symbols.tsv."""

    def __init__(self, line):
        fields = line.rstrip("\n").split("\t")
        self.symbol, self.kind, self.header, self.swift = fields[:4]
        self.value, self.platform, self.state, self.mark = fields[4:]

    @property
    def is_swift(self):
        """Whether Swift sees it."""
        return self.swift != "(C only)"

    @property
    def is_c(self):
        """Whether C sees it: LocalAuthentication's classes are Objective-C's."""
        return not self.header.startswith("LA") or self.kind == "const"


def rows(*states):
    """The rows of some states, or all, in the order of the table."""
    lines = (HERE / "symbols.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [row for row in map(Row, lines) if not states or row.state in states]


def split_at_commas(text):
    """Splits where no bracket is open."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign in "([<{":
            depth += 1
        elif sign in ")]}" or (sign == ">" and text[place - 1] != "-"):
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


class Function:
    """A Swift function as the importer writes it: labels, types, effects, result."""

    def __init__(self, declaration):
        match = re.match(r"(?:optional )?(class )?(?:func )?(\w+)", declaration)
        self.is_static, self.name = bool(match.group(1)), match.group(2)
        begin, depth = match.end(), 0
        for end in range(begin, len(declaration)):
            depth += {"(": 1, ")": -1}.get(declaration[end], 0)
            if depth == 0:
                break
        self.parameters = [
            self._parameter(part) for part in split_at_commas(declaration[begin + 1 : end])
        ]
        effects, _, result = declaration[end + 1 :].partition("->")
        self.effects, self.result = effects.strip(), result.strip() or "Void"

    @staticmethod
    def _parameter(text):
        names, _, kind = text.partition(":")
        return names.split()[0], kind.strip(), names.split()[-1]

    @property
    def types(self):
        return [kind for _, kind, _ in self.parameters]
