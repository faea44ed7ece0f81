// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// backup (spec/security-cli.md 12, spec/secitem.md 14).
enum BackupCommands {
  static let option = "passphrase-fd"

  /// Writes what may leave the store into a new file.
  static func backup(_ invocation: Invocation) throws(Stop) -> Int32 {
    let (path, source) = try operands(invocation)
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
    }
  }

  /// The file, and where its passphrase comes from.
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
        "\(invocation.command.name): the name of the file is no text in UTF-8")
      throw .status(1)
    }
    return (path, try PasscodeSource(option, options, of: invocation, called: "passphrase"))
  }
}
