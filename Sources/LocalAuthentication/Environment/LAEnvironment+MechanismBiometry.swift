// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

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
