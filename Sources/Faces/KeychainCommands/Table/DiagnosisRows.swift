// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about `help`, `error` and `version`, and about the commands that
/// explain calls.
extension CommandTable {
  static let help = Command(
    name: "help",
    synopsis: "[command]",
    summary: "Show the commands, or how one is used.",
    operands: .any,
    manual: """
      The list shows the commands that macOS does not have apart. A command that this version does
      not have is not in the list. `--help` behind any command shows its use too.
      """,
    availability: .ready(HelpCommand.run))

  static let error = Command(
    name: "error",
    synopsis: "status...",
    summary: "Explain statuses.",
    operands: .init(word: "status", least: 1, most: .max),
    options: {
      [
        CommandOption(
          "status",
          "a number (-25300, 25300, 0xFFFF9D2C), a name (errSecItemNotFound) or the exit status "
            + "of a command (44)")
      ]
    },
    manual: """
      An exit status gives a line for each status that ends so. `explain` with a status names its
      causes. With a number the command ends with status 1, as Apple's does.
      """,
    availability: .ready(ErrorCommand.run))

  static let version = Command(
    name: "version",
    synopsis: "",
    summary: "Show the version of Latchkey.",
    availability: .ready(GeneralCommands.version))

  static let explain = Command(
    name: "explain",
    synopsis: "[query|add|update|delete] [attr=value[,attr=value...]]... [options...] | code",
    summary: "Explain the answer of a call, without making the call.",
    operands: .init(
      word: "operand", least: 0, most: .max, values: .words(["query", "add", "update", "delete"]),
      isFirstOnly: true),
    isMixed: true,
    hiddenLetters: AttributeLetters.grammar + "gwUAT:X:",
    hiddenSecrets: "pX",
    options: {
      [
        CommandOption(
          "attr=value",
          "an attribute, as acct, account or kSecAttrAccount, and its value as text; attr:n=5 is a number, :b=true a "
            + "Boolean, :x=0a0b data, :d=2024-01-31T10:00:00Z a date. Also taken: -s AYS -a ann, as "
            + "the commands for passwords have it, and a dictionary of a program in one word"),
        CommandOption(
          "code",
          "a code: K209 shows the article of a finding, K2 the findings that begin so; -25300, 25300, "
            + "errSecItemNotFound or exit status 44 show those that explain a status"),
        CommandOption(
          "--set attr=value,...", "the changes of an update; data alone is a new secret",
          brief: "changes of an update", repeats: true),
        CommandOption(
          "--return results",
          "the results: data, attributes, ref, persistent-ref; several with commas",
          .words(["data", "attributes", "ref", "persistent-ref"]), isShown: true),
        CommandOption(
          "--limit n", "the number of matches: one, all or a number", .words(["one", "all"]),
          isShown: true),
        CommandOption("--skip", "the call skips items that need a prompt"),
        CommandOption("--fail", "the call fails if it needs a prompt"),
        CommandOption(
          "--as program",
          "the program to explain for. Without it, each program that the store remembers has a "
            + "line, and the last one that fails is explained in full",
          brief: "the program to explain for", .files, isShown: true),
        CommandOption("--app identifier", "the identifier of the program to explain for"),
        CommandOption(
          "--if state",
          "assume a state: locked, before-first-unlock, unlocked, background, headless or "
            + "no-passcode; may be repeated",
          brief: "assume a state",
          .words([
            "locked", "before-first-unlock", "unlocked", "background", "headless", "no-passcode",
          ]), isShown: true, repeats: true),
        CommandOption(
          "--profile name", "the rules to follow: dataProtection, ios, macos or quirks",
          brief: "the rules to follow", .words(["dataProtection", "ios", "macos", "quirks"]),
          isShown: true),
        CommandOption(
          "--access-group group", "the access group, as the commands for passwords have it",
          brief: "access group"),
        CommandOption("--no-class", "the call has no kSecClass"),
        CommandOption("--no-data", "the add has no secret"),
        CommandOption("--names", hideValues, brief: "hide values of attributes"),
        CommandOption("--values", "show values of attributes"),
        CommandOption("--json", "print one line of JSON"),
        CommandOption("--all", "show findings of severity info too"),
        CommandOption("--item identifier", "the item that dump-items shows by this identifier"),
        CommandOption(
          "--with program", "say whether the two programs share a group, or the group of agrp=",
          brief: "say whether two programs share a group", .files),
        CommandOption(
          "--last", "explain the last call that failed in the trace of LATCHKEY_TRACE",
          brief: "explain the last call that failed"),
        CommandOption(
          "--call file", "explain the last call of a trace file, or of standard input (-)",
          brief: "explain the last call of a trace file", .files, isShown: true),
        CommandOption(
          "--plan",
          "show how the query is answered: the comparisons of the store and the rows opened",
          brief: "show how the query is answered"),
        CommandOption(
          "--owner",
          "show where the items are that the program does not see; asks for the passcode",
          brief: "show items that the program does not see"),
        CommandOption(
          "--passcode-fd n", "read the passcode from this descriptor",
          brief: "read the passcode from a descriptor"),
      ]
    },
    manual: """
      Explains without making the call: no item changes, and no prompt appears.

      Several attributes are divided by commas. Without `class`, the class is the only one that has
      one of the attributes, else generic passwords. A secret is never given: an add assumes one. A
      value may be the name of a constant, as `kSecAttrProtocolHTTPS`. A backslash stands before a
      comma, an equals sign or a backslash that belongs to a value. Blanks around a name or a value
      are dropped, and one pair of quotes is; `:s` after the name keeps a value as it is.

      You may paste the call as it is elsewhere: keys that are no attributes, as
      `kSecReturnData=true`; the dictionary of a program, as one argument or as several,
      `[kSecAttrService as String: "AYS"]`; or a `security` command that finds, adds or deletes a
      password, and its letters alone, as `-s AYS -a ann`.

      A command for passwords may name keychains, as `find-generic-password -s AYS build.keychain`;
      without a name it looks through the search list. If keychain files are among them, the report
      has a line for each keychain: asked or not, missing, locked, and the answer of the item's
      access list.

      `--app` explains for the program as the store saw it last. `LATCHKEY_EXPLAIN_AS` names a
      program too. Without a program, and if the store remembers some, one line for each says the
      answer of the call for it: the 12 seen last, and `security` itself. The program that fails is
      explained in full; of several, the program that was seen last; if no program fails, `security`
      itself. A program whose file is gone is explained only if the store remembers no other. A
      store with a passcode names the programs with `--owner` only.

      `--plan` shows with how many rows each condition matches by itself. `--owner` also shows under
      which name a program ran before. `--last` may be followed by a number of calls; without
      `LATCHKEY_TRACE` it reads `last-failures.jsonl`.

      The status is 0 if the call would succeed. It is 1 if the call would succeed, but a finding says
      that its effect may surprise. It is 3 if the answer could not be determined. Otherwise it is
      the low byte of the call's answer. A number up to 255 is taken for an exit status first;
      `0xFFFF9D2C` and `OSStatus error -25300` are statuses too.
      """,
    availability: .ready(ExplainCommand.run),
    isLong: true)

