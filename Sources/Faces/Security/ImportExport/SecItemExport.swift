// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Keys, certificates and identities as data of a format (spec/certificates.md 5.5 to 5.7).
///
/// PKCS#12 keeps the name of a key: the label of its item, or its name in the file from which it
/// was imported.
///
/// - Parameters:
///   - secItemOrArray: a `SecKey`, `SecCertificate` or `SecIdentity`, or an array of them.
///   - outputFormat: of `.formatUnknown` one item comes in the form that it has by itself, several
///     as PEM.
///   - flags: whether the data are to be PEM, which some formats always are.
///   - keyParams: the password.
///   - exportedData: receives the data after success.
/// - Returns: -25304 for other objects; -50 for items that the format does not hold; -25316 for a
///   key that must not leave; -25260 for one that must not leave without a password, and without a
///   password where one is needed, -25308 where the user was to be asked for it; -25300 for no
///   item in a container; -25256 for formats that are not written.
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
      throw .parameter("a password is given, or asked for")
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

/// What a caller wants to export.
private struct ExportedItems {
  private(set) var items: [ExternalItem] = []
  /// The name of each item; nil if it is not known, or the format does not keep it.
  private(set) var names: [String?] = []

  /// - Throws: -25304 for what is no item; -25316 and -25260 for keys that may not leave so.
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
    case let certificate as SecCertificate: append(.certificate(certificate.value), nil)
    case let key as SecKey: try takeKey(key, format)
    case let identity as SecIdentity:
      append(.certificate(identity.certificate.value), nil)
      try takeKey(identity.privateKey, format)
    default:
      throw KeychainError(.invalidItemReference, "neither key nor certificate nor identity")
    }
  }

  private mutating func takeKey(_ key: SecKey, _ format: ExternalFormat) throws(KeychainError) {
    append(try Self.item(key, format), format == .pkcs12 ? key.exportedName : nil)
  }

  private mutating func append(_ item: ExternalItem, _ name: String?) {
    items.append(item)
    names.append(name)
  }

  private static func item(
    _ key: SecKey, _ format: ExternalFormat
  ) throws(KeychainError) -> ExternalItem {
    let item: ExternalItem
    switch key.body {
    case .software(let software): item = .key(software)
    case .symmetric(let bytes): item = .symmetricKey(bytes)
    case .element: throw .keyStays
    }
    guard key.terms.isExtractable else { throw .keyStays }
    guard !key.terms.isSensitive || !format.leavesKeysOpen else {
      throw KeychainError(
        KeychainError.Code(rawValue: errSecPassphraseRequired),
        "the key leaves under a password only")
    }
    return item
  }
}

extension SecKey {
  /// The name of the key; nil if it is not known, or cannot be read now.
  fileprivate var exportedName: String? {
    switch name {
    case .unknown: nil
    case .inFile(let name), .ofItem(let name): name
    case .ofItemOfIdentity: ownLabel
    }
  }

  /// The label of the private key's own item, which its identity does not show.
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
  /// Whether keys are not encrypted in it.
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
  fileprivate static let keyStays = KeychainError(
    KeychainError.Code(rawValue: errSecDataNotAvailable), "the key must not leave")
}
