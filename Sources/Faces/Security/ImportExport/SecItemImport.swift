// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Reads keys and certificates from data of any supported format (Specification/certificates.md,
/// "Import, order of steps" to "Key parameters").
///
/// PEM blocks without keys and certificates are skipped if another block contains a key or
/// certificate.
///
/// - Parameters:
///   - importedData: the data of a file.
///   - fileNameOrExtension: the name of the file, from which the format is guessed if the data does
///     not show its format.
///   - inputFormat: the expected format; receives the format found in the data, even if reading the
///     data fails afterwards.
///   - itemType: the expected kind of item; receives the kind found in the data, even if reading
///     the data fails afterwards.
///   - flags: no flag has an effect here; only the flags in `keyParams` do.
///   - keyParams: the password, the properties of imported keys, and more flags.
///   - importKeychain: the keychain that stores the items: a keychain file or Latchkey's own store.
///     Nil to store nothing.
///   - outItems: receives the keys and certificates if the function succeeds. If `importKeychain`
///     is not nil, it also receives identities.
/// - Returns:
///   - -50 if there is no data, or if parameters contradict each other.
///   - -25257 for data of an unknown format.
///   - -25256 for PEM without a valid block.
///   - -25260 if a password is missing.
///   - -25308 if a password is missing, and the flag `.securePassphrase` of `keyParams` demands
///     that the user is asked for it.
///   - -25264 if the password does not decrypt a container, such as a PKCS#12 file.
///   - -25293 if the password does not decrypt an encrypted key.
///   - -25259 if the data contains a second private key, and `keyParams` has the flag
///     `.importOnlyOne`.
///   - -25299 for a key that the keychain already has.
///   - -26275 for data that would take too much work to read.
@discardableResult
public func SecItemImport(
  _ importedData: CFData, _ fileNameOrExtension: CFString?,
  _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
  _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
  _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
  _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  importing { () throws(KeychainError) in
    var call = try unsafe ItemImportCall(keyParams, importKeychain)
    if let name = fileNameOrExtension { call.hints.name = String(name) }
    if let format = unsafe inputFormat?.pointee { call.hints.setFormat(format) }
    if let type = unsafe itemType?.pointee { call.hints.setType(type) }
    let known = try RecognizedContent(SecretBytes(imported: importedData), call.hints)
    if let inputFormat = unsafe inputFormat, let format = SecExternalFormat(known.format) {
      unsafe inputFormat.pointee = format
    }
    if let itemType = unsafe itemType, let type = SecExternalItemType(known.type) {
      unsafe itemType.pointee = type
    }
    let objects = try call.objects(of: known)
    if let outItems = unsafe outItems { unsafe outItems.pointee = objects }
    return errSecSuccess
  }
}

/// Runs an import or export within the fork barrier, which delays forks until the call ends.
///
/// Returns the status that `body` returns, or the status of the error that it throws.
func importing(_ body: () throws(KeychainError) -> OSStatus) -> OSStatus {
  defer { Residue.wipe() }
  do throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try body()
  } catch { return error.code.rawValue }
}

/// A call of `SecItemImport`: the expected format and kind that the caller passed, and the keychain
/// that stores the items.
private struct ItemImportCall {
  var hints = ItemImport.Hints()
  private let parameters: KeyParameterReader
  /// The keychain that stores the imported items; nil if the items are not stored.
  private let keychain: SecKeychain?

  init(
    _ parameters: UnsafePointer<SecItemImportExportKeyParameters>?, _ keychain: SecKeychain?
  ) throws(KeychainError) {
    self.parameters = try unsafe KeyParameterReader(parameters)
    self.keychain = keychain
    if case .authorities(let path)? = keychain?.member { throw .readOnlyAuthorities(path) }
    guard keychain != nil || self.parameters.isPermanent != true else {
      throw .parameter("a permanent key needs a keychain")
    }
    hints.password = self.parameters.password
    hints.allowsOneKeyOnly = self.parameters.flags.contains(.importOnlyOne)
  }

