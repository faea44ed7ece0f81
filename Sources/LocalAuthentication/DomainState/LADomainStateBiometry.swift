// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// Stands for what is enrolled (spec/access-control.md 1.5).
public final class LADomainStateBiometry: NSObject, Sendable {
  /// The kind of the sensor.
  public let biometryType: LABiometryType
  /// Nil where nothing is enrolled; there during a lockout too.
  public let stateHash: Data?

  init(_ asked: BoundAuthenticator) {
    biometryType = LABiometryType(asked.facts.biometry)
    stateHash = asked.domainState(.biometry).map { Data($0) }
    super.init()
  }
}
