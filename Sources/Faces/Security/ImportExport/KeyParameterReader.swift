// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// What a caller's key parameters say (spec/certificates.md 5.6).
struct KeyParameterReader {
  let password: ImportPassword?
  let flags: SecKeyImportExportFlags
  let terms: ImportedKeyTerms
  /// Whether keys are stored; nil: where there is a keychain.
  let isPermanent: Bool?

  /// - Throws: -50 for a password that is neither a string nor UTF-8.
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
  }

  /// The attributes that an array names; nil where there is none.
  private static func attributes(_ names: NSArray?) -> Set<Attribute>? {
    guard let names, names.count > 0 else { return nil }
    return Set(
      PropertyList.elements(of: names).compactMap { element in
        ((element as AnyObject) as? NSString).flatMap { Attribute(name: String($0)) }
      })
  }
}

extension ImportPassword {
  /// The password that a caller gave: a string, or data in UTF-8.
  ///
  /// - Throws: -50 for anything else.
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
        throw KeychainError(
          .dataTooLarge, "the secret is larger than one can be",
          context: .count(SecretBytes.mostBytes))
      }
      bytes = SecretBytes(foreign: data)
    default: throw .parameter("a password is a string")
    }
    guard let password = ImportPassword(utf8: bytes) else {
      throw .parameter("a password of bytes is UTF-8")
    }
    self = password
  }
}
