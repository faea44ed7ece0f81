// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What a call asks of a key or of a context: names and sizes, nothing of a key's bytes and nothing
/// of the data (spec/diagnostics.md 1.4).
package struct UseFact: Hashable, Sendable {
  /// One key.
  package struct Key: Hashable, Sendable {
    /// `RSA`, `EC`, `Ed25519`, `X25519`, `symmetric`.
    package let type: String
    package let bits: Int?
    /// `private`, `public`, `symmetric`.
    package let keyClass: String
    /// Who keeps it, where that is no program.
    package var token: String?
    package var accessControl: AccessControl?
    /// Tells the pair from others of this process, by what is public of it.
    package var digest: UInt32?

    package init(type: String, bits: Int?, keyClass: String) {
      self.type = type
      self.bits = bits
      self.keyClass = keyClass
    }

    /// Of the class whose key seals it, where it is sealed.
    package var protection: Protection? {
      accessControl.flatMap { Protection(name: $0.protectionName)?.thisDeviceOnly }
    }
  }

  /// The function, where it is another than the one the verb is named for.
  package var function: String?
  package var key: Key?
  /// One of the algorithms that there are; `unknown` for other names, which may be anything.
  package var algorithm: String?
  /// The name of a policy.
  package var policy: String?
  /// The name of what an access control is evaluated for.
  package var operation: String?
  /// What a person has to give, as far as it came to that.
  package var requirement: AuthenticationRequirement?

  package init() {}
}
