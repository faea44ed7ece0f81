// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecBase.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecACL: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecACL, right: SecACL) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecKeychainAttrType = OSType
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeychainAttribute {
  /// The member `tag` of the C structure.
  public var tag: SecKeychainAttrType
  /// The member `length` of the C structure.
  public var length: UInt32
  /// The member `data` of the C structure.
  public var data: UnsafeMutableRawPointer?

  /// Makes a structure from all its members.
  public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
    self.tag = tag
    self.length = length
    unsafe self.data = data
  }

  /// Makes a structure whose members are zero, false or nil.
  public init() { unsafe self.init(tag: 0, length: 0, data: nil) }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeychainAttributeInfo {
  /// The member `count` of the C structure.
  public var count: UInt32
  /// The member `tag` of the C structure.
  public var tag: UnsafeMutablePointer<UInt32>
  /// The member `format` of the C structure.
  public var format: UnsafeMutablePointer<UInt32>?

  /// Makes a structure from all its members.
  public init(
    count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?
  ) {
    self.count = count
    unsafe self.tag = tag
    unsafe self.format = format
  }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeychainAttributeList {
  /// The member `count` of the C structure.
  public var count: UInt32
  /// The member `attr` of the C structure.
  public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

  /// Makes a structure from all its members.
  public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
    self.count = count
    unsafe self.attr = attr
  }

  /// Makes a structure whose members are zero, false or nil.
  public init() { unsafe self.init(count: 0, attr: nil) }
}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecKeychainAttributePtr = UnsafeMutablePointer<SecKeychainAttribute>
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecKeychainItem: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecKeychainItem, right: SecKeychainItem) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecKeychainSearch: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecKeychainSearch, right: SecKeychainSearch) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecKeychainStatus = UInt32
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecTrustedApplication: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecTrustedApplication, right: SecTrustedApplication) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
