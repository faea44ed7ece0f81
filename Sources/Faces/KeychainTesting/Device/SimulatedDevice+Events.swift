// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Events that a test causes on the device (Specification/access-control.md, "Events of the
/// device").
///
/// A function throws `Impossible` if the event cannot happen in the device's current state: that is
/// a mistake of the test. The function also throws `Impossible`, with the status errSecIO, if the
/// disk refuses a write because the test has called `failNextWrite` or `crash`.
extension SimulatedDevice {
  /// Switches the device off.
  ///
  /// The device loses its unlock keys. All prompts end, and evidence of earlier authentications is
  /// no longer valid.
  public func powerOff() throws(Impossible) { try world.happen(.powerOff) }

  /// Switches the device on.
  ///
  /// A device with a passcode is then locked, and waits for its first unlock.
  public func boot() throws(Impossible) { try world.happen(.boot) }

  /// Switches the device off, if it is on, and on again.
  public func reboot() { happenSurely(.reboot) }

  /// Unlocks the device as its owner can: with the passcode that is set.
  ///
  /// Within the grace period after a lock, no passcode is needed.
  ///
  /// - Returns: False if the device is off, if a delay after wrong passcodes is in progress, or if
  ///   the disk refuses a write.
  @discardableResult
  public func unlock() -> Bool { (try? world.happen(.unlock)) ?? false }

