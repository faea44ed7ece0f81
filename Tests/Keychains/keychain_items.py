# SPDX-License-Identifier: Apache-2.0
"""Makes a keychain file from a description in JSON.

The description is a list of items, or an object with the members `items` and `database`.

`database` may have `idleTimeout` (seconds, 300), `lockOnSleep` (true), `padding` (6 hex digits,
zeros) and `date` (the default creation date, in the form "20240102030405Z").

Each item has a `class` and these members:

- "generic", "internet", "appleshare": `label`, `attributes`, `secret` (hex, default empty),
  `trusted`, `partitions`, `integrity`. With `unprotected` true, the secret becomes the record
  data as it is, and the item has no key and no ACL.
- "symmetric": `label`, `key` (hex), `algorithm` (default 0x80000001, AES), `bits`, `keyLabel`
  (hex, default random), `attributes`, `trusted`, `partitions`, `integrity`.
- "rsa": `label`, `public` and `private` (hex of the K bytes; either may be absent), `bits`
  (default: the size of the public modulus), `keyLabel` (hex, default SHA-1 of the public key),
  `attributes`, `trusted`, `partitions`, `integrity`.
- "certificate": `label`, `certificate` (hex of the DER), `attributes`.

`attributes` maps names as `dump` prints them ("acct", "KeyType", "Subject") to values. A value is
a number, a text, an object {"hex": "00ff"}, or a list of these for a multi-value. A text of four
characters is a four-character code for an integer attribute. A date is its text with the Z.
`label` is the attribute PrintName. A password item without it takes svce, srvr, vlme or acct.

`trusted` is a list of applications, or "any" for all applications. The default is an empty list.
An application has `path` (text), `hash` (hex of 20 bytes, default zeros), and `requirement` (hex
of a whole blob) or `cdhash` (hex of 20 bytes).

`partitions` is a list of partition ids, or null for no partition entry. The default is
["apple-tool:"]. Only version 512 has partition entries. `integrity` is true, false, or the hex of
a digest to store instead of the right one. The default is true, which has an effect only in
version 512. `owner` is an object with `mask`, `uid` and `gid`: processes that own the item, instead
of the user who is asked.

`updates` (a number, default 0) updates the item's records after all items are added. `deleted`
true deletes the records at the end, which leaves free slots.
"""

import hashlib

from keychain_acl import cdhash_requirement, code_signature, process_owner
from keychain_blobs import RSA
from keychain_schema import (
    APPLESHARE, CERTIFICATE, GENERIC, INTERNET, KNOWN_RELATIONS, PRIVATE_KEY, PUBLIC_KEY,
    SYMMETRIC_KEY)
from keychain_values import SINT32, TIME_DATE, UINT32, check_date, read_atom, require
from keychain_writer import DEFAULT_DATE, KeychainWriter

CLASSES = {"generic": GENERIC, "internet": INTERNET, "appleshare": APPLESHARE}
AES = 0x80000001


