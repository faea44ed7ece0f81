// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A call as the program made it, without personal values.
///
/// The shape has the keys of the call's dictionaries, and the kind and size of each value. The
/// shape is recorded before a keychain service handles the call.
///
/// Specification/diagnostics.md, "Facts of a call", F1 and F2.
package struct CallShape: Sendable {
  package let verb: CallFacts.Verb
  package var profile: Profile
  /// False if the environment variable `LATCHKEY_PROFILE` names a profile that does not exist.
  ///
  /// In that case no rule was checked.
  package var isProfileKnown = true
  /// True in the profile `macos`, in which a call asks the store and then keychain files.
  package var mergesFiles = false
  package var caller: Caller
  package var pairs: [CallFacts.Pair] = []
  package var changedPairs: [CallFacts.Pair] = []
  /// True if the caller passed a pointer through which the function can return a result.
  package var hasResult = true
  /// True if the program calls the C functions; advice is then written for C.
  package var isFromC = false
  /// True if the `LAContext` of the caller forbids prompts.
  package var forbidsInteraction = false
  /// The identifier of the calling thread.
  package var thread: UInt64 = 0
  /// The description of the key or the authentication context that the call uses.
  ///
  /// The description is empty if the call is about items.
  package var use = UseFact()

  package init(_ verb: CallFacts.Verb, _ profile: Profile, _ caller: Caller) {
    self.verb = verb
    self.profile = profile
    self.caller = caller
  }
}

extension CallShape {
  /// The name of the profile as reports show it: `macos` if calls also ask keychain files.
  package var profileName: String { mergesFiles ? "macos" : profile.rawValue }
}

extension CallFacts {
  /// One pair of key and value in a dictionary that the caller passed
  /// (Specification/diagnostics.md, "Facts of a call", F2).
  package struct Pair: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case text, data, number, boolean, date, constant, reference, other
    }

    package enum Effect: String, Sendable {
      case filter, stored, changed, `return`, option, ignored, stripped, rejected
    }

    package let key: String
    package let kind: Kind
    /// The length of a text or of data in bytes; nil for values of other kinds.
    package let length: Int?
    /// The value, if it is not personal: a constant, a Boolean or the number of a limit.
    ///
    /// For all other values, this property is nil.
    package let value: String?
    package var effect: Effect
    /// A short digest of the value, by which two values of one process can be compared.
    ///
    /// Equal values have equal digests. Nil if no digest was made.
    package let digest: UInt32?

    package init(
      key: String, kind: Kind, length: Int?, value: String?, effect: Effect, digest: UInt32? = nil
    ) {
      self.key = key
      self.kind = kind
      self.length = length
      self.value = value
      self.effect = effect
      self.digest = digest
    }
  }
}

extension CallFacts {
  /// Returns a description of the call on one line.
  ///
  /// The description contains values only if `wording` shows values. Example:
  /// `class genp, svce <text 12 #5a90c1f2>, return data, limit one (implied)`.
  func callWords(_ wording: Wording) -> String {
    let values =
      asked.item?.attributes ?? AttributeSet((asked.query?.predicates ?? []).map(\.entry))
    var words = shape.use.words + shape.pairs.compactMap { $0.words(of: values, wording) }
    if !shape.changedPairs.isEmpty {
      let changed = asked.changes?.attributes ?? AttributeSet()
      words.append(
        "to "
          + shape.changedPairs.compactMap { $0.words(of: changed, wording) }.joined(separator: ", ")
      )
    }
    if shape.verb == .copyMatching, let limit = asked.query?.limit {
      let count = limit.count.map { $0 == 1 ? "one" : "\($0)" } ?? "all"
      words.append("limit \(count)" + (limit.isImplied ? " (implied)" : ""))
    }
    return words.joined(separator: ", ")
  }
}

extension Predicate {
  fileprivate var entry: AttributeSet.Entry { AttributeSet.Entry(attribute, value) }
}

extension CallFacts.Pair {
  /// Returns true if no report may ever show the value of this dictionary key.
  ///
  /// No report shows secrets, references to keys and certificates, or attributes in which programs
  /// store secrets by mistake (Specification/diagnostics.md, "Tracing a running program").
  package static func isWithheld(_ key: String) -> Bool {
    key.hasPrefix("v_") || key == "u_CredRef" || key.hasPrefix("bin")
      || Wording.withheld.contains { $0.name == key }
  }

  /// Returns this pair in words, as one part of the description of the call.
  ///
  /// The result is nil for `kSecMatchLimit`, because the description of the call ends with the
  /// limit that is in effect. The result is nil also if the caller passed false for a key that asks
  /// for a result, such as `kSecReturnData`.
  fileprivate func words(of values: AttributeSet, _ wording: Wording) -> String? {
    if let result = Self.results[key] { return value == "true" ? "return \(result)" : nil }
    if key == "m_Limit" { return nil }
    if let value, !Self.isWithheld(key) { return "\(key) \(Wording.visible(value))" }
    if wording.showsValues, !Self.isWithheld(key), let attribute = Attribute(name: key),
      let value = values[attribute]
    {
      return wording.condition(attribute, value)
    }
    var shape = [kind.rawValue]
    if let length, key != "v_Data" { shape.append("\(length)") }
    if let digest { shape.append(ValueDigest.text(digest)) }
    return "\(key) <\(shape.joined(separator: " "))>"
  }

  private static let results = [
    "r_Data": "data", "r_Attributes": "attributes", "r_Ref": "ref",
    "r_PersistentRef": "persistent reference",
  ]
}
