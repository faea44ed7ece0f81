// SPDX-License-Identifier: Apache-2.0
import Authentication
import KeychainTypes

/// The commands `lock-store`, `unlock-store` and `lock-status`, for a store with a passcode
/// (Specification/security-cli.md, "Commands of our own").
enum LockCommands {
  /// Runs `lock-store`: locks the store for all programs of the user.
  static func lock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.long("follow-session")) {
      return try FollowSession.run(options, invocation)
    }
    return try PasscodeCommands.run("lock-store", invocation) { () throws(KeychainError) in
      try invocation.store.lock(all: options.contains(.long("all")))
    }
  }

  /// Runs `unlock-store`: unlocks the store for all programs of the user, and returns the exit
  /// status.
  ///
  /// If a passcode that the user types at the terminal is wrong, the user may enter it again, at
  /// most twice.
  static func unlock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let limit = try PasscodeCommands.limit(options)
    let source = try PasscodeSource("passcode-fd", options, of: invocation)
    return try PasscodeCommands.run("unlock-store", invocation) { () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      try PasscodeCommands.requirePasscode(service, from: source, invocation.terminal)
      let isDue = (try? service.describeStore())?.hasKeysFromBeforePasscode == true
      var tries = source.isTyped ? PasscodeSource.tries : 1
      while true {
        let passcode = try PasscodeCommands.stopped { () throws(Stop) in
          try source.read("passcode of the store: ")
        }
        do throws(KeychainError) {
          try service.unlockStore(passcode, at: source.door, for: limit)
          if isDue { tellOfNewKeys(service, invocation.terminal) }
          return try requireHeldKeys(service, invocation.terminal)
        } catch {
          tries -= 1
          let isWrong = error.code == .authorizationFailed && error.context?.isDelay != true
          guard isWrong, tries > 0 else { throw .refused(error) }
          invocation.terminal.error("the passcode is wrong\n")
        }
      }
    }
  }

  /// Prints that unlocking has replaced those keys of the store that are older than its passcode.
  ///
  /// The older keys decrypt items without the passcode. If some items still have these keys, the
  /// text says so.
  private static func tellOfNewKeys(_ service: StoreAccess.Service, _ terminal: Terminal) {
    guard let description = try? service.describeStore() else { return }
    terminal.error(
      description.hasKeysFromBeforePasscode
        ? "Some items still have keys from before the passcode: security check names items that "
          + "do not open, security check --repair keeps all other items.\n"
        : "Every item has new keys now: the old keys opened without the passcode. Earlier backups "
          + "no longer restore items of this device only: make a new backup.\n")
  }

  /// Throws if neither the kernel nor the key agent keeps the unlock keys of the store for other
  /// programs.
  ///
  /// Only this process then has the keys, and the store is locked again when the process ends.
  private static func requireHeldKeys(
    _ service: StoreAccess.Service, _ terminal: Terminal
  ) throws(KeychainError) {
    let status = try service.lockStatus()
    guard !status.isShared else { return }
    KeySharingText(status.obstacle).tell("no other program finds the keys", on: terminal)
    throw KeychainError(
      .notAvailable, "only this process had the keys, so the store stays locked for other programs")
  }

  /// Runs `lock-status`: shows whether the store is locked, and facts about its passcode.
  static func status(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    return try PasscodeCommands.run("lock-status", invocation) { () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      let status = try PasscodeCommands.told { () throws(KeychainError) in
        try service.lockStatus()
      }
      let isGated = !status.hasPasscode && invocation.store.passcodeIsGate
      invocation.terminal.output(text(status, isGated: isGated))
    }
  }

  /// Returns the lines that `lock-status` prints.
  ///
  /// - Parameters:
  ///   - status: The state of the store's lock, and facts about its passcode.
  ///   - isGated: True if the user is asked for the password of the account instead of a passcode.
  private static func text(_ status: LockStatus, isGated: Bool) -> String {
    let gate = isGated ? "; the password of the account is asked for (a gate, not a key)" : ""
    var lines = [
      "passcode:     \(status.hasPasscode ? "set" : "none")\(gate)",
      "state:        \(words(status.state))",
    ]
    var there: [String] = []
    var gone: [String] = []
    for protection in Protection.allCases {
      let isThere = status.state.has(protection, hasPasscode: status.hasPasscode)
      if isThere { there.append(protection.name) } else { gone.append(protection.name) }
    }
    lines.append("available:    \(there.joined(separator: " "))")
    if !gone.isEmpty {
      let word = status.hasPasscode ? "locked:" : "unavailable:"
      lines.append(word + pad(word) + gone.joined(separator: " "))
    }
    guard status.hasPasscode else { return lines.joined(separator: "\n") + "\n" }
    if status.state == .unlocked {
      let end = status.secondsToLock.map { "in \($0) s" } ?? "not by itself"
      lines.append("locks:        \(end)")
    }
    let isLost = status.countsAreLost
    lines.append("wrong tries:  \(status.wrongTries)" + delay(status.secondsToWait, isLost))
    for (place, tries) in status.programTries.enumerated() {
      // The name of a program that handed in a passcode is not kept, so only a count is shown.
      let whose = tries.isOwn ? "by security from a descriptor" : "by another program"
      lines.append(
        (place == 0 ? "handed in:    " : "              ")
          + "\(tries.wrongTries) \(whose)" + delay(tries.secondsToWait, isLost))
    }
    if isLost { lines.append("              \(PasscodeCommands.lostCounts)") }
    lines.append(
      "unlocking:    \(status.isShared ? "for all programs of the user" : "for each program alone")"
    )
    if let obstacle = status.obstacle {
      lines.append("              \(KeySharingText(obstacle).cause)")
    }
    if let flaw = status.lockFileFlaw {
      lines.append("              the file lock of the store \(flaw)")
    } else if status.lockFileWasLost {
      lines.append(
        "              the file lock was missing or replaced, so everything was locked")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text about the wait before the next try of a passcode; empty if `seconds` is 0.
  ///
  /// - Parameters:
  ///   - seconds: The length of the wait.
  ///   - isLost: True if the counts of wrong passcodes were lost. The wait then begins only with
  ///     the next try.
  private static func delay(_ seconds: Int, _ isLost: Bool) -> String {
    guard seconds > 0 else { return "" }
    return isLost
      ? ", the next try begins a wait of \(seconds) s" : ", the next try in \(seconds) s"
  }

  private static func pad(_ word: String) -> String {
    String(repeating: " ", count: max(1, 14 - word.count))
  }

  private static func words(_ state: LockState) -> String {
    switch state {
    case .unlocked: "unlocked"
    case .locked: "locked"
    case .beforeFirstUnlock: "locked, not unlocked since the machine started"
    }
  }
}

extension KeychainError.Context {
  /// True if the error is about a wait: its context gives the seconds until the next try of a
  /// passcode.
  fileprivate var isDelay: Bool {
    if case .seconds = self { true } else { false }
  }
}

/// The command `lock-store --follow-session`, which locks the store when the user's screen is
/// locked (Specification/access-control.md, "The lock state on Linux").
///
/// The command runs in the foreground.
private enum FollowSession {
  /// Locks the store each time when the user's screen is locked, until the process is ended.
  ///
  /// - Returns: The exit status: 1 if the helper program is missing, and 0 if following has ended.
  ///   Otherwise the status of an error, for example if the store has no passcode.
  static func run(_ options: OptionReader, _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let following = invocation.store.following() else {
      terminal.complain("lock-store: latchkey-prompt, which follows the session, was not found")
      terminal.complain("looked for at \(HelperPlaces.all.joined(separator: ", "))")
      for place in HelperPlaces.exposed {
        terminal.complain(
          "\(place) is not used: users other than root and you may change it or its directory")
      }
      terminal.complain(
        "install it, or set LATCHKEY_PROMPT_HELPER to its path (no other place is used then)")
      return 1
    }
    let all = options.contains(.long("all"))
    do throws(KeychainError) {
      try invocation.store.requireStore()
      try following.requirePasscode()
    } catch {
      return Refusal.report(error, of: "lock-store", in: invocation)
    }
    // The last printed reason why the session is not followed.
    var trouble: SessionFollower.Event?
    following.follower.run(cancellation: Cancellation()) { event in
      do throws(KeychainError) {
        switch event {
        case .following:
          trouble = nil
          terminal.output("following\n")
        case .unreachable, .helperEnded:
          guard trouble != event else { return }
          trouble = event
          terminal.complain(
            event == .unreachable
              ? "lock-store: no bus can be reached: the session is not followed yet"
              : "lock-store: latchkey-prompt ended before it followed the session: the store "
                + "is not locked with the screen until it does; it is started again and again")
        case .action(.nothing): return
        case .action(.lock(let everything)):
          if try following.lock(all || everything) { terminal.output("locked\n") }
        case .action(.unlocked): terminal.output("the screen is unlocked; the store stays locked\n")
        case .fingerEnrolled:
          try following.renewFingers()
          terminal.output("a finger was enrolled\n")
        }
      } catch {
        _ = Refusal.report(error, of: "lock-store", in: invocation)
      }
      terminal.flush()
    }
    return 0
  }
}
