# SPDX-License-Identifier: Apache-2.0
"""Adds a password, finds it, removes it: in Python, by ctypes.

    LATCHKEY_LIB=/usr/local/lib python3 password.py
"""

import ctypes
import os
import sys

LIB = os.environ.get("LATCHKEY_LIB", "/usr/local/lib")
security = ctypes.CDLL(os.path.join(LIB, "libSecurity.so.0"))
# The loader finds it in the folder of libSecurity, which has loaded it already.
core = ctypes.CDLL("libFoundation.so")

POINTER = ctypes.c_void_p
UTF8 = 0x08000100
core.CFStringCreateWithBytes.restype = POINTER
core.CFStringCreateWithBytes.argtypes = [POINTER, ctypes.c_char_p, ctypes.c_long, ctypes.c_uint32, ctypes.c_ubyte]
core.CFDataCreate.restype = POINTER
core.CFDataCreate.argtypes = [POINTER, ctypes.c_char_p, ctypes.c_long]
core.CFDataGetLength.restype = ctypes.c_long
core.CFDataGetLength.argtypes = [POINTER]
core.CFDataGetBytePtr.restype = POINTER
core.CFDataGetBytePtr.argtypes = [POINTER]
core.CFDictionaryCreate.restype = POINTER
core.CFDictionaryCreate.argtypes = [POINTER, POINTER, POINTER, ctypes.c_long, POINTER, POINTER]
core.CFRelease.argtypes = [POINTER]
security.SecItemAdd.argtypes = [POINTER, POINTER]
security.SecItemCopyMatching.argtypes = [POINTER, POINTER]
security.SecItemDelete.argtypes = [POINTER]


def constant(library, name):
    """The object that a constant of the library refers to."""
    return POINTER.in_dll(library, name).value


def string(text):
    data = text.encode()
    return core.CFStringCreateWithBytes(None, data, len(data), UTF8, 0)


def dictionary(pairs):
    """A dictionary without call-backs: our references keep its content alive."""
    keys = (POINTER * len(pairs))(*pairs.keys())
    values = (POINTER * len(pairs))(*pairs.values())
    return core.CFDictionaryCreate(None, keys, values, len(pairs), None, None)


def check(status):
    if status != 0:
        sys.exit(f"status {status}")


def main():
    item = {
        constant(security, "kSecClass"): constant(security, "kSecClassGenericPassword"),
        constant(security, "kSecAttrService"): string("example.org"),
        constant(security, "kSecAttrAccount"): string("in Python"),
    }
    secret = core.CFDataCreate(None, b"correct horse", 13)
    check(security.SecItemAdd(dictionary(item | {constant(security, "kSecValueData"): secret}), None))
    true = constant(core, "kCFBooleanTrue")
    found = POINTER()
    wanted = dictionary(item | {constant(security, "kSecReturnData"): true})
    check(security.SecItemCopyMatching(wanted, ctypes.byref(found)))
    length = core.CFDataGetLength(found)
    print("Python:", ctypes.string_at(core.CFDataGetBytePtr(found), length).decode())
    core.CFRelease(found)
    check(security.SecItemDelete(dictionary(item)))


if __name__ == "__main__":
    main()
