// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Stores the default keychain of the process's preference domain in a variable.
///
/// The file of the keychain need not exist.
///
/// - Returns: errSecNoDefaultKeychain if the domain has no default.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe keychain.pointee = try SecKeychain.orDefault(nil)
  }
}

/// Makes a keychain the default of the process's preference domain.
///
/// If `keychain` is nil, the function checks the current default keychain and saves this choice
/// again.
///
/// - Returns: errSecWrPerm if the file is missing, belongs to another user or cannot be written.
///   The program also prints the reason, as one line on standard error.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    try KeychainLists.setDefault(keychain, of: keychain.keychains.preferenceDomain)
  }
}

/// Stores the effective search list of the process in a variable.
///
/// The list has the keychains of the process's preference domain, then the keychains that all users
/// share. Each keychain appears once.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    unsafe searchList.pointee = NSArray(array: try SecKeychain.searchList(keychains))
  }
}

/// Replaces the search list of the process's preference domain; an empty array clears the list.
///
/// Keychains whose files are missing are kept. Keychains that all users share are left out of the
/// user's list.
///
/// - Returns: errSecInvalidKeychain if an element is not a keychain.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    try KeychainLists.setSearchList(searchList, of: keychains.preferenceDomain, keychains)
  }
}

/// Stores the default keychain of a preference domain in a variable.
///
/// - Returns: errSecInvalidPrefsDomain for the domain `.dynamic` (smart cards),
///   errSecNoDefaultKeychain if the domain has no default.
@discardableResult
public func SecKeychainCopyDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    guard let member = try keychains.standard(PreferenceDomain(domain)) else { throw .noDefault }
    unsafe keychain.pointee = SecKeychain(keychains, member)
  }
}

/// Makes a keychain the default of a preference domain.
///
/// If `keychain` is nil, the function checks the current default keychain and saves this choice
/// again.
///
/// - Returns: errSecInvalidPrefsDomain for the domain `.dynamic` (smart cards). For other domains,
///   the statuses of `SecKeychainSetDefault`.
@discardableResult
public func SecKeychainSetDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    let standard = keychain == nil ? try keychains.standard(PreferenceDomain(domain)) : nil
    guard let member = keychain?.member ?? standard else { throw .noDefault }
    try KeychainLists.setDefault(
      SecKeychain(keychains, member), of: PreferenceDomain(domain))
  }
}

/// Stores the search list of a preference domain in a variable.
///
/// The list of the domain `.dynamic` (smart cards) is always empty.
@discardableResult
public func SecKeychainCopyDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    let list = try keychains.domainList(PreferenceDomain(domain))
    unsafe searchList.pointee = NSArray(array: list.map { SecKeychain(keychains, $0) })
  }
}

/// Replaces the search list of a preference domain; an empty array clears the list.
///
/// - Returns: errSecInvalidPrefsDomain for the domain `.dynamic` (smart cards),
///   errSecInvalidKeychain if an element is not a keychain.
@discardableResult
public func SecKeychainSetDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: CFArray
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    try KeychainLists.setSearchList(
      searchList, of: PreferenceDomain(domain), KeychainChoice.current())
  }
}

/// Chooses the preference domain of the process.
///
/// The domain decides the search list, the default keychain, and the folder for relative names of
/// keychains.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    guard domain != .dynamic else {
      throw KeychainError(
        .invalidPreferenceDomain, "the dynamic domain has no preferences of its own")
    }
    try KeychainChoice.current().preferenceDomain = PreferenceDomain(domain)
  }
}

/// Stores the preference domain of the process in a variable.
@discardableResult
public func SecKeychainGetPreferenceDomain(
  _ domain: UnsafeMutablePointer<SecPreferencesDomain>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let current = try KeychainChoice.current().preferenceDomain
    unsafe domain.pointee = SecPreferencesDomain(rawValue: Int32(current.rawValue)) ?? .user
  }
}

extension PreferenceDomain {
  init(_ domain: SecPreferencesDomain) {
    self =
      switch domain {
      case .user: .user
      case .system: .system
      case .common: .common
      case .dynamic: .dynamic
      }
  }
}

extension SecKeychain {
  /// Returns the effective search list of the process.
  ///
  /// The list has the keychains of the process's preference domain, then the keychains that all
  /// users share.
  static func searchList(_ keychains: Keychains) throws(KeychainError) -> [SecKeychain] {
    let domain = keychains.preferenceDomain
    var list = (domain == .user ? try keychains.searchList() : try keychains.domainList(domain))
      .map { SecKeychain(keychains, $0) }
    guard domain == .system else { return list }
    for member in try keychains.domainList(.common) {
      let keychain = SecKeychain(keychains, member)
      if !list.contains(keychain) { list.append(keychain) }
    }
    return list
  }

  /// Returns the keychains in an array.
  ///
  /// - Throws: -25295 if an element is not a keychain.
  static func list(_ array: NSArray) throws(KeychainError) -> [SecKeychain] {
    let keychains = PropertyList.elements(of: array).compactMap { $0 as? SecKeychain }
    guard keychains.count == array.count else {
      throw KeychainError(.invalidKeychain, "an element of the array is no keychain")
    }
    return keychains
  }
}

/// Changes the default keychain and the search list.
private enum KeychainLists {
  static func setDefault(
    _ keychain: SecKeychain, of domain: PreferenceDomain
  ) throws(KeychainError) {
    _ = CalledKeychain.noted(keychain)
    do throws(KeychainError) {
      try keychain.keychains.setStandard(keychain.member, of: domain)
    } catch {
      if error.code == .writePermission {
        ProgramNotice.tell("Will not set default: \(error.reason)")
      }
      throw error
    }
  }

  static func setSearchList(
    _ array: NSArray, of domain: PreferenceDomain, _ keychains: Keychains
  ) throws(KeychainError) {
    let list = try SecKeychain.list(array)
    try keychains.setList(list.map(\.member), of: domain)
  }
}
