// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What can happen to the device (spec/access-control.md 2.3).
///
/// What has a precondition throws `Impossible` where it does not hold: a mistake of the test. So
/// does what a write was refused for that the test had refused; its status is errSecIO then.
extension SimulatedDevice {
  /// Switches the device off: keys, evidence and prompts are gone.
  public func powerOff() throws(Impossible) { try world.happen(.powerOff) }

  /// Switches it on; with a passcode it waits for the first unlock.
  public func boot() throws(Impossible) { try world.happen(.boot) }

  /// Switches it off, if it is on, and on again.
  public func reboot() { happenSurely(.reboot) }

  /// Unlocks with the passcode that is set; within the grace of a lock without it.
  ///
  /// - Returns: false when the device is off, or throttles, or its disk refuses a write.
  @discardableResult
  public func unlock() -> Bool { (try? world.happen(.unlock)) ?? false }

  /// Types a passcode at the lock screen.
  ///
  /// - Returns: false when it is wrong, or not heard during a delay.
  @discardableResult
  public func unlock(passcode: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithPasscode(passcode))
  }

  /// Presents a finger at the lock screen.
  ///
  /// - Returns: false when it does not match, or biometry may not unlock now.
  @discardableResult
  public func unlock(finger name: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithFinger(name))
  }

  /// Presents a face, or eyes, at the lock screen.
  ///
  /// - Returns: false when it does not match, or biometry may not unlock now.
  @discardableResult
  public func unlock(face name: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithFace(name))
  }

  /// A program hands in a passcode as data, as `security unlock-store` does in a script.
  ///
  /// Wrong ones count for this program alone: they never put off the person, nor erase the device.
  ///
  /// - Returns: false when it is wrong, or not heard during a delay of the program's own.
  @discardableResult
  public func unlock(passcode: String, handedInBy app: App) throws(Impossible) -> Bool {
    try world.happen(.handInPasscode(passcode, app: app.name))
  }

  /// The lock button; without effect where no passcode is set.
  ///
  /// - Parameter grace: how long the keys stay; nil: not at all, or as the quirks say.
  public func lock(grace: Duration? = nil) { happenSurely(.lock(grace: grace)) }

  /// A lock by remote command: only the passcode unlocks next.
  public func lockRemotely() { happenSurely(.lockRemotely) }

  /// Sets the first passcode.
  public func setPasscode(_ passcode: String) throws(Impossible) {
    try world.happen(.setPasscode(passcode))
  }

  /// Changes the passcode.
  ///
  /// - Returns: false when the old one is wrong or not heard; that counts as at the lock screen.
  @discardableResult
  public func changePasscode(_ old: String, _ new: String) throws(Impossible) -> Bool {
    try world.happen(.changePasscode(old: old, new: new))
  }

  /// Removes the passcode, and with it every `WhenPasscodeSetThisDeviceOnly` item.
  ///
  /// - Returns: false when it is wrong or not heard; that counts as at the lock screen.
  @discardableResult
  public func removePasscode(_ passcode: String) throws(Impossible) -> Bool {
    try world.happen(.removePasscode(passcode))
  }

  /// Whether the tenth wrong passcode erases the device.
  public func setErasesAfterTen(_ isSet: Bool) { happenSurely(.setErasesAfterTen(isSet)) }

  /// Enrols a finger or a face.
  public func enrol(_ name: String) throws(Impossible) { try world.happen(.enrol(name)) }

  /// Removes one that is enrolled.
  public func removeEnrolment(_ name: String) throws(Impossible) {
    try world.happen(.removeEnrolment(name))
  }

  /// Removes all that are enrolled.
  public func removeAllEnrolments() throws(Impossible) { try world.happen(.removeAllEnrolments) }

  /// Other hardware; what was enrolled is gone with the old.
  public func setSensor(_ sensor: Sensor) { happenSurely(.setSensor(sensor)) }

  /// Whether the sensor can be used, as with a lid.
  public func setSensorUsable(_ isUsable: Bool) { happenSurely(.setSensorUsable(isUsable)) }

  /// Lets matches fail; the fifth in a row is a lockout.
  public func failBiometry(times: Int) throws(Impossible) {
    try world.happen(.failBiometry(times: times))
  }

  /// The user refuses an app the use of the face sensor.
  ///
  /// - Parameter app: the app, or nil for the device's first one.
  public func refuseBiometry(for app: App? = nil) throws(Impossible) {
    try world.happen(.refuseBiometry(app: (app ?? mainApp).name))
  }

  /// The user allows an app the use of the face sensor again.
  ///
  /// - Parameter app: the app, or nil for the device's first one.
  public func allowBiometry(for app: App? = nil) throws(Impossible) {
    try world.happen(.allowBiometry(app: (app ?? mainApp).name))
  }

  /// Pairs a companion; it is not in reach yet.
  public func pairCompanion(_ companion: Companion) { happenSurely(.pairCompanion(companion)) }

  /// Ends a pairing.
  public func unpairCompanion(_ companion: Companion) throws(Impossible) {
    try world.happen(.unpairCompanion(companion))
  }

  /// Brings a companion in reach, or takes it away.
  public func companion(_ companion: Companion, inReach: Bool) throws(Impossible) {
    try world.happen(.companion(companion, inReach: inReach))
  }

  /// The app in front leaves it; its evaluations end.
  public func enterBackground() { happenSurely(.enterBackground) }

  /// An app comes to the front.
  ///
  /// - Parameter app: the app, or nil for the device's first one.
  public func enterForeground(_ app: App? = nil) throws(Impossible) {
    try world.happen(.enterForeground(app: (app ?? mainApp).name))
  }

  /// Whether somebody sits before the device.
  public func setInteractive(_ isInteractive: Bool) { happenSurely(.setInteractive(isInteractive)) }

  /// Lets time pass without waiting for it; what falls due happens in its order.
  public func advance(by duration: Duration) throws(Impossible) {
    try world.happen(.advance(by: duration))
  }

  /// Sets civil time; no delay or grace depends on it.
  public func setWallClock(_ date: Date) { happenSurely(.setWallClock(date)) }

  /// Erases the device: another identity, no items, no passcode; the apps stay.
  public func erase() { happenSurely(.erase) }

  /// Installs an app; it does not come to the front.
  public func install(_ app: App) { happenSurely(.install(app)) }

  /// A new version of an app: the app of this name gets the version and entitlements of the value.
  public func upgrade(to app: App) throws(Impossible) { try world.happen(.upgrade(app)) }

  /// A new version of an app, with these entitlements.
  ///
  /// The prefix counts too: an app of `App(_:groups:)` has an empty one, as its name is the whole
  /// identifier.
  public func upgrade(
    _ app: App, _ entitlements: Entitlements, version: String = "2"
  ) throws(Impossible) {
    try world.happen(.upgrade(App(app.name, entitlements: entitlements, version: version)))
  }

  /// Deletes an app; its items stay, as on Apple's systems.
  public func delete(_ app: App) { happenSurely(.delete(app: app.name)) }

  /// A store whose keybag was lost: no item opens any more, and each can be added again.
  public func replaceKeybag() { happenSurely(.replaceKeybag) }

  /// Told after every event, for logging a run that fails.
  public var onEvent: (@Sendable (Event) -> Void)? {
    get { world.onEvent }
    set { world.onEvent = newValue }
  }

  /// An event that has no precondition.
  @discardableResult
  func happenSurely(_ event: Event) -> Bool {
    do throws(Impossible) {
      return try world.happen(event)
    } catch {
      preconditionFailure("\(event) has no precondition: \(error)")
    }
  }
}
