// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainTypes

/// Events that lock and unlock the device or change its passcode (Specification/access-control.md,
/// "Locking and the grace period", "Events of the device").
extension DeviceState {
  /// The grace period after the lock button with the quirk `lockGraceTenSeconds`
  /// (Specification/access-control.md, "Locking and the grace period").
  ///
  /// The class keys of `WhenUnlocked` stay available for this time after the lock.
  public static let usualLockGrace = Duration.seconds(10)

  /// Locks the screen at once, and makes the class keys of `WhenUnlocked` unavailable when the
  /// grace period is over.
  ///
  /// Has no effect on a device without a passcode. If a grace period is in progress, a second lock
  /// does not extend it.
  mutating func lock(grace: Duration?) {
    guard isOn, passcode != nil, screen != .locked else { return }
    let grace = grace ?? (quirks.contains(.lockGraceTenSeconds) ? Self.usualLockGrace : .zero)
    var end = bootTime + max(.zero, grace)
    if case .locking(let until) = screen { end = min(end, until) }
    screen = end <= bootTime ? .locked : .locking(until: end)
    reusableUnlock = nil
    evidenceEra += 1
  }

  mutating func lockRemotely() {
    guard isOn, passcode != nil else { return }
    lock(grace: .zero)
    remotelyLocked = true
  }

  /// Unlocks the device as its owner can: with the passcode that is set, or without a passcode
  /// during the grace period after a lock.
  ///
  /// - Returns: False if the device is off, or if a delay after wrong passcodes is in progress.
  mutating func unlockByOwner() -> Accepted {
    guard isOn else { return false }
    if case .locking = screen {
      screen = .unlocked
      return true
    }
    return (try? unlock(passcode ?? "")) ?? false
  }

  mutating func unlock(_ candidate: String) throws(ImpossibleEvent) -> Accepted {
    try require(isOn, "the device is off")
    guard passcode != nil else { return true }
    guard verify(candidate) else { return false }
    open()
    return true
  }

  /// Unlocks with a passcode that a program passes as data.
  ///
  /// Wrong passcodes count only for that program. They cause no delay for the user, and never erase
  /// the device (Specification/access-control.md, "Throttling").
  mutating func unlock(
    _ candidate: String, handedInBy app: String
  ) throws(ImpossibleEvent) -> Accepted {
    try require(isOn, "the device is off")
    guard let caller = caller(of: App(app)) else {
      throw ImpossibleEvent("\(app) is not installed")
    }
    guard passcode != nil else { return true }
    guard verify(candidate, handedInBy: caller.identifier) else { return false }
    open()
    return true
  }

  private mutating func open() {
    firstUnlockDone = true
    screen = .unlocked
    remotelyLocked = false
    (lastUnlock, lastPasscodeUnlock) = (bootTime, bootTime)
    // The unlock was not by biometry, so there is nothing to reuse
    // (Specification/access-control.md, "Reuse duration").
    reusableUnlock = nil
  }

  mutating func unlock(
    presenting name: String, to sensors: Set<Sensor>
  ) throws(ImpossibleEvent) -> Accepted {
    try require(isOn, "the device is off")
    try require(sensors.contains(sensor), "the device does not have this sensor")
    guard mayBiometryUnlock else { return false }
    guard match(name) else { return false }
    screen = .unlocked
    (lastUnlock, lastBiometricUnlock, reusableUnlock) = (bootTime, bootTime, bootTime)
    return true
  }

  mutating func setPasscode(_ new: String) throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(passcode == nil, "a passcode is set; use changePasscode")
    try requireLength(of: new)
    passcode = new
    passcodeVersion += 1
    keybag.hasPasscodeKey = true
    // The passcode was typed just now, and the timers count from this moment.
    (lastUnlock, lastPasscodeUnlock) = (bootTime, bootTime)
  }

  mutating func changePasscode(
    from old: String, to new: String
  ) throws(ImpossibleEvent) -> Accepted {
    try requireUnlocked()
    try require(passcode != nil, "no passcode is set")
    try requireLength(of: new)
    guard verify(old) else { return false }
    passcode = new
    passcodeVersion += 1
    return true
  }

  mutating func removePasscode(_ candidate: String) throws(ImpossibleEvent) -> Accepted {
    try requireUnlocked()
    try require(passcode != nil, "no passcode is set")
    guard verify(candidate) else { return false }
    passcode = nil
    passcodeVersion += 1
    keybag.hasPasscodeKey = false
    remotelyLocked = false
    reusableUnlock = nil
    return true
  }

  /// Types a passcode at a prompt of an app, and returns true if the passcode is right.
  mutating func typePasscode(_ candidate: String) throws(ImpossibleEvent) -> Accepted {
    try requireUnlocked()
    try require(passcode != nil, "no passcode is set")
    return verify(candidate)
  }

  /// Checks a passcode, and returns true if it is right.
  ///
  /// During a delay after wrong passcodes, the result is false without a check. A wrong passcode is
  /// counted, unless it equals `lastWrongPasscode`. The right passcode resets the count of the user
  /// or of the program.
  ///
  /// - Parameter program: the identifier of the program that passes the passcode. Nil if the user
  ///   types the passcode.
  private mutating func verify(
    _ candidate: String, handedInBy program: String? = nil
  ) -> Accepted {
    guard throttle.takes(from: program, at: bootMoment), Self.canBePasscode(candidate) else {
      return false
    }
    guard candidate != passcode else {
      throttle.succeed(program)
      biometryFailures = 0
      lastWrongPasscode = nil
      return true
    }
    // A wrong passcode typed again is not another try (Specification/access-control.md,
    // "Throttling").
    guard candidate != lastWrongPasscode else { return false }
    lastWrongPasscode = candidate
    throttle.fail(program, at: bootMoment)
    if program == nil, erasesAfterTen, throttle.wrongPasscodes >= PasscodeAttempts.mostBeforeErase {
      erase()
    }
    return false
  }

  private func requireLength(of passcode: String) throws(ImpossibleEvent) {
    try require(Self.canBePasscode(passcode), "a passcode has 1 to 1024 bytes")
  }

  /// Returns true if a text has a length that a passcode may have: 1 to 1024 bytes of UTF-8.
  ///
  /// A text of another length is refused, and is not counted as a wrong passcode.
  private static func canBePasscode(_ text: String) -> Bool {
    (1...1024).contains(text.utf8.count)
  }
}

