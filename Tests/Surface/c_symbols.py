# SPDX-License-Identifier: Apache-2.0
"""Prints the symbols of C that libSecurity.so exports: functions, and the constants that the headers
declare, sorted: `python3 c_symbols.py HEADERS`.
"""

import pathlib
import re
import sys

from table import rows

# Declared in Latchkey.h, which is written by hand.
OWN = {"LKExplainCopy"}


def main(folder):
    functions = {row.symbol for row in rows() if row.kind == "func" and row.is_c}
    text = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(folder).rglob("*.h"))
    constants = set(re.findall(r"^extern const [^;(]*?(\w+);$", text, re.M))
    print("\n".join(sorted(functions | constants | OWN)))


if __name__ == "__main__":
    main(sys.argv[1])
