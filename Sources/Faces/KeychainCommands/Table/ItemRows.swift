// SPDX-License-Identifier: Apache-2.0 (table)

/// The row of the command table about `item`, which works on items by their attributes.
extension CommandTable {
  static let item = Command(
    name: "item",
    synopsis: "[-v] [-y | -Y passcode] [-a | -D | -u attributes | -q attributes] [-g] [-p] "
      + "[-P reference] [-j] [-l number] [-s group] [-d data | -f file] [attributes...]",
    summary: "Work on items by attributes, in the style of iOS.",
    operands: .init(word: "attributes", least: 0, most: .max),
    isMixed: true,
    options: {
      [
        CommandOption(
          "-q attributes", "find items; this is the action without another one",
          brief: "find items", absence: .anywhere, isSecret: true, repeats: true),
        CommandOption("-a", "add an item"),
        CommandOption(
          "-u attributes", "change all matching items: these are the new values",
          brief: "change items", isSecret: true, repeats: true),
        CommandOption("-D", "delete all matching items"),
        CommandOption("-g", "with -q: print the data too", brief: "print the data too"),
        CommandOption("-p", "print a persistent reference in base64", brief: "print references"),
        CommandOption("-P reference", "the item with this reference", brief: "item by reference"),
        CommandOption("-j", "print JSON: data in base64, dates in the form of ISO 8601"),
        CommandOption("-l number", "the most items to find; all, if it is not given"),
        CommandOption("-s group", "refused: there are no sharing groups here", brief: "refused"),
        CommandOption(
          "-d data", "with -a and -u: the data as text. Other programs can see it here: prefer -f",
          brief: "data as text", isSecret: true),
        CommandOption("-f file", "with -a and -u: the data is the content of this file", .files),
        CommandOption("-v", "show the call on standard error first, without data"),
        CommandOption(
          "-y, -Y passcode", "accepted without effect: no passcode is asked for",
          brief: "accepted without effect", isSecret: true),
        CommandOption(
          "attributes",
          "class=genp,acct=me: names of four letters with values. class is genp, inet, cert or keys"
        ),
      ]
    },
    manual: """
      Commas separate attributes. A backslash makes a comma, an equals sign or a backslash part of a
      value. A name without a value means true. `sync=1` means items for other devices. Data is
      text, or hexadecimal as in `klbl=<0a0b>`; a date is `2024-01-31T10:00:00Z`.

      `accc` is an access control: the protection, and the condition of each operation as in
      `accc=ak;od(cpo(DeviceOwnerAuthentication));odel(true)`. The operations are `od` (read), `oe`,
      `odel` (delete), `osgn`, `ock` and `oa`. Conditions are `cpo`, `cup(true)` for the passcode,
      `cbio(true)` and `cwtch(true)`; `pkofn(1)` before them asks for one of them.

      A search leaves out items that need the user, unless `u_AuthUI=u_AuthUIA` is given. The status
      is 0 even if nothing is found, and 1 after every error.
      """,
    availability: .ready(ItemCommand.run), isLong: true)
}
