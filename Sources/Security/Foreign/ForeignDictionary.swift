// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// A caller's dictionary, read once: its pairs in the order of evaluation.
struct ForeignDictionary {
  /// One pair; the value is the object as Foundation gave it.
  ///
  /// An object and not `Any`: each look at an `Any` costs a dynamic cast, and each value is looked
  /// at several times.
  struct Pair {
    let key: ForeignKey
    let value: AnyObject
  }

  /// More pairs than this are refused with -50 (DESIGN section 6).
  static let mostPairs = 128

  private(set) var pairs: [Pair] = []
  /// Whether there were too many pairs, which were then not looked at.
  let isOversized: Bool
  /// What `kSecUseAuthenticationContext` brings; nil for anything that is no context.
  private(set) var context: (any CarriesAuthenticationContext)?
  /// The key of the secure element that `v_Ref` was.
  var element: ElementKey?

  /// Neither `allKeys` nor `allValues` turns its objects into Swift values: enumerating does, and
  /// never comes back from a container that holds itself.
  init(_ dictionary: NSDictionary) {
    isOversized = dictionary.count > Self.mostPairs
    guard !isOversized else { return }
    let (keys, values) = (dictionary.allKeys, dictionary.allValues)
    pairs.reserveCapacity(keys.count)
    // A subclass may say anything of itself.
    for index in 0..<min(keys.count, values.count) {
      let key = ForeignKey(keys[index] as AnyObject)
      let isContext = key.family == .use && key.name == UseKey.context.rawValue
      if isContext { context = (values[index] as AnyObject) as? any CarriesAuthenticationContext }
      let value = isContext ? values[index] as AnyObject : Self.object(values[index])
      insert(Pair(key: key, value: value))
    }
  }

  /// Puts a pair behind its equals: for the handful of most dictionaries sorting takes longer.
  private mutating func insert(_ pair: Pair) {
    pairs.append(pair)
    var place = pairs.count - 1
    while place > 0, ForeignKey.isEvaluatedEarlier(pair.key, pairs[place - 1].key) {
      pairs.swapAt(place, place - 1)
      place -= 1
    }
  }

  /// What a value is as an object: Foundation keeps one whose class is none of its own in a box.
  private static func object(_ value: Any) -> AnyObject {
    let object = value as AnyObject
    if object is NSString || object is NSData || object is NSNumber { return object }
    if let accessControl = value as? SecAccessControl { return accessControl }
    if let policy = value as? SecPolicy { return policy }
    return value as? SecCertificate ?? value as? SecKey ?? value as? SecIdentity ?? object
  }

  /// The value of a key that is no attribute.
  subscript(family: ForeignKey.Family, name: String) -> AnyObject? {
    pairs.first { $0.key.family == family && $0.key.name == name }?.value
  }

  /// The value of a name of four characters.
  subscript(attribute: Attribute) -> AnyObject? {
    pairs.first { $0.key.attribute?.rawValue == attribute.rawValue }?.value
  }

  /// Takes the pairs in their order; a refusal says which one it is of.
  func forEachPair(
    areChanges: Bool = false, _ take: (Pair) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for pair in pairs {
      do throws(KeychainError) { try take(pair) } catch {
        throw error.about(pair.key.name, isChange: areChanges)
      }
    }
  }

  /// Adds pairs whose names are not there yet, at their places.
  mutating func complete(with others: [(name: String, value: AnyObject)]) {
    for other in others {
      let key = ForeignKey(NSString(string: other.name))
      guard !pairs.contains(where: { $0.key.isText && $0.key.name == key.name }) else { continue }
      insert(Pair(key: key, value: other.value))
    }
  }

  /// Takes pairs away.
  mutating func remove(where isUnwanted: (ForeignKey) -> Bool) {
    pairs.removeAll { isUnwanted($0.key) }
  }
}

extension NSDictionary {
  /// The value of a name as the object that it is.
  ///
  /// Looking it up would turn it into a Swift value, and never come back from a container that
  /// holds itself; neither list of objects does.
  func entry(_ name: NSString) -> AnyObject? {
    for (key, value) in zip(allKeys, allValues) where (key as? NSString)?.isEqual(name) == true {
      return value as AnyObject
    }
    return nil
  }
}
