// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainTypes

/// Lock, unlock, passcode (spec/access-control.md 2.2, 2.3).
extension DeviceState {
  /// How long the keys stay after the lock button where the quirk holds (2.2).
  public static let usualLockGrace = Duration.seconds(10)

  /// Locks for the person at once, and takes the keys when the grace is over.
  ///
  /// Without a passcode nothing can be locked; a lock that is under way is not put off.
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

  /// The owner's unlock: nothing is asked during the grace, else the passcode is typed.
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

  /// A program's tries count for that program alone: they put off, and erase, nothing (4.3).
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
    // Never by biometry, so there is nothing to reuse (1.7).
    reusableUnlock = nil
  }

  mutating func unlock(
    presenting name: String, to sensors: Set<Sensor>
  ) throws(ImpossibleEvent) -> Accepted {
    try require(isOn, "the device is off")
    try require(sensors.contains(sensor), "the device has no such sensor")
    guard mayBiometryUnlock else { return false }
    guard match(name) else { return false }
    screen = .unlocked
    (lastUnlock, lastBiometricUnlock, reusableUnlock) = (bootTime, bootTime, bootTime)
    return true
  }

  mutating func setPasscode(_ new: String) throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(passcode == nil, "a passcode is set; there is changePasscode")
    try requireLength(of: new)
    passcode = new
    passcodeVersion += 1
    keybag.hasPasscodeKey = true
    // It was typed just now, which is what the timers of 2.3 count from.
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

  /// A passcode typed at a prompt of an app.
  mutating func typePasscode(_ candidate: String) throws(ImpossibleEvent) -> Accepted {
    try requireUnlocked()
    try require(passcode != nil, "no passcode is set")
    return verify(candidate)
  }

  /// Takes a try: unheard during a delay, counted when wrong, the end of all counts when right.
  ///
  /// - Parameter program: the identifier of the program that hands it in; nil for a person.
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
    // The same wrong one again is the same mistake (4.3).
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

  /// What cannot be one is no try.
  private static func canBePasscode(_ text: String) -> Bool {
    (1...1024).contains(text.utf8.count)
  }
}

extension DeviceState {
  /// What wrong passcodes have led to, by the product's own throttle
  /// (spec/access-control.md 4.3).
  public struct PasscodeAttempts: Hashable, Sendable {
    private var throttle = PasscodeThrottle()
    /// Of programs that hand passcodes in, by their identifiers.
    private var programs: [String: PasscodeThrottle.Counter] = [:]
    /// Until when, since boot, every try is refused unheard.
    public private(set) var retryAt: Duration?

    init() {}

    /// Wrong tries since the last right one.
    public var wrongPasscodes: Int { Int(throttle.prompt.count) }
    /// The same of programs that hand passcodes in, by their identifiers.
    public var wrongByProgram: [String: Int] { programs.mapValues { Int($0.count) } }

    /// Wrong tries before the first delay.
    static let firstThrottled = 5
    /// Wrong tries after which a device that is set so is erased.
    static let mostBeforeErase = 10

    /// Whether a try is looked at now: a person's, or a program's.
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

    /// A right one ends the count of its own door.
    mutating func succeed(_ program: String?) {
      guard let program else {
        throttle = PasscodeThrottle()
        return endDelay()
      }
      programs[program] = nil
    }

    /// Takes over counts that were found in the store.
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

    /// Finds the delay that holds: after a restart, the full one of the present step.
    mutating func settle(at now: BootMoment) {
      let seconds = throttle.prompt.secondsToWait(at: now)
      retryAt = seconds == 0 ? nil : .microseconds(now.microseconds) + .seconds(seconds)
    }

    mutating func endDelay() { retryAt = nil }
  }

  /// Now, as the product's clock says it.
  var bootMoment: BootMoment {
    BootMoment(boot: bootIdentifier, microseconds: bootTime.microseconds)
  }

  /// Another one for each boot.
  var bootIdentifier: Identifier16 {
    Identifier16(high: 0x626f_6f74, low: UInt64(bootCount))
  }
}
