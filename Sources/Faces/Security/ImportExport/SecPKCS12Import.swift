// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
public import Foundation
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Reads identities and certificates from a PKCS#12 file (Specification/certificates.md,
/// "SecPKCS12Import").
///
/// - Parameters:
///   - pkcs12_data: the file, in DER or BER.
///   - options: `kSecImportExportPassphrase` is the password; a missing password means an empty
///     password. The imported items are stored in the keychain `kSecImportExportKeychain`, or in
///     Latchkey's own store if `kSecUseDataProtectionKeychain` is true. Without these two options
///     they are stored in the default keychain in the profile `macos`, and not stored in other
///     profiles. Nothing is stored if `kSecImportToMemoryOnly` is true. `kSecImportExportAccess` is
///     the access object of keys in a keychain file. Other entries are attributes of the items in
///     Latchkey's own store.
///   - items: receives an array with a dictionary for each identity, in the order of the keys in
///     the file. The profile `dataProtection` adds a dictionary with all certificates that belong
///     to no identity. The variable keeps its value if the file cannot be read.
/// - Returns:
///   - -25293 for a wrong password.
///   - -26275 for data that is not PKCS#12, is damaged, has no message authentication code, or
///     would take too much work to read.
///   - -50 for options of a wrong type.
///   - The status of the last item that could not be stored, if storing fails.
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  defer { Residue.wipe() }
  do throws(KeychainError) {
    let options = try PKCS12Options(options)
    let profile = try ProfileChoice.current()
    // On iOS an empty password is never accepted.
    guard profile != .ios || !options.password.isEmpty else {
      throw KeychainError(.authorizationFailed, "the password is empty")
    }
    let file = try PKCS12Contents(pkcs12_data, options.password, profile)
    unsafe items.pointee = file.dictionaries
    guard options.isStored else { return errSecSuccess }
    guard let keychain = options.file, let target = keychain.fileKeychain else {
      return file.store(options.attributes)
    }
    return file.store(in: target, of: keychain, options.access)
  } catch { return error.code.rawValue }
}

/// The caller's options for the import of a PKCS#12 file (Specification/certificates.md, "PKCS#12
/// options and result keys").
private struct PKCS12Options {
  let password: ImportPassword
  let isStored: Bool
  /// The keychain file that gets the items; nil if Latchkey's own store gets them or nothing is
  /// stored.
  let file: SecKeychain?
  /// The access list of keys in a keychain file; nil for the list that trusts only the calling
  /// program.
  let access: AccessList?
  /// The attributes in the caller's options, for the items that are added to Latchkey's own store.
  let attributes: [(name: NSString, value: Any)]

  /// The names of the options that control the import; all other options are attributes of the
  /// items in Latchkey's own store.
  private static var own: [NSString] {
    [
      kSecImportExportPassphrase, kSecImportExportKeychain, kSecImportExportAccess,
      kSecImportToMemoryOnly,
    ]
  }

  /// Reads the caller's options.
  ///
  /// - Throws: -50 if the password, the keychain or a Boolean has a wrong type. `tokenTakesNoData`
  ///   if the items are not stored, but the option `kSecAttrTokenID` names a token for the keys.
  ///   For items that are stored, `SecItemAdd` refuses this option later.
  init(_ options: NSDictionary) throws(KeychainError) {
    password =
      try options.entry(kSecImportExportPassphrase).map { (value) throws(KeychainError) in
        guard value is NSString else { throw .parameter("the password is not a string") }
        return try ImportPassword(foreign: value)
      } ?? .empty
    let keychain = try Self.object(kSecImportExportKeychain, options) { $0 as? SecKeychain }
    let isForStore = try Self.flag(kSecUseDataProtectionKeychain, options)
    let isMemoryOnly = try Self.flag(kSecImportToMemoryOnly, options)
    file = isMemoryOnly ? nil : try Self.file(keychain, isForStore: isForStore)
    // `kSecImportExportAccess` has no effect on the store, so the store accepts every value of the
    // option.
    access =
      file == nil
      ? nil : try Self.object(kSecImportExportAccess, options) { $0 as? SecAccess }?.list
    let isWanted = isForStore || keychain != nil || ProfileChoice.mergesFiles
    isStored = isWanted && !isMemoryOnly
    attributes = zip(options.allKeys, options.allValues).compactMap { key, value in
      guard let name = key as? NSString, !Self.own.contains(name) else { return nil }
      return (name, value)
    }
    // If the items are stored, SecItemAdd refuses the token.
    if !isStored, let token = options.entry(kSecAttrTokenID) { throw .tokenTakesNoData(token) }
  }

  /// Returns the object in an option; nil if the caller did not set the option.
  ///
  /// - Throws: -50 if the value is of another class.
  private static func object<T>(
    _ name: NSString, _ options: NSDictionary, _ cast: (Any) -> T?
  ) throws(KeychainError) -> T? {
    // Reads the value as `Any`, not as an object: Foundation wraps an object whose class is not its
    // own in a box.
    let value = zip(options.allKeys, options.allValues).first { ($0.0 as? NSString) == name }?.1
    guard let value else { return nil }
    guard let object = cast(value) else {
      throw .parameter("the value of an option is not an object of its class")
    }
    return object
  }

