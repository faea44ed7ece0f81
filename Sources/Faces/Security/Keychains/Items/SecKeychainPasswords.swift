// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// Adds a generic password, whose label is its service.
///
/// - Parameters:
///   - keychain: the keychain; nil for the default keychain.
///   - itemRef: receives the item; nil to ignore it.
/// - Returns: errSecDuplicateItem if a password with this service and account exists. errSecParam
///   if a length is given but no bytes.
@discardableResult
public func SecKeychainAddGenericPassword(
  _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    var password = PasswordAttributes(.genericPasswords)
    try unsafe password.set("svce", serviceName, serviceNameLength)
    try unsafe password.set("acct", accountName, accountNameLength)
    let item = try unsafe password.add(to: keychain, passwordData, passwordLength)
    unsafe itemRef?.pointee = item
  }
}

/// Adds an internet password, whose label is its server.
///
/// - Parameters:
///   - keychain: the keychain; nil for the default keychain.
///   - itemRef: receives the item; nil to ignore it.
/// - Returns: errSecDuplicateItem if a password with these attributes exists. errSecParam if a
///   length is given but no bytes.
@discardableResult
public func SecKeychainAddInternetPassword(
  _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocol: SecProtocolType,
  _ authenticationType: SecAuthenticationType, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    var password = PasswordAttributes(.internetPasswords)
    try unsafe password.set("srvr", serverName, serverNameLength)
    try unsafe password.set("sdmn", securityDomain, securityDomainLength)
    try unsafe password.set("acct", accountName, accountNameLength)
    try unsafe password.set("path", path, pathLength)
    password.values[Relation.code("port")] = .number(UInt32(port))
    password.values[Relation.code("ptcl")] = .number(`protocol`.rawValue)
    password.set(authenticationType)
    let item = try unsafe password.add(to: keychain, passwordData, passwordLength)
    unsafe itemRef?.pointee = item
  }
}

/// Finds the first generic password with a service and an account.
///
/// The password is read only if `passwordLength` or `passwordData` is not nil. Free the data with
/// `SecKeychainItemFreeContent`.
///
/// - Parameters:
///   - keychainOrArray: a keychain, an array of keychains, or nil for the search list.
///   - serviceName: the service; nil or the length 0 for any service.
///   - accountName: the account; nil or the length 0 for any account.
/// - Returns: errSecItemNotFound if no password is found.
@discardableResult
public func SecKeychainFindGenericPassword(
  _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?,
  _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    var password = PasswordAttributes(.genericPasswords)
    try unsafe password.want("svce", serviceName, serviceNameLength)
    try unsafe password.want("acct", accountName, accountNameLength)
    let wantsSecret = unsafe passwordLength != nil || passwordData != nil
    try ItemSearch(keychainOrArray).first(
      password.values, for: "SecKeychainFindGenericPassword", wantsSecret: wantsSecret
    ) { (item) throws(KeychainError) in
      try unsafe item.copySecret(passwordLength, passwordData)
      unsafe itemRef?.pointee = item
    }
  }
}

/// Finds the first internet password with the given attributes.
///
/// Nil, the length 0, the port 0, the protocol `any` and the authentication type `any` stand for
/// any value. The path ends at its zero byte, and `pathLength` has no effect. The password is read
/// only if `passwordLength` or `passwordData` is not nil. Free the data with
/// `SecKeychainItemFreeContent`.
///
/// - Returns: errSecItemNotFound if no password is found.
@discardableResult
public func SecKeychainFindInternetPassword(
  _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocol: SecProtocolType,
  _ authenticationType: SecAuthenticationType, _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    var password = PasswordAttributes(.internetPasswords)
    try unsafe password.want("srvr", serverName, serverNameLength)
    try unsafe password.want("sdmn", securityDomain, securityDomainLength)
    try unsafe password.want("acct", accountName, accountNameLength)
    let pathSize = unsafe path.map { unsafe UInt32(clamping: strlen($0)) } ?? 0
    try unsafe password.want("path", path, pathSize)
    if port != 0 { password.values[Relation.code("port")] = .number(UInt32(port)) }
    if `protocol` != .any { password.values[Relation.code("ptcl")] = .number(`protocol`.rawValue) }
    if authenticationType != .any { password.set(authenticationType) }
    let wantsSecret = unsafe passwordLength != nil || passwordData != nil
    try ItemSearch(keychainOrArray).first(
      password.values, for: "SecKeychainFindInternetPassword", wantsSecret: wantsSecret
    ) { (item) throws(KeychainError) in
      try unsafe item.copySecret(passwordLength, passwordData)
      unsafe itemRef?.pointee = item
    }
  }
}

/// The attributes of a password that a caller passes as separate parameters, not as a list.
private struct PasswordAttributes {
  /// The value of the attribute `crtr` (the creator) in each password that `add` stores.
  private static let creator = Relation.code("aapl")

  var values: RecordValues

  init(_ relation: Relation) { values = RecordValues(relation) }

  /// Sets an attribute from a caller's bytes; if `length` is 0, the attribute stays absent.
  ///
  /// - Throws: -50 if a length is given but no bytes.
  mutating func set(
    _ name: String, _ text: UnsafePointer<CChar>?, _ length: UInt32
  ) throws(KeychainError) {
    let bytes = try unsafe KeychainBytes.bytes(UnsafeRawPointer(text), length)
    if !bytes.isEmpty { values[Relation.code(name)] = .bytes(bytes) }
  }

  /// Sets an attribute that a search demands; if `text` is nil or `length` is 0, any value is
  /// found.
  mutating func want(
    _ name: String, _ text: UnsafePointer<CChar>?, _ length: UInt32
  ) throws(KeychainError) {
    guard unsafe text != nil else { return }
    try unsafe set(name, text, length)
  }

  mutating func set(_ type: SecAuthenticationType) {
    values[Relation.code("atyp")] = .bytes(ItemAttributes.native(type.rawValue))
  }

  func add(
    to keychain: SecKeychain?, _ password: UnsafeRawPointer, _ length: UInt32
  ) throws(KeychainError) -> SecKeychainItem {
    guard let secret = try unsafe KeychainBytes.secret(password, length) else {
      throw .parameter("the password is missing")
    }
    var values = values
    values[Relation.code("crtr")] = .number(Self.creator)
    return try SecKeychain.forAdding(keychain).add(values, secret)
  }
}
