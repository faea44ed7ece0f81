// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTracing
import KeychainTypes

/// The dictionary of one of the four calls: read, answered by the service, written as a result.
struct ItemRequest {
  let dictionary: ForeignDictionary
  let profile: Profile

  /// What becomes of the caller's variable after success.
  enum Outcome {
    case untouched
    case object(CFTypeRef?)
  }

  /// Who answers; who listens to the call is told what it meets.
  private func service() throws(KeychainError) -> ServiceChoice.Service {
    Explainer.telling(try ServiceChoice.current(in: profile))
  }

  /// Adds the item; nil where the profile makes that a success without effect.
  func addedItem() throws(KeychainError) -> (item: NewItem, match: Match)? {
    let reading = try ItemReader(profile: profile).read(dictionary)
    if case .success(let item) = reading.outcome, item.lacksObject {
      throw .parameter(
        "the data are no object of the class, which is asked for", .itemClass(item.itemClass),
        cause: .dataMakesNoObject)
    }
    let service = try service()
    let match = try EvidenceLoop(dictionary, reading, for: service).run {
      (evidence) throws(KeychainError) in
      try service.add(reading.bringing(evidence))
    }
    ProgramMemory.wrote()
    guard let match, case .success(let item) = reading.outcome else { return nil }
    return (item, match)
  }

  /// SecItemAdd.
  func add() throws(KeychainError) -> Outcome {
    guard let (item, match) = try addedItem(), !item.returns.isEmpty else { return .untouched }
    let writer = ResultWriter(
      verb: .add, profile: profile, returns: item.returns,
      terms: item.itemClass == .key ? .init(dictionary, item.interaction) : nil)
    return .object(writer.element(match))
  }

  /// Finds items.
  func foundItems() throws(KeychainError) -> (query: Query, matches: [Match]) {
    let reading = try QueryReader(verb: .copyMatching, profile: profile).read(dictionary)
    let service = try service()
    let loop = EvidenceLoop(dictionary, reading, for: service)
    let matches = try loop.run { (evidence) throws(KeychainError) in
      try service.copyMatching(reading.bringing(evidence))
    }
    let query = try reading.outcome.get()
    ProgramMemory.found(query)
    return (query, matches)
  }

  /// SecItemCopyMatching.
  func copyMatching() throws(KeychainError) -> Outcome {
    let (query, matches) = try foundItems()
    guard !query.returns.isEmpty || !query.limit.isSingle else { return .untouched }
    let hasKeys = query.itemClass == .key || query.itemClass == .identity
    let writer = ResultWriter(
      verb: .copyMatching, profile: profile, returns: query.returns,
      terms: hasKeys ? .init(dictionary, query.interaction) : nil)
    return .object(try writer.result(matches, limit: query.limit))
  }

  /// SecItemUpdate.
  func update(setting attributes: NSDictionary) throws(KeychainError) {
    let reading = try QueryReader(verb: .update, profile: profile).read(dictionary)
    let changes = try ChangesReader(profile: profile).read(attributes, for: reading)
    let service = try service()
    try EvidenceLoop(dictionary, reading, for: service).run { (evidence) throws(KeychainError) in
      try service.update(reading.bringing(evidence), setting: changes)
    }
    ProgramMemory.wrote()
  }

  /// SecItemDelete.
  func delete() throws(KeychainError) {
    let reading = try QueryReader(verb: .delete, profile: profile).read(dictionary)
    let service = try service()
    try EvidenceLoop(dictionary, reading, for: service).run { (evidence) throws(KeychainError) in
      try service.delete(reading.bringing(evidence))
    }
    ProgramMemory.wrote()
  }

  /// Whether the dictionary, and the changes, are free of what is refused whatever is stored.
  func isReadable(for verb: ItemVerb, setting attributes: NSDictionary? = nil) -> Bool {
    do throws(KeychainError) {
      guard verb != .add else { return try ItemReader(profile: profile).read(dictionary).isRead }
      let reading = try QueryReader(verb: verb, profile: profile).read(dictionary)
      guard let attributes else { return reading.isRead }
      let changes = try ChangesReader(profile: profile).read(attributes, for: reading)
      return reading.isRead && changes.isRead
    } catch {
      return false
    }
  }
}

extension NewItem {
  /// Whether the object alone is asked for as the result, and the data make no object.
  fileprivate var lacksObject: Bool {
    guard returns == .reference, element == nil else { return false }
    switch itemClass {
    case .key:
      var whole = attributes
      // A key without a class is a public one (spec/secitem.md 2.3).
      if whole[.keyClass] == nil { whole[.keyClass] = .number(KeyType.number(of: .publicHalf)) }
      return secret.flatMap { SecKey($0, whole) } == nil
    case .certificate: return secret.flatMap { ReferencedObject.certificate($0) } == nil
    case .genericPassword, .internetPassword, .identity: return false
    }
  }
}

extension Reading {
  fileprivate var isRead: Bool {
    if case .success = outcome { lateRefusal == nil } else { false }
  }
}
