// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Exports keys, certificates and identities as data in a standard format
/// (Specification/certificates.md, "Per format" to "Export rules").
///
/// A PKCS#12 file contains the name of each key. The name is the label of the key's item, or the
/// name that the key had in the file from which it was imported.
///
/// - Parameters:
///   - secItemOrArray: a `SecKey`, `SecCertificate` or `SecIdentity`, a `SecKeychainItem` that is a
///     key or a certificate, or an array of them.
///   - outputFormat: the format of the data. With `.formatUnknown`, a single item is written in the
///     default format for keys or for certificates, and several items are written as PEM.
///   - flags: `.pemArmour` to write PEM. Some formats are always PEM.
///   - keyParams: the password that encrypts the data; nil for no password.
///   - exportedData: receives the data if the function succeeds.
/// - Returns:
///   - -25304 for objects that are not keys, certificates or identities.
///   - -50 for items that the format cannot contain, or if `keyParams` has both a password and the
///     flag `.securePassphrase`.
///   - -25316 for a key that must not be exported.
///   - -25260 for a key that must not be exported without a password, or if the format needs a
///     password.
///   - -25308 if a password is missing, and the flag `.securePassphrase` of `keyParams` demands
///     that the user is asked for it.
///   - -25300 if the format is PKCS#12 and there are no items.
///   - -25256 for formats that cannot be written.
@discardableResult
public func SecItemExport(
  _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat,
  _ flags: SecItemImportExportFlags,
  _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
  _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  importing { () throws(KeychainError) in
    let parameters = try unsafe KeyParameterReader(keyParams)
    let mayAsk = parameters.flags.contains(.securePassphrase)
    guard parameters.password == nil || !mayAsk else {
      throw .parameter("a passphrase and kSecKeySecurePassphrase cannot be combined")
    }
    let format = ExternalFormat(rawValue: outputFormat.rawValue) ?? .unknown
    let items = try ExportedItems(secItemOrArray, format)
    let export = ItemExport(password: parameters.password, SystemRandomness())
    let isArmoured = flags.contains(.pemArmour)
    do throws(KeychainError) {
      let data = try export.write(
        items.items, named: items.names, format, isArmoured: isArmoured)
      unsafe exportedData.pointee = ResultBytes(data)
      return errSecSuccess
    } catch {
      throw mayAsk && error.code.rawValue == errSecPassphraseRequired ? .nobodyToAsk : error
    }
  }
}

/// The items that a caller wants to export.
private struct ExportedItems {
  private(set) var items: [ExternalItem] = []
  /// The name of each item, in the order of `items`.
  ///
  /// A name is nil if it is unknown, or if the format contains no names.
  private(set) var names: [String?] = []

  /// Collects the items from the caller's object, or from the objects in the caller's array.
  ///
  /// - Throws: -25304 for objects that are not keys, certificates or identities. -25316 and -25260
  ///   for keys that must not be exported in this format.
  init(_ object: CFTypeRef, _ format: ExternalFormat) throws(KeychainError) {
    guard let array = object as? NSArray else {
      try take(object, format)
      return
    }
    for element in PropertyList.elements(of: array) { try take(element, format) }
  }

  private mutating func take(
    _ object: Any, _ format: ExternalFormat
  ) throws(KeychainError) {
    switch object {
    case let item as SecKeychainItem: try takeItem(item, format)
    case let certificate as SecCertificate: append(.certificate(certificate.value), nil)
    case let key as SecKey: try takeKey(key, format)
    case let identity as SecIdentity:
      append(.certificate(identity.certificate.value), nil)
      try takeKey(identity.privateKey, format)
    default:
      throw .neitherKeyNorCertificate
    }
  }

  private mutating func takeKey(_ key: SecKey, _ format: ExternalFormat) throws(KeychainError) {
    append(try Self.item(key, format), format == .pkcs12 ? key.exportedName : nil)
  }

