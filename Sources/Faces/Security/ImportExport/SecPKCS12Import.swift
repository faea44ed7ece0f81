// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import Glibc
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

/// What a PKCS#12 file holds, as objects (spec/certificates.md 4.1, 4.2).
private struct PKCS12Contents {
  /// What one dictionary of the result is about.
  private struct Item {
    var label: String?
    var keyID: [UInt8]?
    var trust: SecTrust?
    var identity: SecIdentity?
    /// From the identity's certificate to that of the last authority; else the certificates that
    /// belong to no identity.
    var chain: [SecCertificate]
  }

  /// Processor time that all evaluations of a file may take, in seconds: a hostile one may have a
  /// hundred keys whose certificates are each looked at for long.
  private static let longest = 0.5

  private let items: [Item]
  /// All that the file has: a chain can end in an anchor of the system.
  private let certificates: Set<SecCertificate>

  /// Reads a file.
  ///
  /// - Throws: -25293 for a wrong password; else -26275 for what cannot be read.
  init(
    _ data: NSData, _ password: ImportPassword, _ profile: Profile
  ) throws(KeychainError) {
    let file = try Self.read(data, password)
    let others = file.others.map { SecCertificate($0.certificate) }
    var items: [Item] = []
    var met: Set<SecCertificate> = []
    let start = Self.processorSeconds
    for identity in file.identities {
      guard Self.processorSeconds - start <= Self.longest else {
        throw KeychainError(importing: .excessive)
      }
      // A file may hold a pair twice.
      guard met.insert(SecCertificate(identity.certificate.certificate)).inserted else { continue }
      items.append(try Self.item(identity, others))
    }
    let linked = Set(items.flatMap(\.chain))
    let rest = others.filter { !linked.contains($0) }
    if profile == .dataProtection, !rest.isEmpty { items.append(Item(chain: rest)) }
    self.items = items
    certificates = Set(others + items.compactMap { $0.identity?.certificate })
  }

  /// The file's parts, within the fork barrier.
  private static func read(
    _ data: NSData, _ password: ImportPassword
  ) throws(KeychainError) -> (identities: [PKCS12File.Identity], others: [PKCS12File.Entry]) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let bytes = try SecretBytes(imported: data)
    do throws(FormatFailure) {
      let file = try PKCS12File(bytes, password: password)
      return (try file.identities(), try file.otherCertificates())
    } catch { throw KeychainError(importing: error) }
  }

  private static func item(
    _ identity: PKCS12File.Identity, _ others: [SecCertificate]
  ) throws(KeychainError) -> Item {
    let (key, entry) = (identity.key, identity.certificate)
    let certificate = SecCertificate(entry.certificate)
    var trust: SecTrust?
    let policy = SecPolicyCreateBasicX509()
    let candidates = ([certificate] + others) as NSArray
    guard unsafe SecTrustCreateWithCertificates(candidates, policy, &trust) == errSecSuccess,
      let trust
    else { throw KeychainError(.internalError, "trust cannot be asked for") }
    // Evaluates; what it says is the caller's to ask for. The store is left alone: the chain is of
    // the file and of the anchors, and a file that is only read opens no store.
    let chain = trust.chain(asksStore: false)
    let said = key.label.localKeyID ?? entry.label.localKeyID
    let keyID = if let said { said } else { try key.key.label() }
    let name = ImportedItem.givenName(key.label.friendlyName)
    return Item(
      label: name ?? entry.label.friendlyName ?? entry.certificate.subjectSummary,
      keyID: keyID, trust: trust,
      identity: SecIdentity(
        certificate, SecKey(.software(key.key), name: SecKey.Name(inFile: name))),
      chain: chain ?? [certificate])
  }

  private static var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The result of the call.
  var dictionaries: NSArray {
    let array = NSMutableArray()
    for item in items {
      let dictionary = NSMutableDictionary()
      dictionary[kSecImportItemLabel] = item.label.map { NSString(string: $0) }
      dictionary[kSecImportItemKeyID] = item.keyID.map { ResultBytes($0) }
      dictionary[kSecImportItemTrust] = item.trust
      dictionary[kSecImportItemIdentity] = item.identity
      dictionary[kSecImportItemCertChain] = item.chain as NSArray
      array.add(dictionary)
    }
    return array
  }

  /// Adds each identity, then the certificates of its chain; what is there already is no failure.
  ///
  /// - Parameter attributes: for all of them.
  /// - Returns: the status of the last item that could not be added.
  func store(_ attributes: [(name: NSString, value: Any)]) -> OSStatus {
    var last = errSecSuccess
    for item in items {
      var objects: [(itemClass: NSString, object: AnyObject)] = []
      if let identity = item.identity { objects.append((kSecClassIdentity, identity)) }
      objects += item.chain.filter(certificates.contains).map { (kSecClassCertificate, $0) }
      for (itemClass, object) in objects {
        let pairs = NSMutableDictionary()
        for (name, value) in attributes { pairs[name] = value }
        pairs[kSecClass] = itemClass
        pairs[kSecValueRef] = object
        let status = SecItemAdd(pairs, nil)
        if status != errSecSuccess, status != errSecDuplicateItem { last = status }
      }
    }
    return last
  }
}
