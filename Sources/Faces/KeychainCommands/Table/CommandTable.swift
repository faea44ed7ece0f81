// SPDX-License-Identifier: Apache-2.0

/// The table of all commands: Apple's commands in Apple's order, then the commands that only
/// Latchkey has (Specification/security-cli.md, "Global behaviour of security", "Commands of our
/// own").
///
/// The order decides which command an abbreviation means, and scripts use abbreviations. The table
/// therefore includes commands that only macOS can have. `help` leaves them out. The rows are in
/// the other files of this directory.
package enum CommandTable {
  /// Returns the first command in the table whose name begins with `name`; nil if there is no
  /// match.
  static func first(matching name: String) -> Command? {
    all.first { $0.name.hasPrefix(name) }
  }

  /// Returns the question whether a command with a similar name is meant.
  ///
  /// The question is the end of the message about an unknown command, and begins with a colon.
  /// Empty if no command has a similar name.
  static func suggestion(for name: String) -> String {
    Suggestion.of(name, among: names).map { ": is \($0) meant?" } ?? ""
  }

  package static let all: [Command] = apples + ours

  /// The names of all commands, in the order of the table.
  package static var names: [String] { all.map(\.name) }

  /// The names of the commands that are available in this version, in the order of the table.
  package static var namesThere: [String] { all.filter(\.isThere).map(\.name) }

  /// Returns the grammar of the options that a command accepts; nil if no command has this name.
  package static func grammar(of name: String) -> OptionReader.Grammar? {
    all.first { $0.name == name }?.grammar
  }

  /// Returns the full name of the first command that begins with an abbreviation; nil if there is
  /// no match.
  package static func name(for abbreviation: String) -> String? {
    first(matching: abbreviation)?.name
  }

  /// The options of `security` itself, which stand before the command.
  ///
  /// `-R` is not in this list: it is accepted and has no effect, and the help does not show it.
  package static var generalOptions: [CommandOption] {
    [
      CommandOption(
        "-h, --help", "show the list of commands, or how one command is used",
        brief: "show the commands"),
      CommandOption("-i", "read commands from standard input, one a line"),
      CommandOption("-l", "accepted without effect: there is no search for leaks"),
      CommandOption(
        "-p prompt", #"as -i, with this prompt instead of "security> ""#, brief: "prompt"),
      CommandOption(
        "-q", "leave out the byte count of export, and the status lines of -i",
        brief: "leave out byte counts and status lines"),
      CommandOption(
        "-v", "show each command with its arguments before it runs, without secrets",
        brief: "show each command before it runs"),
    ]
  }

  static let apples: [Command] = [
    help,
    listKeychains,
    listSmartcards,
    defaultKeychain,
    loginKeychain,
    createKeychain,
    deleteKeychain,
    lockKeychain,
    unlockKeychain,
    setKeychainSettings,
    setKeychainPassword,
    showKeychainInfo,
    dumpKeychain,
    createKeypair,
    addGenericPassword,
    addInternetPassword,
    addCertificates,
    findGenericPassword,
    deleteGenericPassword,
    setGenericPasswordPartitionList,
    findInternetPassword,
    deleteInternetPassword,
    setInternetPasswordPartitionList,
    findKey,
    setKeyPartitionList,
    findCertificate,
    findIdentity,
    deleteCertificate,
    deleteIdentity,
    setIdentityPreference,
    getIdentityPreference,
    createDatabase,
    export,
    importing,
    exportSmartcard,
    cms,
    macOSOnly("install-mds", "Install the module directory."),
    addTrustedCert,
    removeTrustedCert,
    dumpTrustSettings,
    userTrustSettingsEnable,
    trustSettingsExport,
    trustSettingsImport,
    verifyCert,
    macOSOnly("authorize", "Ask for authorization rights."),
    macOSOnly("authorizationdb", "Change the authorization rules."),
    macOSOnly("execute-with-privileges", "Run a program with privileges."),
    macOSOnly("leaks", "Look for leaks in this process."),
    error,
    createRecoveryKeychain,
    smartcards,
    macOSOnly("translocate-policy-check", "Ask whether a path would be translocated."),
    macOSOnly("translocate-status-check", "Ask whether a path is translocated."),
    macOSOnly("translocate-original-path", "Show the path before translocation."),
    requirementEvaluate,
    macOSOnly("filevault", "Manage disk encryption."),
    macOSOnly("platformsso", "Manage platform sign-on."),
  ]

  static let ours: [Command] = [
    explain,
    trace,
    doctor,
    dumpItems,
    check,
    rotateKeys,
    backup,
    restore,
    setPasscode,
    changePasscode,
    removePasscode,
    lockStore,
    unlockStore,
    lockStatus,
    item,
    version,
  ]

  private static func macOSOnly(_ name: String, _ summary: String) -> Command {
    Command(name: name, synopsis: "", summary: summary, availability: .macOSOnly)
  }
}
