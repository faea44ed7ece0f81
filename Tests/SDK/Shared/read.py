# SPDX-License-Identifier: Apache-2.0
"""Prints the items that write.c wrote: the functions are those of Examples/OtherLanguages/password.py."""

import ctypes
import runpy
import sys

try:
    names = runpy.run_path(sys.argv[1], run_name="library")
except SystemExit as end:
    sys.exit(f"the example ended: {end}")
security, core = names["security"], names["core"]
query = {
    names["constant"](security, "kSecClass"): names["constant"](security, "kSecClassGenericPassword"),
    names["constant"](security, "kSecAttrService"): names["string"]("shared"),
    names["constant"](security, "kSecAttrAccount"): names["string"]("mira é"),
    names["constant"](security, "kSecReturnData"): names["constant"](core, "kCFBooleanTrue"),
}
found = ctypes.c_void_p()
names["check"](security.SecItemCopyMatching(names["dictionary"](query), ctypes.byref(found)))
print(ctypes.string_at(core.CFDataGetBytePtr(found), core.CFDataGetLength(found)).hex().upper())
