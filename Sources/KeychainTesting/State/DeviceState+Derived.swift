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
