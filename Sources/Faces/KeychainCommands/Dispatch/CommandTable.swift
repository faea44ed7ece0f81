// SPDX-License-Identifier: Apache-2.0 (table)

/// All commands: Apple's in Apple's order, then ours (spec/security-cli.md 1, 12).
///
/// The order decides what an abbreviation means, and scripts abbreviate. So a name stands here before
/// its command exists; `help` leaves it out.
package enum CommandTable {
  /// The first command whose name begins with `name`.
  static func first(matching name: String) -> Command? {
    all.first { $0.name.hasPrefix(name) }
  }

  /// The end of a sentence about a name that is none: the command that may be meant.
  static func suggestion(for name: String) -> String {
    Suggestion.of(name, among: names).map { ": is \($0) meant?" } ?? ""
  }

  static let all: [Command] = apples + ours

  /// The names in the order of the table.
  package static var names: [String] { all.map(\.name) }

  /// The names of the commands that are there, in the order of the table.
  package static var namesThere: [String] { all.filter(\.isThere).map(\.name) }

  /// The options that a command reads.
  package static func grammar(of name: String) -> OptionReader.Grammar? {
    all.first { $0.name == name }?.grammar
  }

  /// The full name that an abbreviation stands for.
  package static func name(for abbreviation: String) -> String? {
    first(matching: abbreviation)?.name
  }

  // swift-format-ignore
  static let apples: [Command] = [
    Command(name: "help", arguments: "[command]", summary: "Show the commands, or how one is used.", operands: .any, availability: .ready(HelpCommand.run)),
    Command(name: "list-keychains", arguments: "[-d user|system|common|dynamic] [-s [keychain...]]", summary: "Show or set the keychains that are searched.", grammar: .init(letters: "d:sh"), operands: .keychains, availability: .ready(KeychainLists.list)),
    planned("list-smartcards", "Show the smart cards."),
    Command(name: "default-keychain", arguments: "[-d user|system|common|dynamic] [-s [keychain]]", summary: "Show or set the keychain that new items go to.", grammar: .init(letters: "d:sh"), operands: .keychain, availability: .ready(KeychainLists.standard)),
    planned("login-keychain", "Show the login keychain."),
    planned("create-keychain", "Make keychains."),
    planned("delete-keychain", "Delete keychains and take them off the search list."),
    planned("lock-keychain", "Lock a keychain, or all.", for: "lock-store"),
    planned("unlock-keychain", "Unlock a keychain.", for: "unlock-store"),
    planned("set-keychain-settings", "Set when a keychain locks by itself."),
    planned("set-keychain-password", "Change the password of a keychain.", for: "change-passcode"),
    Command(name: "show-keychain-info", arguments: "[keychain]", summary: "Show when a keychain locks by itself.", operands: .keychain, availability: .ready(StoreCommands.show)),
    Command(name: "dump-keychain", arguments: "[-adir] [keychain...]" + dumpOptions, summary: "Show all items.", grammar: .init(letters: "adirh"), operands: .keychains, availability: .ready(DumpKeychain.run)),
    Command(name: "create-keypair", arguments: "[-a algorithm] [-s bits] [-f date] [-t date] [-d days] [-k keychain] [-H] [-A|-T program] [description]" + createKeypairOptions, summary: "Make a pair of keys.", grammar: .init(letters: "a:s:f:t:d:k:HAT:h", longWithValue: ["access-group"]), operands: .init(word: "description", least: 0, most: 1), availability: .ready(CreateKeypair.run)),
    add("add-generic-password", "[-a account] [-s service] [-w password] [options...] [keychain]" + genericAddOptions, "Add a generic password.", .generic, letters: "a:s:l:D:j:G:c:C:p:w:X:AT:Uh", secrets: "pwX"),
    add("add-internet-password", "[-a account] [-s server] [-w password] [options...] [keychain]" + internetAddOptions, "Add an internet password.", .internet, letters: "a:s:l:D:j:c:C:d:p:P:r:t:w:X:AT:Uh", secrets: "wX"),
    Command(name: "add-certificates", arguments: "[-k keychain] file..." + addCertificatesOptions, summary: "Add certificates.", grammar: .init(letters: "k:h", longWithValue: ["access-group"]), operands: .files, availability: .ready(AddCertificates.run)),
    find("find-generic-password", "[options...] [-g|-w] [keychain...]" + genericFilters + findOptions, "Find a generic password.", .generic, letters: "a:c:C:D:G:j:l:s:gwh"),
    delete("delete-generic-password", "[options...] [keychain...]" + genericFilters, "Delete a generic password.", .generic, letters: "a:c:C:D:G:j:l:s:h"),
    planned("set-generic-password-partition-list", "Set the partitions of a generic password."),
    find("find-internet-password", "[options...] [-g|-w] [keychain...]" + internetFilters + findOptions, "Find an internet password.", .internet, letters: "a:c:C:d:D:j:l:p:P:r:s:t:gwh"),
    delete("delete-internet-password", "[options...] [keychain...]" + internetFilters, "Delete an internet password.", .internet, letters: "a:c:C:d:D:j:l:p:P:r:s:t:h"),
    planned("set-internet-password-partition-list", "Set the partitions of an internet password."),
    Command(name: "find-key", arguments: "[-a label] [-c creator] [-D kind] [-j comment] [-l label] [-t type] [-derusvw] [keychain...]" + findKeyOptions, summary: "Find keys.", grammar: .init(letters: "a:c:dD:ej:l:rst:uvwh", longWithValue: ["access-group"]), operands: .keychains, availability: .ready(FindKey.run)),
    planned("set-key-partition-list", "Set the partitions of keys."),
    Command(name: "find-certificate", arguments: "[-a] [-c name] [-e address] [-m] [-p] [-Z] [keychain...]" + findCertificateOptions, summary: "Find certificates.", grammar: .init(letters: "ac:e:mpZh", longWithValue: ["access-group"]), operands: .keychains, availability: .ready(FindCertificate.run)),
    Command(name: "find-identity", arguments: "[-p policy] [-s string] [-v] [keychain...]" + findIdentityOptions, summary: "Find identities: certificates with their private keys.", grammar: .init(letters: "p:s:vh", longWithValue: ["access-group"]), operands: .keychains, availability: .ready(FindIdentity.run)),
    Command(name: "delete-certificate", arguments: "[-c name] [-Z hash] [-t] [keychain...]" + deleteCertificateOptions, summary: "Delete a certificate.", grammar: .init(letters: "c:Z:th", longWithValue: ["access-group"]), operands: .keychains, availability: .ready(DeleteCertificate.certificate)),
    Command(name: "delete-identity", arguments: "[-c name] [-Z hash] [-t] [keychain...]" + deleteCertificateOptions, summary: "Delete a certificate and its private key.", grammar: .init(letters: "c:Z:th", longWithValue: ["access-group"]), operands: .keychains, availability: .ready(DeleteCertificate.identity)),
    planned("set-identity-preference", "Set the identity to use for a service."),
    planned("get-identity-preference", "Show the identity to use for a service."),
    planned("create-db", "Make a bare database."),
    Command(name: "export", arguments: "[-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o file]" + exportOptions, summary: "Write keys and certificates to a file.", grammar: .init(letters: "k:t:f:wpP:o:h", longWithValue: ["passphrase-fd", "access-group"]), secretOptions: "P", availability: .ready(ExportCommand.run)),
    Command(name: "import", arguments: "file [-k keychain] [-t type] [-f format] [-w] [-x] [-P passphrase] [-a name value] [-A|-T program]" + importOptions, summary: "Add the keys and certificates of a file.", grammar: .init(letters: "k:t:f:wxP:a:AT:h", longWithValue: ["passphrase-fd", "access-group"], isMixed: true), operands: .files, secretOptions: "P", availability: .ready(ImportCommand.run)),
    planned("export-smartcard", "Write the items of a smart card to files."),
    planned("cms", "Sign, encrypt and read CMS messages."),
    macOSOnly("install-mds", "Install the module directory."),
    planned("add-trusted-cert", "Trust a certificate."),
    planned("remove-trusted-cert", "Take back the trust in a certificate."),
    planned("dump-trust-settings", "Show which certificates are trusted for what."),
    planned("user-trust-settings-enable", "Show or set whether the user's trust settings count."),
    planned("trust-settings-export", "Write the trust settings to a file."),
    planned("trust-settings-import", "Read the trust settings from a file."),
    Command(name: "verify-cert", arguments: "[-c file] [-r file] [-p policy] [-C] [-d date] [-k keychain] [-n name] [-N] [-L] [-l] [-e address] [-s host] [-q] [-R method] [-P] [-t] [-v]" + verifyCertificateOptions, summary: "Verify certificates.", grammar: .init(letters: "c:r:p:Cd:k:n:NLle:s:qR:Ptvh", optionalAnywhere: ["n"]), operands: .any, availability: .ready(VerifyCertificate.run)),
    macOSOnly("authorize", "Ask for authorization rights."),
    macOSOnly("authorizationdb", "Change the authorization rules."),
    macOSOnly("execute-with-privileges", "Run a program with privileges."),
    macOSOnly("leaks", "Look for leaks in this process."),
    Command(name: "error", arguments: "status..." + errorOptions, summary: "Say what statuses mean.", operands: .init(word: "status", least: 1, most: .max), availability: .ready(ErrorCommand.run)),
    macOSOnly("create-filevaultmaster-keychain", "Make the keychain for disk recovery."),
    planned("smartcards", "Turn smart-card tokens on or off."),
    macOSOnly("translocate-policy-check", "Ask whether a path would be translocated."),
    macOSOnly("translocate-status-check", "Ask whether a path is translocated."),
    macOSOnly("translocate-original-path", "Show the path before translocation."),
    planned("requirement-evaluate", "Evaluate a code requirement."),
    macOSOnly("filevault", "Manage disk encryption."),
    macOSOnly("platformsso", "Manage platform sign-on."),
  ]

  // swift-format-ignore
  static let ours: [Command] = [
    Command(name: "explain", arguments: "[query|add|update|delete] [attr=value[,attr=value...]]..." + explainOptions, summary: "Say why a call answers what it answers, without making it.", grammar: .init(letters: AttributeLetters.grammar + "gwUAT:X:h", longWithValue: ["set", "return", "limit", "as", "app", "if", "profile", "with", "item", "call", "passcode-fd"], longFlags: ["last", "skip", "fail", "values", "names", "json", "all", "plan", "owner", "no-class", "no-data"], isMixed: true), operands: .any, secretOptions: "pX", availability: .ready(ExplainCommand.run), isLong: true),
    Command(name: "trace", arguments: "file [--failed] [--pid N] [--follow] [--call N] [--names|--values]" + traceOptions, summary: "Show the calls of a program, from the file that LATCHKEY_TRACE names.", grammar: .init(letters: "h", longWithValue: ["pid", "call"], longFlags: ["failed", "follow", "names", "values"], isMixed: true), operands: .file, availability: .ready(TraceCommand.run), isLong: true),
    Command(name: "doctor", arguments: "[--as program] [--checklist] [--json] [--all] [--owner] [--adopt identifier] [--forget-history [identifier]] [--yes]" + doctorOptions, summary: "Check mode, store, identity and surroundings.", grammar: .init(letters: "h", longWithValue: ["as", "adopt", "passcode-fd"], longFlags: ["checklist", "json", "all", "forget-history", "yes", "owner"], isMixed: true), operands: .init(word: "identifier", least: 0, most: 1), availability: .ready(DoctorCommand.run), isLong: true),
    Command(name: "dump-items", arguments: "[class...] [attr=value...] [--compare attr=value,...] [--as program] [--sort attr] [--wide] [--json] [--names|--values]" + dumpItemsOptions, summary: "Show a table of items, never secrets.", grammar: .init(letters: AttributeLetters.grammar + "h", longWithValue: ["sort", "compare", "as", "passcode-fd"], longFlags: ["wide", "names", "values", "json", "owner"], isMixed: true), operands: .any, availability: .ready(DumpItems.run), isLong: true),
    Command(name: "check", arguments: "[--copy directory|--repair|--reseal]" + checkOptions, summary: "Open every row of the store and name what is damaged.", grammar: .init(letters: "h", longWithValue: ["copy"], longFlags: ["repair", "reseal"]), availability: .ready(CheckCommand.run)),
    Command(name: "rotate-keys", arguments: "", summary: "Renew the keys of the store, which stays in use.", availability: .ready(RotateKeys.run)),
    Command(name: "backup", arguments: "[--passphrase-fd n] file" + backupOptions, summary: "Write the store to an encrypted file.", grammar: .init(letters: "h", longWithValue: ["passphrase-fd"], longFlags: []), operands: .file, availability: .ready(BackupCommands.backup)),
    Command(name: "restore", arguments: "[--passphrase-fd n] [--merge] [--dry-run] [--yes] [--no-copy] file | --undo [--dry-run] [--yes] [--no-copy] | --forget-copy" + restoreOptions, summary: "Bring back a backup.", grammar: .init(letters: "h", longWithValue: ["passphrase-fd"], longFlags: ["merge", "dry-run", "yes", "no-copy", "undo", "forget-copy"]), operands: .init(word: "file", least: 0, most: 1), availability: .ready(RestoreCommand.run)),
    Command(name: "set-passcode", arguments: "[--passcode-fd n] [--timeout seconds]" + setPasscodeOptions, summary: "Give the store a passcode.", grammar: .init(letters: "h", longWithValue: ["passcode-fd", "timeout"], longFlags: []), availability: .ready(PasscodeCommands.set)),
    Command(name: "change-passcode", arguments: "[--passcode-fd n] [--new-passcode-fd n] [--timeout seconds]" + changePasscodeOptions, summary: "Change the passcode of the store.", grammar: .init(letters: "h", longWithValue: ["passcode-fd", "new-passcode-fd", "timeout"], longFlags: []), availability: .ready(PasscodeCommands.change)),
    Command(name: "remove-passcode", arguments: "[--passcode-fd n]" + removePasscodeOptions, summary: "Take the passcode of the store away.", grammar: .init(letters: "h", longWithValue: ["passcode-fd"], longFlags: []), availability: .ready(PasscodeCommands.remove)),
    Command(name: "lock-store", arguments: "[--all] [--follow-session]" + lockOptions, summary: "Forget the keys of the store.", grammar: .init(letters: "h", longWithValue: [], longFlags: ["all", "follow-session"]), availability: .ready(LockCommands.lock)),
    Command(name: "unlock-store", arguments: "[--passcode-fd n] [--timeout seconds]" + unlockOptions, summary: "Bring back the keys of the store.", grammar: .init(letters: "h", longWithValue: ["passcode-fd", "timeout"], longFlags: []), availability: .ready(LockCommands.unlock)),
    Command(name: "lock-status", arguments: "", summary: "Show whether the store is locked.", availability: .ready(LockCommands.status)),
    planned("codesign", "Sign programs and check signatures."),
    planned("trust-team", "Trust the key of a team."),
    planned("trust-path", "Bind the programs of a directory by path."),
    planned("list-bindings", "Show who may claim a group."),
    planned("rebind", "Change who may claim a group."),
    planned("forget-binding", "Forget who may claim a group."),
    planned("purge", "Delete items that nobody can reach."),
    planned("item", "Work on items by attributes, in the style of iOS."),
    Command(name: "version", arguments: "", summary: "Show the version of Latchkey.", availability: .ready(GeneralCommands.version)),
  ]

  private static func planned(
    _ name: String, _ summary: String, for substitute: String? = nil
  ) -> Command {
    Command(
      name: name, arguments: "", summary: summary, availability: .planned, substitute: substitute)
  }

  private static func macOSOnly(_ name: String, _ summary: String) -> Command {
    Command(name: name, arguments: "", summary: summary, availability: .macOSOnly)
  }

  private static func add(
    _ name: String, _ arguments: String, _ summary: String, _ attributes: PasswordAttributes,
    letters: String, secrets: String
  ) -> Command {
    Command(
      name: name, arguments: arguments, summary: summary,
      grammar: .init(
        letters: letters, optionalLast: ["w"], longWithValue: ["password-fd", "access-group"]),
      operands: .keychain, secretOptions: secrets,
      availability: .ready { (invocation) throws(Stop) in
        try AddPassword.run(attributes, invocation)
      })
  }

  private static func find(
    _ name: String, _ arguments: String, _ summary: String, _ attributes: PasswordAttributes,
    letters: String
  ) -> Command {
    Command(
      name: name, arguments: arguments, summary: summary,
      grammar: .init(letters: letters, longWithValue: ["access-group"]), operands: .keychains,
      availability: .ready { (invocation) throws(Stop) in
        try FindPassword.run(attributes, invocation)
      })
  }

  private static func delete(
    _ name: String, _ arguments: String, _ summary: String, _ attributes: PasswordAttributes,
    letters: String
  ) -> Command {
    Command(
      name: name, arguments: arguments, summary: summary,
      grammar: .init(letters: letters, longWithValue: ["access-group"]), operands: .keychains,
      availability: .ready { (invocation) throws(Stop) in
        try DeletePassword.run(attributes, invocation)
      })
  }
}
