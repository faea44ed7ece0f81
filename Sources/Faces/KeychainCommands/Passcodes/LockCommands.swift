// SPDX-License-Identifier: Apache-2.0
import Authentication
import KeychainTypes

/// lock-store, unlock-store, lock-status (spec/security-cli.md 12).
enum LockCommands {
  /// Locks the store for all programs of the user.
  static func lock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.long("follow-session")) {
      return try FollowSession.run(options, invocation)
    }
    return try PasscodeCommands.run("lock-store", invocation) { () throws(KeychainError) in
      try invocation.store.lock(all: options.contains(.long("all")))
    }
  }

  /// Unlocks the store for all programs of the user; at a terminal a wrong passcode may be typed
  /// again.
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
          return try requireHeldKeys(service)
        } catch {
          tries -= 1
          let isWrong = error.code == .authorizationFailed && error.context?.isDelay != true
          guard isWrong, tries > 0 else { throw .refused(error) }
          invocation.terminal.error("the passcode is wrong\n")
        }
      }
    }
  }

  /// After an unlocking that had to make new keys, since those of before opened without a passcode.
  private static func tellOfNewKeys(_ service: StoreAccess.Service, _ terminal: Terminal) {
    guard let description = try? service.describeStore() else { return }
    terminal.error(
      description.hasKeysFromBeforePasscode
        ? "Some items still have keys from before the passcode: security check names those that do "
          + "not open, security check --repair keeps the others.\n"
        : "Every item has new keys now: those of before opened without the passcode. Backups from "
          + "before give back no items of this device alone any more: make a new one.\n")
  }

  /// What this process alone holds goes with it.
  private static func requireHeldKeys(_ service: StoreAccess.Service) throws(KeychainError) {
    guard try service.lockStatus().isShared else {
      throw KeychainError(
        .notAvailable,
        "the kernel does not hold the keys, so that the store stays locked for other programs",
        advice: "/proc/key-users tells how many keys a user has; containers may refuse keyrings")
    }
  }

  /// Shows whether the store is locked, and what there is to know of its passcode.
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

  /// - Parameter isGated: whether the password of the account is asked for instead of a passcode.
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
      // What a program hands in is told of by its count alone: its name is not kept.
      let whose = tries.isOwn ? "by security from a descriptor" : "by another program"
      lines.append(
        (place == 0 ? "handed in:    " : "              ")
          + "\(tries.wrongTries) \(whose)" + delay(tries.secondsToWait, isLost))
    }
    if isLost { lines.append("              \(PasscodeCommands.lostCounts)") }
    lines.append(
      "unlocking:    \(status.isShared ? "for all programs of the user" : "for each program alone")"
    )
    if let flaw = status.lockFileFlaw {
      lines.append("              the file lock of the store \(flaw)")
    } else if status.lockFileWasLost {
      lines.append(
        "              the file lock was missing or exchanged, so everything was locked")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// - Parameter isLost: whether the wait has not begun: the next try begins it.
  private static func delay(_ seconds: Int, _ isLost: Bool) -> String {
    guard seconds > 0 else { return "" }
    return isLost
      ? ", the next try begins a wait of \(seconds) s" : ", the next one in \(seconds) s"
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
  /// Whether it says how long to wait.
  fileprivate var isDelay: Bool {
    if case .seconds = self { true } else { false }
  }
}

/// `lock-store --follow-session`: locks the store with the user's screen, in the foreground
/// (spec/access-control.md 3.2).
private enum FollowSession {
  /// Runs until the process is ended.
  static func run(_ options: OptionReader, _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let following = invocation.store.following() else {
      terminal.complain("lock-store: there is no latchkey-prompt, which listens to the session")
      terminal.complain("looked for at \(HelperPlaces.all.joined(separator: ", "))")
      for place in HelperPlaces.exposed {
        terminal.complain(
          "\(place) is not used: others than root and this user may change it or its directory")
      }
      terminal.complain(
        "install it, or set LATCHKEY_PROMPT_HELPER to its path, which is then the only place")
      return 1
    }
    let all = options.contains(.long("all"))
    do throws(KeychainError) {
      try invocation.store.requireStore()
      try following.requirePasscode()
    } catch {
      return Refusal.report(error, of: "lock-store", in: invocation)
    }
    // What was said last of why nothing is followed.
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
              ? "lock-store: no bus can be reached: nothing is followed until one can"
              : "lock-store: latchkey-prompt ended before it followed the session: nothing is "
                + "locked with the screen until it does; it is started again and again")
        case .action(.nothing): return
        case .action(.lock(let everything)):
          if try following.lock(all || everything) { terminal.output("locked\n") }
        case .action(.unlocked): terminal.output("the screen is open; the store stays locked\n")
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
