# SPDX-License-Identifier: Apache-2.0
"""Prints the names of the functions of C in some states, sorted: `python3 c_names.py now`."""

import sys

from table import rows

for name in sorted({r.symbol for r in rows(*sys.argv[1:]) if r.kind == "func" and r.is_c}):
    print(name)
