// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// True if two objects have the same type and equal values, or if both are nil.
@discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  switch (cf1, cf2) {
  case (nil, nil): true
  case (let left?, let right?):
    left === right || TypeIdentifier(of: left) == TypeIdentifier(of: right) && equal(left, right)
  default: false
  }
}

/// Returns the hash of an object; 0 if the object is nil.
///
/// Equal objects have equal hashes.
@discardableResult
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
  switch cf {
  case let object as NSObject: CFHashCode(bitPattern: object.hash)
  case let object as SecAccessControl: CFHashCode(bitPattern: object.hashValue)
  case let object as SecKey: CFHashCode(bitPattern: object.hashValue)
  case let object as SecCertificate: CFHashCode(bitPattern: object.hashValue)
  case let object as SecPolicy: CFHashCode(bitPattern: object.hashValue)
  case let object as SecTask: CFHashCode(bitPattern: object.hashValue)
  case let object as SecKeychain: CFHashCode(bitPattern: object.hashValue)
  case let object as SecKeychainItem: CFHashCode(bitPattern: object.hashValue)
  case let object as SecAccess: CFHashCode(bitPattern: object.hashValue)
  case let object as SecACL: CFHashCode(bitPattern: object.hashValue)
  case let object as SecTrustedApplication: CFHashCode(bitPattern: object.hashValue)
  case let object as SecIdentity: CFHash(object.certificate) &+ CFHash(object.privateKey)
  case let object?: CFHashCode(bitPattern: ObjectIdentifier(object).hashValue)
  case nil: 0
  }
}

/// Returns a description of an object for developers; nil if the object is nil.
@discardableResult
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! {
  cf.map { NSString(string: String(describing: $0)) }
}

/// Returns the Swift value of a Boolean object; false if the object is nil.
@discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool {
  boolean?.boolValue ?? false
}

/// Returns the number of entries of a dictionary; 0 if the dictionary is nil.
@discardableResult
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// Returns the number of elements of an array; 0 if the array is nil.
@discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// Makes an empty mutable array; the allocator, the capacity and the callbacks have no effect.
@discardableResult
public func CFArrayCreateMutable(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafeRawPointer?
) -> CFMutableArray! {
  NSMutableArray()
}

/// Returns the number of bytes of a data object; 0 if the object is nil.
@discardableResult
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// Returns a pointer to the bytes of a data object; nil if the object is nil.
///
/// Use the pointer only as long as the data object exists.
@discardableResult
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Makes a data object with a copy of `length` bytes.
///
/// Returns nil if the length is negative, or if it is positive and `bytes` is nil. `allocator` has
/// no effect.
@discardableResult
public func CFDataCreate(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) -> CFData! {
  guard length > 0 else { return length == 0 ? NSData() : nil }
  guard let bytes = unsafe bytes else { return nil }
  return unsafe NSData(bytes: bytes, length: length)
}

/// Makes a data object that uses the caller's bytes, without copying them.
///
/// Returns nil if the length is negative, or if it is positive and `bytes` is nil.
/// `bytesDeallocator` has no effect: the data object never frees the bytes. The caller must keep
/// the bytes until the data object is gone, and then free them.
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

extension NSData {
  /// A copy of the bytes, made in one piece.
  ///
  /// `Data(referencing:)` copies some data objects byte by byte, a second for 100 MB.
  var array: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
  }
}

/// True if two objects of the same Core Foundation type have equal values.
private func equal(_ left: AnyObject, _ right: AnyObject) -> Bool {
  switch (left, right) {
  case (let left as SecAccessControl, let right as SecAccessControl): left == right
  case (let left as SecKey, let right as SecKey): left == right
  case (let left as SecCertificate, let right as SecCertificate): left == right
  case (let left as SecIdentity, let right as SecIdentity): left == right
  case (let left as SecPolicy, let right as SecPolicy): left == right
  case (let left as SecTask, let right as SecTask): left == right
  case (let left as SecKeychain, let right as SecKeychain): left == right
  case (let left as SecKeychainItem, let right as SecKeychainItem): left == right
  case (let left as SecAccess, let right as SecAccess): left == right
  case (let left as SecACL, let right as SecACL): left == right
  case (let left as SecTrustedApplication, let right as SecTrustedApplication): left == right
  case (let left as NSObject, let right as NSObject): left.isEqual(right)
  default: false
  }
}
