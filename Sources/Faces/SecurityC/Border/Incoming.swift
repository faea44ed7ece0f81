// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import CoreFoundation
import Foundation

/// A reference as C has it.
package typealias Ref = UnsafeRawPointer
/// Where C wants a reference left.
package typealias Place = UnsafeMutablePointer<Ref?>

/// An argument that cannot be taken: it is missing, or an object of another type.
struct Refused: Error {}

/// The object of an argument that must be there.
func needed<T: AnyObject>(_ ref: Ref?) throws -> T {
  guard let found: T = try allowed(ref) else { throw Refused() }
  return found
}

/// The object of an argument that may be NULL.
func allowed<T: AnyObject>(_ ref: Ref?) throws -> T? {
  guard let ref else { return nil }
  var reading = Incoming()
  guard let found = try reading.object(ref, depth: 0) as? T else { throw Refused() }
  return found
}

/// A pointer that must not be NULL.
func needed<P: _Pointer>(_ pointer: P?) throws -> P {
  guard let pointer else { throw Refused() }
  return pointer
}

/// A value that the number must have stood for.
func known<T>(_ value: T?) throws -> T {
  guard let value else { throw Refused() }
  return value
}

/// The objects of this library in a value that is such an object, or an array with some.
func objects(in ref: Ref) -> [Ref] {
  guard latchkey_class_of(ref) < 0 else { return [ref] }
  let list = Unmanaged<CFArray>.fromOpaque(ref).takeUnretainedValue()
  return (0..<CFArrayGetCount(list)).compactMap { CFArrayGetValueAtIndex(list, $0) }
    .filter { latchkey_class_of($0) >= 0 }
}

/// Turns what came from C into what the functions in Swift take (spec/c-abi.md 2).
///
/// Dictionaries are read pair by pair, by pointers: one with no call-backs compares its keys by
/// address and may hold NULL, which would trap as an object. Objects of ours are opened. Containers
/// are copied, to a depth and a number of elements that no query needs. Strings are copied too:
/// Foundation's `String.init` on one of C's reads what is not there.
struct Incoming {
  private static let deepest = 32
  private static let mostElements = 100_000
  /// Units of a string; the engine refuses much shorter ones, with a status of its own.
  private static let longest = 1 << 26
  private var elements = 0

  mutating func object(_ ref: Ref, depth: Int) throws -> AnyObject {
    elements += 1
    guard depth <= Self.deepest, elements <= Self.mostElements else { throw Refused() }
    if latchkey_class_of(ref) >= 0 {
      guard let held = latchkey_unwrap(ref) else { throw Refused() }
      return Unmanaged<AnyObject>.fromOpaque(held).takeUnretainedValue()
    }
    let object = Unmanaged<AnyObject>.fromOpaque(ref).takeUnretainedValue()
    switch CFGetTypeID(object) {
    case CFStringGetTypeID(): return try string(ref)
    case CFDictionaryGetTypeID(): return try dictionary(ref, depth: depth)
    case CFArrayGetTypeID(): return try array(ref, depth: depth)
    case CFSetGetTypeID(): return try set(ref, depth: depth)
    default: return object
    }
  }

  private func string(_ ref: Ref) throws -> NSString {
    let source = Unmanaged<CFString>.fromOpaque(ref).takeUnretainedValue()
    let range = CFRange(location: 0, length: CFStringGetLength(source))
    guard range.length <= Self.longest else { throw Refused() }
    var units = [UInt16](repeating: 0, count: range.length)
    CFStringGetCharacters(source, range, &units)
    // Half of a surrogate pair is no text, and would be read as the same character as any other.
    guard let text = String(validating: units, as: UTF16.self) else { throw Refused() }
    return NSString(string: text)
  }

  private mutating func dictionary(_ ref: Ref, depth: Int) throws -> NSDictionary {
    let source = Unmanaged<CFDictionary>.fromOpaque(ref).takeUnretainedValue()
    let count = CFDictionaryGetCount(source)
    guard count <= Self.mostElements else { throw Refused() }
    var keys = [Ref?](repeating: nil, count: count)
    var values = keys
    CFDictionaryGetKeysAndValues(source, &keys, &values)
    let copy = NSMutableDictionary(capacity: count)
    for (key, value) in zip(keys, values) {
      guard let key, let value else { throw Refused() }
      let name = try object(key, depth: depth + 1)
      guard let name = name as? NSObject else { throw Refused() }
      copy.setObject(try object(value, depth: depth + 1), forKey: name)
    }
    return copy
  }

  private mutating func array(_ ref: Ref, depth: Int) throws -> NSArray {
    let source = Unmanaged<CFArray>.fromOpaque(ref).takeUnretainedValue()
    let count = CFArrayGetCount(source)
    guard count <= Self.mostElements else { throw Refused() }
    var values = [Ref?](repeating: nil, count: count)
    CFArrayGetValues(source, CFRange(location: 0, length: count), &values)
    let copy = NSMutableArray(capacity: count)
    for value in values {
      guard let value else { throw Refused() }
      copy.add(try object(value, depth: depth + 1))
    }
    return copy
  }

  private mutating func set(_ ref: Ref, depth: Int) throws -> NSSet {
    let source = Unmanaged<CFSet>.fromOpaque(ref).takeUnretainedValue()
    let count = CFSetGetCount(source)
    guard count <= Self.mostElements else { throw Refused() }
    var values = [Ref?](repeating: nil, count: count)
    CFSetGetValues(source, &values)
    let copy = NSMutableSet(capacity: count)
    for value in values {
      guard let value else { throw Refused() }
      copy.add(try object(value, depth: depth + 1))
    }
    return copy
  }
}
