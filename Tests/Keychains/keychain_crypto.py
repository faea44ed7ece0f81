# SPDX-License-Identifier: Apache-2.0
"""Derives keys, computes MACs and encrypts with 3DES for keychain files.

The rules are in Specification/keychain-file-format.md, "Cryptography". 3DES comes from
OpenSSL's libcrypto, because the Python standard library has no block cipher.
"""

import ctypes
import ctypes.util
import functools
import hashlib
import hmac

from keychain_values import FormatError, require

ITERATIONS = 1000
WRAP_IV = bytes.fromhex("4adda22c79e82105")
LEGACY_VERSION = 0x100
KNOWN_VERSIONS = (0x100, 0x101, 0x200)


class PasswordError(FormatError):
    """A password that does not open the database blob."""


@functools.cache
def libcrypto():
    """Loads libcrypto and declares the calls that this module makes."""
    library = ctypes.CDLL(ctypes.util.find_library("crypto") or "libcrypto.so.3")
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    signatures = {
        "EVP_CIPHER_CTX_new": (pointer, []),
        "EVP_CIPHER_CTX_free": (None, [pointer]),
        "EVP_des_ede3_cbc": (pointer, []),
        "EVP_CIPHER_CTX_set_padding": (number, [pointer, number]),
        "EVP_CipherInit_ex": (number, [pointer, pointer, pointer, text, text, number]),
        "EVP_CipherUpdate": (number, [pointer, text, ctypes.POINTER(number), text, number])}
    for name, (result, arguments) in signatures.items():
        call = getattr(library, name)
        call.restype, call.argtypes = result, arguments
    return library


def run_cipher(key, iv, data, encrypts):
    """Encrypts or decrypts whole blocks with 3DES in CBC mode."""
    if len(key) != 24 or len(iv) != 8 or len(data) % 8:
        raise ValueError("3DES needs a key of 24 bytes, an IV of 8 bytes and whole blocks.")
    library = libcrypto()
    context = library.EVP_CIPHER_CTX_new()
    try:
        output, size = ctypes.create_string_buffer(len(data) + 8), ctypes.c_int()
        good = library.EVP_CipherInit_ex(
            context, library.EVP_des_ede3_cbc(), None, key, iv, int(encrypts))
        good = good and library.EVP_CIPHER_CTX_set_padding(context, 0)
        good = good and library.EVP_CipherUpdate(
            context, output, ctypes.byref(size), data, len(data))
        if not good or size.value != len(data):
            raise RuntimeError("libcrypto refuses 3DES. Check that OpenSSL provides DES-EDE3-CBC.")
        return output.raw[:size.value]
    finally:
        library.EVP_CIPHER_CTX_free(context)


def encrypt(key, iv, plain):
    """Encrypts with 3DES in CBC mode and PKCS#7 padding."""
    count = 8 - len(plain) % 8
    return run_cipher(key, iv, plain + bytes([count]) * count, True)


def decrypt(key, iv, data, where):
    """Decrypts with 3DES in CBC mode and removes the PKCS#7 padding."""
    require(data and len(data) % 8 == 0,
            f"{where} has {len(data)} encrypted bytes, which are no whole blocks.")
    plain = run_cipher(key, iv, data, False)
    count = plain[-1]
    require(1 <= count <= 8 and plain.endswith(bytes([count]) * count),
            f"{where} has wrong padding after decryption.")
    return plain[:-count]


@functools.lru_cache(maxsize=64)
def derive_master_key(password, salt):
    """Derives the 24-byte master key from a password and a salt."""
    return hashlib.pbkdf2_hmac("sha1", password, salt, ITERATIONS, 24)


def standard_mac(key, first, second):
    """Computes the HMAC-SHA1 of two chunks, as version 0x101 and 0x200 do."""
    return hmac.new(key, first + second, hashlib.sha1).digest()


def legacy_mac(key, first, second):
    """Computes the chained HMAC of two chunks, as version 0x100 does.

    The state of SHA-1 is not reset between the chunks, so the result is no standard HMAC.
    The rule is in Specification/keychain-file-format.md, "Message authentication codes".
    """
    block = key.ljust(64, b"\0")
    inner = bytes(byte ^ 0x36 for byte in block)
    outer = bytes(byte ^ 0x5C for byte in block)
    digest = hashlib.sha1(inner + first).digest()
    digest = hashlib.sha1(outer + digest + inner + second).digest()
    return hashlib.sha1(outer + digest).digest()


def blob_mac(version, key, first, second):
    """Computes the MAC of two chunks in the way of a blob version."""
    return (legacy_mac if version == LEGACY_VERSION else standard_mac)(key, first, second)


def wrap_key(wrapping_key, iv, private_acl, key):
    """Wraps key bytes and a private ACL in Apple's custom CMS form."""
    inner = encrypt(wrapping_key, iv, len(private_acl).to_bytes(4, "big") + private_acl + key)
    return encrypt(wrapping_key, WRAP_IV, (iv + inner)[::-1])


def unwrap_key(wrapping_key, iv, data, where):
    """Unwraps a key and returns the private ACL and the key bytes."""
    outer = decrypt(wrapping_key, WRAP_IV, data, f"{where} outer layer")[::-1]
    require(outer[:8] == iv, f"{where} has another IV inside than in its blob.")
    plain = decrypt(wrapping_key, iv, outer[8:], f"{where} inner layer")
    size = int.from_bytes(plain[:4], "big")
    require(len(plain) >= 4 and size <= len(plain) - 4,
            f"{where} has a private ACL of {size} bytes, which does not fit.")
    return plain[4:4 + size], plain[4 + size:]
