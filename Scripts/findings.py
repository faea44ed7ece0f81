#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Swift names of the codes of findings and of their texts.

The tables are Sources/Engine/KeychainExplaining/Texts/FindingArticle+*.swift. The names of codes
are written for the library and for its users. With --check nothing is written: the exit status is 1
if a file differs, if two texts of a row have one name, or if no source prints one of the named
`texts`. The columns `text`, `why` and `fix` are not searched for: only the article may need them.
"""
import pathlib
import re
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parent.parent
engine = "Sources/Engine/KeychainExplaining/"
complaints = []
text = r'"((?:[^"\\]|\\.)*)"'
rows = []
for path in root.glob(engine + "Texts/FindingArticle+*.swift"):
    for row in path.read_text(encoding="utf-8").split("    FindingArticle(")[1:]:
        number, name = re.match(r'(\d+), "(\w+)"', row).groups()
        columns = re.findall(rf"^ +(summary|text|why|fix|example): {text}", row, re.MULTILINE)
        texts = re.findall(rf'^ +"(\w+)": {text},', row, re.MULTILINE)
        rows.append((int(number), name, dict(columns), texts))
rows.sort()


def braces(words):
    """Yields the words between outer braces, and the words outside, with a mark for the former."""
    depth, start = 0, 0
    for place, letter in enumerate(words):
        if letter == "{":
            if depth == 0:
                yield False, words[start:place]
                start = place + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield True, words[start:place]
                start = place + 1
    yield False, words[start:]


def placeholder(words):
    """Returns name, mark and alternatives of a placeholder, or nothing for other words."""
    name = re.match("[A-Za-z0-9]*", words).group()
    mark, rest, depth = words[len(name):][:1], words[len(name) + 1:], 0
    if name and not mark:
        return name, "", "", ""
    for place, letter in enumerate(rest):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if name and mark in "#?" and letter == "|" and depth == 0:
            return name, mark, rest[:place], rest[place + 1:]
    return None


def values(words):
    """Returns the marks of each value of a text, or nothing if other words are in braces."""
    marks = {}
    for inner in [inner for is_inner, inner in braces(words) if is_inner]:
        if placeholder(inner) is None:
            return None
        name, mark, *alternatives = placeholder(inner)
        marks.setdefault(name, set()).add(mark)
        for more in map(values, alternatives):
            if more is None:
                return None
            for key, others in more.items():
                marks.setdefault(key, set()).update(others)
    return marks


def general(words):
    """Returns a text as documentation shows it: the plural, and alternatives in braces."""
    result = ""
    for is_inner, part in braces(words):
        if is_inner and placeholder(part) is not None:
            name, mark, *alternatives = placeholder(part)
            shown = [general(words) for words in alternatives if words]
            part = {"": name, "?": " / ".join(shown), "#": shown[-1] if shown else ""}[mark]
            result += part if mark == "#" else "{" + part + "}"
        else:
            result += "{" + part + "}" if is_inner else part
    return result


def member(number, name, words):
    """Returns the function or the property for a text."""
    marks = values(words)
    if marks is None or not words:
        return []
    if not marks:
        return [f'    package var {name}: FindingText {{ FindingText({number}, "{name}") }}']
    parameters, given = [], []
    for value, mark in marks.items():
        if "#" in mark:
            kind, form = "Int", f".number({value})"
        elif mark == {"?"}:
            kind, form = "Bool", f".truth({value})"
        else:
            kind = "String?" if "?" in mark else "some CustomStringConvertible"
            form = f"Value({value})"
        parameters.append(f"{value}: {kind}")
        given.append(f'"{value}": {form}')
    # Inlined, a text would be made anew in each call that prints it: half a megabyte of code.
    return ["    @inline(never)",
            f'    package func {name}({", ".join(parameters)}) -> FindingText {{',
            f'      FindingText({number}, "{name}", [{", ".join(given)}])', "    }"]


def documented(words):
    words = re.sub(r"\\(.)", r"\1", words)
    return textwrap.wrap(words, 100, initial_indent="  /// ", subsequent_indent="  /// ",
                         break_long_words=False, break_on_hyphens=False)


def article(name, number, columns):
    """Returns the public name of a code, with its documentation."""
    words, note = re.fullmatch(r"(.*?)(?: \(([^()]*\.)\))?", general(columns.get("summary", columns["text"]))).groups()
    first, *rest = re.split(r"(?<=\.) ", columns["why"], maxsplit=1)
    lines = [*documented(first), "  ///"]
    for sentences in rest:
        lines += [*documented(sentences), "  ///"]
    lines += documented(f'Message: "{words}"')
    if note:
        lines += ["  ///", *documented(f"Severity: {note[0].lower()}{note[1:]}")]
    if "{" in words:
        meaning = "Words in braces stand for values of the explained call."
        if " / " in words:
            meaning += " Slashes separate alternatives, of which the message has one."
        lines += ["  ///", *documented(meaning)]
    return [*lines, f'  public static let {name} = FindingCode(rawValue: "K{number:03}")']


def write(path, head, declaration, members):
    wide = ["// swift-format-ignore-file"] if max(map(len, members)) > 100 else []
    lines = ["// SPDX-License-Identifier: Apache-2.0 (table)", *wide, "", *head, "///",
             "/// `Scripts/findings.py` writes this list.", declaration, *members, "}"]
    text = "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        (root / path).write_text(text, encoding="utf-8")
    elif (root / path).read_text(encoding="utf-8") != text:
        complaints.append(f"{path} differs: run Scripts/findings.py")


def check():
    """Complains of `texts` that share a name, that are malformed, or that no source prints."""
    for number, name, _, texts in rows:
        names = ["text", "why", "fix"] + [key for key, _ in texts]
        for key, words in texts:
            place = f"K{number:03} {name}.{key}"
            if names.count(key) > 1:
                complaints.append(f"{place}: another text of the row has this name")
            if values(words) is None:
                complaints.append(f"{place}: words in braces are no placeholder")
            if (name, key) not in used:
                complaints.append(f"{place}: no source prints this text")


sources = "".join(
    path.read_text(encoding="utf-8") for path in root.glob("Sources/**/*.swift")
    if path.name != "FindingText+Names.swift")
used = set(re.findall(r"\.(\w+)\s*\.(\w+)\b", sources))
def check_codes():
    """Complains of findings with a shared text and without a code, which would have no code."""
    for call in re.finditer(r"\bFinding\(\s*\.shared\.", sources):
        depth, end = 1, sources.index("(", call.start()) + 1
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(sources[end], 0)
            end += 1
        if "of: " not in sources[call.start():end]:
            complaints.append(f"a finding with a shared text has no code: {call.group()}")


codes = [row for row in rows if row[0] > 0]
write(engine + "Codes/FindingCode+Names.swift", ["/// All codes by name."],
      "extension FindingCode {",
      [f"  package static let {name} = FindingCode({number})" for number, name, _, _ in codes])
members = []
for number, name, columns, texts in rows:
    kind = name[0].upper() + name[1:]
    members += [f"  package static var {name}: {kind} {{ {kind}() }}", f"  package struct {kind} {{"]
    for key, words in [(key, columns[key]) for key in ("text", "why", "fix")] + texts:
        if (name, key) in used:
            members += member(number, key, words)
    members += ["  }"]
write(engine + "Texts/FindingText+Names.swift", ["/// The texts of all rows by name."],
      "extension FindingText {", members)
write("Sources/Faces/KeychainDiagnostics/FindingCode+Names.swift",
      ['/// All codes by name (Specification/diagnostics.md, "Findings: the code table").', "///",
       "/// The comment of a code has the reason of its finding, and its message in short."],
      "extension FindingCode {",
      [line for number, name, columns, _ in codes for line in article(name, number, columns)])
check()
check_codes()
sys.exit("\n".join(complaints) or 0)
