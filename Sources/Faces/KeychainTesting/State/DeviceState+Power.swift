// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Power, clocks, erasing (spec/access-control.md 2.3).
extension DeviceState {
  mutating func powerOff() throws(ImpossibleEvent) {
    try require(isOn, "the device is off already")
    isOn = false
    // What the next boot finds; nobody can see it before.
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

  /// What a boot does to everything that is counted from it.
  private mutating func start() {
    bootCount += 1
    evidenceEra += 1
    bootTime = .zero
    monotonic = .zero
    lastWrongPasscode = nil
    (lastUnlock, lastPasscodeUnlock, lastBiometricUnlock) = (nil, nil, nil)
    reusableUnlock = nil
  }

  /// Moves all clocks; what falls due happens at its own time, in order.
  ///
  /// While the device is off, only civil time passes.
  mutating func advance(by duration: Duration) throws(ImpossibleEvent) {
    try require(duration >= .zero, "time does not go back; there is setWallClock")
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

  /// When the state next changes by itself.
  var nextDue: Duration? {
    var due = [throttle.retryAt].compactMap { $0 }
    if case .locking(let until) = screen { due.append(until) }
    return due.min()
  }

  /// Other keys under the same passcode; the count of wrong ones went with the old files.
  mutating func replaceKeybag() {
    keybag.identity = UUID(sixteen: random.sixteenBytes())
    throttle = PasscodeAttempts()
    lastWrongPasscode = nil
  }

  /// Just started, the device finds another passcode or count than it remembers.
  mutating func recover(
    _ found: String?, wrongPasscodes: Int, wrongByProgram: [String: Int]
  ) throws(ImpossibleEvent) {
    try require(isOn && bootTime == .zero, "only a start finds something")
    try require(
      wrongPasscodes >= 0 && wrongByProgram.values.allSatisfy { $0 >= 0 },
      "there is no negative number of wrong passcodes")
    if passcode != found { passcodeVersion += 1 }
    passcode = found
    keybag.hasPasscodeKey = found != nil
    if found == nil { biometryFailures = 0 }
    throttle.find(
      found == nil ? 0 : wrongPasscodes, found == nil ? [:] : wrongByProgram, at: bootMoment)
    screen = found == nil ? .unlocked : .locked
    firstUnlockDone = found == nil
  }

  /// A device as new, with its apps but without their items.
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
  /// The duration in seconds, as Foundation counts.
  var seconds: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
