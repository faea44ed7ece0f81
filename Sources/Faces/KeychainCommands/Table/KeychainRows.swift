// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about the commands that manage keychains.
extension CommandTable {
  static let listKeychains = Command(
    name: "list-keychains",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain...]]",
    summary: "Show or set the keychains that are searched.",
    operands: .keychains,
    options: {
      [preferenceDomain, CommandOption("-s", "set the list to the keychains that follow")]
    },
    manual: """
      Without a list of its own, the list has the login keychain and the default keychain. The list
      for everybody comes last: the certificates of the distribution. `-s` without a keychain clears
      the list.
      """,
    availability: .ready(KeychainLists.list))

  static let defaultKeychain = Command(
    name: "default-keychain",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain]]",
    summary: "Show or set the keychain that new items go to.",
    operands: .keychain,
    options: { [preferenceDomain, CommandOption("-s", "set it to the keychain that follows")] },
    manual: """
      Without a choice, new items go to the login keychain.
      """,
    availability: .ready(KeychainLists.standard))

  static let loginKeychain = Command(
    name: "login-keychain",
    synopsis: "",
    summary: "Show the login keychain.",
    hiddenLetters: "d:s",
    manual: """
      The login keychain is the embedded store, until there is a file `login.keychain-db` in the
      folder of keychains.
      """,
    availability: .ready(KeychainLists.login))

  static let createKeychain = Command(
    name: "create-keychain",
    synopsis: "[-P] [-p password] [keychain...]",
    summary: "Make keychains.",
    operands: .keychains,
    options: {
      [
        passwordOption("-p password", "the password of the new keychain"),
        CommandOption("-P", "ask for the password"),
      ]
    },
    notes: """
      A new keychain is not added to the search list: list-keychains -s does that.
      """,
    manual: """
      A name without `/` means a file in the folder of keychains. The new keychain is unlocked. It
      locks itself after 300 seconds without use, and when the machine sleeps.
      """,
    availability: .ready(KeychainAdministration.create))

  static let deleteKeychain = Command(
    name: "delete-keychain",
    synopsis: "keychain...",
    summary: "Delete keychains and take them off the search list.",
    operands: .keychains,
    availability: .ready(KeychainAdministration.delete))

  static let lockKeychain = Command(
    name: "lock-keychain",
    synopsis: "[-a|keychain]",
    summary: "Lock a keychain, or all.",
    operands: .keychain,
    options: { [CommandOption("-a", "lock all keychains of the user, of every home")] },
    manual: """
      With -a, the keychains of jobs and tests that the user runs at the same time are locked too,
      also those of another HOME or LATCHKEY_HOME. A job locks its own keychain by name. The lock of
      the embedded store is its passcode. A store without a passcode stays readable.
      """,
    availability: .ready(KeychainAdministration.lock))

  static let unlockKeychain = Command(
    name: "unlock-keychain",
    synopsis: "[-u] [-p password] [keychain]",
    summary: "Unlock a keychain.",
    operands: .keychain,
    options: {
      [
        passwordOption("-p password", "the password of the keychain"),
        CommandOption("-u", "ask for the password"),
      ]
    },
    manual: """
      Unlocks the keychain for all programs of the user. The password of a keychain that is
      unlocked already is not looked at.
      """,
    availability: .ready(KeychainAdministration.unlock))

  static let setKeychainSettings = Command(
    name: "set-keychain-settings",
    synopsis: "[-l] [-u] [-t seconds] [--password-fd n] [keychain]",
    summary: "Set when a keychain locks by itself.",
    operands: .keychain,
    options: {
      [
        CommandOption("-l", "lock the keychain when the machine sleeps"),
        CommandOption("-t seconds", "lock it after so many seconds without use"),
        CommandOption("-u", "accepted; -t has this effect"),
        CommandOption(
          "--password-fd n",
          "read the password of the keychain from descriptor n, to set a locked keychain without "
            + "a question",
          brief: "descriptor with the password"),
      ]
    },
    notes: """
      All settings are replaced: without -t the keychain never locks by itself, and without -l it
      stays unlocked when the machine sleeps.
      """,
    manual: """
      A keychain with a limit of 0 seconds is locked at once, in each process. `--password-fd`
      gives it another limit. The lock stays as it is.
      """,
    availability: .ready(KeychainAdministration.set))

  static let setKeychainPassword = Command(
    name: "set-keychain-password",
    synopsis: "[-o old] [-p new] [keychain]",
    summary: "Change the password of a keychain.",
    operands: .keychain,
    options: {
      [
        passwordOption("-o old", "the present password"),
        passwordOption("-p new", "the new password"),
      ]
    },
    availability: .ready(KeychainAdministration.setPassword))

  static let showKeychainInfo = Command(
    name: "show-keychain-info",
    synopsis: "[keychain]",
    summary: "Show when a keychain locks by itself.",
    operands: .keychain,
    hiddenLetters: "s",
    manual: """
      Prints the settings on standard error: `lock-on-sleep`, and `timeout=300s` or `no-timeout`.
      For the store, the time-out is the number of seconds from now on. The status is 36 if the
      keychain is locked.
      """,
    availability: .ready(KeychainAdministration.show))

  static let setKeyPartitionList = Command(
    name: "set-key-partition-list",
    synopsis: "-S partitions [-k password] [options...] [keychain]",
    summary: "Set the partitions of keys.",
    operands: .keychain,
    hiddenLetters: "c:D:j:",
    options: {
      partitionOptions + [
        CommandOption("-a label", "the application label of the key"),
        CommandOption("-l label", "the label of the key"),
        CommandOption("-t kind", "the kind", .words(["symmetric", "public", "private"])),
        CommandOption(
          "-d, -e, -r, -s, -u, -v, -w",
          "keys that decrypt, encrypt, derive, sign, unwrap, verify, wrap",
          brief: "only keys that can do it"),
      ]
    },
    availability: .ready(PartitionCommands.keys))

  static let setGenericPasswordPartitionList = Command(
    name: "set-generic-password-partition-list",
    synopsis: "-S partitions [-k password] [options...] [keychain]",
    summary: "Set the partitions of a generic password.",
    operands: .keychain,
    options: { partitionOptions + genericFilters },
    availability: .ready { (invocation) throws(Stop) in
      try PartitionCommands.passwords(.generic, invocation)
    })

  static let setInternetPasswordPartitionList = Command(
    name: "set-internet-password-partition-list",
    synopsis: "-S partitions [-k password] [options...] [keychain]",
    summary: "Set the partitions of an internet password.",
    operands: .keychain,
    options: { partitionOptions + internetFilters },
    availability: .ready { (invocation) throws(Stop) in
      try PartitionCommands.passwords(.internet, invocation)
    })

  static let createDatabase = Command(
    name: "create-db",
    synopsis: "[-a] [-o] [-g dl|cspdl] [-m mode] [file...]",
    summary: "Make bare databases.",
    operands: .init(word: "file", least: 0, most: .max, values: .files),
    hiddenLetters: "0",
    options: {
      [
        CommandOption(
          "-a, -o", "accepted; databases are made whole and in one form", brief: "accepted"),
        CommandOption(
          "-g kind", "dl, if it is not given, or cspdl for a database with a password",
          brief: "kind", .words(CreateDatabase.kinds)),
        CommandOption("-m mode", "the mode of the file in octal digits, with a 0 in front: 0600"),
      ]
    },
    manual: """
      Makes a file in the format of keychains, without tables for items. A name without `/` at its
      start is a path from the current directory. As on macOS, the status is 0 even if the file
      cannot be made. Use create-keychain for a keychain.
      """,
    availability: .ready(CreateDatabase.run))

  static let createRecoveryKeychain = Command(
    name: "create-filevaultmaster-keychain",
    synopsis: "[-p password] [-s bits] [keychain]",
    summary: "Make a keychain with a key for the recovery of a Mac's disk.",
    operands: .keychain,
    options: {
      [
        passwordOption("-p password", "the password of the new keychain"),
        CommandOption(
          "-s bits", "the size of the key: 1024, 2048, if it is not given, or 4096",
          .words(RecoveryKeychain.sizes)),
      ]
    },
    manual: """
      Makes the keychain, `FileVaultMaster.keychain` without a name, with an RSA pair and a
      self-signed certificate "FileVault Recovery Key" that is valid for ten years. A Mac can use
      it.
      """,
    availability: .ready(RecoveryKeychain.run))

  static let listSmartcards = Command(
    name: "list-smartcards",
    synopsis: "",
    summary: "Show the smart cards.",
    manual: """
      There are no smart cards here, and the command says so.
      """,
    availability: .ready(SmartCards.list))

  static let exportSmartcard = Command(
    name: "export-smartcard",
    synopsis: "[-i id] [-t certs|privKeys|identities|all] [-e path]",
    summary: "Write the items of a smart card to files.",
    options: {
      [
        CommandOption("-i id", "the smart card"),
        CommandOption("-t kind", "the kind of items", .words(SmartCards.kinds)),
        CommandOption("-e path", "the directory of the files", .directories),
      ]
    },
    manual: """
      There are no smart cards here. The command says so, and its status is 1.
      """,
    availability: .ready(SmartCards.export))

  static let smartcards = Command(
    name: "smartcards",
    synopsis: "token [-l] [-e token] [-d token]",
    summary: "Show, enable or disable smart-card tokens.",
    operands: .init(
      word: "word token", least: 0, most: 1, values: .words(["token"]), isFirstOnly: true),
    options: {
      [
        CommandOption("-l", "show the tokens that are disabled", brief: "show disabled tokens"),
        CommandOption("-e token", "enable a token"),
        CommandOption("-d token", "disable a token"),
      ]
    },
    manual: """
      There are no smart cards here. `-l` says so; `-e` and `-d` end with status 1.
      """,
    availability: .ready(SmartCards.tokens))

  private static var partitionOptions: [CommandOption] {
    [
      CommandOption("-S partitions", "the new list, with commas: apple-tool:,apple:"),
      passwordOption("-k password", "the password of the keychain", absence: .last),
    ]
  }

  private static func passwordOption(
    _ name: String, _ text: String, absence: CommandOption.Absence = .never
  ) -> CommandOption {
    CommandOption(
      name,
      text + ". Without it you are asked on the terminal. Other programs can see a value "
        + "here",
      brief: text, absence: absence, isSecret: true)
  }

  private static var preferenceDomain: CommandOption {
    CommandOption(
      "-d domain", "the domain: user, if it is not given, system, common or dynamic",
      .words(["user", "system", "common", "dynamic"]))
  }
}
