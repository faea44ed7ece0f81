// SPDX-License-Identifier: Apache-2.0
import ExternalFormats
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Identities and certificates out of a PKCS#12 file (spec/certificates.md 4).
///
/// - Parameters:
///   - pkcs12_data: the file, in DER or BER.
///   - options: `kSecImportExportPassphrase`, without which the password is empty;
///     `kSecUseDataProtectionKeychain`, to store what is imported, unless `kSecImportToMemoryOnly`
///     is true; attributes for what is stored.
///   - items: receives a dictionary for each identity, in the order of the keys, and in the
///     profile `dataProtection` one with all certificates that belong to none; left alone where the
///     file cannot be read.
/// - Returns: -25293 for a wrong password; -26275 for what is no PKCS#12, is damaged, has no
///   authentication code, or asks for too much work; -50 for options of a wrong type; where
///   storing fails, the status of the last item that could not be stored.
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  defer { Residue.wipe() }
  do throws(KeychainError) {
    let options = try PKCS12Options(options)
    let profile = try ProfileChoice.current()
    // On iOS an empty password never is the right one.
    guard profile != .ios || !options.password.isEmpty else {
      throw KeychainError(.authorizationFailed, "the password is empty")
    }
    let file = try PKCS12Contents(pkcs12_data, options.password, profile)
    unsafe items.pointee = file.dictionaries
    return options.isStored ? file.store(options.attributes) : errSecSuccess
  } catch { return error.code.rawValue }
}

/// What a caller says of the import (spec/certificates.md 4.1).
private struct PKCS12Options {
  let password: ImportPassword
  let isStored: Bool
  /// What is said of the items that are stored.
  let attributes: [(name: NSString, value: Any)]

  /// What is for the import, and not for its items.
  private static var own: [NSString] {
    [
      kSecImportExportPassphrase, kSecImportExportKeychain, kSecImportExportAccess,
      kSecImportToMemoryOnly,
    ]
  }

  /// - Throws: -50 for a password, a keychain or a truth value that is none.
  init(_ options: NSDictionary) throws(KeychainError) {
    password =
      try options.entry(kSecImportExportPassphrase).map { (value) throws(KeychainError) in
        guard value is NSString else { throw .parameter("the password is a string") }
        return try ImportPassword(foreign: value)
      } ?? .empty
    // A value and not an object: Foundation keeps a class that is none of its own in a box.
    let keychain = zip(options.allKeys, options.allValues)
      .first { ($0.0 as? NSString) == kSecImportExportKeychain }?.1
    guard keychain == nil || keychain is SecKeychain else {
      throw .parameter("the keychain is none")
    }
    let isWanted = try Self.flag(kSecUseDataProtectionKeychain, options) || keychain != nil
    isStored = try !Self.flag(kSecImportToMemoryOnly, options) && isWanted
    attributes = zip(options.allKeys, options.allValues).compactMap { key, value in
      guard let name = key as? NSString, !Self.own.contains(name) else { return nil }
      return (name, value)
    }
    // An item that is to be stored is refused by Add.
    if !isStored, let token = options.entry(kSecAttrTokenID) { throw .tokenTakesNoData(token) }
  }

  private static func flag(
    _ name: NSString, _ options: NSDictionary
  ) throws(KeychainError) -> Bool {
    guard let value = options.entry(name) else { return false }
    guard let number = value as? NSNumber else { throw .parameter("a truth value is none") }
    return number.boolValue
  }
}
