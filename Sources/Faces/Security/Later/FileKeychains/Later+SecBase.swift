// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecBase.h that are not there yet.

/// Not there yet: no function gives one.
public final class SecACL: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecACL, right: SecACL) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The type of something that is not there yet.
public typealias SecKeychainAttrType = OSType
/// Not there yet: no function gives one.
@safe
public struct SecKeychainAttribute {
  /// As on Apple's systems.
  public var tag: SecKeychainAttrType
  /// As on Apple's systems.
  public var length: UInt32
  /// As on Apple's systems.
  public var data: UnsafeMutableRawPointer?

  /// One with all its parts.
  public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
    self.tag = tag
    self.length = length
    unsafe self.data = data
  }

  /// One of zeros.
  public init() { unsafe self.init(tag: 0, length: 0, data: nil) }
}

/// Not there yet: no function gives one.
@safe
public struct SecKeychainAttributeInfo {
  /// As on Apple's systems.
  public var count: UInt32
  /// As on Apple's systems.
  public var tag: UnsafeMutablePointer<UInt32>
  /// As on Apple's systems.
  public var format: UnsafeMutablePointer<UInt32>?

  /// One with all its parts.
  public init(
    count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?
  ) {
    self.count = count
    unsafe self.tag = tag
    unsafe self.format = format
  }
}

/// Not there yet: no function gives one.
@safe
public struct SecKeychainAttributeList {
  /// As on Apple's systems.
  public var count: UInt32
  /// As on Apple's systems.
  public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

  /// One with all its parts.
  public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
    self.count = count
    unsafe self.attr = attr
  }

  /// One of zeros.
  public init() { unsafe self.init(count: 0, attr: nil) }
}

/// The type of something that is not there yet.
public typealias SecKeychainAttributePtr = UnsafeMutablePointer<SecKeychainAttribute>
/// Not there yet: no function gives one.
public final class SecKeychainItem: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecKeychainItem, right: SecKeychainItem) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet: no function gives one.
public final class SecKeychainSearch: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecKeychainSearch, right: SecKeychainSearch) -> Bool {
    left === right
  }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The type of something that is not there yet.
public typealias SecKeychainStatus = UInt32
/// Not there yet: no function gives one.
public final class SecTrustedApplication: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecTrustedApplication, right: SecTrustedApplication) -> Bool {
    left === right
  }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
