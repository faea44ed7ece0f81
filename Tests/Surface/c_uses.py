# SPDX-License-Identifier: Apache-2.0
"""Prints a C program that uses every symbol and checks its value: `python3 c_uses.py now code …`."""

import re
import sys

from table import rows

BEGIN = """#include <CoreFoundation/CoreFoundation.h>
#include <LocalAuthentication/LAPublicDefines.h>
#include <Security/Security.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void same(CFStringRef is, const char *expected, const char *name) {
  char text[256] = "";
  if (is && CFStringGetCString(is, text, sizeof text, kCFStringEncodingUTF8) &&
      strcmp(text, expected) == 0 && CFGetTypeID(is) == CFStringGetTypeID())
    return;
  printf("%s is \\"%s\\", not \\"%s\\"\\n", name, text, expected);
  wrong++;
}

static void there(const void *function, const char *name) {
  if (function) return;
  printf("%s is not there\\n", name);
  wrong++;
}
"""


def uses(row):
    if row.kind == "func":
        return [f'there((const void *){row.symbol}, "{row.symbol}");']
    if row.kind == "type" and row.is_c and not row.header.startswith("LA"):
        return [f"{{ {row.symbol} *it = NULL; (void)it; }}"]
    if row.kind == "typealias":
        return [f"{{ {row.symbol} *it = NULL; (void)it; }}"]
    if row.kind == "member":
        owner, name = row.symbol.split(".")
        return [f"(void)sizeof((({owner} *)0)->{name});"]
    is_string = re.match(r"(?:static )?let [\w.]+: (CFString|Sec\w+)$", row.swift)
    if is_string and row.symbol != "kSecRandomDefault":
        return [f'same({row.symbol}, "{row.value.strip(chr(34)) or row.symbol}", "{row.symbol}");']
    if re.fullmatch(r"-?\d+", row.value):
        return [f"_Static_assert((long long)({row.symbol}) == {row.value}LL, \"{row.symbol}\");"]
    return [f"(void){row.symbol};"] if row.is_c and row.symbol != "LAErrorDomain" else []


def program(wanted):
    yield BEGIN
    wanted = [row for row in wanted if row.is_c and (
        not row.header.startswith("LA") or row.kind == "const" and row.value)]
    parts = [wanted[start : start + 100] for start in range(0, len(wanted), 100)]
    for number, part in enumerate(parts):
        yield f"static void part{number}(void) {{"
        for row in part:
            for line in uses(row):
                yield f"  {line}"
        yield "}"
    yield "int main(void) {"
    for number in range(len(parts)):
        yield f"  part{number}();"
    yield f'  printf("{len(wanted)} symbols of C, %d wrong\\n", wrong);\n  return wrong != 0;\n}}'


if __name__ == "__main__":
    for text in program(rows(*sys.argv[1:])):
        print(text)
