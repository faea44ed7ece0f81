// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension DeviceState {
  /// Whether somebody can use the device.
  public enum Screen: Hashable, Sendable {
    case unlocked
    /// Locked for the person, while the keys stay until a time since boot (2.2).
    case locking(until: Duration)
    case locked
  }

  /// Biometric hardware.
  public enum Sensor: String, CaseIterable, Hashable, Sendable {
    case none, touch, face, optic

    /// How many identities it takes: five fingers, two faces, the eyes of one.
    var capacity: Int {
      switch self {
      case .none: 0
      case .touch: 5
      case .face: 2
      case .optic: 1
      }
    }
  }

  /// Who is enrolled.
  public struct Enrolment: Hashable, Sendable {
    /// The names, as the test calls them.
    public internal(set) var names: Set<String>
    /// 16 random bytes, new with every change; never again what it was.
    public internal(set) var generation: [UInt8]
  }

  /// Devices that can confirm for this one.
  public enum Companion: String, CaseIterable, Hashable, Sendable {
    case watch, mac, vision
  }

  /// What is known of a companion.
  public struct Pairing: Hashable, Sendable {
    /// Whether it is near enough to answer.
    public internal(set) var isInReach = false
    /// 16 random bytes, new with every pairing.
    public internal(set) var generation: [UInt8]
  }

  /// The keys of the protection classes.
  public struct KeybagState: Hashable, Sendable {
    /// Another one for other keys.
    public internal(set) var identity: UUID
    /// Whether the class key of `WhenPasscodeSetThisDeviceOnly` exists: exactly with a passcode.
    public internal(set) var hasPasscodeKey: Bool
  }
}
