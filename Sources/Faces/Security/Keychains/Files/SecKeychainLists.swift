// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Stores the default keychain of the preference domain; its file need not exist.
///
/// - Returns: errSecNoDefaultKeychain if the domain has no default.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe keychain.pointee = try SecKeychain.orDefault(nil)
  }
}

/// Makes a keychain the default of the preference domain; nil sets the current default again.
///
/// - Returns: errSecWrPerm if the file is missing, belongs to another user or cannot be written.
///   The reason is one line on standard error.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    try KeychainLists.setDefault(keychain, of: keychain.keychains.preferenceDomain)
  }
}

/// Stores the effective search list: the list of the preference domain, then the keychains for
/// everybody, each once.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    unsafe searchList.pointee = NSArray(array: try SecKeychain.searchList(keychains))
  }
}

/// Replaces the search list of the preference domain; an empty array clears it.
///
/// Keychains whose files are missing are kept. Keychains for everybody are left out.
///
/// - Returns: errSecInvalidKeychain if an element is no keychain.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    try KeychainLists.setSearchList(searchList, of: keychains.preferenceDomain, keychains)
  }
}

/// Stores the default keychain of a domain.
///
/// - Returns: errSecInvalidPrefsDomain for the dynamic domain, errSecNoDefaultKeychain if the
///   domain has no default.
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

/// Makes a keychain the default of a domain; nil sets the current default again.
///
/// - Returns: errSecInvalidPrefsDomain for the dynamic domain; for others, the statuses of
///   `SecKeychainSetDefault`.
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

/// Stores the search list of a domain; the list of the dynamic domain is empty.
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

/// Replaces the search list of a domain; an empty array clears it.
///
/// - Returns: errSecInvalidPrefsDomain for the dynamic domain, errSecInvalidKeychain if an element
///   is no keychain.
@discardableResult
public func SecKeychainSetDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: CFArray
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    try KeychainLists.setSearchList(
      searchList, of: PreferenceDomain(domain), KeychainChoice.current())
  }
}

/// Chooses the preference domain of the process, which decides the lists of keychains and the
/// folder of relative names.
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

/// Stores the preference domain of the process.
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
  /// Returns the effective search list of the process's preference domain.
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

  /// Returns the keychains of an array.
  ///
  /// - Throws: -25295 if an element is no keychain.
  static func list(_ array: NSArray) throws(KeychainError) -> [SecKeychain] {
    let keychains = PropertyList.elements(of: array).compactMap { $0 as? SecKeychain }
    guard keychains.count == array.count else {
      throw KeychainError(.invalidKeychain, "an element of the array is no keychain")
    }
    return keychains
  }
}

/// Changes the lists of keychains, and posts their events.
private enum KeychainLists {
  static func setDefault(
    _ keychain: SecKeychain, of domain: PreferenceDomain
  ) throws(KeychainError) {
    let keychains = keychain.keychains
    let before = domain == .dynamic ? nil : try keychains.savedLists(domain).standard
    do throws(KeychainError) {
      try keychains.setStandard(keychain.member, of: domain)
    } catch {
      if error.code == .writePermission {
        ProgramNotice.tell("Will not set default: \(error.reason)")
      }
      throw error
    }
    if try keychains.savedLists(domain).standard != before {
      KeychainEvents.post(.defaultChangedEvent, keychain)
    }
  }

  static func setSearchList(
    _ array: NSArray, of domain: PreferenceDomain, _ keychains: Keychains
  ) throws(KeychainError) {
    let list = try SecKeychain.list(array)
    guard try keychains.setList(list.map(\.member), of: domain) else { return }
    KeychainEvents.post(.keychainListChangedEvent)
  }
}
