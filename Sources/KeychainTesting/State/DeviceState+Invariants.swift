// SPDX-License-Identifier: Apache-2.0

extension DeviceState {
  /// The invariants of spec/access-control.md 2.1 that the state breaks, in words.
  package var brokenInvariants: [String] {
    let all: [(holds: Bool, words: String)] = [
      (passcode != nil || screen == .unlocked, "a device without a passcode is unlocked"),
      (passcode != nil || biometryFailures == 0, "without a passcode no match has failed"),
      (keybag.hasPasscodeKey == (passcode != nil), "the passcode's class key exists with it"),
      (passcode != nil || firstUnlockDone, "a device without a passcode needs no first unlock"),
      (
        throttle.retryAt == nil
          || throttle.wrongPasscodes >= PasscodeAttempts.firstThrottled,
        "there is a delay only after the first throttled number of wrong passcodes"
      ),
      (throttle.retryAt.map { $0 > bootTime } ?? true, "a delay that is over is gone"),
      ((0...Self.lockout).contains(biometryFailures), "there are at most five failed matches"),
      (enrolment.names.count <= sensor.capacity, "the sensor holds all that are enrolled"),
      (!enrolment.names.isEmpty || biometryFailures == 0, "nobody enrolled, nobody failed"),
      (!needsLock, "a grace that is over has locked the screen"),
      (firstUnlockDone || screen == .locked, "before the first unlock the screen is locked"),
      (foreground.map { apps[$0]?.isInstalled == true } ?? true, "the app in front is installed"),
    ]
    return all.filter { !$0.holds }.map(\.words)
  }

  /// What an event may not have done, beside the invariants of each state.
  func brokenInvariants(since former: DeviceState) -> [String] {
    var broken = brokenInvariants
    if enrolment.names != former.enrolment.names,
      enrolment.generation == former.enrolment.generation
    {
      broken.append("another enrolment has another generation")
    }
    if bootCount < former.bootCount { broken.append("the number of boots never falls") }
    if bootCount == former.bootCount, bootTime < former.bootTime {
      broken.append("the clock since boot never goes back")
    }
    return broken
  }

  /// Whether the grace of a lock has passed, and the lock not happened.
  private var needsLock: Bool {
    if case .locking(let until) = screen { return until <= bootTime }
    return false
  }
}
