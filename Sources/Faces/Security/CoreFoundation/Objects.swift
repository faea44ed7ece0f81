// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Whether two objects are equal by value.
@discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  switch (cf1, cf2) {
  case (nil, nil): true
  case (let left?, let right?):
    left === right || TypeIdentifier(of: left) == TypeIdentifier(of: right) && equal(left, right)
  default: false
  }
}

/// The hash of an object; equal for equal objects.
@discardableResult
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
  switch cf {
  case let object as NSObject: CFHashCode(bitPattern: object.hash)
  case let object as SecAccessControl: CFHashCode(bitPattern: object.hashValue)
  case let object as SecKey: CFHashCode(bitPattern: object.hashValue)
  case let object as SecCertificate: CFHashCode(bitPattern: object.hashValue)
  case let object as SecPolicy: CFHashCode(bitPattern: object.hashValue)
  case let object as SecTask: CFHashCode(bitPattern: object.hashValue)
  case let object as SecIdentity: CFHash(object.certificate) &+ CFHash(object.privateKey)
  case let object?: CFHashCode(bitPattern: ObjectIdentifier(object).hashValue)
  case nil: 0
  }
}

/// A description of an object for developers.
@discardableResult
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! {
  cf.map { NSString(string: String(describing: $0)) }
}

/// The value of a truth value.
@discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool {
  boolean?.boolValue ?? false
}

/// The number of entries of a dictionary.
@discardableResult
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// The number of elements of an array.
@discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// An empty array that can be changed; the call-backs and the capacity have no effect.
@discardableResult
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafeRawPointer?
) -> CFMutableArray! {
  NSMutableArray()
}

/// The number of bytes.
@discardableResult
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// The bytes; valid as long as the object.
@discardableResult
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// An object with a copy of some bytes; nil for a negative length or bytes that are missing.
@discardableResult
public func CFDataCreate(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) -> CFData! {
  guard length > 0 else { return length == 0 ? NSData() : nil }
  guard let bytes = unsafe bytes else { return nil }
  return unsafe NSData(bytes: bytes, length: length)
}

/// An object over some bytes that are not copied and, with `kCFAllocatorNull`, not freed.
///
/// Every allocator is taken for `kCFAllocatorNull`: the caller keeps the bytes until the object is
/// gone and frees them himself.
@discardableResult
public func CFDataCreateWithBytesNoCopy(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex,
  _ bytesDeallocator: CFAllocator!
) -> CFData! {
  guard length > 0 else { return length == 0 ? NSData() : nil }
  guard let bytes = unsafe bytes else { return nil }
  return unsafe NSData(
    bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length, freeWhenDone: false)
}

/// Equality of two objects of one type.
private func equal(_ left: AnyObject, _ right: AnyObject) -> Bool {
  switch (left, right) {
  case (let left as SecAccessControl, let right as SecAccessControl): left == right
  case (let left as SecKey, let right as SecKey): left == right
  case (let left as SecCertificate, let right as SecCertificate): left == right
  case (let left as SecIdentity, let right as SecIdentity): left == right
  case (let left as SecPolicy, let right as SecPolicy): left == right
  case (let left as SecTask, let right as SecTask): left == right
  case (let left as NSObject, let right as NSObject): left.isEqual(right)
  default: false
  }
}
