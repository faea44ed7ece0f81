// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import CoreFoundation
import Foundation

/// A reference to a Core Foundation object, as a C program passes it to Latchkey.
package typealias Ref = UnsafeRawPointer
/// A pointer to a C caller's variable, in which a function stores an object reference.
package typealias Place = UnsafeMutablePointer<Ref?>

/// The error for a C argument that is missing or invalid, or that is an object of a wrong type.
struct Refused: Error {
  /// The status that the C function returns because of this argument; nil for the status that the
  /// function returns for every invalid argument.
  var status: Int32?
}

/// Returns the Swift object for a C argument; throws `Refused` if the argument is NULL or of a
/// wrong type.
func needed<T: AnyObject>(_ ref: Ref?) throws -> T {
  guard let found: T = try allowed(ref) else { throw Refused() }
  return found
}

/// Returns the Swift object for a C argument, or nil if the argument is NULL.
///
/// Throws `Refused` if the argument is of a wrong type.
func allowed<T: AnyObject>(_ ref: Ref?) throws -> T? {
  guard let ref else { return nil }
  var reading = Incoming()
  guard let found = try reading.object(ref, depth: 0) as? T else { throw Refused() }
  return found
}

/// Returns the Swift object for a C argument.
///
/// Throws `Refused` with `status` if the argument is of a wrong type, and without a status if the
/// argument is NULL.
func needed<T: AnyObject>(_ ref: Ref?, else status: Int32) throws -> T {
  guard let found: T = try allowed(ref, else: status) else { throw Refused() }
  return found
}

/// Returns the Swift object for a C argument, or nil if the argument is NULL.
///
/// Throws `Refused` with `status` if the argument is of a wrong type.
func allowed<T: AnyObject>(_ ref: Ref?, else status: Int32) throws -> T? {
  do { return try allowed(ref) } catch { throw Refused(status: status) }
}

/// Returns a pointer to bytes that a C caller passed with their length.
///
/// NULL is permitted only with the length 0; otherwise the function throws `Refused`.
func bytes(_ pointer: UnsafeRawPointer?, _ length: UInt32) throws -> UnsafeRawPointer {
  if let pointer { return pointer }
  guard length == 0 else { throw Refused() }
  return noBytes
}

/// A valid address for a length of 0; no byte is read from this address.
nonisolated(unsafe) private let noBytes = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

/// Returns a pointer that a C caller passed; throws `Refused` if the pointer is NULL.
func needed<P: _Pointer>(_ pointer: P?) throws -> P {
  guard let pointer else { throw Refused() }
  return pointer
}

/// Returns a value that was made from a C caller's number.
///
/// - Throws: `Refused` if the value is nil, because the number stands for no value.
func known<T>(_ value: T?) throws -> T {
  guard let value else { throw Refused() }
  return value
}

/// Returns the objects of Latchkey's types in an argument.
///
/// The result is the argument itself if it is an object of a Latchkey type. Otherwise the argument
/// must be an array, and other objects in the array are left out.
func objects(in ref: Ref) -> [Ref] {
  guard latchkey_class_of(ref) < 0 else { return [ref] }
  let list = Unmanaged<CFArray>.fromOpaque(ref).takeUnretainedValue()
  return (0..<CFArrayGetCount(list)).compactMap { CFArrayGetValueAtIndex(list, $0) }
    .filter { latchkey_class_of($0) >= 0 }
}

/// Converts arguments from C into the objects that the Swift functions take
/// (Specification/c-abi.md, "Crossing the border").
///
/// An object of a Latchkey type contains a Swift object, which is returned. Other objects are Core
/// Foundation objects. Dictionaries, arrays and sets are copied, up to 32 levels and 100,000
/// elements, more than any query needs.
///
/// The keys and values of a dictionary are read as raw pointers and not as objects, because a C
/// dictionary without callbacks may contain NULL. Code that expects an object would trap at NULL. A
/// dictionary without callbacks also compares its keys by address, so a look-up by name would fail.
///
/// Strings are copied as well: Foundation's `String.init` reads beyond the end of a `CFString` that
/// C code made, and crashes.
struct Incoming {
  private static let deepest = 32
  private static let mostElements = 100_000
  /// The length of the longest string that a C caller may pass, in UTF-16 units.
  ///
  /// The limit only bounds the memory of the copy. Most texts that are too long reach the engine,
  /// whose limits are much lower and whose status is more exact.
  private static let longest = 1 << 26
  private var elements = 0

  mutating func object(_ ref: Ref, depth: Int) throws -> AnyObject {
    elements += 1
    guard depth <= Self.deepest, elements <= Self.mostElements else { throw Refused() }
    // The C constant `kSecTrustSettingsDefaultRootCertSetting` is this number, and not an object.
    guard UInt(bitPattern: ref) != .max else { throw Refused() }
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
    // Half of a surrogate pair is not text. Foundation would read every half as one replacement
    // character, so that different texts would become equal.
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
