// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Checks whether a value could be sent to a daemon: step C13 of Specification/secitem.md, "Order
/// of evaluation".
///
/// A container may contain itself, directly or in another container. The check is therefore limited
/// in depth and in steps, and a value beyond the limits counts as a value that cannot be sent.
package struct PropertyList {
  private static let deepest = 32
  private static let mostElements = 10_000

  private var visited = 0
  private let isOwn: (AnyObject) -> Bool

  /// True if the value consists only of types that could be sent to a daemon.
  ///
  /// These types are strings, data, numbers, Booleans, dates, identifiers, nulls and containers of
  /// these types.
  ///
  /// - Parameter isOwn: returns true if an object is an object of this library that could be sent.
  ///   The function calls `isOwn` only for `value` itself, not for the elements of a container.
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

  /// Returns the elements of an array or a set, as the original Foundation objects.
  ///
  /// Indexing and enumerating convert each element, including containers, into a Swift value, and
  /// would never return for a container that contains itself. Swift's `Mirror` gives the original
  /// objects. `Mirror` works only for Foundation's four classes `NSArray`, `NSMutableArray`,
  /// `NSSet` and `NSMutableSet`, so the result is empty for every other class.
  package static func elements(of container: AnyObject) -> [Any] {
    canLend(container) ? Mirror(reflecting: container).children.map(\.value) : []
  }

  /// True if Swift's `Mirror` shows the elements of the container.
  ///
  /// For a subclass, or for a container that CoreFoundation made, the mirror shows unused storage
  /// instead of the elements.
  private static func canLend(_ container: AnyObject) -> Bool {
    let found = ObjectIdentifier(type(of: container))
    return foundation.contains(found)
  }

  private static let foundation: [ObjectIdentifier] = [
    ObjectIdentifier(NSArray.self), ObjectIdentifier(NSMutableArray.self),
    ObjectIdentifier(NSSet.self), ObjectIdentifier(NSMutableSet.self),
  ]
}
