// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// set-passcode, change-passcode, remove-passcode (spec/security-cli.md 12).
enum PasscodeCommands {
  /// The option with the seconds after which an unlocked store locks itself; 0 for never.
  static let timeout = "timeout"

  /// Gives the store a passcode; makes the store where there is none.
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
            advice: "use change-passcode, or remove-passcode"))
      }
      let passcode = try stopped { () throws(Stop) in
        try source.readNew("new passcode of the store: ", again: "retype new passcode: ")
      }
      // Made now, and not for a passcode that was none.
      let service = try told { () throws(KeychainError) in try invocation.store.service() }
      let copy = CopyFromBefore(service)
      let report: RotationReport
      do throws(KeychainError) {
        report = try service.setPasscode(passcode, for: limit)
      } catch {
        // The passcode may be set all the same, and then older copies still open.
        if (try? service.lockStatus())?.hasPasscode == true {
          tellWhatStaysOpen(RotationReport(), of: service, invocation.terminal)
        }
        throw .refused(error)
      }
      invocation.terminal.error(
        "The store has a passcode now. Without it nobody opens what is locked: keep it.\n")
      tellWhatStaysOpen(report, of: service, invocation.terminal)
      copy.tellIfGone(service, invocation.terminal)
      PasscodeStrength.advise(passcode, invocation.terminal)
      try tellWhereAlone(service, invocation.terminal)
    }
  }

  /// Names what setting a passcode does not undo: copies from before, and rows that could not be
  /// sealed anew.
  private static func tellWhatStaysOpen(
    _ report: RotationReport, of service: StoreAccess.Service, _ terminal: Terminal
  ) {
    terminal.error(
      "Copies of the store's directory from before, in a backup of the disk say, open without it "
        + "what was in them then.\n")
    terminal.error(
      "Backups from before give back no items of this device alone any more: make a new one.\n")
    let waiting = report.waiting.values.reduce(0, +)
    if waiting > 0 {
      terminal.error(
        "\(waiting) row\(waiting == 1 ? " has" : "s have") keys from before, as the store was "
          + "locked meanwhile: the next security unlock-store goes on.\n")
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
      "These files, which repairs have kept in \(description.directory), open without it what was "
        + "in the store then; remove them once nothing is missed:\n")
    for name in description.filesAside { terminal.error("  \(name)\n") }
  }

  /// Puts another passcode in the place of the old one.
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
        // Nobody thinks of a new one for nothing.
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
        "The keys are the same under another passcode: a copy of the keybag from before opens them "
          + "by the old one. Where that may be known, run security rotate-keys.\n")
      copy.tellIfGone(service, invocation.terminal)
      PasscodeStrength.advise(next, invocation.terminal)
      try tellWhereAlone(service, invocation.terminal)
    }
  }

  /// Takes the passcode away, and with it for ever the items that need one.
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

  /// What `--timeout` says; a working day without it.
  static func limit(_ options: OptionReader) throws(Stop) -> UnlockLimit {
    guard let value = options.value(.long(timeout)) else { return .standard }
    guard let seconds = Int(String(decoding: value, as: UTF8.self)),
      (0...Int(Int32.max)).contains(seconds)
    else { throw .usage(message: "--\(timeout) takes a number of seconds, 0 for no time limit") }
    return UnlockLimit(seconds: seconds == 0 ? nil : seconds)
  }

  /// How many items never open again, as their key went with a passcode; nil where the store does
  /// not tell, which keeps nobody from removing it.
  private static func lostCount(_ service: StoreAccess.Service) -> Int? {
    do throws(KeychainError) {
      return try service.listItems(ItemClass.stored).count { $0.state == .lost }
    } catch { return nil }
  }

  /// After a passcode was removed: what went with it (spec/access-control.md 5.5).
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

  /// After a passcode was set: says so where the store is not unlocked for others with it.
  private static func tellWhereAlone(
    _ service: StoreAccess.Service, _ terminal: Terminal
  ) throws(PasscodeFailure) {
    guard try told({ () throws(KeychainError) in try service.lockStatus() }).isShared else {
      return terminal.error(
        "The kernel does not hold the keys of the store: it is locked for other programs.\n")
    }
  }

  static let lostCounts =
    "the counts of wrong passcodes were lost: it is as after nine wrong ones"

  /// Refuses a store without passcode, and one that looks at nothing typed for some time.
  static func requirePasscode(
    _ service: StoreAccess.Service, from source: PasscodeSource, _ terminal: Terminal
  ) throws(PasscodeFailure) {
    let status = try told { () throws(KeychainError) in try service.lockStatus() }
    if status.countsAreLost {
      // The try begins the hour that this costs, and is refused.
      terminal.complain(lostCounts)
    } else if source.isTyped, status.secondsToWait > 0 {
      throw .refused(
        KeychainError(
          .authorizationFailed, "after wrong passcodes no try is looked at for some time",
          context: .seconds(status.secondsToWait), advice: "wait that long"))
    }
    guard status.hasPasscode else {
      throw .refused(
        KeychainError(.parameter, "the store has no passcode", advice: "set-passcode gives it one"))
    }
  }

  /// Runs a command on a service and tells what refuses it.
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

/// What ends a command about the passcode.
enum PasscodeFailure: Error {
  /// The store refuses.
  case refused(KeychainError)
  /// There is no passcode to be had.
  case stopped(Stop)
}
