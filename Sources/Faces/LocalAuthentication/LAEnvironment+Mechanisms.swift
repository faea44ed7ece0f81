// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

extension LAEnvironment {
  /// One way to authenticate: there, but not always usable.
  ///
  /// Its content is fixed when it is made; equal by value.
  public class Mechanism: NSObject, @unchecked Sendable {
    /// Whether a policy that needs it could be evaluated.
    public let isUsable: Bool
    /// Its name for people.
    public let localizedName: String
    /// The name of its symbol.
    public let iconSystemName: String

    init(isUsable: Bool, localizedName: String, iconSystemName: String) {
      self.isUsable = isUsable
      self.localizedName = localizedName
      self.iconSystemName = iconSystemName
      super.init()
    }

    /// All that the mechanism says, to be compared.
    var content: [AnyHashable] { [isUsable, localizedName, iconSystemName] }

    /// Whether two mechanisms say the same.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? Mechanism else { return false }
      return type(of: self) == type(of: other) && content == other.content
    }

    /// The hash of what it says.
    public override var hash: Int { content.hashValue }
  }
}

extension LAEnvironment {
  /// A sensor and what is enrolled with it.
  public final class MechanismBiometry: Mechanism, @unchecked Sendable {
    /// The kind of the sensor, usable or not.
    public let biometryType: LABiometryType
    /// Whether anything is enrolled.
    public let isEnrolled: Bool
    /// Whether too many matches have failed.
    public let isLockedOut: Bool
    /// Stands for the enrolment; empty where there is none.
    public let stateHash: Data
    /// Whether the sensor is there and cannot be reached: the lid is closed.
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
  /// The passcode of the device, or the password of the user.
  public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
    /// Whether there is one.
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
  /// The paired devices of one type.
  public final class MechanismCompanion: Mechanism, @unchecked Sendable {
    /// The type.
    public let type: LACompanionType
    /// Stands for the pairing.
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
      // That one is paired is what the preflight asks for; in reach it may be or not.
      super.init(isUsable: true, localizedName: name, iconSystemName: icon)
    }

    override var content: [AnyHashable] { super.content + [type, stateHash] }
  }
}
