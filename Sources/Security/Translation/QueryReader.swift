// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainTypes

/// Reads the query of CopyMatching, Update and Delete.
///
/// One pass over the pairs in a fixed order; the first refusal ends it (spec/secitem.md 3.1).
struct QueryReader {
  let verb: ItemVerb
  let profile: Profile

  /// What the dictionary asks for.
  ///
  /// - Throws: what is refused before the caller's groups are looked at; refusals that come after
  ///   them are in the reading.
  func read(_ source: ForeignDictionary) throws(KeychainError) -> Reading<Query> {
    var dictionary = source
    if profile == .dataProtection { try MacStripping.apply(to: &dictionary, verb: verb) }
    CallListener.current?.stripped(source, to: dictionary)
    try ClientChecks(verb: verb, profile: profile).check(dictionary)
    try dictionary.expandReference(for: verb)
    let group = RequestedGroup(in: dictionary, decodesData: verb == .copyMatching)
    do throws(KeychainError) {
      let (query, late) = try parse(dictionary)
      return Reading(.success(query), group: group, lateRefusal: late, profile: profile)
    } catch {
      return Reading(.failure(error), group: group, profile: profile)
    }
  }

  /// The query, and what is to be refused after the groups were checked.
  private func parse(_ dictionary: ForeignDictionary) throws(KeychainError)
    -> (Query, KeychainError?)
  {
    guard !dictionary.isOversized else { throw .tooManyPairs }
    let (itemClass, reference) = try ClassReader.itemClass(of: dictionary)
    var parser = QueryParser(
      itemClass: itemClass, reference: reference, verb: verb, profile: profile)
    try dictionary.forEachPair { (pair) throws(KeychainError) in try parser.take(pair) }
    return try parser.finish()
  }
}

/// Finds the class that a dictionary is about (spec/secitem.md 3.2).
enum ClassReader {
  /// The class, and the reference if a usable one was given.
  ///
  /// - Throws: -25306 for a class that is none of ours and for one that the reference contradicts;
  ///   -50 when nothing names a class.
  static func itemClass(of dictionary: ForeignDictionary) throws(KeychainError)
    -> (ItemClass, PersistentReference?)
  {
    let reference = reference(in: dictionary)
    guard let text = dictionary[.itemClass, "class"] as? NSString else {
      switch reference {
      case nil: throw .parameter("no class is named", cause: .classMissingOrUnknown)
      case .foreignClass?: throw .noSuchClass
      case .token?: return (.key, reference)
      case let known?: return (known.itemClass ?? .key, known)
      }
    }
    guard let name = text.text(ofAtMost: 16), let itemClass = ItemClass(rawValue: name) else {
      throw .noSuchClass
    }
    guard let reference else { return (itemClass, nil) }
    if case .token = reference { return (itemClass, reference) }
    guard reference.itemClass == itemClass else { throw .noSuchClass }
    return (itemClass, reference)
  }

  /// The reference in `v_PersistentRef`; nil when there is none or it is malformed, which the
  /// value key's turn finds.
  private static func reference(in dictionary: ForeignDictionary) -> PersistentReference? {
    guard let value = dictionary[.value, ValueKey.persistentReference.rawValue],
      case .bytes(let bytes)? = try? ForeignValue(value)
    else { return nil }
    return PersistentReference(bytes)
  }
}

extension KeychainError {
  static let noSuchClass = KeychainError(
    .noSuchClass, "there is no such class of items", cause: .classMissingOrUnknown)
  static let tooManyPairs = KeychainError.parameter(
    "a dictionary has more pairs than one can have", .count(ForeignDictionary.mostPairs))
}
