// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
package import KeychainTypes

/// An object that a query can bring with `kSecUseAuthenticationContext`.
///
/// `LAContext` is one; this module does not know it.
package protocol CarriesAuthenticationContext: AnyObject {
  /// Evidence, settings, and whether it is invalidated.
  var authenticationContext: AuthenticationContext { get }
  /// What the object was made under; nil where nothing was installed.
  var installation: Installation? { get }
}

/// A caller's dictionary, read once: its pairs in the order of evaluation.
struct ForeignDictionary {
  /// One pair; the value is the object as Foundation gave it.
  ///
  /// An object and not `Any`: each look at an `Any` costs a dynamic cast, and each value is looked
  /// at several times.
  struct Pair {
    let key: RequestKey
    let value: AnyObject
  }

  private(set) var pairs: [Pair] = []
  /// A bit for each family of keys that is there.
  private var families: UInt16 = 0
  /// Whether there were too many pairs, which were then not looked at.
  let isOversized: Bool
  /// What `kSecUseAuthenticationContext` brings; nil for anything that is no context.
  private(set) var context: (any CarriesAuthenticationContext)?

  init(_ dictionary: NSDictionary) {
    let count = dictionary.count
    isOversized = count > RequestPairs.most
    guard !isOversized else { return }
    pairs.reserveCapacity(count)
    dictionary.forEachObject { name, value in
      let key = RequestKey(name)
      guard key.family == .use, key.name == UseKey.context.rawValue else {
        insert(Pair(key: key, value: Self.unboxed(value)))
        return
      }
      context = value as? any CarriesAuthenticationContext
      insert(Pair(key: key, value: value))
    }
  }

  /// Puts a pair behind its equals: for the handful of most dictionaries sorting takes longer.
  private mutating func insert(_ pair: Pair) {
    families |= 1 << pair.key.family.place
    var place = pairs.count
    while place > 0, RequestKey.isEvaluatedEarlier(pair.key, pairs[place - 1].key) { place -= 1 }
    pairs.insert(pair, at: place)
  }

  /// The object that a value is: Foundation keeps one whose class is none of its own in a box.
  private static func unboxed(_ object: AnyObject) -> AnyObject {
    if object is NSString || object is NSData || object is NSNumber { return object }
    // A cast from a class looks into no box.
    let value: Any = object
    if let accessControl = value as? SecAccessControl { return accessControl }
    if let policy = value as? SecPolicy { return policy }
    return value as? SecCertificate ?? value as? SecKey ?? value as? SecIdentity ?? object
  }

  /// The value of a key that is no attribute.
  subscript(family: RequestKey.Family, name: String) -> AnyObject? {
    guard families & 1 << family.place != 0 else { return nil }
    // By index, as `first(where:)` copies each pair.
    for index in pairs.indices
    where pairs[index].key.family.place == family.place && pairs[index].key.name == name {
      return pairs[index].value
    }
    return nil
  }

  /// The value of a name of four characters.
  subscript(attribute: Attribute) -> AnyObject? {
    for index in pairs.indices
    where pairs[index].key.attribute?.rawValue == attribute.rawValue {
      return pairs[index].value
    }
    return nil
  }

  /// Adds pairs whose names are not there yet, at their places.
  mutating func complete(with others: [(name: String, value: AnyObject)]) {
    for other in others {
      let key = RequestKey(other.name)
      guard !pairs.contains(where: { $0.key.isText && $0.key.name == key.name }) else { continue }
      insert(Pair(key: key, value: other.value))
    }
  }

  /// Takes pairs away.
  mutating func remove(where isUnwanted: (RequestKey) -> Bool) {
    pairs.removeAll { isUnwanted($0.key) }
  }
}

/// Objects in a dictionary that are no part of what is asked.
extension ForeignDictionary {
  /// What `kSecUseOperationPrompt` says.
  var prompt: String? {
    (self[.use, UseKey.prompt.rawValue] as? NSString).map { String($0) }
  }

  /// What the objects remember that they were made under, so that code under test may hop threads
  /// (spec/access-control.md 2.6); nil where they have nothing to say.
  ///
  /// A context is somebody's evidence and always goes home. An access control is a value that code
  /// may well keep for the life of a process: it counts only where nothing is in reach.
  var rememberedInstallation: Installation? {
    if let context {
      let current = CurrentInstallation.installed
      guard let home = context.installation, current?.isHome(of: home) != true else { return nil }
      return home
    }
    guard let object = self[.accessControl] as? SecAccessControl,
      CurrentInstallation.installed == nil
    else { return nil }
    return object.installation
  }
}

extension Installation {
  /// Whether objects of another installation are at home here, so that nothing need be changed.
  fileprivate func isHome(of other: Installation) -> Bool {
    guard let authenticator, authenticator === other.authenticator else { return false }
    return caller == other.caller && profile == other.profile
  }
}

extension RequestKey {

  /// A key as Foundation gave it, cut where it is too long to be a name.
  init(_ key: AnyObject) {
    guard let text = key as? NSString else {
      self.init(isNumber: key is NSNumber)
      return
    }
    self.init(text.text(ofAtMost: RequestKey.mostUnits) ?? text.substring(to: RequestKey.mostUnits))
  }
}