extension DeviceState {
  /// The counts of wrong passcodes, and the delay that follows from them
  /// (Specification/access-control.md, "Throttling").
  ///
  /// The counts and the delay are computed by the code that the engine itself uses.
  public struct PasscodeAttempts: Hashable, Sendable {
    private var throttle = PasscodeThrottle()
    /// The counters of wrong passcodes that programs have passed as data, by the identifiers of the
    /// programs.
    private var programs: [String: PasscodeThrottle.Counter] = [:]
    /// The end of the delay during which every passcode that the user types is refused without a
    /// check.
    ///
    /// The value is a time since boot. Nil if no delay is in progress.
    public private(set) var retryAt: Duration?

    init() {}

    /// The number of wrong passcodes that the user has typed since the last right passcode.
    public var wrongPasscodes: Int { Int(throttle.prompt.count) }
    /// The numbers of wrong passcodes that programs have passed as data, by the identifiers of the
    /// programs.
    public var wrongByProgram: [String: Int] { programs.mapValues { Int($0.count) } }

    /// The number of wrong passcodes that causes the first delay.
    static let firstThrottled = 5
    /// The number of wrong passcodes that erases the device if `erasesAfterTen` is true.
    static let mostBeforeErase = 10

    /// Returns true if a passcode would be checked now.
    ///
    /// False during a delay, when every passcode is refused without a check.
    ///
    /// - Parameter program: the identifier of the program that passes the passcode. Nil for the
    ///   user.
    func takes(from program: String?, at now: BootMoment) -> Bool {
      guard let program else { return retryAt == nil }
      return programs[program, default: .init()].secondsToWait(at: now) == 0
    }

    mutating func fail(_ program: String?, at now: BootMoment) {
      guard let program else {
        throttle.count(nil, at: now)
        return settle(at: now)
      }
      let count = programs[program, default: .init()].count + 1
      programs[program] = .init(count: count, last: now)
    }

    /// Resets the count of a program, or of the user if `program` is nil, after the right passcode.
    mutating func succeed(_ program: String?) {
      guard let program else {
        throttle = PasscodeThrottle()
        return endDelay()
      }
      programs[program] = nil
    }

    /// Replaces the counts of wrong passcodes by the counts that were found in the store after a
    /// crash.
    mutating func find(
      _ wrongPasscodes: Int, _ wrongByProgram: [String: Int], at now: BootMoment
    ) {
      if wrongPasscodes != self.wrongPasscodes {
        throttle = PasscodeThrottle()
        throttle.prompt.count = UInt32(clamping: wrongPasscodes)
        settle(at: now)
      }
      let known = self.wrongByProgram
      for (program, count) in wrongByProgram where count != known[program] {
        programs[program] = .init(count: UInt32(clamping: count), last: now)
      }
      programs = programs.filter { wrongByProgram[$0.key, default: 0] > 0 }
    }

    /// Computes the delay from the count of the user's wrong passcodes.
    ///
    /// After a restart, the full delay for this count begins again.
    mutating func settle(at now: BootMoment) {
      let seconds = throttle.prompt.secondsToWait(at: now)
      retryAt = seconds == 0 ? nil : .microseconds(now.microseconds) + .seconds(seconds)
    }

    mutating func endDelay() { retryAt = nil }
  }

  /// The current time since boot, with the identifier of the boot, as the engine represents it.
  var bootMoment: BootMoment {
    BootMoment(boot: bootIdentifier, microseconds: bootTime.microseconds)
  }

  /// The identifier of the current boot, which no other boot of the device has.
  var bootIdentifier: Identifier16 {
    Identifier16(high: 0x626f_6f74, low: UInt64(bootCount))
  }
}
