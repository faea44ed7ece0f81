// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

extension LAEnvironment {
  /// A way of authentication that the device offers: biometry, the passcode, or paired devices of
  /// one type.
  ///
  /// The object also exists if this way cannot be used now. Its values never change. Two mechanisms
  /// with equal values are equal.
  public class Mechanism: NSObject, @unchecked Sendable {
    /// True if the user could authenticate with this mechanism now.
    public let isUsable: Bool
    /// The localized name of the mechanism, which a program can show to the user.
    public let localizedName: String
    /// The name of the icon for the mechanism, from Apple's set of icons (SF Symbols).
    public let iconSystemName: String

    init(isUsable: Bool, localizedName: String, iconSystemName: String) {
      self.isUsable = isUsable
      self.localizedName = localizedName
      self.iconSystemName = iconSystemName
      super.init()
    }

    /// The values of the mechanism that the comparison with another mechanism uses.
    var content: [AnyHashable] { [isUsable, localizedName, iconSystemName] }

    /// True if the other object is a mechanism of this class with equal values.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? Mechanism else { return false }
      return type(of: self) == type(of: other) && content == other.content
    }

    /// The hash value of the mechanism's values.
    public override var hash: Int { content.hashValue }
  }
}

extension LAEnvironment {
  /// A biometric sensor and the fingers or faces that are enrolled with it.
  public final class MechanismBiometry: Mechanism, @unchecked Sendable {
    /// The kind of the biometric sensor, whether or not the sensor can be used now.
    public let biometryType: LABiometryType
    /// True if a finger or face is enrolled.
    public let isEnrolled: Bool
    /// True if biometry is locked out because too many matches have failed.
    public let isLockedOut: Bool
    /// The hash of the enrolled biometry.
    ///
    /// Empty if no finger or face is enrolled, or if the hash cannot be computed.
    public let stateHash: Data
    /// True if the built-in sensor cannot be reached, for example because the lid is closed.
    public let builtInSensorInaccessible: Bool

    init(
      _ biometry: AuthenticationFacts.Biometry, _ facts: AuthenticationFacts,
      _ asked: BoundAuthenticator
    ) {
      biometryType = LABiometryType(biometry)
      isEnrolled = biometry.isEnrolled
      isLockedOut = biometry.isLockedOut
      stateHash = Data(asked.domainState(.biometry) ?? [])
      builtInSensorInaccessible = !biometry.isUsable
      let (name, icon) =
        switch biometry.kind {
        case .touch: ("Touch ID", "touchid")
        case .face: ("Face ID", "faceid")
        case .optic: ("Optic ID", "opticid")
        }
      super.init(
        isUsable: AuthenticationRequirement(.biometrics).preflight(facts) == nil,
        localizedName: name, iconSystemName: icon)
    }

    override var content: [AnyHashable] {
      super.content + [biometryType, isEnrolled, isLockedOut, stateHash, builtInSensorInaccessible]
    }
  }
}

extension LAEnvironment {
  /// The mechanism with which the user authenticates by the passcode of the device or the password
  /// of the user.
  public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
    /// True if a passcode is set.
    public let isSet: Bool

    init(isSet: Bool) {
      self.isSet = isSet
      super.init(
        isUsable: isSet, localizedName: "User Password", iconSystemName: "lock.shield")
    }

    override var content: [AnyHashable] { super.content + [isSet] }
  }
}

extension LAEnvironment {
  /// The mechanism with which the user authenticates by paired devices of one type.
  public final class MechanismCompanion: Mechanism, @unchecked Sendable {
    /// The type of the paired devices.
    public let type: LACompanionType
    /// The hash of all paired devices of this type; nil if the hash cannot be computed.
    public let stateHash: Data?

    init(_ type: CompanionType, _ asked: BoundAuthenticator) {
      self.type = LACompanionType(type)
      stateHash = asked.domainState(.companion(type)).map { Data($0) }
      let (name, icon) =
        switch type {
        case .watch: ("Watch", "applewatch")
        case .mac: ("Mac", "desktopcomputer")
        case .vision: ("Vision", "visionpro")
        }
      // The mechanism is always usable: the preflight only demands that a device of the type is
      // paired, not that the device can be reached.
      super.init(isUsable: true, localizedName: name, iconSystemName: icon)
    }

    override var content: [AnyHashable] { super.content + [type, stateHash] }
  }
}
