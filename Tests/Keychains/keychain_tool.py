#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Dumps, checks, makes and maps macOS keychain files.

keychain_tool.py dump FILE [--password PW | --password-fd N]
    Prints the file as one JSON document with sorted keys.
keychain_tool.py check FILE --password PW
    Prints `ok`, or the first rule that the file breaks and the exit status 1.
keychain_tool.py make FILE --password PW --seed N --version 256|512 --items SPEC.json
    Writes a new file. The module keychain_items describes the JSON.
keychain_tool.py entries FILE
    Prints "start end name" for each byte range. The end is the offset after the last byte.
keychain_tool.py serve
    Answers requests from standard input, so that a test starts Python once for many files.

A password from a file descriptor ends before the last newline. A password has UTF-8 bytes.

Each request of "serve" is one line with a JSON object, and so is each answer. `command` is one of
these:

- "make": `items` (the description of keychain_items), `version`, `seed`; answers `file`.
- "check": `file`; answers `ok`: true.
- "dump": `file`, `only` (ids of the tables to describe); answers `dump`, and in `fault` the first
  rule that the file breaks.
- "entries": `file`; answers `entries`, a list of start, end and name.
- "ready": answers `ok`: true, or `missing` if there is no libcrypto with Triple DES.

Files are hex digits, `password` is a text. A request that fails answers `error`. "entries" takes
also files whose tables have fewer attributes than Apple's.
"""

import argparse
import json
import os
import sys

from keychain_container import parse_container
from keychain_crypto import encrypt
from keychain_dump import describe_keychain
from keychain_entries import file_entries
from keychain_file import Keychain, open_keychain
from keychain_items import make_keychain
from keychain_schema import META_RELATIONS, read_schema
from keychain_values import FormatError


def read_password(arguments, required):
    """Returns the bytes of the password of the arguments, or nothing if there is no password."""
    if arguments.password is not None:
        return os.fsencode(arguments.password)
    if arguments.password_fd is not None:
        with open(arguments.password_fd, "rb", closefd=False) as file:
            return file.read().removesuffix(b"\n")
    if required:
        sys.exit("The password is missing. Give it: --password PW or --password-fd N")
    return None


def dump(arguments):
    """Prints a file as JSON."""
    keychain = open_keychain(arguments.file)
    description = describe_keychain(keychain, read_password(arguments, False))
    print(json.dumps(description, sort_keys=True, indent=1))


def check(arguments):
    """Checks a file."""
    open_keychain(arguments.file).check(read_password(arguments, True))
    print("ok")


def make(arguments):
    """Writes a new file, and refuses to replace a file."""
    description = []
    if arguments.items is not None:
        with open(arguments.items, encoding="utf-8") as file:
            description = json.load(file)
    password = read_password(arguments, True)
    try:
        raw = make_keychain(description, password, arguments.version, arguments.seed)
    except (KeyError, ValueError, TypeError) as error:
        sys.exit(f"The description in {arguments.items} is wrong: {error}. "
                 "The members are in the module keychain_items.")
    with open(arguments.file, "xb") as file:
        file.write(raw)


def entries(arguments):
    """Prints the byte ranges of a file."""
    for start, end, name in file_entries(open_keychain(arguments.file)):
        print(start, end, name)


def parse_any_schema(raw):
    """Parses the container of a file, whose tables may have fewer attributes than Apple's."""
    container = parse_container(raw)
    relations = read_schema(container) | {relation.id: relation for relation in META_RELATIONS}
    for table in container.tables[len(META_RELATIONS):]:
        table.decode(relations[table.id].kinds)
    return Keychain(container, relations, None)


def fault_of(keychain, password):
    """Returns the sentence of the first rule that a parsed file breaks, or nothing."""
    try:
        keychain.check(password)
    except FormatError as error:
        return str(error)
    return None


def answer(request):
    """Returns the answer to one request."""
    command, password = request["command"], request.get("password", "").encode()
    if command == "ready":
        try:
            encrypt(bytes(24), bytes(8), b"")
        except (OSError, RuntimeError) as error:
            return {"missing": str(error)}
        return {"ok": True}
    if command == "make":
        return {"file": make_keychain(
            request["items"], password, request["version"], request.get("seed", 0)).hex()}
    raw = bytes.fromhex(request["file"])
    if command == "entries":
        return {"entries": file_entries(parse_any_schema(raw))}
    keychain = Keychain.parse(raw)
    if command == "check":
        keychain.check(password)
        return {"ok": True}
    if command == "dump":
        description = describe_keychain(keychain, password, request.get("only"))
        return {"dump": description, "fault": fault_of(keychain, password)}
    raise ValueError(f"There is no command {command!r}.")


def serve(_):
    """Answers requests, one JSON object a line."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result = answer(request)
        except FormatError as error:
            result = {"error": str(error)}
        except (KeyError, ValueError, TypeError) as error:
            result = {"error": f"The request is wrong: {error!r}"}
        print(json.dumps(result), flush=True)


def parse_arguments():
    """Returns the arguments of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help=serve.__doc__).set_defaults(run=serve)
    for run, needs_password in ((dump, True), (check, True), (make, True), (entries, False)):
        command = commands.add_parser(run.__name__, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("file", metavar="FILE")
        if needs_password:
            group = command.add_mutually_exclusive_group()
            group.add_argument("--password", metavar="PW")
            group.add_argument("--password-fd", metavar="N", type=int)
        if run is make:
            command.add_argument("--seed", default="0", metavar="N")
            command.add_argument("--version", type=int, choices=(256, 257, 512), default=512)
            command.add_argument("--items", metavar="SPEC.json")
    return parser.parse_args()


def main():
    """Runs the command and returns the exit status."""
    arguments = parse_arguments()
    try:
        arguments.run(arguments)
    except FormatError as error:
        print(error)
        return 1
    except OSError as error:
        print(f"The file {error.filename} cannot be used: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
