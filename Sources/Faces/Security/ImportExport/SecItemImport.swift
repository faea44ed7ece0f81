// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Keys and certificates out of data of any format (spec/certificates.md 5.2 to 5.6).
///
/// Blocks of PEM that hold nothing for a keychain are passed over, beside others.
///
/// - Parameters:
///   - importedData: the data.
///   - fileNameOrExtension: says what the data are where they do not say it themselves.
///   - inputFormat: what the data are thought to be; receives what they are, also where reading
///     them fails.
///   - itemType: the same for what they hold.
///   - flags: without meaning.
///   - keyParams: the password, and what is said of the keys.
///   - importKeychain: where the items are stored; nil: nowhere.
///   - outItems: receives keys, certificates and, with a keychain, identities, after success.
/// - Returns: -50 for no data and for parameters that do not go together; -25257 for data that are
///   nothing known; -25256 for PEM without a good block; -25260 without a password where one is
///   needed, -25308 where the user was to be asked for it; -25264 where a container has another
///   password, -25293 where an encrypted key has; -25259 for a second private key where one may
///   be; -25299 for a key that the keychain has; -26275 for data that ask for too much work.
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

/// Runs a call that imports or exports: within the fork barrier, with a status for a failure.
func importing(_ body: () throws(KeychainError) -> OSStatus) -> OSStatus {
  defer { Residue.wipe() }
  do throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try body()
  } catch { return error.code.rawValue }
}

/// A call of `SecItemImport`: what is read, and where it goes.
private struct ItemImportCall {
  var hints = ItemImport.Hints()
  private let parameters: KeyParameterReader
  /// Nil where nothing is stored.
  private let keychain: SecKeychain?

  init(
    _ parameters: UnsafePointer<SecItemImportExportKeyParameters>?, _ keychain: SecKeychain?
  ) throws(KeychainError) {
    self.parameters = try unsafe KeyParameterReader(parameters)
    self.keychain = keychain
    guard keychain != nil || self.parameters.isPermanent != true else {
      throw .parameter("a key is permanent in a keychain only")
    }
    hints.password = self.parameters.password
    hints.allowsOneKeyOnly = self.parameters.flags.contains(.importOnlyOne)
  }

  /// The objects of the data; with a keychain each part is stored before the next is read.
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

  /// - Throws: -25299 for a key that is there already; a certificate may be.
  private func store(_ item: ImportedItem) throws(KeychainError) {
    let new = try item.newItem(parameters.terms)
    guard new.itemClass == .certificate || parameters.isPermanent != false else { return }
    let profile = try ProfileChoice.current()
    do throws(KeychainError) {
      _ = try ServiceChoice.current(in: profile).add(new, profile: profile)
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
  /// A copy of a file's bytes.
  ///
  /// - Throws: -26275 for more than a file may have.
  init(imported data: NSData) throws(KeychainError) {
    guard data.length <= Self.mostBytes else { throw KeychainError(importing: .excessive) }
    self.init(foreign: data)
  }
}

extension KeychainError {
  /// Where the user was to be asked for a password.
  static let nobodyToAsk = KeychainError(
    .interactionNotAllowed, "nobody asks the user for the password of a file")
}
