// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The call that a program made, before anybody answers it: names, kinds and sizes, no values
/// (spec/diagnostics.md 2, F1 and F2).
package struct CallShape: Sendable {
  package let verb: CallFacts.Verb
  package var profile: Profile
  /// False where the environment names none that is there: no rule was looked at.
  package var isProfileKnown = true
  package var caller: Caller
  package var pairs: [CallFacts.Pair] = []
  package var changedPairs: [CallFacts.Pair] = []
  /// Whether there is a place for the result.
  package var hasResult = true
  /// Whether the program makes its calls by the functions of C.
  package var isFromC = false
  /// Whether the caller's context forbids prompts.
  package var forbidsInteraction = false
  /// On which thread.
  package var thread: UInt64 = 0
  /// The key or the context that the call is about, where it is no call for items.
  package var use = UseFact()

  package init(_ verb: CallFacts.Verb, _ profile: Profile, _ caller: Caller) {
    self.verb = verb
    self.profile = profile
    self.caller = caller
  }
}

extension CallFacts {
  /// One pair of a caller's dictionary (F2).
  package struct Pair: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case text, data, number, boolean, date, constant, reference, other
    }

    package enum Effect: String, Sendable {
      case filter, stored, changed, `return`, option, ignored, stripped, rejected
    }

    package let key: String
    package let kind: Kind
    /// Bytes of text and data.
    package let length: Int?
    /// The value where it is no personal one: a constant, a Boolean, a number of a limit.
    package let value: String?
    package var effect: Effect
    /// Tells equal values of one process from different ones.
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
  /// A call in one line: `class genp, svce <text 12 #5a90c1f2>, return data, limit one (implied)`;
  /// with values where they are told.
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
  /// Whether no value of a key is ever told, whoever asks: a secret, what stands for one, and where
  /// programs put secrets by mistake (spec/diagnostics.md 1.4).
  package static func isWithheld(_ key: String) -> Bool {
    key.hasPrefix("v_") || key == "u_CredRef" || key.hasPrefix("bin")
      || Wording.withheld.contains { $0.name == key }
  }

  /// Nil for the limit, which is told by what it comes to.
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