  static let trace = Command(
    name: "trace",
    synopsis: "file [--failed] [--pid n] [--follow] [--call n] [--names|--values]",
    summary: "Show the calls of a program, from the file that LATCHKEY_TRACE names.",
    operands: .file,
    isMixed: true,
    options: {
      [
        CommandOption("--failed", "only calls that failed"),
        CommandOption("--pid n", "only calls of one process", isShown: true),
        CommandOption("--follow", "go on as the program does, until ended"),
        CommandOption(
          "--call n",
          "everything that is known of one call, by its number; with --pid if several processes "
            + "have the number",
          brief: "one call", isShown: true),
        CommandOption("--names", hideValues, brief: "hide values of attributes"),
        CommandOption("--values", "show values of attributes, if the trace has them"),
      ]
    },
    manual: """
      Shows one call a line: number, time, function, status and the codes of its findings. Each
      process counts its calls from 1: the table of a file of several processes has a column for
      them.
      """,
    availability: .ready(TraceCommand.run),
    isLong: true)

  static let doctor = Command(
    name: "doctor",
    synopsis: "[--as program] [--checklist] [--json] [--all] [--owner] [--adopt identifier] "
      + "[--forget-history [identifier]] [--yes] [--passcode-fd n]",
    summary: "Check mode, store, identity and surroundings.",
    operands: .init(word: "identifier", least: 0, most: 1),
    isMixed: true,
    options: {
      [
        CommandOption(
          "--as program", "look with the eyes of a program", .files, isShown: true),
        CommandOption(
          "--checklist", "show what the trace of LATCHKEY_TRACE proves of the program of --as",
          brief: "show what a trace proves of a program"),
        CommandOption("--json", "print one JSON object"),
        CommandOption("--all", "show findings of severity info, and all keychain files"),
        CommandOption(
          "--adopt identifier",
          "move the items that the program of --as made under an earlier identifier, and does not "
            + "see any more, to its first group",
          brief: "move the items of an earlier identifier"),
        CommandOption(
          "--forget-history",
          "forget a program that the store remembers, or all of them, and do nothing else",
          brief: "forget the programs that the store remembers"),
        CommandOption("--yes", "do not ask before --adopt and --forget-history"),
        CommandOption(
          "--owner", "name the programs that the store remembers; asks for its passcode",
          brief: "name the programs that the store remembers"),
        CommandOption(
          "--passcode-fd n",
          "read the passcode from this descriptor (--adopt, --forget-history, --owner)",
          brief: "read the passcode from a descriptor"),
      ]
    },
    manual: """
      Says in a line each:

      which service answers, and where the store is; which identity the program has, and which items
      it sees; whether the store is locked, and whether a person can be asked; how the environment
      changes calls; how the system protects secrets in memory; which keychain files there are, and
      whether they are locked.

      Then it names each fault, with advice. It changes no file, and makes no store.

      The store remembers which programs used it and which groups they had, so that lost items can
      be found again. References to items stay valid after `--adopt`, which asks for the passcode of
      a store that has one.

      The status is 0 if no finding is worse than a note, 1 after a warning, 4 after an error.
      """,
    availability: .ready(DoctorCommand.run),
    isLong: true)

