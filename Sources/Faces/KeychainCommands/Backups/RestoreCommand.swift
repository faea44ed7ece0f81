// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// restore (spec/security-cli.md 12, spec/secitem.md 14.2, Documentation/Decisions/backup.md).
struct RestoreCommand {
  private let invocation: Invocation
  private let options: OptionReader

  /// Brings back a backup; makes the store where there is none, as on a new machine.
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let command = RestoreCommand(invocation: invocation, options: try invocation.options())
    return try command.restore()
  }

  private func has(_ name: String) -> Bool { options.contains(.long(name)) }

  private var terminal: Terminal { invocation.terminal }

  private func restore() throws(Stop) -> Int32 {
    guard !has("undo"), !has("forget-copy") else { return try takeBack() }
    let (path, source) = try BackupCommands.operands(invocation)
    return try run { () throws(KeychainError) in
      let content = try BackupFile.read(path)
      try requireUnlocked()
      return content
    } body: { (content) throws(PasscodeFailure) in
      let isNew = try PasscodeCommands.told { () throws(KeychainError) in
        try invocation.store.serviceIfMade() == nil
      }
      guard !isNew || !has("dry-run") else {
        terminal.output("There is no store yet: nothing would be lost.\n")
        return true
      }
      let passphrase = try PasscodeCommands.stopped { () throws(Stop) in
        try source.read("passphrase of the backup: ")
      }
      return try restore(isNew: isNew, "the backup") { (terms) throws(KeychainError) in
        try invocation.store.restore(content, by: passphrase, terms)
      }
    }
  }

  /// Brings back what was there before the last restore, or removes the copy of it.
  private func takeBack() throws(Stop) -> Int32 {
    guard options.operands.isEmpty, !has("merge"), has("undo") != has("forget-copy"),
      !has("forget-copy") || !has("dry-run")
    else {
      throw .usage(message: "--undo takes no file and no --merge, --forget-copy goes alone")
    }
    return try run { () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      guard !has("undo") else {
        return try restore(isNew: false, "the copy") { (terms) throws(KeychainError) in
          try service.undoRestore(terms)
        }
      }
      let wasThere = try PasscodeCommands.told { () throws(KeychainError) in
        try service.forgetBeforeRestore()
      }
      terminal.output(wasThere ? "The copy is removed.\n" : "There is no copy.\n")
      return true
    }
  }

  /// - Parameter body: answers whether what was asked for was done.
  private func run<Opened>(
    _ open: () throws(KeychainError) -> Opened,
    body: (Opened) throws(PasscodeFailure) -> Bool
  ) throws(Stop) -> Int32 {
    var isDone = true
    let status = try PasscodeCommands.run("restore", invocation, open) {
      (opened) throws(PasscodeFailure) in isDone = try body(opened)
    }
    return status == 0 && !isDone ? 1 : status
  }

  /// - Parameter name: the words for the source: the backup or the copy.
  /// - Returns: false if the question was not answered with yes.
  private func restore(
    isNew: Bool, _ name: String,
    _ body: (RestoreTerms) throws(KeychainError) -> RestoreReport
  ) throws(PasscodeFailure) -> Bool {
    try PasscodeCommands.told { () throws(KeychainError) in
      var terms = RestoreTerms()
      // Another program may make a store meanwhile: nobody was asked about that one, so it loses
      // nothing.
      terms.isMerging = has("merge") || isNew
      if !isNew, has("dry-run") || !terms.isMerging && !has("yes") {
        terms.isRehearsal = true
        let report = try body(terms)
        guard !has("dry-run") else {
          terminal.output(BackupText.foretold(report, name))
          return true
        }
        guard agrees(to: report, name) else { return false }
        terms.isRehearsal = false
        terms.mostLost = report.lost
      }
      terms.keepsCopy = !isNew && !has("no-copy")
      terminal.output(BackupText.text(try body(terms), name))
      if terms.keepsCopy {
        terminal.error("security restore --undo brings back what was there before.\n")
      }
      return true
    }
  }

  /// Shows what would be lost and asks about it; true at once if nothing would be lost.
  private func agrees(to report: RestoreReport, _ name: String) -> Bool {
    guard report.lost > 0 else { return true }
    terminal.error(BackupText.losses(report, name))
    return Question.isAgreed(
      "Go on?", terminal, "restore",
      or: name == "the backup" ? ", --merge keeps what the store has" : "")
  }

  /// Refuses a store that is locked.
  private func requireUnlocked() throws(KeychainError) {
    if let status = try invocation.store.serviceIfMade()?.lockStatus(), status.state != .unlocked {
      throw KeychainError(
        .interactionNotAllowed, "nothing is restored into a locked store",
        advice: "security unlock-store unlocks it")
    }
  }
}
