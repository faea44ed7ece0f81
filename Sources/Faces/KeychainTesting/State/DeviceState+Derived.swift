// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Properties computed from the device's state (Specification/access-control.md, "State of the
/// device", table *Derived*).
extension DeviceState {
  /// True if the class keys of `WhenUnlocked` are available.
  ///
  /// The keys are also available during the grace period after a lock.
  public var hasUnlockedKeys: Bool { isOn && firstUnlockDone && screen != .locked }

  /// True if the class keys of `AfterFirstUnlock` are available.
  public var hasFirstUnlockKeys: Bool { isOn && firstUnlockDone }

  /// True if the class key of `WhenPasscodeSetThisDeviceOnly` is available.
  public var hasPasscodeSetKey: Bool { hasUnlockedKeys && passcode != nil }

  /// The protection classes whose items can be decrypted now.
  package var availableProtections: Set<Protection> {
    guard isOn else { return [] }
    var available: Set<Protection> = [.always, .alwaysThisDeviceOnly]
    if hasFirstUnlockKeys {
      available.formUnion([.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly])
    }
    if hasUnlockedKeys { available.formUnion([.whenUnlocked, .whenUnlockedThisDeviceOnly]) }
    if hasPasscodeSetKey { available.insert(.whenPasscodeSetThisDeviceOnly) }
    return available
  }

  /// True if five failed tries with a finger or face, in a row, have blocked biometry until the
  /// passcode is typed.
  public var isLockedOut: Bool { biometryFailures >= Self.lockout }

  /// The number of failed tries with a finger or face, in a row, that blocks biometry.
  static let lockout = 5

  /// True if a finger or face can be tried now.
  ///
  /// The value does not consider whether the user has denied the sensor to an app.
  public var isBiometryReady: Bool {
    isOn && sensor != .none && sensorIsUsable && !enrolment.names.isEmpty && !isLockedOut
      && passcode != nil && firstUnlockDone
  }

  /// Returns true if an app can use biometry now.
  public func isBiometryReady(for app: App) -> Bool {
    isBiometryReady && !biometryRefused.contains(app.name)
  }

  /// True if a finger or face may unlock the screen.
  ///
  /// False if biometry is not ready, or if a rule demands the passcode, for example after a restart
  /// (Specification/access-control.md, "Events of the device").
  public var mayBiometryUnlock: Bool { isBiometryReady && !needsStrongAuthentication }

  /// True if a rule demands the passcode to unlock the screen, for example after a restart or 48
  /// hours without an unlock.
  public var needsStrongAuthentication: Bool {
    guard let lastUnlock, let lastPasscodeUnlock, !remotelyLocked else { return true }
    if bootTime - lastUnlock >= .seconds(48 * 3600) { return true }
    let sinceBiometry = lastBiometricUnlock.map { bootTime - $0 }
    return bootTime - lastPasscodeUnlock >= .seconds(156 * 3600)
      && sinceBiometry.map { $0 >= .seconds(4 * 3600) } ?? true
  }

  /// The remaining time of the delay during which every typed passcode is refused.
  ///
  /// Several wrong passcodes cause a delay. Nil if no delay is in progress.
  public var throttledFor: Duration? { throttle.retryAt.map { $0 - bootTime } }

  /// Returns true if a prompt of an app can be shown to a user now
  /// (Specification/access-control.md, "Events of the device").
  ///
  /// The device must be on and unlocked, a user must be present, and the app must be in front.
  public func canAsk(_ app: App) -> Bool {
    isOn && screen == .unlocked && isInteractive && foreground == app.name
  }

  /// Returns the current identity of an app, or nil if the app is not installed.
  func caller(of app: App) -> Caller? {
    guard let installed = apps[app.name], installed.isInstalled else { return nil }
    return installed.entitlements.caller(named: app.name, version: installed.version)
  }
}

extension DeviceState {
  /// The invariants that this state does not satisfy, in words (Specification/access-control.md,
  /// "State of the device").
  package var brokenInvariants: [String] {
    let all: [(holds: Bool, words: String)] = [
      (passcode != nil || screen == .unlocked, "a device without a passcode is unlocked"),
      (passcode != nil || biometryFailures == 0, "without a passcode no match has failed"),
      (
        keybag.hasPasscodeKey == (passcode != nil),
        "the passcode's class key exists only with a passcode"
      ),
      (passcode != nil || firstUnlockDone, "a device without a passcode needs no first unlock"),
      (
        throttle.retryAt == nil
          || throttle.wrongPasscodes >= PasscodeAttempts.firstThrottled,
        "there is a delay only after the first throttled number of wrong passcodes"
      ),
      (throttle.retryAt.map { $0 > bootTime } ?? true, "a delay that is over is gone"),
      ((0...Self.lockout).contains(biometryFailures), "there are at most five failed matches"),
      (enrolment.names.count <= sensor.capacity, "the sensor holds all that are enrolled"),
      (!enrolment.names.isEmpty || biometryFailures == 0, "without enrolment no match has failed"),
      (!needsLock, "a grace that is over has locked the screen"),
      (firstUnlockDone || screen == .locked, "before the first unlock the screen is locked"),
      (foreground.map { apps[$0]?.isInstalled == true } ?? true, "the app in front is installed"),
    ]
    return all.filter { !$0.holds }.map(\.words)
  }

  /// Returns, in words, the invariants that a change to this state violates.
  ///
  /// The result has the violated invariants of this state alone, and the violated invariants that
  /// relate this state to the former state.
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

  /// True if the grace period is over, but the screen is still in the state `locking`.
  private var needsLock: Bool {
    if case .locking(let until) = screen { return until <= bootTime }
    return false
  }
}