  /// Returns an array with the keys and certificates in the data and, with a keychain, the
  /// identities.
  ///
  /// With a keychain, each part of the data is stored before the next part is read.
  func objects(of known: RecognizedContent) throws(KeychainError) -> NSArray {
    let objects = NSMutableArray()
    do throws(KeychainError) {
      try known.read { (part) throws(KeychainError) in
        guard keychain != nil else {
          for item in part.items { objects.add(object(item)) }
          return
        }
        for item in part.items { try store(item) }
        for element in try part.elements() { objects.add(object(element)) }
      }
    } catch {
      let mayAsk = parameters.flags.contains(.securePassphrase)
      throw mayAsk && error.code.rawValue == errSecPassphraseRequired ? .nobodyToAsk : error
    }
    return objects
  }

  /// Stores an imported item in the keychain, unless it is a key that the caller does not want to
  /// store.
  ///
  /// A certificate that is stored already is left unchanged, without an error.
  ///
  /// - Throws: -25299 for a key that is stored already.
  private func store(_ item: ImportedItem) throws(KeychainError) {
    guard item.acceptsDuplicate || parameters.isPermanent != false else { return }
    do throws(KeychainError) {
      guard let keychain, let file = keychain.fileKeychain else {
        let profile = try ProfileChoice.current()
        let new = try item.newItem(parameters.terms)
        _ = try ServiceChoice.current(in: profile).add(new, profile: profile)
        return
      }
      let access = parameters.accessList(named: ImportedItem.usualName(of: item.item))
      _ = try file.add(item.item, named: item.name, parameters.terms, access)
    } catch {
      guard item.acceptsDuplicate, error.code == .duplicateItem else { throw error }
    }
  }

  private func object(_ element: ImportedPart.Element) -> AnyObject {
    switch element {
    case .item(let item): return object(item)
    case .identity(let certificate, let key):
      guard let certificate = object(certificate) as? SecCertificate,
        let key = object(key) as? SecKey
      else { preconditionFailure("an identity is of a certificate and a key") }
      return SecIdentity(certificate, key)
    }
  }

  private func object(_ item: ImportedItem) -> AnyObject {
    let terms = parameters.terms.terms(of: item.item)
    let name = SecKey.Name(inFile: ImportedItem.givenName(item.name))
    return switch item.item {
    case .certificate(let certificate): SecCertificate(certificate)
    case .key(let key): SecKey(.software(key), terms, name: name)
    case .symmetricKey(let bytes): SecKey(.symmetric(bytes), terms, name: name)
    }
  }
}

extension ItemImport.Hints {
  fileprivate mutating func setFormat(_ given: SecExternalFormat) {
    format = ExternalFormat(rawValue: given.rawValue) ?? .unknown
  }

  fileprivate mutating func setType(_ given: SecExternalItemType) {
    type = ExternalItemType(rawValue: given.rawValue) ?? .unknown
  }
}

extension SecExternalFormat {
  fileprivate init?(_ format: ExternalFormat) { self.init(rawValue: format.rawValue) }
}

extension SecExternalItemType {
  fileprivate init?(_ type: ExternalItemType) { self.init(rawValue: type.rawValue) }
}

extension SecretBytes {
  /// Copies the data of an import into secret memory.
  ///
  /// - Throws: -26275 if the data is larger than a secret can be.
  init(imported data: NSData) throws(KeychainError) {
    guard data.length <= Self.mostBytes else { throw KeychainError(importing: .excessive) }
    self.init(foreign: data)
  }
}

extension KeychainError {
  /// The error for a call that needs a password for a file and demands that the user is asked for
  /// it.
  ///
  /// Latchkey never asks the user for the password of a file.
  static let nobodyToAsk = KeychainError(
    .interactionNotAllowed, "the user cannot be asked for the password of a file")
}
