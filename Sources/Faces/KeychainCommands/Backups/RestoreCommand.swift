// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The command `restore`, which brings items from a backup file back into the store
/// (Specification/security-cli.md, "Commands of our own", Specification/secitem.md, "Importing a
/// backup", Documentation/Decisions/restore.md).
struct RestoreCommand {
  private let invocation: Invocation
  private let options: OptionReader

  /// Restores a backup into the store, and returns the exit status.
  ///
  /// If there is no store, as on a new machine, the command creates the store.
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

  /// Runs `restore --undo` or `restore --forget-copy`, and returns the exit status.
  ///
  /// `--undo` brings back the store's content from before the last restore. `--forget-copy` removes
  /// the copy of that content.
  private func takeBack() throws(Stop) -> Int32 {
    guard options.operands.isEmpty, !has("merge"), has("undo") != has("forget-copy"),
      !has("forget-copy") || !has("dry-run")
    else {
      throw .usage(
        message: "--undo takes no file and no --merge; --forget-copy takes no other option")
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

  /// Opens the backup file or the store, runs `body` with the opened value, and returns the exit
  /// status.
  ///
  /// - Parameter body: Restores. Returns false if the user has not agreed to the restore. The exit
  ///   status is then 1.
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

  /// Restores from a backup or a copy, and asks the user first if items of the store would be lost.
  ///
  /// A rehearsal, which changes nothing, finds the items that would be lost.
  ///
  /// - Parameters:
  ///   - isNew: True if there is no store yet, so that no item can be lost.
  ///   - name: The noun for the source in messages: "the backup" or "the copy".
  ///   - body: Restores the items. If its argument has `isRehearsal` true, the restore is only
  ///     computed, and nothing changes.
  /// - Returns: False if the user was asked and has not answered yes.
  private func restore(
    isNew: Bool, _ name: String,
    _ body: (RestoreTerms) throws(KeychainError) -> RestoreReport
  ) throws(PasscodeFailure) -> Bool {
    try PasscodeCommands.told { () throws(KeychainError) in
      var terms = RestoreTerms()
      // Another program may make a store in the meantime. The user has not agreed to a loss in that
      // store, so the backup is merged into it.
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
        terminal.error("To bring back the store as it was before: security restore --undo\n")
      }
      return true
    }
  }

  /// Shows the items that a restore would remove, and asks the user to agree.
  ///
  /// - Parameter name: The noun for the source of the restore: "the backup" or "the copy".
  /// - Returns: True if the user agrees. Also true, without a question, if no item would be lost.
  private func agrees(to report: RestoreReport, _ name: String) -> Bool {
    guard report.lost > 0 else { return true }
    terminal.error(BackupText.losses(report, name))
    return Question.isAgreed(
      "Restore anyway?", terminal, "restore",
      or: name == "the backup" ? ", --merge keeps the items of the store" : "")
  }

  /// Throws -25308 if the store is locked, because a restore needs an unlocked store.
  private func requireUnlocked() throws(KeychainError) {
    if let status = try invocation.store.serviceIfMade()?.lockStatus(), status.state != .unlocked {
      throw KeychainError(
        .interactionNotAllowed, "the store is locked, so nothing was restored into it",
        advice: "security unlock-store unlocks it")
    }
  }
}
