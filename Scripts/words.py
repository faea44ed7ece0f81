#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds words that make a sentence hard to read, in comments, pages and messages.

Usage: Scripts/words.py [PATH...]   (default: the whole repository)
Prints `path:line: word: text` for each hit and exits with 1 if there is any. Scripts/words-allowed.tsv
lists the phrases that may stay, each with its reason: pattern, files, reason, separated by tabs.
"""
import fnmatch, os, re, sys

WORDS = re.compile(r"\b(what|who|none|nobody|somebody|such|thereof|that of|the one|as there|likewise|the same)\b", re.I)
# In pages and in comments of Sources, no sentence begins with this word: it hides the subject.
START = re.compile(r"\b(It)\b")
SKIP = ("/.", "/build/", "Tests/Vectors/", "Tests/Archives/", "Tests/TranscriptTests/Transcripts/")
TEMPLATES = "Packaging/templates/"
# The files of this script have the words themselves.
OWN = ("Scripts/words.py", "Scripts/words-allowed.tsv")
ENDINGS = (".swift", ".h", ".c", ".md", ".sh", ".bash", ".py", "Makefile", ".tsv", ".txt", ".ci/run")
# In a table, a word with a sign inside is a key or a name, and these lines of mutants are code.
NAME = re.compile(r"`[^`]*`|\S*\w[-._/]\w\S*")
CODE = ("old ", "new ", "file ", "suites ")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(path, lines):
    """The parts of a file that people read: (line number, text)."""
    fence = quoted = False
    for number, line in enumerate(lines, 1):
        if path.endswith(".md"):
            if line.lstrip().startswith("```"): fence = not fence
            # Headings are cited in many places, and tables of a specification stay to the letter.
            fixed = path.startswith("Documentation/Specification/") and line.startswith(("|", "#"))
            if not fence and not fixed and not line.startswith("    "):
                yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "X", line)
        elif path.startswith(TEMPLATES):
            yield number, line
        elif '"""' in line and path.endswith((".swift", ".py")):
            quoted ^= line.count('"""') % 2 == 1
            if path.endswith(".py"): yield number, line
        elif quoted:
            # Text of several lines: messages in Sources, a docstring in Python.
            if path.startswith("Sources/") or path.endswith(".py"):
                yield number, re.sub(r"`[^`]*`|\\\([^()]*\)", "X", line)
        elif path.endswith((".swift", ".h", ".c")):
            comment = re.search(r'(?:^|[^:"\w])//+ ?(.*)|^\s*(?:/\*+|\*) ?(.*)', line)
            if comment:
                yield number, re.sub(r"`[^`]*`", "X", comment.group(1) or comment.group(2) or "")
            elif path.startswith("Sources/"):
                for string in STRING.finditer(line): yield number, re.sub(r"\\\([^()]*\)", "X", string.group(1))
        elif path.endswith((".tsv", ".txt")):
            if not line.startswith(CODE): yield number, NAME.sub("X", line)
        elif line.lstrip().startswith("#"):
            yield number, re.sub(r"`[^`]*`", "X", line)


def main(arguments):
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    with open("Scripts/words-allowed.tsv") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    if len(rows) > 100 or any(len(row) != 3 or not row[2] for row in rows):
        sys.exit("words: the allow-list has at most 100 rows of pattern, files, reason")
    allowed = [(re.compile(pattern), files) for pattern, files, _ in rows]
    hits = 0
    for start in arguments or ["."]:
        found = [start] if os.path.isfile(start) else [os.path.join(d, f) for d, _, fs in os.walk(start) for f in fs]
        for path in sorted(os.path.relpath(f) for f in found):
            if not path.endswith(ENDINGS) and not path.startswith(TEMPLATES) or path in OWN or any(s in "/" + path for s in SKIP) and path != ".ci/run": continue
            with open(path, errors="replace") as file: lines = file.read().split("\n")
            for number, text in texts(path, lines):
                for pattern, files in allowed:
                    if fnmatch.fnmatch(path, files): text = pattern.sub("X", text)
                page = path.endswith(".md") and not path.startswith("Documentation/Specification/")
                comment = path.startswith("Sources/") and lines[number - 1].lstrip().startswith("//")
                for word in [*WORDS.finditer(text), *(START.finditer(text) if page or comment else ())]:
                    hits += 1
                    print(f"{path}:{number}: {word.group(1)}: {text.strip()[:160]}")
    if hits: print(f"words: {hits} to look at; STYLE.md, \"How we write\", says why", file=sys.stderr)
    return 1 if hits else 0


sys.exit(main(sys.argv[1:]))
