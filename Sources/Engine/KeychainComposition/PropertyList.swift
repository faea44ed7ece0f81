// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whether an object could travel to a daemon: step C13 of spec/secitem.md 3.1.
///
/// Containers may hold themselves, or each other over and over: the walk is bounded in depth and
/// in steps, and what lies beyond the bounds counts as unable to travel.
package struct PropertyList {
  private static let deepest = 32
  private static let mostElements = 10_000

  private var visited = 0
  private let isOwn: (AnyObject) -> Bool

  /// Whether the object consists of strings, data, numbers, Booleans, dates, identifiers, nulls and
  /// containers of those.
  ///
  /// - Parameter isOwn: tells the library's own objects that travel by themselves.
  package static func canHold(_ value: AnyObject, or isOwn: @escaping (AnyObject) -> Bool) -> Bool {
    var walk = PropertyList(isOwn: isOwn)
    return walk.holds(value, depth: 0)
  }

  private mutating func holds(_ value: AnyObject, depth: Int) -> Bool {
    visited += 1
    guard depth <= Self.deepest, visited <= Self.mostElements else { return false }
    switch value {
    case is NSString, is NSData, is NSNumber, is NSDate, is NSUUID, is NSNull: return true
    case let dictionary as NSDictionary where dictionary.count <= Self.mostElements:
      return holds(dictionary.allKeys, depth) && holds(dictionary.allValues, depth)
    case let array as NSArray where array.count <= Self.mostElements:
      return Self.canLend(array) && holds(Self.elements(of: array), depth)
    case let set as NSSet where set.count <= Self.mostElements:
      return Self.canLend(set) && holds(Self.elements(of: set), depth)
    default: return depth == 0 && isOwn(value)
    }
  }

  private mutating func holds(_ values: [Any], _ depth: Int) -> Bool {
    for value in values where !holds(value as AnyObject, depth: depth + 1) { return false }
    return true
  }

  /// The elements of an array or a set as the objects they are.
  ///
  /// Indexing and enumerating turn each element into a Swift value, containers and all, and never
  /// come back from one that holds itself. The mirror lends the objects themselves; a container of
  /// another class than Foundation's own has none to lend.
  package static func elements(of container: AnyObject) -> [Any] {
    canLend(container) ? Mirror(reflecting: container).children.map(\.value) : []
  }

  /// Whether the mirror of a container shows its elements: that of a subclass, or of one that
  /// CoreFoundation made, shows storage that nobody has filled.
  private static func canLend(_ container: AnyObject) -> Bool {
    let found = ObjectIdentifier(type(of: container))
    return foundation.contains(found)
  }

  private static let foundation: [ObjectIdentifier] = [
    ObjectIdentifier(NSArray.self), ObjectIdentifier(NSMutableArray.self),
    ObjectIdentifier(NSSet.self), ObjectIdentifier(NSMutableSet.self),
  ]
}
