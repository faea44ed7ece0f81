// SPDX-License-Identifier: Apache-2.0

/// The choice of the means of authentication that a domain state covers: the biometric enrolment,
/// the paired devices, or both (Specification/access-control.md, "Domain state").
///
/// A domain state is a value of 32 bytes that changes when these means change. Each application
/// sees a different value.
package enum DomainState: Hashable, Sendable {
  /// The value for the biometric enrolment in `evaluatedPolicyDomainState`, a property of
  /// `LAContext` that Apple replaced by `domainState`.
  case evaluatedPolicy
  case biometry
  case companions
  case companion(CompanionType)
  /// One value for the biometric enrolment and the paired devices together.
  case combined

  /// Returns the HKDF parameter `info` from which an authenticator derives the 32 bytes of the
  /// value.
  ///
  /// The info is a label, then the enrolment or the pairings. Nil if nothing is enrolled or paired.
  /// The key of HKDF is the device key; the salt is the application identifier.
  package func info(in facts: AuthenticationFacts) -> [UInt8]? {
    var encoder = Encoder()
    encoder.append(label)
    switch self {
    case .evaluatedPolicy, .biometry:
      guard encoder.append(facts.biometry) else { return nil }
    case .companions:
      guard encoder.append(facts.companions) else { return nil }
    case .companion(let type):
      guard encoder.append(facts.companions.filter { $0.key == type }) else { return nil }
    case .combined:
      let (first, second) = (encoder.append(facts.biometry), encoder.append(facts.companions))
      guard first || second else { return nil }
    }
    return encoder.bytes
  }

  private var label: String {
    switch self {
    case .evaluatedPolicy: "latchkey/domain-state/1"
    case .biometry: "latchkey/domain-state/2/biometry"
    case .companions: "latchkey/domain-state/2/companions"
    case .companion: "latchkey/domain-state/2/companion"
    case .combined: "latchkey/domain-state/2/combined"
    }
  }

  /// Encodes the label, the enrolment and the pairings, so that different content has different
  /// bytes.
  private struct Encoder {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) {
      let count = UInt32(text.utf8.count)
      bytes.append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
      bytes.append(contentsOf: text.utf8)
    }

    /// Appends the biometric enrolment to the bytes; returns false if nothing is enrolled.
    mutating func append(_ biometry: AuthenticationFacts.Biometry?) -> Bool {
      guard let biometry, biometry.isEnrolled else {
        bytes.append(0)
        return false
      }
      bytes.append(UInt8(biometry.kind.rawValue))
      bytes.append(contentsOf: biometry.generation.bytes)
      for name in biometry.enrolments { append(name) }
      return true
    }

    /// Appends the pairings to the bytes; returns false if no device is paired.
    mutating func append(_ companions: [CompanionType: AuthenticationFacts.Companion]) -> Bool {
      for (type, companion) in companions.sorted(by: { $0.key < $1.key }) {
        bytes.append(UInt8(type.rawValue))
        bytes.append(contentsOf: companion.pairing.bytes)
      }
      return !companions.isEmpty
    }
  }
}