  /// Returns the keychain file that gets the items; nil if Latchkey's own store gets them or
  /// nothing is stored.
  ///
  /// In the profile `macos`, the default keychain gets the items, unless an option says otherwise.
  ///
  /// - Parameters:
  ///   - named: the keychain that the caller named; nil if the caller did not name a keychain.
  ///   - isForStore: true if the caller wants the items in Latchkey's own store.
  private static func file(
    _ named: SecKeychain?, isForStore: Bool
  ) throws(KeychainError) -> SecKeychain? {
    guard named != nil || ProfileChoice.mergesFiles && !isForStore else { return nil }
    let keychain = if let named { named } else { try SecKeychain.orDefault(nil) }
    if case .authorities(let path) = keychain.member { throw .readOnlyAuthorities(path) }
    return keychain.isStore ? nil : keychain
  }

  private static func flag(
    _ name: NSString, _ options: NSDictionary
  ) throws(KeychainError) -> Bool {
    guard let value = options.entry(name) else { return false }
    guard let number = value as? NSNumber else { throw .parameter("the value is not a Boolean") }
    return number.boolValue
  }
}

/// The contents of a PKCS#12 file as Swift objects (Specification/certificates.md, "PKCS#12 options
/// and result keys", "PKCS#12 algorithm").
private struct PKCS12Contents {
  /// The content of one dictionary in the array that `SecPKCS12Import` returns.
  private struct Item {
    var label: String?
    var keyID: [UInt8]?
    var trust: SecTrust?
    var identity: SecIdentity?
    /// The certificate chain, from the identity's certificate to the last certificate authority
    /// that was found.
    ///
    /// If the dictionary has no identity, these are the certificates of the file that belong to no
    /// identity.
    var chain: [SecCertificate]
  }

  /// The limit for the processor time, in seconds, of all trust evaluations for one file together.
  ///
  /// A hostile file may have a hundred keys with certificates that each take long to evaluate.
  /// Above the limit the import fails.
  private static let longest = 0.5

  private let items: [Item]
  /// All certificates in the file.
  ///
  /// Only these certificates of a chain are stored. A chain can also contain others, for example an
  /// anchor of the system.
  private let certificates: Set<SecCertificate>

  /// Reads a PKCS#12 file and builds the certificate chain of each identity.
  ///
  /// - Throws: -25293 for a wrong password. -26275 for data that cannot be read or takes too long.
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
      // A file may contain an identity twice.
      guard met.insert(SecCertificate(identity.certificate.certificate)).inserted else { continue }
      items.append(try Self.item(identity, others))
    }
    let linked = Set(items.flatMap(\.chain))
    let rest = others.filter { !linked.contains($0) }
    if profile == .dataProtection, !rest.isEmpty { items.append(Item(chain: rest)) }
    self.items = items
    certificates = Set(others + items.compactMap { $0.identity?.certificate })
  }

  /// Decrypts the file, and returns its identities and its other certificates.
  ///
  /// The fork barrier delays forks while the function runs.
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
    else { throw KeychainError(.internalError, "trust cannot be evaluated") }
    // Evaluates the trust; the caller may ask for the result later. The store is not asked: the
    // chain is built from the file and the anchors, and reading a file must not open a store.
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

  /// The result of `SecPKCS12Import`: an array with a dictionary for each identity.
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

  /// Adds each identity, and then the certificates of its chain, to Latchkey's own store.
  ///
  /// Items that are stored already are skipped. After a failure, the function still adds the other
  /// items.
  ///
  /// - Parameter attributes: attributes for all added items.
  /// - Returns: the status of the last item that could not be added, or errSecSuccess.
  func store(_ attributes: [(name: NSString, value: Any)]) -> OSStatus {
    var last = errSecSuccess
    for item in items {
      var objects: [(itemClass: NSString, object: AnyObject)] = []
      if let identity = item.identity { objects.append((kSecClassIdentity, identity)) }
      objects += item.chain.filter(certificates.contains).map { (kSecClassCertificate, $0) }
      for (itemClass, object) in objects {
        let pairs = NSMutableDictionary()
        for (name, value) in attributes { pairs[name] = value }
        // In the profile `macos`, only this flag sends the item to the store and not to keychain
        // files.
        if ProfileChoice.mergesFiles { pairs[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
        pairs[kSecClass] = itemClass
        pairs[kSecValueRef] = object
        let status = SecItemAdd(pairs, nil)
        if status != errSecSuccess, status != errSecDuplicateItem { last = status }
      }
    }
    return last
  }

  /// Adds the key and the certificates of each identity to a keychain file.
  ///
  /// Items that the keychain has already are kept. Each key gets the usual name of an imported key,
  /// whatever name the PKCS#12 file contains (Specification/file-keychain.md, "Import and export").
  ///
  /// - Parameters:
  ///   - file: the keychain file.
  ///   - keychain: the same keychain as an object, for which the additions are posted as events.
  ///   - access: the access list of the keys; nil to trust only the calling program.
  /// - Returns: the status of the last item that could not be added, or errSecSuccess.
  func store(
    in file: Keychain, of keychain: SecKeychain, _ access: AccessList?
  ) -> OSStatus {
    var last = errSecSuccess
    for item in items {
      var objects: [ExternalItem] = []
      if case .software(let key)? = item.identity?.privateKey.body { objects.append(.key(key)) }
      if let identity = item.identity { objects.append(.certificate(identity.certificate.value)) }
      objects += item.chain.filter { certificates.contains($0) && $0 != item.identity?.certificate }
        .map { .certificate($0.value) }
      for object in objects {
        do throws(KeychainError) {
          _ = try file.add(object, ImportedKeyTerms(), access)
        } catch {
          if error.code != .duplicateItem { last = error.code.rawValue }
        }
      }
    }
    return last
  }
}