def bytes_of(value):
    """Returns the bytes of a text or of an object with hex digits."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value.encode()


def date_of(value):
    """Returns the 16 bytes of a date."""
    date = bytes_of(value)
    date = date if date.endswith(b"\0") else date + b"\0"
    check_date(date, "The description")
    return date


def value_of(kind, value):
    """Returns the value of an attribute from its JSON form."""
    if isinstance(value, list):
        return [value_of(kind, element) for element in value]
    if value is None:
        return None
    if kind == TIME_DATE:
        return date_of(value)
    if kind in (UINT32, SINT32):
        if isinstance(value, int):
            return int(value)
        code = bytes_of(value)
        require(len(code) == 4, f"The integer {value!r} is no number and has not four bytes.")
        return read_atom(code, 0, "The description")
    return bytes_of(value)


def attributes_of(item, identifier):
    """Returns the attributes of an item by label."""
    relation, result = KNOWN_RELATIONS[identifier], {}
    for label, value in item.get("attributes", {}).items():
        result[label] = value_of(relation.attributes[relation.position(label)].kind, value)
    if "label" in item:
        result["PrintName"] = bytes_of(item["label"])
    return result


def application_of(application):
    """Returns the subject of a trusted application."""
    requirement = bytes.fromhex(application.get("requirement", ""))
    if "cdhash" in application:
        requirement = cdhash_requirement(bytes.fromhex(application["cdhash"]))
    return code_signature(
        bytes_of(application["path"]), bytes.fromhex(application.get("hash", "00" * 20)),
        requirement)


def access_of(writer, item):
    """Returns the arguments for the ACL of an item."""
    trusted = item.get("trusted", [])
    partitions = item.get("partitions", ["apple-tool:"]) if writer.is_partitioned else None
    integrity = item.get("integrity", True)
    owner = item.get("owner")
    if owner is not None:
        owner = process_owner(owner["mask"], owner["uid"], owner["gid"])
    applications = None if trusted == "any" else [application_of(one) for one in trusted]
    return {"owner": owner, "trusted": applications,
            "partitions": partitions,
            "integrity": bytes.fromhex(integrity) if isinstance(integrity, str) else integrity}


def add_password(writer, item):
    """Adds a password item and returns its records with the ids of their tables."""
    identifier = CLASSES[item["class"]]
    attributes, secret = attributes_of(item, identifier), bytes.fromhex(item.get("secret", ""))
    if item.get("unprotected"):
        return [(identifier, writer.add_unprotected(identifier, attributes, secret))]
    for label in ("svce", "srvr", "vlme", "acct"):
        if "PrintName" not in attributes and attributes.get(label):
            attributes["PrintName"] = attributes[label]
    record, group = writer.add_password(
        identifier, attributes, secret, **access_of(writer, item))
    return [(identifier, record), (SYMMETRIC_KEY, group)]


def add_symmetric(writer, item):
    """Adds a symmetric key and returns its record with the id of its table."""
    key, attributes = bytes.fromhex(item["key"]), attributes_of(item, SYMMETRIC_KEY)
    label = bytes.fromhex(item["keyLabel"]) if "keyLabel" in item else writer.random.bytes(20)
    record = writer.add_wrapped_key(
        SYMMETRIC_KEY, attributes.get("PrintName", b""), label, key,
        item.get("algorithm", AES), item.get("bits", 8 * len(key)), attributes,
        **access_of(writer, item))
    return [(SYMMETRIC_KEY, record)]


def modulus_bits(key):
    """Returns the size of the modulus of a PKCS#1 public key."""
    def content(offset, tag):
        """Returns the start and the size of the content of a DER element."""
        require(len(key) > offset + 1 and key[offset] == tag,
                "The public key is no PKCS#1 key. Give `bits` with it.")
        size, start = key[offset + 1], offset + 2
        if size >= 0x80:
            start += size - 0x80
            size = int.from_bytes(key[offset + 2:start], "big")
        return start, size
    start, size = content(content(0, 0x30)[0], 0x02)
    return int.from_bytes(key[start:start + size], "big").bit_length()


def add_rsa(writer, item):
    """Adds an RSA key pair, or one half, and returns its records with the ids of their tables."""
    public, private = (bytes.fromhex(item.get(name, "")) for name in ("public", "private"))
    bits = item["bits"] if "bits" in item else modulus_bits(public)
    label = (bytes.fromhex(item["keyLabel"]) if "keyLabel" in item
             else hashlib.sha1(public).digest())
    attributes, access = attributes_of(item, PRIVATE_KEY), access_of(writer, item)
    name, records = attributes.get("PrintName", b""), []
    if public:
        records.append((PUBLIC_KEY, writer.add_public_key(
            name, label, public, bits, attributes, access["integrity"])))
    if private:
        records.append((PRIVATE_KEY, writer.add_wrapped_key(
            PRIVATE_KEY, name, label, private, RSA, bits, attributes, **access)))
    return records


def add_certificate(writer, item):
    """Adds a certificate and returns its record with the id of its table."""
    record = writer.add_certificate(
        attributes_of(item, CERTIFICATE), bytes.fromhex(item["certificate"]))
    return [(CERTIFICATE, record)]


ADDERS = {"generic": add_password, "internet": add_password, "appleshare": add_password,
          "symmetric": add_symmetric, "rsa": add_rsa, "certificate": add_certificate}


def make_keychain(description, password, version=0x200, seed=0):
    """Returns the bytes of a keychain file with the items of a description."""
    if isinstance(description, list):
        description = {"items": description}
    options = description.get("database", {})
    writer = KeychainWriter(
        password, version, seed, options.get("idleTimeout", 300),
        options.get("lockOnSleep", True), bytes.fromhex(options.get("padding", "000000")),
        date_of(options["date"]) if "date" in options else DEFAULT_DATE)
    items = description.get("items", [])
    added = [ADDERS[item["class"]](writer, item) for item in items]
    for item, records in zip(items, added):
        for _ in range(item.get("updates", 0)):
            for identifier, record in records:
                writer.update(identifier, record)
    for item, records in zip(items, added):
        for identifier, record in records if item.get("deleted") else ():
            writer.delete(identifier, record)
    return writer.encode()
