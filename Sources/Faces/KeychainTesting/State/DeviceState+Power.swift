// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Events of power, clocks, recovery and erasing (Specification/access-control.md, "Events of the
/// device").
extension DeviceState {
  mutating func powerOff() throws(ImpossibleEvent) {
    try require(isOn, "the device is off already")
    isOn = false
    // The following values are those of the next boot, without effect while the device is off.
    screen = passcode == nil ? .unlocked : .locked
    firstUnlockDone = passcode == nil
    reusableUnlock = nil
    evidenceEra += 1
  }

  mutating func boot() throws(ImpossibleEvent) {
    try require(!isOn, "the device is on already")
    isOn = true
    start()
    screen = passcode == nil ? .unlocked : .locked
    firstUnlockDone = passcode == nil
    throttle.settle(at: bootMoment)
  }

  mutating func reboot() {
    if isOn { try? powerOff() }
    try? boot()
  }

  /// Begins a new boot: resets the clocks since boot, and forgets the times of earlier unlocks.
  ///
  /// Authentications of the user before this boot are no longer valid.
  private mutating func start() {
    bootCount += 1
    evidenceEra += 1
    bootTime = .zero
    monotonic = .zero
    lastWrongPasscode = nil
    (lastUnlock, lastPasscodeUnlock, lastBiometricUnlock) = (nil, nil, nil)
    reusableUnlock = nil
  }

  /// Moves all clocks forward.
  ///
  /// A change that is due before the new time, such as the end of the grace period after a lock,
  /// happens at its own time. While the device is off, only the civil time changes.
  mutating func advance(by duration: Duration) throws(ImpossibleEvent) {
    try require(duration >= .zero, "time does not go back; use setWallClock")
    wall.addTimeInterval(duration.seconds)
    guard isOn else { return }
    let end = bootTime + duration
    while let due = nextDue, due <= end {
      (bootTime, monotonic) = (due, due)
      if case .locking(until: due) = screen { screen = .locked }
      if throttle.retryAt == due { throttle.endDelay() }
    }
    (bootTime, monotonic) = (end, end)
  }

  /// The time since boot at which the next delay (after wrong passcodes) or grace period (after a
  /// lock) ends.
  ///
  /// Nil if neither is in progress.
  var nextDue: Duration? {
    var due = [throttle.retryAt].compactMap { $0 }
    if case .locking(let until) = screen { due.append(until) }
    return due.min()
  }

  /// Replaces the keybag by one with new class keys, and keeps the passcode.
  ///
  /// The counts of wrong passcodes are lost with the old keybag.
  mutating func replaceKeybag() {
    keybag.identity = UUID(sixteen: random.sixteenBytes())
    throttle = PasscodeAttempts()
    lastWrongPasscode = nil
  }

  /// Replaces the passcode and the counts of wrong passcodes by the values in the store, at a start
  /// after a crash.
  mutating func recover(
    _ found: String?, wrongPasscodes: Int, wrongByProgram: [String: Int]
  ) throws(ImpossibleEvent) {
    try require(isOn && bootTime == .zero, "recovery is possible only at the start of the device")
    try require(
      wrongPasscodes >= 0 && wrongByProgram.values.allSatisfy { $0 >= 0 },
      "the number of wrong passcodes cannot be negative")
    if passcode != found { passcodeVersion += 1 }
    passcode = found
    keybag.hasPasscodeKey = found != nil
    if found == nil { biometryFailures = 0 }
    throttle.find(
      found == nil ? 0 : wrongPasscodes, found == nil ? [:] : wrongByProgram, at: bootMoment)
    screen = found == nil ? .unlocked : .locked
    firstUnlockDone = found == nil
  }

  /// Erases the device, whose apps stay and whose items are lost.
  mutating func erase() {
    identity = UUID(sixteen: random.sixteenBytes())
    keybag = KeybagState(identity: UUID(sixteen: random.sixteenBytes()), hasPasscodeKey: false)
    passcode = nil
    passcodeVersion += 1
    throttle = PasscodeAttempts()
    erasesAfterTen = false
    write(enrolment: [])
    biometryResets = 0
    biometryRefused = []
    companions = [:]
    remotelyLocked = false
    isOn = true
    start()
    screen = .unlocked
    firstUnlockDone = true
  }
}

extension Duration {
  /// The duration in seconds, as Foundation represents it.
  var seconds: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
