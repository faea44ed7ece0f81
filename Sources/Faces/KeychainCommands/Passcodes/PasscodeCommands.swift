// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The commands `set-passcode`, `change-passcode` and `remove-passcode`, for the passcode of the
/// store (Specification/security-cli.md, "Commands of our own").
enum PasscodeCommands {
  /// The name of the option for the number of seconds after which an unlocked store locks itself.
  ///
  /// The value 0 means that the store never locks itself.
  static let timeout = "timeout"

  /// Runs `set-passcode`, which sets a passcode for a store that has no passcode.
  ///
  /// If there is no store, the command creates the store.
  static func set(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let limit = try limit(options)
    let source = try PasscodeSource("passcode-fd", options, of: invocation)
    return try run("set-passcode", invocation) { () throws(KeychainError) in
      try invocation.store.serviceIfMade()
    } body: { (made) throws(PasscodeFailure) in
      let hasPasscode = try told { () throws(KeychainError) in
        try made?.lockStatus().hasPasscode
      }
      guard hasPasscode != true else {
        throw .refused(
          KeychainError(
            .parameter, "the store has a passcode already",
            advice: "use change-passcode or remove-passcode"))
      }
      let passcode = try stopped { () throws(Stop) in
        try source.readNew("new passcode of the store: ", again: "retype new passcode: ")
      }
      // The store is made only now, when the passcode is known to be valid.
      let service = try told { () throws(KeychainError) in try invocation.store.service() }
      let copy = CopyFromBefore(service)
      let report: RotationReport
      do throws(KeychainError) {
        report = try service.setPasscode(passcode, for: limit)
      } catch {
        // The passcode may be set although the call failed. Older copies of the store can then be
        // opened without the passcode.
        if (try? service.lockStatus())?.hasPasscode == true {
          tellWhatStaysOpen(RotationReport(), of: service, invocation.terminal)
        }
        throw .refused(error)
      }
      invocation.terminal.error(
        "The store has a passcode now. Keep it: without it, locked items cannot be opened.\n")
      tellWhatStaysOpen(report, of: service, invocation.terminal)
      copy.tellIfGone(service, invocation.terminal)
      PasscodeStrength.advise(passcode, invocation.terminal)
      try tellWhereAlone(service, invocation.terminal)
    }
  }

  /// Prints which data can still be decrypted without the new passcode of the store.
  ///
  /// These data are earlier copies of the store, rows that could not be encrypted with new keys,
  /// and files that repairs have moved aside.
  private static func tellWhatStaysOpen(
    _ report: RotationReport, of service: StoreAccess.Service, _ terminal: Terminal
  ) {
    terminal.error(
      "Earlier copies of the store's directory, for example in a backup of the disk, still open "
        + "without the passcode.\n")
    terminal.error(
      "Earlier backups no longer restore items of this device only: make a new backup.\n")
    let waiting = report.waiting.values.reduce(0, +)
    if waiting > 0 {
      terminal.error(
        "\(waiting) row\(waiting == 1 ? " has" : "s have") keys from before, as the store was "
          + "locked meanwhile: the next security unlock-store seals them anew.\n")
    }
    if report.rowsDamaged > 0 {
      terminal.error(
        "\(report.rowsDamaged) row\(report.rowsDamaged == 1 ? "" : "s") cannot be opened and keep "
          + "keys from before: run security check.\n")
    }
    if report.rowsAside > 0 {
      terminal.error(
        "\(report.rowsAside) row\(report.rowsAside == 1 ? "" : "s") moved aside, as they did not "
          + "open, keep their keys.\n")
    }
    guard let description = try? service.describeStore(), !description.filesAside.isEmpty else {
      return
    }
    terminal.error(
      "These files, which repairs kept in \(description.directory), open items of that time "
        + "without the passcode; remove them once you miss no item:\n")
    for name in description.filesAside { terminal.error("  \(name)\n") }
  }

  /// Runs `change-passcode`: replaces the passcode of the store by a new passcode.
  static func change(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let limit = try limit(options)
    let old = try PasscodeSource("passcode-fd", options, of: invocation)
    let new = try PasscodeSource("new-passcode-fd", options, of: invocation)
    return try run("change-passcode", invocation) { () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      try requirePasscode(service, from: old, invocation.terminal)
      let former = try stopped { () throws(Stop) in try old.read("passcode of the store: ") }
      if new.isTyped {
        // The old passcode is checked first, so that the user need not think of a new passcode in
        // vain.
        try told { () throws(KeychainError) in
          try service.requirePasscode(former, at: old.door)
        }
      }
      let next = try stopped { () throws(Stop) in
        try new.readNew("new passcode of the store: ", again: "retype new passcode: ")
      }
      let copy = CopyFromBefore(service)
      try told { () throws(KeychainError) in
        try service.changePasscode(from: former, to: next, at: old.door, for: limit)
      }
      invocation.terminal.error(
        "The keys did not change, only their passcode: an earlier copy of the keybag still opens "
          + "them with the old passcode. If others may know it, run security rotate-keys.\n")
      copy.tellIfGone(service, invocation.terminal)
      PasscodeStrength.advise(next, invocation.terminal)
      try tellWhereAlone(service, invocation.terminal)
    }
  }

