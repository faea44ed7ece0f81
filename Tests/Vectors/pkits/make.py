#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes certificates-v1.txt and cases-v1.txt from the files of NIST's Public Key Interoperability Test Suite.

Usage: make.py FOLDER, where FOLDER is `tests/fixtures/nist_pkits` of the source distribution of the PyPI package
pyhanko-certvalidator 0.33.0: `certs` are the suite's own files, a work of the U.S. government, and two lists beside them say
which of them belong to which case. Left out are the sections about revocation lists (4.4, 4.14, 4.15), which this
library does not read, and runs of a case with other inputs than the usual ones (initial policies, explicit policy, no
mapping, no anyPolicy), which SecTrust has no words for.
"""
import json
import sys
from pathlib import Path

folder, here = Path(sys.argv[1]), Path(__file__).parent
cases, needed, inputs = [], {"TrustAnchorRootCertificate"}, set()
runs = [json.loads((folder / name).read_text()) for name in ("pkits.json", "pkits-user-notice.json")]
for run in runs[0] + runs[1]:
    number = f"4.{int(run['id'][1:3])}.{int(run['id'][3:5])}"
    if number.split(".")[1] in ("4", "14", "15"):
        continue
    if run.get("params"):
        inputs.add(number)
        continue
    given = [run["cert"]] + run.get("other_certs", [])
    given = [name.removesuffix(".crt") for name in given]
    needed.update(given)
    # What only the revocation list says is not the path's.
    is_about_lists = run.get("error", {}).get("class") in ("RevokedError", "InsufficientRevinfoError")
    expect = "valid" if "error" not in run else "revoked" if is_about_lists else "invalid"
    cases.append((number, given, expect))

with open(here / "certificates-v1.txt", "w") as file:
    file.write("# Written by make.py in this folder.\n")
    for name in sorted(needed):
        file.write(f"\nname: {name}\nder: {(folder / 'certs' / (name + '.crt')).read_bytes().hex()}\n")
with open(here / "cases-v1.txt", "w") as file:
    file.write("# Written by make.py in this folder.\n")
    for number, given, expect in cases:
        file.write(f"\nname: {number}\ngiven: {' '.join(given)}\nexpect: {expect}\n")
print(len(cases), "cases; only with other inputs:", sorted(inputs - {c[0] for c in cases}))
