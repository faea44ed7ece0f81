// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The command `backup`, which writes items of the store into an encrypted file
/// (Specification/security-cli.md, "Commands of our own", Specification/secitem.md, "Backup and
/// restore").
enum BackupCommands {
  static let option = "passphrase-fd"

  /// Runs `backup`: writes items of the store into a new file, encrypted under a passphrase.
  ///
  /// Items that must not leave the store, such as items of a token, are left out and counted.
  static func backup(_ invocation: Invocation) throws(Stop) -> Int32 {
    let (path, source) = try operands(invocation)
    // The message that there is no store comes first.
    defer { if invocation.placeOfMissingStore != nil { tellOfKeychains(invocation) } }
    return try PasscodeCommands.run("backup", invocation) { () throws(KeychainError) in
      try BackupFile.requireFree(path, besides: invocation.store.place())
      return try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      try PasscodeCommands.told { () throws(KeychainError) in try service.requireBackup() }
      let passphrase = try PasscodeCommands.stopped { () throws(Stop) in
        try source.readNew("passphrase of the backup: ", again: "retype passphrase: ")
      }
      let backup = try PasscodeCommands.told { () throws(KeychainError) in
        let backup = try service.backup(under: .passphrase(passphrase))
        try BackupFile.write(backup.content, to: path)
        return backup
      }
      invocation.terminal.output(BackupText.text(backup, path))
      PasscodeStrength.advise(
        passphrase, called: "passphrase", copied: "the backup", invocation.terminal)
      tellOfKeychains(invocation)
    }
  }

  /// Says on standard error how many keychain files the user has, because no backup holds them.
  private static func tellOfKeychains(_ invocation: Invocation) {
    let files = (try? invocation.placedKeychains().survey().present) ?? []
    guard !files.isEmpty else { return }
    let verb = files.count == 1 ? "is" : "are"
    invocation.terminal.complain(
      "\(KeychainFilesCheck.count(files.count, "keychain file")) \(verb) not in the backup: "
        + "security check --copy DIRECTORY copies the files too")
  }

  /// Reads two parts of the command line: the path of the backup file and the source of the
  /// passphrase.
  ///
  /// - Throws: `Stop.usage` if the operands or options are wrong; status 1 if the path is not
  ///   UTF-8.
  static func operands(
    _ invocation: Invocation
  ) throws(Stop) -> (path: String, source: PasscodeSource) {
    let options = try invocation.options()
    guard let name = options.operands.first else { throw invocation.command.missingOperand }
    guard !name.isEmpty, !name.contains(0) else {
      throw .usage(message: "the file is missing: its name is empty")
    }
    guard let path = String(validating: name, as: UTF8.self) else {
      invocation.terminal.complain(
        "\(invocation.command.name): the name of the file is not UTF-8")
      throw .status(1)
    }
    return (path, try PasscodeSource(option, options, of: invocation, called: "passphrase"))
  }
}