  /// Runs `remove-passcode`: removes the passcode of the store.
  ///
  /// Items of the protection class `akpu`, which requires a passcode, are lost for ever.
  static func remove(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let source = try PasscodeSource("passcode-fd", options, of: invocation)
    return try run("remove-passcode", invocation) { () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      try requirePasscode(service, from: source, invocation.terminal)
      let passcode = try stopped { () throws(Stop) in try source.read("passcode of the store: ") }
      let before = lostCount(service)
      let copy = CopyFromBefore(service)
      try told { () throws(KeychainError) in
        try service.removePasscode(passcode, at: source.door)
      }
      tellWhatIsGone(before, lostCount(service), invocation.terminal)
      copy.tellIfGone(service, invocation.terminal)
    }
  }

  /// Returns the time after which an unlocked store locks itself, from the option `--timeout`.
  ///
  /// If the option is not given, the time is eight hours.
  ///
  /// - Throws: `Stop.usage` if the value of the option is not a number of seconds.
  static func limit(_ options: OptionReader) throws(Stop) -> UnlockLimit {
    guard let value = options.value(.long(timeout)) else { return .standard }
    guard let seconds = Int(String(decoding: value, as: UTF8.self)),
      (0...Int(Int32.max)).contains(seconds)
    else { throw .usage(message: "--\(timeout) takes a number of seconds, 0 for no time limit") }
    return UnlockLimit(seconds: seconds == 0 ? nil : seconds)
  }

  /// Returns the number of items whose key was removed together with a passcode.
  ///
  /// These items can never be decrypted again. Nil if the items cannot be counted; the passcode can
  /// then be removed nevertheless.
  private static func lostCount(_ service: StoreAccess.Service) -> Int? {
    do throws(KeychainError) {
      return try service.listItems(ItemClass.stored).count { $0.state == .lost }
    } catch { return nil }
  }

  /// Prints the number of items that were lost because the passcode was removed
  /// (Specification/access-control.md, "Effects on items").
  ///
  /// - Parameters:
  ///   - before: The number of lost items before the passcode was removed; nil if the number is
  ///     unknown.
  ///   - after: The number of lost items after the passcode was removed; nil if the number is
  ///     unknown.
  private static func tellWhatIsGone(_ before: Int?, _ after: Int?, _ terminal: Terminal) {
    guard let before, let after else {
      return terminal.error("Items that needed a passcode are gone, if there were any.\n")
    }
    let count = after - before
    guard count > 0 else { return }
    terminal.error(
      count == 1
        ? "1 item that needed a passcode is gone.\n"
        : "\(count) items that needed a passcode are gone.\n")
  }

  /// Prints a note if the store is now unlocked only for this process, and locked for all other
  /// programs.
  private static func tellWhereAlone(
    _ service: StoreAccess.Service, _ terminal: Terminal
  ) throws(PasscodeFailure) {
    let status = try told { () throws(KeychainError) in try service.lockStatus() }
    guard !status.isShared else { return }
    KeySharingText(status.obstacle).tell("the store is locked for other programs", on: terminal)
  }

  static let lostCounts =
    "the counts of wrong passcodes were lost: the store counts nine wrong passcodes instead"

  /// Throws if the store has no passcode, or if no passcode is accepted now because of a wait.
  ///
  /// A wait follows several wrong passcodes. Only passcodes that the user types must wait, so a
  /// passcode from a file descriptor causes no error. A note is printed instead of the error if the
  /// counts of wrong passcodes were lost.
  static func requirePasscode(
    _ service: StoreAccess.Service, from source: PasscodeSource, _ terminal: Terminal
  ) throws(PasscodeFailure) {
    let status = try told { () throws(KeychainError) in try service.lockStatus() }
    if status.countsAreLost {
      // This try is refused, and starts a wait of an hour.
      terminal.complain(lostCounts)
    } else if source.isTyped, status.secondsToWait > 0 {
      throw .refused(
        KeychainError(
          .authorizationFailed, "too many wrong passcodes: no passcode is accepted for some time",
          context: .seconds(status.secondsToWait), advice: "wait for that time, then try again"))
    }
    guard status.hasPasscode else {
      throw .refused(
        KeychainError(
          .parameter, "the store has no passcode", advice: "set a passcode: security set-passcode"))
    }
  }

  /// Opens a store or file with `open`, runs `body` with the opened value, and returns the exit
  /// status.
  ///
  /// If `open` or `body` throws an error of the store, the error is printed, and its status is
  /// returned.
  ///
  /// - Parameter name: The name of the command, for the message about an error.
  static func run<Opened>(
    _ name: String, _ invocation: Invocation, _ open: () throws(KeychainError) -> Opened,
    body: (Opened) throws(PasscodeFailure) -> Void = { (_: Opened) in }
  ) throws(Stop) -> Int32 {
    do throws(PasscodeFailure) {
      try body(told(open))
      return 0
    } catch {
      switch error {
      case .stopped(let stop): throw stop
      case .refused(let refusal): return Refusal.report(refusal, of: name, in: invocation)
      }
    }
  }

  static func told<R>(_ body: () throws(KeychainError) -> R) throws(PasscodeFailure) -> R {
    do {
      return try body()
    } catch {
      throw .refused(error)
    }
  }

  static func stopped<R>(_ body: () throws(Stop) -> R) throws(PasscodeFailure) -> R {
    do {
      return try body()
    } catch {
      throw .stopped(error)
    }
  }
}

/// The reason why a command about passcodes or backups fails.
enum PasscodeFailure: Error {
  /// The store has thrown an error, which is still to be printed.
  case refused(KeychainError)
  /// The command stops early, for example because the passcode cannot be read from the user or the
  /// file descriptor.
  case stopped(Stop)
}
