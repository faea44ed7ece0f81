// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What follows from the state (spec/access-control.md 2.1, table *Derived*).
extension DeviceState {
  /// Whether the keys of `WhenUnlocked` are there: until the grace after a lock is over.
  public var hasUnlockedKeys: Bool { isOn && firstUnlockDone && screen != .locked }

  /// Whether the keys of `AfterFirstUnlock` are there.
  public var hasFirstUnlockKeys: Bool { isOn && firstUnlockDone }

  /// Whether the key of `WhenPasscodeSetThisDeviceOnly` is there.
  public var hasPasscodeSetKey: Bool { hasUnlockedKeys && passcode != nil }

  /// The protections whose items can be opened.
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

  /// Whether five failed matches in a row keep biometry from being tried.
  public var isLockedOut: Bool { biometryFailures >= Self.lockout }

  /// How many failed matches are a lockout.
  static let lockout = 5

  /// Whether biometry can be tried, the refusals of single apps aside.
  public var isBiometryReady: Bool {
    isOn && sensor != .none && sensorIsUsable && !enrolment.names.isEmpty && !isLockedOut
      && passcode != nil && firstUnlockDone
  }

  /// Whether an app can have biometry tried.
  public func isBiometryReady(for app: App) -> Bool {
    isBiometryReady && !biometryRefused.contains(app.name)
  }

  /// Whether biometry may unlock the screen: ready, and the passcode was typed lately (2.3).
  public var mayBiometryUnlock: Bool { isBiometryReady && !needsStrongAuthentication }

  /// Whether only the passcode unlocks the screen now.
  public var needsStrongAuthentication: Bool {
    guard let lastUnlock, let lastPasscodeUnlock, !remotelyLocked else { return true }
    if bootTime - lastUnlock >= .seconds(48 * 3600) { return true }
    let sinceBiometry = lastBiometricUnlock.map { bootTime - $0 }
    return bootTime - lastPasscodeUnlock >= .seconds(156 * 3600)
      && sinceBiometry.map { $0 >= .seconds(4 * 3600) } ?? true
  }

  /// How long every passcode is refused unheard; nil where it is not.
  public var throttledFor: Duration? { throttle.retryAt.map { $0 - bootTime } }

  /// Whether somebody is there to answer a prompt of an app (2.3).
  public func canAsk(_ app: App) -> Bool {
    isOn && screen == .unlocked && isInteractive && foreground == app.name
  }

  /// Who an app is to the Keychain now; nil where it is not installed.
  func caller(of app: App) -> Caller? {
    guard let installed = apps[app.name], installed.isInstalled else { return nil }
    return installed.entitlements.caller(named: app.name, version: installed.version)
  }
}

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