  static let dumpItems = Command(
    name: "dump-items",
    synopsis:
      "[class...] [attr=value...] [keychain...] [--compare attr=value,...] [--as program] [--sort attr] "
      + "[--wide] [--json] [--names|--values] [--owner] [--passcode-fd n]",
    summary: "Show a table of items, never secrets.",
    operands: .init(
      word: "operand", least: 0, most: .max, values: .words(["genp", "inet", "cert", "keys"])),
    isMixed: true,
    hiddenLetters: AttributeLetters.grammar,
    options: {
      [
        CommandOption("class", "a class: genp, inet, cert or keys; without it, all classes"),
        CommandOption(
          "attr=value", "as explain takes it: svce=AYS, kSecAttrService=AYS, -s AYS"),
        CommandOption(
          "keychain",
          "a keychain file, as build.keychain, whose items are shown in place of those of the store"
        ),
        CommandOption(
          "--compare attr=value,...", "say of each item which of these values it has",
          brief: "values to compare each item with"),
        CommandOption(
          "--as program",
          "the items that a program may see; LATCHKEY_EXPLAIN_AS names a program for all commands",
          brief: "the items that a program may see", .files, isShown: true),
        CommandOption("--sort attr", "the attribute to sort by", isShown: true),
        CommandOption("--wide", "do not cut the table to 80 columns"),
        CommandOption("--json", "print one JSON object"),
        CommandOption("--names", hideValues, brief: "hide values of attributes"),
        CommandOption("--values", "show values of attributes"),
        CommandOption(
          "--owner", "all items, even with LATCHKEY_EXPLAIN_AS; asks for the passcode",
          brief: "all items"),
        CommandOption(
          "--passcode-fd n", "read the passcode from this descriptor",
          brief: "read the passcode from a descriptor"),
      ]
    },
    manual: """
      A locked item has no values in the table, and its row says so; the status is then 36.
      `--compare` judges locked items too.

      The table is at most 80 columns wide. Long values lose their middle. If that is not enough, a
      line below the table names the columns that were left out.

      The column `#` has the start of the name that `check` prints of the item: if the item is lost,
      an earlier copy of the table still tells what it was. In the column `S`, `l` is a local item,
      `s` a synchronizable one.

      The keychain files of the search list have tables of their own, below those of the store. They
      have neither groups nor protections; `#` is the number of the record, which `check` prints.
      The state is `locked`, or the answer of the item's access list: `prompt` asks a person,
      `refused` lets no other program pass. An item of a locked file shows its attributes, which
      stand in the clear.
      """,
    availability: .ready(DumpItems.run),
    isLong: true)

  private static let hideValues =
    "hide values of attributes; by default only a terminal shows them"
}
