// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What can happen to a simulated device (spec/access-control.md 2.3).
public enum DeviceEvent: Hashable, Sendable {
  case powerOff
  case boot
  case reboot

  /// Unlocks with the passcode that is set.
  case unlock
  case unlockWithPasscode(String)
  case unlockWithFinger(String)
  case unlockWithFace(String)
  /// A passcode that a program hands in as data, which is a door of its own (4.3).
  case handInPasscode(String, app: String)
  /// The lock button; without a grace, the one that the quirks say.
  case lock(grace: Duration?)
  /// A lock by remote command: the passcode is needed next.
  case lockRemotely

  case setPasscode(String)
  case changePasscode(old: String, new: String)
  case removePasscode(String)
  case setErasesAfterTen(Bool)

  case enrol(String)
  case removeEnrolment(String)
  case removeAllEnrolments
  case setSensor(DeviceState.Sensor)
  case setSensorUsable(Bool)
  case failBiometry(times: Int)
  case refuseBiometry(app: String)
  case allowBiometry(app: String)

  /// An identity presented at a prompt.
  case presentBiometry(String)
  /// A passcode typed at a prompt.
  case typePasscode(String)

  case pairCompanion(DeviceState.Companion)
  case unpairCompanion(DeviceState.Companion)
  case companion(DeviceState.Companion, inReach: Bool)

  case enterBackground
  case enterForeground(app: String)
  case setInteractive(Bool)

  case advance(by: Duration)
  case setWallClock(Date)

  case erase
  case install(DeviceState.App)
  /// The app of that name gets this version and these entitlements.
  case upgrade(DeviceState.App)
  case delete(app: String)
  case replaceKeybag
  /// A backup of the items: under a passphrase, or under a key of the device.
  case backup(isEncrypted: Bool)
  case restore(DeviceBackup)
  /// What a start finds in the store after the device had stopped dead: the passcode, the wrong
  /// ones that were typed, and those that programs handed in, by their identifiers.
  case recover(passcode: String?, wrongPasscodes: Int, wrongByProgram: [String: Int] = [:])
}

/// An event that cannot happen to a device in this state: a mistake of the test, not of the code
/// under test.
public struct ImpossibleEvent: Error, Equatable, CustomStringConvertible {
  /// Why it cannot happen.
  public let description: String
  /// The status that the Keychain itself refused it with: a backup, a restore, or a passcode that
  /// the disk did not take; nil for all else.
  public let status: Int32?

  package init(_ description: String, status: Int32? = nil) {
    self.description = description
    self.status = status
  }
}
