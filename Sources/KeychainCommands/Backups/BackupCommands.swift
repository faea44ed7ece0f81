// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// backup, restore (spec/security-cli.md 12, spec/secitem.md 14).
enum BackupCommands {
  private static let option = "passphrase-fd"

  /// Writes what may leave the store into a new file.
  static func backup(_ invocation: Invocation) throws(Stop) -> Int32 {
    let (path, source) = try operands(invocation)
    return try PasscodeCommands.run("backup", invocation) { () throws(KeychainError) in
      try BackupFile.requireFree(path)
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

  /// Brings back a backup; makes the store where there is none, as on a new machine.
  static func restore(_ invocation: Invocation) throws(Stop) -> Int32 {
    let (path, source) = try operands(invocation)
    return try PasscodeCommands.run("restore", invocation) { () throws(KeychainError) in
      let content = try BackupFile.read(path)
      if let status = try invocation.store.serviceIfMade()?.lockStatus(), status.state != .unlocked
      {
        throw KeychainError(
          .interactionNotAllowed, "a locked store takes no backup",
          advice: "unlock the store first")
      }
      return content
    } body: { (content) throws(PasscodeFailure) in
      let passphrase = try PasscodeCommands.stopped { () throws(Stop) in
        try source.read("passphrase of the backup: ")
      }
      let report = try PasscodeCommands.told { () throws(KeychainError) in
        try invocation.store.restore(content, by: passphrase)
      }
      invocation.terminal.output(BackupText.text(report))
    }
  }

  private static func operands(
    _ invocation: Invocation
  ) throws(Stop) -> (path: String, source: PasscodeSource) {
    let options = try invocation.options()
    guard options.operands.count == 1, let name = options.operands.first, !name.isEmpty,
      !name.contains(0)
    else { throw .usage() }
    guard let path = String(validating: name, as: UTF8.self) else {
      invocation.terminal.complain(
        "\(invocation.command.name): the name of the file is no text in UTF-8")
      throw .status(1)
    }
    return (path, try PasscodeSource(option, options, of: invocation, called: "passphrase"))
  }
}
