// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes

extension DeviceState {
  /// True if a typed passcode or a presented finger or face was accepted.
  ///
  /// Always true for other events.
  package typealias Accepted = Bool

  /// Returns the state after an event, and whether a passcode, finger or face was accepted.
  ///
  /// All effects of events on the state of a device are computed by this function.
  ///
  /// - Throws: `ImpossibleEvent`, with nothing changed, if a precondition of the event does not
  ///   hold (Specification/access-control.md, "Events of the device").
  package func applying(_ event: DeviceEvent) throws(ImpossibleEvent) -> (DeviceState, Accepted) {
    var state = self
    let accepted = try state.apply(event)
    let broken = state.brokenInvariants(since: self)
    precondition(broken.isEmpty, "after \(event): \(broken.joined(separator: "; "))")
    return (state, accepted)
  }

  private mutating func apply(_ event: DeviceEvent) throws(ImpossibleEvent) -> Accepted {
    switch event {
    case .unlock: return unlockByOwner()
    case .unlockWithPasscode(let passcode): return try unlock(passcode)
    case .unlockWithFinger(let name): return try unlock(presenting: name, to: [.touch])
    case .unlockWithFace(let name): return try unlock(presenting: name, to: [.face, .optic])
    case .handInPasscode(let passcode, let app): return try unlock(passcode, handedInBy: app)
    case .changePasscode(let old, let new): return try changePasscode(from: old, to: new)
    case .removePasscode(let passcode): return try removePasscode(passcode)
    case .presentBiometry(let name): return try presentBiometry(name)
    case .typePasscode(let passcode): return try typePasscode(passcode)
    case .powerOff, .boot, .reboot, .lock, .lockRemotely, .setPasscode, .setErasesAfterTen, .enrol,
      .removeEnrolment, .removeAllEnrolments, .setSensor, .setSensorUsable, .failBiometry,
      .refuseBiometry, .allowBiometry, .pairCompanion, .unpairCompanion, .companion,
      .enterBackground, .enterForeground, .setInteractive, .advance, .setWallClock, .erase,
      .install, .upgrade, .delete, .replaceKeybag, .backup, .restore, .recover:
      try happen(event)
      return true
    }
  }

  /// Applies an event that presents no passcode, finger or face, and so cannot be refused.
  private mutating func happen(_ event: DeviceEvent) throws(ImpossibleEvent) {
    switch event {
    case .powerOff: try powerOff()
    case .boot: try boot()
    case .reboot: reboot()
    case .lock(let grace): lock(grace: grace)
    case .lockRemotely: lockRemotely()
    case .setPasscode(let passcode): try setPasscode(passcode)
    case .setErasesAfterTen(let isSet): erasesAfterTen = isSet
    case .enrol(let name): try enrol(name)
    case .removeEnrolment(let name): try removeEnrolments([name])
    case .removeAllEnrolments: try removeEnrolments(enrolment.names)
    case .setSensor(let sensor): setSensor(sensor)
    case .setSensorUsable(let isUsable): sensorIsUsable = isUsable
    case .failBiometry(let times): try failBiometry(times: times)
    case .refuseBiometry(let app): try refuseBiometry(true, for: app)
    case .allowBiometry(let app): try refuseBiometry(false, for: app)
    case .pairCompanion(let companion): pair(companion)
    case .unpairCompanion(let companion): try unpair(companion)
    case .companion(let companion, let inReach): try setReach(of: companion, inReach)
    case .enterBackground: foreground = nil
    case .enterForeground(let app): try enterForeground(app)
    case .setInteractive(let isInteractive): self.isInteractive = isInteractive
    case .advance(let duration): try advance(by: duration)
    case .setWallClock(let date): wall = date
    case .erase: erase()
    case .install(let app): install(app)
    case .upgrade(let app): try upgrade(app)
    case .delete(let app): delete(app)
    case .replaceKeybag: replaceKeybag()
    // These events concern only the items. The engine performs or refuses them.
    case .backup: try require(isOn, "the device is off", status: .interactionNotAllowed)
    case .restore: try require(isOn, "the device is off")
    case .recover(let passcode, let wrong, let programs):
      try recover(passcode, wrongPasscodes: wrong, wrongByProgram: programs)
    case .unlock, .unlockWithPasscode, .unlockWithFinger, .unlockWithFace, .handInPasscode,
      .changePasscode, .removePasscode, .presentBiometry, .typePasscode:
      preconditionFailure("events with an answer are not applied here")
    }
  }

  /// Throws `ImpossibleEvent` if a precondition of an event does not hold.
  ///
  /// - Parameters:
  ///   - holds: true if the precondition holds.
  ///   - words: the description of the error.
  ///   - status: the status of the error, or nil if the Keychain has not refused the event.
  func require(
    _ holds: Bool, _ words: String, status: KeychainError.Code? = nil
  ) throws(ImpossibleEvent) {
    guard holds else { throw ImpossibleEvent(words, status: status?.rawValue) }
  }

  /// Throws `ImpossibleEvent` unless the device is on and unlocked, as an enrolment requires, for
  /// example.
  func requireUnlocked() throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(screen == .unlocked, "the device is locked")
  }
}

/// Events that install, upgrade or delete apps, or bring an app to the front
/// (Specification/access-control.md, "Events of the device").
extension DeviceState {
  mutating func install(_ app: App) {
    apps[app.name] = InstalledApp(app)
  }

  mutating func upgrade(_ app: App) throws(ImpossibleEvent) {
    try require(apps[app.name]?.isInstalled == true, "\(app.name) is not installed")
    apps[app.name] = InstalledApp(app)
  }

  /// Deletes an app, and forgets whether the user has denied it the face or eye sensor.
  ///
  /// The keychain items of the app stay (Specification/access-control.md, "Effects on items").
  mutating func delete(_ app: String) {
    apps[app]?.isInstalled = false
    biometryRefused.remove(app)
    if foreground == app { foreground = nil }
  }

  mutating func enterForeground(_ app: String) throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(apps[app]?.isInstalled == true, "\(app) is not installed")
    foreground = app
  }
}
