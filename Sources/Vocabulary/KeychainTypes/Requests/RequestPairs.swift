// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The pairs (keys with values) of a caller's dictionary, in the order in which the service reads
/// them.
package struct RequestPairs: Sendable {
  /// The maximum number of pairs in a dictionary; a larger dictionary is refused with -50
  /// (Specification/design.md, "Profiles").
  package static let most = 128

  /// The maximum number of pairs that are added to a dictionary because it refers to a certificate
  /// or key.
  ///
  /// These pairs may be added even if the dictionary already has the maximum number of pairs. The
  /// added pairs are the attributes of the certificate or key, and its class, data and label.
  package static let mostOfObject = 32

  package private(set) var all: [Request.Pair] = []
  /// The families of the keys in these pairs, with one bit for each family.
  ///
  /// If a family is absent, a search for one of its keys can stop at once. Most requests lack most
  /// families.
  private var families: UInt16 = 0
  /// True if the dictionary has a pair that may be wrong and must be checked before all other
  /// pairs.
  ///
  /// Examples are a refused value, a key that accepts only one type of value, and a key that
  /// excludes another key.
  package private(set) var hasSuspects = false
  /// True if the dictionary had more than `most` pairs and is therefore refused.
  package private(set) var isOversized = false

  package init() {}

  package init(reserving count: Int) { all.reserveCapacity(count) }

  /// An empty list of pairs that represents a dictionary with too many pairs: its `isOversized` is
  /// true.
  package static var tooMany: RequestPairs {
    var pairs = RequestPairs()
    pairs.isOversized = true
    return pairs
  }

  /// Inserts a pair at its place in the order of reading, after the pairs that have an equal key.
  ///
  /// If the list already has `most` pairs, the pair is dropped and `isOversized` is set. For the
  /// few pairs of most dictionaries, inserting is faster than sorting.
  package mutating func insert(_ pair: Request.Pair) {
    guard all.count < Self.most else {
      isOversized = true
      return
    }
    note(pair)
    var place = all.count
    while place > 0, RequestKey.isEvaluatedEarlier(pair.key, all[place - 1].key) { place -= 1 }
    all.insert(pair, at: place)
  }

  /// Appends a pair at the end of the list; the pair's key must come last in the order of reading.
  package mutating func append(_ pair: consuming Request.Pair) {
    note(pair)
    all.append(pair)
  }

  private mutating func note(_ pair: borrowing Request.Pair) {
    families |= 1 << pair.key.family.place
    if case .refused = pair.value { hasSuspects = true }
    switch pair.key.attribute?.rawValue {
    case Attribute.accessControl.rawValue?, Attribute.issuer.rawValue?, Attribute.appClip.rawValue?,
      Attribute.sharingGroup.rawValue?:
      hasSuspects = true
    default: break
    }
  }

  /// True if the list has a key of a family, or had a key of this family that was removed.
  package func has(_ family: RequestKey.Family) -> Bool {
    families & 1 << family.place != 0
  }

  /// The value of the key with this family and name; nil if the dictionary does not have the key.
  ///
  /// For a key that names an attribute, use `subscript(attribute:)`.
  package subscript(family: RequestKey.Family, name: String) -> RequestValue? {
    guard has(family) else { return nil }
    // The pairs are found by index, because `first(where:)` copies each pair.
    for index in all.indices
    where all[index].key.family.place == family.place && all[index].key.name == name {
      return all[index].value
    }
    return nil
  }

  /// The value of the key that names an attribute; nil if the dictionary does not have the key.
  package subscript(attribute: Attribute) -> RequestValue? {
    guard has(.attribute) else { return nil }
    for index in all.indices
    where all[index].key.attribute?.rawValue == attribute.rawValue {
      return all[index].value
    }
    return nil
  }

  /// Calls `take` with each pair, in order; if `take` throws an error, the pair's key is added to
  /// the error.
  ///
  /// - Parameter areChanges: true if the pairs are the new values of an update; the error then says
  ///   so.
  package func forEach(
    areChanges: Bool = false, _ take: (Request.Pair) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for index in all.indices {
      do throws(KeychainError) { try take(all[index]) } catch {
        throw error.about(all[index].key.name, isChange: areChanges)
      }
    }
  }

  /// Removes every pair for whose key `isUnwanted` returns true.
  package mutating func remove(where isUnwanted: (RequestKey) -> Bool) {
    all.removeAll { isUnwanted($0.key) }
  }

  /// The caller's choice for items that need a prompt (Specification/secitem.md, "Match, return,
  /// use and value keys").
  ///
  /// The keys are `kSecUseAuthenticationUI` and the older `kSecUseNoAuthenticationUI`. If the
  /// dictionary has both keys, the newer key wins.
  package var interaction: Interaction {
    guard has(.use) else { return .allow }
    if case let name? = self[.use, UseKey.interaction.rawValue], name.isText {
      guard case .text(let word) = name else { return .allow }
      switch word {
      case ValueName.interactionFail: return .fail
      case ValueName.interactionSkip: return .skip
      default: return .allow
      }
    }
    if case .boolean(true)? = self[.use, UseKey.noInteraction.rawValue] { return .fail }
    return .allow
  }
}

extension RequestPairs: CustomStringConvertible, CustomReflectable {
  package var description: String { "RequestPairs(\(all.count))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
