// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The key or the context that a call uses, described by names and sizes only.
///
/// The description contains no bytes of a key and no data (Specification/diagnostics.md, "Tracing a
/// running program").
package struct UseFact: Hashable, Sendable {
  /// The description of a key that a call uses.
  package struct Key: Hashable, Sendable {
    /// The type of the key: `RSA`, `EC`, `Ed25519`, `X25519` or `symmetric`.
    package let type: String
    package let bits: Int?
    /// The class of the key: `private`, `public` or `symmetric`.
    package let keyClass: String
    /// The name of the token that keeps the key, or nil if the program itself holds the key.
    package var token: String?
    package var accessControl: AccessControl?
    /// A digest of the public key, by which reports distinguish the key pairs of this process.
    ///
    /// Nil if no digest was made.
    package var digest: UInt32?

    package init(type: String, bits: Int?, keyClass: String) {
      self.type = type
      self.bits = bits
      self.keyClass = keyClass
    }

    /// The protection whose class key seals (encrypts) this key.
    ///
    /// Nil if no class key seals this key.
    package var protection: Protection? {
      accessControl.flatMap { Protection(name: $0.protectionName)?.thisDeviceOnly }
    }
  }

  /// The name of the function that the program called.
  ///
  /// Nil if the verb of the call already determines the name.
  package var function: String?
  package var key: Key?
  /// The name of the algorithm that the call uses, or nil if the call uses no algorithm.
  ///
  /// `unknown` if the name is not a known algorithm, because a program may pass any text.
  package var algorithm: String?
  /// The name of the `LAPolicy` that the call evaluates, or nil if the call evaluates no policy.
  package var policy: String?
  /// The name of the operation for which the call evaluates an access control.
  ///
  /// Nil if the call evaluates no access control.
  package var operation: String?
  /// The authentication that the user must complete for the call.
  ///
  /// Nil if the call failed before the authentication was known.
  package var requirement: AuthenticationRequirement?

  package init() {}
}

extension CallFacts {
  /// The name of the status of the call, for example `errSecItemNotFound` or `LAError.userCancel`.
  package var statusName: String {
    guard shape.verb.tellsOutcome, case .authentication(let failure)? = outcome.error?.context
    else {
      return ConstantNames.status(status)
    }
    // `noRule` has no public `LAError` code.
    return failure == .noRule ? "" : "LAError.\(failure)"
  }
}

extension UseFact {
  /// Returns the members of a trace record in JSON that are about a key or a context.
  ///
  /// The result is empty for a call on items.
  package func members(of verb: CallFacts.Verb) -> [String: JSONText] {
    guard verb.subject != .items else { return [:] }
    var object: [String: JSONText] = ["function": .text(function ?? verb.function)]
    if let key { object["key"] = key.json }
    if let algorithm { object["algorithm"] = .text(algorithm) }
    if let policy { object["policy"] = .text(policy) }
    if let operation { object["operation"] = .text(operation) }
    if let requirement { object["requires"] = .text(Wording.words(of: requirement)) }
    return object
  }

  /// The key, algorithm, policy, operation and required authentication of the call in words, for
  /// one line of an explanation.
  var words: [String] {
    var words: [String] = []
    if let key { words.append("key <\(key.words)>") }
    if let algorithm { words.append("algorithm \(algorithm)") }
    if let policy { words.append("policy \(policy)") }
    if let operation { words.append("operation \(operation)") }
    if let requirement { words.append("requires \(Wording.words(of: requirement))") }
    return words
  }
}

extension UseFact.Key {
  fileprivate var json: JSONText {
    var object: [String: JSONText] = ["type": .text(type), "class": .text(keyClass)]
    if let bits { object["bits"] = .number(Int64(bits)) }
    if let token { object["token"] = .text(token) }
    if let protection { object["protection"] = .text(protection.name) }
    if let accessControl, accessControl.hasEntries {
      object["accessControl"] = .text(Self.words(of: accessControl))
    }
    if let digest { object["digest"] = .text(ValueDigest.text(digest)) }
    return .object(object)
  }

  fileprivate var words: String {
    var words = [type]
    if let bits { words.append("\(bits)") }
    words.append(keyClass)
    if let token { words.append(token) }
    if let digest { words.append(ValueDigest.text(digest)) }
    return words.joined(separator: " ")
  }

  /// Returns the authentication that an access control requires for signing, in words.
  ///
  /// If the access control does not allow signing, the result is the authentication for key
  /// exchange. Other operations are not described, because most access controls require equal
  /// authentications for all operations.
  private static func words(of accessControl: AccessControl) -> String {
    let rules = [ConstrainedOperation.sign, .computeKey].compactMap {
      AuthenticationRequirement(accessControl, for: $0)
    }
    return rules.first.map { Wording.words(of: $0) } ?? "no entry for use"
  }
}