  /// Types a passcode at the lock screen.
  ///
  /// - Returns: False if the passcode is wrong, or if it is refused because a delay after several
  ///   wrong passcodes is in progress.
  @discardableResult
  public func unlock(passcode: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithPasscode(passcode))
  }

  /// Presents a finger at the lock screen, which unlocks the device if the finger is enrolled.
  ///
  /// - Returns: False if the finger is not enrolled, or if the device accepts only the passcode
  ///   now, for example after a restart.
  @discardableResult
  public func unlock(finger name: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithFinger(name))
  }

  /// Presents a face, or eyes, at the lock screen.
  ///
  /// - Returns: False if the face is not enrolled, or if only the passcode unlocks the device now.
  @discardableResult
  public func unlock(face name: String) throws(Impossible) -> Bool {
    try world.happen(.unlockWithFace(name))
  }

  /// Unlocks the device with a passcode that a program passes as data, as `security unlock-store`
  /// does in a script.
  ///
  /// Wrong passcodes count only for this program. They never delay the user, and never erase the
  /// device.
  ///
  /// - Returns: False if the passcode is wrong, or if it is refused because a delay after several
  ///   wrong passcodes of this program is in progress.
  @discardableResult
  public func unlock(passcode: String, handedInBy app: App) throws(Impossible) -> Bool {
    try world.happen(.handInPasscode(passcode, app: app.name))
  }

  /// Presses the lock button, which has no effect on a device without a passcode.
  ///
  /// - Parameter grace: the time after the lock in which `WhenUnlocked` items can still be opened.
  ///   If `grace` is nil, the time is zero, or ten seconds with the quirk `lockGraceTenSeconds`.
  public func lock(grace: Duration? = nil) { happenSurely(.lock(grace: grace)) }

  /// Locks the device by a remote command.
  ///
  /// Only the passcode can unlock the device afterwards.
  public func lockRemotely() { happenSurely(.lockRemotely) }

  /// Sets the passcode of a device that has no passcode.
  public func setPasscode(_ passcode: String) throws(Impossible) {
    try world.happen(.setPasscode(passcode))
  }

  /// Changes the passcode.
  ///
  /// A wrong old passcode is counted like a wrong passcode at the lock screen.
  ///
  /// - Returns: False if the old passcode is wrong, or if it is refused because a delay after
  ///   several wrong passcodes is in progress.
  @discardableResult
  public func changePasscode(_ old: String, _ new: String) throws(Impossible) -> Bool {
    try world.happen(.changePasscode(old: old, new: new))
  }

  /// Removes the passcode, and with it every `WhenPasscodeSetThisDeviceOnly` item.
  ///
  /// A wrong passcode is counted like a wrong passcode at the lock screen.
  ///
  /// - Returns: False if the passcode is wrong, or if it is refused because a delay after several
  ///   wrong passcodes is in progress.
  @discardableResult
  public func removePasscode(_ passcode: String) throws(Impossible) -> Bool {
    try world.happen(.removePasscode(passcode))
  }

  /// Sets whether the tenth wrong passcode erases the device.
  public func setErasesAfterTen(_ isSet: Bool) { happenSurely(.setErasesAfterTen(isSet)) }

  /// Enrols a finger or a face.
  public func enrol(_ name: String) throws(Impossible) { try world.happen(.enrol(name)) }

  /// Removes one enrolled finger or face.
  public func removeEnrolment(_ name: String) throws(Impossible) {
    try world.happen(.removeEnrolment(name))
  }

  /// Removes all enrolled fingers or faces.
  public func removeAllEnrolments() throws(Impossible) { try world.happen(.removeAllEnrolments) }

  /// Replaces the biometric sensor by another type of sensor.
  ///
  /// All enrolled fingers or faces are lost.
  public func setSensor(_ sensor: Sensor) { happenSurely(.setSensor(sensor)) }

  /// Sets whether the sensor can be used.
  ///
  /// A closed lid, for example, makes it unusable.
  public func setSensorUsable(_ isUsable: Bool) { happenSurely(.setSensorUsable(isUsable)) }

  /// Presents a finger or face that is not enrolled, `times` times in a row.
  ///
  /// After the fifth failure in a row, the device accepts only the passcode (lockout).
  public func failBiometry(times: Int) throws(Impossible) {
    try world.happen(.failBiometry(times: times))
  }

  /// Denies an app the use of the face or eye sensor, as the user can in the settings.
  ///
  /// - Parameter app: the app, or nil for the app that the device began with.
  public func refuseBiometry(for app: App? = nil) throws(Impossible) {
    try world.happen(.refuseBiometry(app: (app ?? mainApp).name))
  }

  /// Allows an app to use the face or eye sensor after `refuseBiometry`, as the user can in the
  /// settings.
  ///
  /// - Parameter app: the app, or nil for the app that the device began with.
  public func allowBiometry(for app: App? = nil) throws(Impossible) {
    try world.happen(.allowBiometry(app: (app ?? mainApp).name))
  }

  /// Pairs a companion (a device, such as a watch, that can confirm prompts) with this device.
  ///
  /// The companion is not near the device until `companion(_:inReach:)` moves it there.
  public func pairCompanion(_ companion: Companion) { happenSurely(.pairCompanion(companion)) }

  /// Ends the pairing of a companion.
  public func unpairCompanion(_ companion: Companion) throws(Impossible) {
    try world.happen(.unpairCompanion(companion))
  }

  /// Moves a paired companion near to the device, or away from it.
  ///
  /// - Parameters:
  ///   - companion: the companion that moves.
  ///   - inReach: true if the companion is near enough to answer prompts.
  public func companion(_ companion: Companion, inReach: Bool) throws(Impossible) {
    try world.happen(.companion(companion, inReach: inReach))
  }

  /// Sends the app in front to the background, and cancels its authentications and prompts.
  public func enterBackground() { happenSurely(.enterBackground) }

  /// Brings an app to the front.
  ///
  /// - Parameter app: the app, or nil for the app that the device began with.
  public func enterForeground(_ app: App? = nil) throws(Impossible) {
    try world.happen(.enterForeground(app: (app ?? mainApp).name))
  }

  /// Sets whether a user is present to answer prompts.
  public func setInteractive(_ isInteractive: Bool) { happenSurely(.setInteractive(isInteractive)) }

  /// Moves the clocks of the device forward, without real waiting.
  ///
  /// Timed changes, such as the end of a grace period, happen at their times and in order.
  public func advance(by duration: Duration) throws(Impossible) {
    try world.happen(.advance(by: duration))
  }

  /// Sets the date and time of the device.
  ///
  /// Delays and grace periods do not change, because they depend on the time since boot.
  public func setWallClock(_ date: Date) { happenSurely(.setWallClock(date)) }

  /// Erases the device.
  ///
  /// The device gets another identity, and loses its items and its passcode. The apps stay.
  public func erase() { happenSurely(.erase) }

  /// Installs an app, without bringing it to the front.
  public func install(_ app: App) { happenSurely(.install(app)) }

  /// Upgrades the installed app with the name of `app` to the version and entitlements of `app`.
  public func upgrade(to app: App) throws(Impossible) { try world.happen(.upgrade(app)) }

  /// Upgrades the installed app with the name of `app` to a version with other entitlements.
  ///
  /// The application identifier changes if the new entitlements have another prefix. The prefix of
  /// an app made by `App(_:groups:)` is empty, because its name is the whole identifier. To keep
  /// the identifier of this app, pass entitlements with an empty prefix.
  public func upgrade(
    _ app: App, _ entitlements: Entitlements, version: String = "2"
  ) throws(Impossible) {
    try world.happen(.upgrade(App(app.name, entitlements: entitlements, version: version)))
  }

  /// Deletes an app.
  ///
  /// The keychain items of the app stay, as on Apple's systems.
  public func delete(_ app: App) { happenSurely(.delete(app: app.name)) }

  /// Replaces the keybag by one with new class keys, as after the loss of the keybag's file.
  ///
  /// No existing item can be decrypted afterwards. An existing item does not prevent the addition
  /// of an item with an equal primary key.
  public func replaceKeybag() { happenSurely(.replaceKeybag) }

  /// The function that is called after every event, for example to log the events of a test.
  ///
  /// Nil, the default, if no function is called.
  public var onEvent: (@Sendable (Event) -> Void)? {
    get { world.onEvent }
    set { world.onEvent = newValue }
  }

  /// Applies an event that is possible in every state of the device.
  ///
  /// - Returns: False if a passcode, finger or face was refused.
  @discardableResult
  func happenSurely(_ event: Event) -> Bool {
    do throws(Impossible) {
      return try world.happen(event)
    } catch {
      preconditionFailure("\(event) has no precondition: \(error)")
    }
  }
}