  /// Adds to the exported items a certificate or a key of a keychain file.
  ///
  /// - Throws: -25304 for other items. -25316 and -25260 for a key that must not be exported in
  ///   this format.
  private mutating func takeItem(
    _ item: SecKeychainItem, _ format: ExternalFormat
  ) throws(KeychainError) {
    guard case .file(let item) = item.place else { throw .neitherKeyNorCertificate }
    if let certificate = try item.certificate() {
      append(.certificate(certificate), nil)
      return
    }
    let tables = [Relation.publicKeys, .privateKeys, .symmetricKeys].map(\.id)
    guard tables.contains(item.relation) else { throw .neitherKeyNorCertificate }
    guard try item.isExtractable() else { throw .keyStays }
    guard try !item.isSensitive() || !format.leavesKeysOpen else { throw .keyNeedsPassword }
    let name = try item.values()[KeyAttribute.printName]?.content ?? []
    append(
      try item.softwareKey(for: format.leavesKeysOpen ? .exportClear : .exportWrapped),
      format == .pkcs12 ? ImportedItem.givenName(String(decoding: name, as: UTF8.self)) : nil)
  }

  private mutating func append(_ item: ExternalItem, _ name: String?) {
    items.append(item)
    names.append(name)
  }

  private static func item(
    _ key: SecKey, _ format: ExternalFormat
  ) throws(KeychainError) -> ExternalItem {
    if case .element = key.body { throw .keyStays }
    guard key.terms.isExtractable else { throw .keyStays }
    guard !key.terms.isSensitive || !format.leavesKeysOpen else { throw .keyNeedsPassword }
    switch key.body {
    case .software(let software): return .key(software)
    case .file(let held):
      return .key(try held.key(for: format.leavesKeysOpen ? .exportClear : .exportWrapped))
    case .symmetric(let bytes): return .symmetricKey(bytes)
    case .element: throw .keyStays
    }
  }
}

extension SecKey {
  /// The name of the key in an exported file; nil if the name is unknown or cannot be read now.
  fileprivate var exportedName: String? {
    switch name {
    case .unknown: nil
    case .inFile(let name), .ofItem(let name): name
    case .ofItemOfIdentity: ownLabel
    }
  }

  /// The label of the private key's item, which is looked up in the keychain; nil if the item
  /// cannot be read.
  ///
  /// The look-up is needed because an identity does not contain the label of its key.
  private var ownLabel: String? {
    guard let hash = try? attributes().label, let profile = try? ProfileChoice.current(),
      let service = try? ServiceChoice.ifMade(in: profile)
    else { return nil }
    let isKey = Predicate(.applicationLabel, .bytes(hash))
    let isPrivate = Predicate(.keyClass, .number(KeyType.number(of: .privateHalf)))
    var query = Query(.key, [isKey, isPrivate], limit: .one)
    (query.sync, query.returns, query.interaction) = (.any, .attributes, .fail)
    let found = try? service.copyMatching(query, profile: profile)
    guard case .text(let label)? = found?.first?.attributes?[.label] else { return nil }
    return label
  }
}

extension ExternalFormat {
  /// True if data in this format can contain a key that is not encrypted.
  fileprivate var leavesKeysOpen: Bool {
    switch self {
    case .unknown, .openSSL, .ssh, .bsafe, .rawKey, .pemSequence, .sshVersion2: true
    case .wrappedPKCS8, .wrappedOpenSSL, .wrappedSSH, .wrappedLSH, .x509Certificate, .pkcs7,
      .pkcs12, .netscapeCertificateSequence:
      false
    }
  }
}

extension KeychainError {
  static let keyStays = KeychainError(
    KeychainError.Code(rawValue: errSecDataNotAvailable), "the key is not extractable")
  fileprivate static let keyNeedsPassword = KeychainError(
    KeychainError.Code(rawValue: errSecPassphraseRequired),
    "the key can be exported under a password only")
  fileprivate static let neitherKeyNorCertificate = KeychainError(
    .invalidItemReference, "the object is not a key, certificate or identity")
}
