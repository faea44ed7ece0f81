// SPDX-License-Identifier: Apache-2.0

/// A value that differs after each change of an enrolment or a pairing, and between applications
/// (spec/access-control.md 1.5).
package enum DomainState: Hashable, Sendable {
  /// The older property, `evaluatedPolicyDomainState`.
  case evaluatedPolicy
  case biometry
  case companions
  case companion(CompanionType)
  /// Biometry and companions together.
  case combined

  /// What an authenticator derives the 32 bytes from, as HKDF's info: the label, then what is
  /// enrolled or paired; nil where nothing is.
  ///
  /// The key is the device's, the salt the application identifier.
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

  /// Appends parts so that no two inputs have the same bytes.
  private struct Encoder {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) {
      let count = UInt32(text.utf8.count)
      bytes.append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
      bytes.append(contentsOf: text.utf8)
    }

    /// False where nothing is enrolled.
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

    /// False where nothing is paired.
    mutating func append(_ companions: [CompanionType: AuthenticationFacts.Companion]) -> Bool {
      for (type, companion) in companions.sorted(by: { $0.key < $1.key }) {
        bytes.append(UInt8(type.rawValue))
        bytes.append(contentsOf: companion.pairing.bytes)
      }
      return !companions.isEmpty
    }
  }
}
