// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The pairs of a dictionary, in the order in which they are read.
package struct RequestPairs: Sendable {
  /// More pairs than this are refused with -50 (DESIGN section 6).
  package static let most = 128

  /// What a reference to an object may add to a dictionary that has the most pairs: the attributes
  /// of a certificate or key, its class, data and label.
  package static let mostOfObject = 32

  package private(set) var all: [Request.Pair] = []
  /// A bit for each family of keys that is there: most requests have few, and are asked for others.
  private var families: UInt16 = 0
  /// Whether a pair has to be looked at before the others: one that is refused, of a key that takes
  /// one kind of value alone, or of one that excludes another.
  package private(set) var hasSuspects = false
  /// Whether there were too many pairs, which were then not looked at.
  package private(set) var isOversized = false

  package init() {}

  package init(reserving count: Int) { all.reserveCapacity(count) }

  /// The pairs of a dictionary that has too many of them.
  package static var tooMany: RequestPairs {
    var pairs = RequestPairs()
    pairs.isOversized = true
    return pairs
  }

  /// Puts a pair behind its equals: for the handful of most dictionaries sorting takes longer.
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

  /// Puts a pair behind all others, whose keys are read no later.
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

  /// Whether there is a key of a family, or was.
  package func has(_ family: RequestKey.Family) -> Bool {
    families & 1 << family.place != 0
  }

  /// The value of a key that is no attribute.
  package subscript(family: RequestKey.Family, name: String) -> RequestValue? {
    guard has(family) else { return nil }
    // By index, as `first(where:)` copies each pair.
    for index in all.indices
    where all[index].key.family.place == family.place && all[index].key.name == name {
      return all[index].value
    }
    return nil
  }

  /// The value of a name of four characters.
  package subscript(attribute: Attribute) -> RequestValue? {
    guard has(.attribute) else { return nil }
    for index in all.indices
    where all[index].key.attribute?.rawValue == attribute.rawValue {
      return all[index].value
    }
    return nil
  }

  /// Takes the pairs in their order; a refusal says which one it is of.
  package func forEach(
    areChanges: Bool = false, _ take: (Request.Pair) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for index in all.indices {
      do throws(KeychainError) { try take(all[index]) } catch {
        throw error.about(all[index].key.name, isChange: areChanges)
      }
    }
  }

  /// Takes pairs away.
  package mutating func remove(where isUnwanted: (RequestKey) -> Bool) {
    all.removeAll { isUnwanted($0.key) }
  }

  /// Whether prompts are allowed; the newer key wins over the older (spec/secitem.md 3.3).
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
