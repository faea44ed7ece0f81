// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

extension LAEnvironment {
  /// What there was to authenticate with at one moment; equal by value.
  public final class State: NSObject, Sendable {
    /// Nil where there is no sensor.
    public let biometry: MechanismBiometry?
    /// The passcode.
    public let userPassword: MechanismUserPassword?
    /// One for each type of which a device is paired.
    public let companions: [MechanismCompanion]

    init(_ asked: BoundAuthenticator) {
      let facts = asked.facts
      biometry = facts.biometry.map { MechanismBiometry($0, facts, asked) }
      userPassword = MechanismUserPassword(isSet: facts.hasPasscode)
      companions = facts.companions.keys.sorted().map { MechanismCompanion($0, asked) }
      super.init()
    }

    /// All of them.
    public var allMechanisms: [Mechanism] {
      [biometry, userPassword].compactMap { $0 } + companions
    }

    /// Whether two states say the same.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? State else { return false }
      return allMechanisms == other.allMechanisms
    }

    /// The hash of what the state says.
    public override var hash: Int {
      var hasher = Hasher()
      for mechanism in allMechanisms { hasher.combine(mechanism) }
      return hasher.finalize()
    }

    /// The state itself: it cannot change.
    public override func copy() -> Any { self }
  }
}
