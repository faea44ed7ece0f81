// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes
import SecureMemory

/// A call for items that a command makes to the store: an addition, search, update or deletion.
package struct StoreCall {
  package enum Verb {
    case add(NewItem)
    case search(Query)
    case update(Query, Changes)
    case delete(Query)
  }

  package let verb: Verb
  /// The access group that the user named for the command, or `absent` if the user named no group.
  package let group: RequestedGroup
  /// True if the command also works if no item matches.
  ///
  /// A search without a match is then neither explained (`LATCHKEY_EXPLAIN`) nor kept as a failure
  /// (`last-failures`).
  package let mayFindNothing: Bool

  init(_ verb: Verb, group: RequestedGroup = .absent, mayFindNothing: Bool = false) {
    self.verb = verb
    self.group = group
    self.mayFindNothing = mayFindNothing
  }

  /// Returns the call in the form of a request to the service.
  ///
  /// - Parameters:
  ///   - evidence: The proofs by which the user has authenticated so far; nil if there is no proof.
  ///     An addition does not use them.
  ///   - interaction: The rule whether the user may be asked to authenticate. An addition does not
  ///     use it.
  func request(_ evidence: Evidence? = nil, _ interaction: Interaction = .allow) -> Request {
    func asked(_ query: Query) -> Query {
      var query = query
      (query.evidence, query.interaction) = (evidence, interaction)
      return query
    }
    return switch verb {
    case .add(let item): Request(adding: item, to: group)
    case .search(let query): Request(.copyMatching, asked(query), in: group)
    case .update(let query, let changes):
      Request(updating: asked(query), in: group, setting: changes)
    case .delete(let query): Request(.delete, asked(query), in: group)
    }
  }
}

/// The description of a call of `security`, from which the call is explained and recorded.
///
/// The description has the form of the dictionary of an equal `SecItem` call. The description has
/// the names of the keys, and the kinds, sizes and short digests of their values. The values
/// themselves are left out, except constants of the API, Booleans and the name of the access group.
extension StoreCall {
  var hasResult: Bool {
    switch verb {
    case .add(let item): !item.returns.isEmpty
    case .search: true
    case .update, .delete: false
    }
  }

  func describe(_ shape: inout CallShape) {
    switch verb {
    case .add(let item):
      shape.pairs =
        [Self.word("class", item.itemClass.rawValue, .filter)]
        + Self.attributes(item.attributes, .stored) + groups(.stored)
        + Self.secret(item.secret?.count, .stored) + Self.returns(item.returns)
    case .search(let query):
      shape.pairs = conditions(of: query) + Self.returns(query.returns)
      shape.pairs.append(
        Self.word("m_Limit", query.limit.isSingle ? "m_LimitOne" : "m_LimitAll", .filter))
    case .update(let query, let changes):
      shape.pairs = conditions(of: query)
      shape.changedPairs =
        Self.attributes(changes.attributes, .changed)
        + Self.secret(changes.secret?.count, .changed)
    case .delete(let query):
      shape.pairs = conditions(of: query)
    }
  }

  private typealias Pair = CallFacts.Pair

  /// The number of bytes in a persistent reference to an item (Specification/secitem.md,
  /// "Persistent references").
  private static let referenceLength = 20

  private func conditions(of query: Query) -> [Pair] {
    // A call with a persistent reference has no other condition.
    guard query.references.isEmpty else {
      return [
        Pair(
          key: "v_PersistentRef", kind: .data, length: Self.referenceLength, value: nil,
          effect: .filter)
      ]
    }
    let attributes = AttributeSet(
      query.predicates.map { AttributeSet.Entry($0.attribute, $0.value) })
    var pairs = [Self.word("class", query.itemClass.rawValue, .filter)]
    pairs += Self.attributes(attributes, .filter) + groups(.filter)
    switch query.sync {
    case .implied: break
    case .any: pairs.append(Self.word(Attribute.synchronizable.name, "syna", .filter))
    case .only(let isSynchronizable):
      pairs.append(
        Pair(
          key: Attribute.synchronizable.name, kind: .boolean, length: nil,
          value: "\(isSynchronizable)", effect: .filter))
    }
    return pairs
  }

  /// Returns the description of the access group that the user named; empty if the user named no
  /// group.
  ///
  /// The description includes the name of the group, because the name is not personal, and because
  /// an explanation is often about access to the group.
  ///
  /// - Parameter effect: The role of the group in the call: the group of an added item (`stored`),
  ///   or a condition of a query (`filter`).
  private func groups(_ effect: Pair.Effect) -> [Pair] {
    guard case .named(let name) = group else { return [] }
    return [Self.word(Attribute.accessGroup.name, name, effect)]
  }

  private static func word(_ key: String, _ word: String, _ effect: Pair.Effect) -> Pair {
    Pair(key: key, kind: .constant, length: nil, value: word, effect: effect)
  }

  private static func secret(_ length: Int?, _ effect: Pair.Effect) -> [Pair] {
    guard let length else { return [] }
    return [Pair(key: "v_Data", kind: .data, length: length, value: nil, effect: effect)]
  }

  private static func returns(_ returns: Returns) -> [Pair] {
    let names: [(Returns, String)] = [
      (.secret, "r_Data"), (.attributes, "r_Attributes"), (.reference, "r_Ref"),
      (.persistentReference, "r_PersistentRef"),
    ]
    return names.filter { returns.contains($0.0) }.map { _, key in
      Pair(key: key, kind: .boolean, length: nil, value: "true", effect: .return)
    }
  }

  private static func attributes(_ attributes: AttributeSet, _ effect: Pair.Effect) -> [Pair] {
    attributes.map { entry in
      let (kind, length) = shape(of: entry.value)
      return Pair(
        key: entry.attribute.name, kind: kind, length: length, value: nil, effect: effect,
        digest: digest(of: entry.value))
    }
  }

  private static func shape(of value: AttributeValue) -> (Pair.Kind, Int?) {
    switch value {
    case .text(let text): (.text, text.utf16.count)
    case .bytes(let bytes): (.data, bytes.count)
    case .number, .real: (.number, nil)
    case .date: (.date, nil)
    }
  }

  /// Returns a short digest of a value; equal digests show that two calls had equal values.
  ///
  /// Digests can be compared only within a process. Nil if the value is too long.
  private static func digest(of value: AttributeValue) -> UInt32? {
    let digest = ValueDigest.ofThisProcess
    switch value {
    case .text(let text):
      return text.utf8.count > ValueDigest.longest ? nil : digest(text.utf8)
    case .bytes(let bytes): return bytes.count > ValueDigest.longest ? nil : digest(bytes)
    case .number(let number): return digest("\(number)".utf8)
    case .real(let real): return digest("\(real)".utf8)
    case .date(let date): return digest("\(date.microseconds)".utf8)
    }
  }
}

extension CallFacts.Verb {
  init(_ call: StoreCall) {
    switch call.verb {
    case .add: self = .add
    case .search: self = .copyMatching
    case .update: self = .update
    case .delete: self = .delete
    }
  }
}
