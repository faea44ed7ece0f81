// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainComposition
import KeychainRequests
import KeychainTypes
import SecureMemory

/// The key parameters of an import or export call, checked and converted to Swift types
/// (Specification/certificates.md, "Key parameters").
struct KeyParameterReader {
  let password: ImportPassword?
  let flags: SecKeyImportExportFlags
  let terms: ImportedKeyTerms
  /// True if imported keys must be stored in the keychain, false if they must not be stored.
  ///
  /// Nil if the caller passed no key attributes. Keys are then stored if the caller passed a
  /// keychain.
  let isPermanent: Bool?
  /// The access object of imported keys in a keychain file; nil if the caller passed no access
  /// object.
  let access: SecAccess?

  /// Reads the caller's structure of key parameters; nil means the default parameters.
  ///
  /// - Throws: -50 if the password is neither a string nor data in UTF-8.
  init(_ parameters: UnsafePointer<SecItemImportExportKeyParameters>?) throws(KeychainError) {
    let given = unsafe parameters?.pointee ?? SecItemImportExportKeyParameters()
    flags = given.flags
    let passphrase = unsafe given.passphrase?.takeUnretainedValue()
    password = try passphrase.map { (value) throws(KeychainError) in
      try ImportPassword(foreign: value)
    }
    var terms = ImportedKeyTerms()
    terms.usage = unsafe Self.attributes(given.keyUsage?.takeUnretainedValue())
    let said = unsafe Self.attributes(given.keyAttributes?.takeUnretainedValue())
    if let said {
      terms.isExtractable = said.contains(.isExtractable)
      terms.isSensitive = said.contains(.isSensitive)
    }
    self.terms = terms
    isPermanent = said?.contains(.isPermanent)
    access = unsafe given.accessRef?.takeUnretainedValue()
  }

  /// Returns the access list that an imported item gets in a keychain file.
  ///
  /// Nil stands for the list that trusts only the calling program.
  ///
  /// - Parameter name: the name of the item in questions to the user.
  func accessList(named name: String) -> AccessList? {
    if let access { return access.list }
    guard flags.contains(.noAccessControl) else { return nil }
    return .standard(Array(name.utf8), trusting: nil)
  }

  /// Returns the attributes whose names are in an array, without unknown names; nil if the array is
  /// missing or empty.
  private static func attributes(_ names: NSArray?) -> Set<Attribute>? {
    guard let names, names.count > 0 else { return nil }
    return Set(
      PropertyList.elements(of: names).compactMap { element in
        ((element as AnyObject) as? NSString).flatMap { Attribute(name: String($0)) }
      })
  }
}

extension ImportPassword {
  /// Makes the password of a file from a caller's object: a string, or data in UTF-8.
  ///
  /// - Throws: -50 if the object has another type or the data is not UTF-8. -25302 if the data is
  ///   larger than a secret can be.
  init(foreign value: AnyObject) throws(KeychainError) {
    let bytes: SecretBytes
    switch value {
    case let text as NSString:
      let text = String(text)
      bytes = SecretBytes(count: text.utf8.count) { (output: inout MutableSpan<UInt8>) in
        for (place, byte) in text.utf8.enumerated() { output[place] = byte }
      }
    case let data as NSData:
      guard data.length <= SecretBytes.mostBytes else {
        throw .secretTooLarge
      }
      bytes = SecretBytes(foreign: data)
    default: throw .parameter("the password is not a string")
    }
    guard let password = ImportPassword(utf8: bytes) else {
      throw .parameter("the bytes of the password are not UTF-8")
    }
    self = password
  }
}
