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

extension CallFacts {
  /// The name of the status: `errSecItemNotFound`, `LAError.userCancel`.
  package var statusName: String {
    guard shape.verb.tellsOutcome, case .authentication(let failure)? = outcome.error?.context
    else {
      return ConstantNames.status(status)
    }
    // A rule that is not there has no public code.
    return failure == .noRule ? "" : "LAError.\(failure)"
  }
}

extension UseFact {
  /// What a record tells of it, beside what it tells of every call.
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

  /// The same in a line of a report.
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

  /// What signing asks for, which for most access controls is what everything asks for.
  private static func words(of accessControl: AccessControl) -> String {
    let rules = [ConstrainedOperation.sign, .computeKey].compactMap {
      AuthenticationRequirement(accessControl, for: $0)
    }
    return rules.first.map { Wording.words(of: $0) } ?? "no entry for use"
  }
}
