// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// Makes a new private key, and stores it if the parameters demand it (Specification/seckey.md,
/// "Generation").
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and, for RSA and EC, `kSecAttrKeySizeInBits`. Other attributes
///     apply to the private key and to the public key. Attributes in `kSecPrivateKeyAttrs` or
///     `kSecPublicKeyAttrs` apply only to that key, and override the common attributes. A key is
///     stored if its `kSecAttrIsPermanent` is true.
///   - error: receives a retained error if the function returns nil; no key is stored in that case.
///     The error is errSecParam for an unknown type or size. If storing fails, it is the status of
///     `SecItemAdd`.
@discardableResult
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe reported(error) { () throws(KeychainError) in
    try KeyCall(.createRandomKey, of: parameters).run { () throws(KeychainError) in
      try KeyRequest(parameters).make()
    }
  }
}

/// Makes a new pair of keys, as `SecKeyCreateRandomKey` does, and stores the two keys in variables
/// (Specification/seckey.md, "Old functions").
///
/// - Parameters:
///   - publicKey: receives the public key; nil if it is not wanted.
///   - privateKey: receives the private key; nil if it is not wanted.
/// - Returns: errSecSuccess (0), or the code of the error. After an error, the variables keep their
///   values.
@discardableResult
public func SecKeyGeneratePair(
  _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
  _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
  do throws(KeychainError) {
    let call = KeyCall(.createRandomKey, of: parameters, named: "SecKeyGeneratePair")
    let key = try call.run { () throws(KeychainError) in try KeyRequest(parameters).make() }
    if let publicKey = unsafe publicKey { unsafe publicKey.pointee = try? key.publicHalf() }
    if let privateKey = unsafe privateKey { unsafe privateKey.pointee = key }
    return errSecSuccess
  } catch { return error.code.rawValue }
}

/// The caller's parameters for a new pair of keys.
private struct KeyRequest {
  private let parameters: NSDictionary
  private let publicHalf: NSMutableDictionary
  private let privateHalf: NSMutableDictionary

  /// The parameters that are removed before a key is stored, because they describe the whole pair
  /// of keys.
  private static var ofThePair: [NSString] {
    [kSecPublicKeyAttrs, kSecPrivateKeyAttrs, kSecAttrKeyType, kSecAttrKeySizeInBits]
  }
  /// The names of attributes that a caller may set but that are not stored, as on Apple's systems.
  private static let dropped = ["applepay", "osbound", "sealedhashesbound"]

  init(_ parameters: NSDictionary) throws(KeychainError) {
    self.parameters = parameters
    publicHalf = try Self.half(kSecPublicKeyAttrs, of: parameters)
    privateHalf = try Self.half(kSecPrivateKeyAttrs, of: parameters)
  }

  /// Returns the attributes of the public or of the private key.
  ///
  /// These are the attributes in the dictionary `name`, and each common attribute that this
  /// dictionary does not contain.
  ///
  /// - Parameter name: `kSecPublicKeyAttrs` or `kSecPrivateKeyAttrs`.
  private static func half(
    _ name: NSString, of parameters: NSDictionary
  ) throws(KeychainError) -> NSMutableDictionary {
    let half = NSMutableDictionary()
    if let said = parameters.entry(name) {
      guard let own = said as? NSDictionary else {
        throw .parameter("the attributes of one half of the pair are not a dictionary")
      }
      half.addMissing(own)
    }
    half.addMissing(parameters)
    for name in ofThePair + dropped.map({ NSString(string: $0) }) {
      half.removeObject(forKey: name)
    }
    return half
  }

  /// Makes the pair of keys, stores each key whose `kSecAttrIsPermanent` is true, and returns the
  /// private key.
  func make() throws(KeychainError) -> SecKey {
    if let token = parameters.entry(kSecAttrTokenID) { return try makeInElement(token) }
    // The caller wants a key in a token, so a key in memory would be wrong
    // (Documentation/Decisions/keys.md).
    if let token = privateHalf.entry(kSecAttrTokenID) ?? publicHalf.entry(kSecAttrTokenID) {
      throw .misplacedToken(token)
    }
    let key = SecKey(.software(try generate()), name: name)
    UseNotes.current?.made(UseFact.Key(key))
    var stored: AnyObject?
    if isPermanent(publicHalf), let half = try? key.publicHalf() {
      stored = try store(half, publicHalf)
    }
    guard isPermanent(privateHalf) else { return key }
    do throws(KeychainError) { _ = try store(key, privateHalf) } catch {
      // Stores both keys of the pair or no key, unlike Apple's systems
      // (Documentation/Decisions/keys.md).
      if let stored { SecItemDelete(NSDictionary(object: stored, forKey: kSecValuePersistentRef)) }
      throw error
    }
    return key
  }

  /// The name of the new key: the label of the private key's item.
  ///
  /// The name is `unknown` if the private key is not stored or has no label.
  private var name: SecKey.Name {
    guard isPermanent(privateHalf), let label = privateHalf.entry(kSecAttrLabel) as? NSString
    else { return .unknown }
    return .ofItem(String(label))
  }

  /// Makes a private key that never leaves the secure element, and stores the public key if the
  /// parameters demand it (Specification/seckey.md, "Secure Enclave keys").
  ///
  /// - Parameter token: the caller's value of `kSecAttrTokenID`.
  /// - Throws: -4 if `token` does not name the secure element.
  private func makeInElement(_ token: AnyObject) throws(KeychainError) -> SecKey {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else { throw .noSuchToken }
    let (family, bits) = try typeAndSize()
    guard family == .ec, let bits, ElementKey.sizes.contains(bits) else {
      throw .parameter("the secure element has keys on P-256 and P-384 only")
    }
    let item = NSMutableDictionary()
    // For the secure element, the common access control wins over the access control of the private
    // key. For other keys it is the reverse (Specification/seckey.md, "Steps of
    // SecKeyCreateRandomKey").
    item[kSecAttrAccessControl] =
      parameters.entry(kSecAttrAccessControl) ?? privateHalf.entry(kSecAttrAccessControl)
    item[kSecClass] = kSecClassKey
    // The common size counts, even if the attributes of the private key name another size.
    item[kSecAttrKeySizeInBits] = NSNumber(value: bits)
    item.addMissing(privateHalf)
    let others = [kSecValueRef, kSecReturnData, kSecReturnAttributes, kSecReturnRef]
    for name in [kSecAttrTokenID] + others {
      item.removeObject(forKey: name)
    }
    let key = try ElementRequest(item, isStored: isPermanent(privateHalf, else: true)).make()
    UseNotes.current?.made(UseFact.Key(key))
    publicHalf.removeObject(forKey: kSecAttrAccessControl)
    publicHalf.removeObject(forKey: kSecAttrTokenID)
    guard isPermanent(publicHalf), let half = try? key.publicHalf() else { return key }
    do throws(KeychainError) { _ = try store(half, publicHalf) } catch {
      unstore(key)
      throw error
    }
    return key
  }

  /// Deletes the item of a new key of the secure element, if storing the public key of the pair has
  /// failed.
  ///
  /// The item is found by its identifier. A search by attributes might find other items, because
  /// the caller chooses the attributes.
  private func unstore(_ key: SecKey) {
    guard case .item(let identifier)? = key.element?.place else { return }
    let reference = ResultBytes(PersistentReference.encode(.key, identifier))
    SecItemDelete(NSDictionary(object: reference, forKey: kSecValuePersistentRef))
  }

  private func generate() throws(KeychainError) -> SoftwareKey {
    let (family, size) = try typeAndSize()
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try SoftwareKey(generating: family, bits: size)
  }

  /// Reads the type and the size in bits of the new key; the size is nil for types that have only
  /// one size.
  ///
  /// - Throws: -50 if no key of this type can be made, or if a required size is missing.
  private func typeAndSize() throws(KeychainError) -> (KeyFamily, Int?) {
    guard let text = parameters.entry(kSecAttrKeyType) as? NSString,
      let family = NumberName.number(text).flatMap({ KeyType.family(generating: $0) })
    else { throw .parameter("keys of this type cannot be made", .attribute(.type)) }
    let asked = NumberName.number(parameters.entry(kSecAttrKeySizeInBits)).flatMap(
      Int.init(exactly:))
    UseNotes.current?.made(UseFact.Key(type: family.word, bits: asked, keyClass: "private"))
    guard family == .rsa || family == .ec else { return (family, nil) }
    guard let size = asked else {
      throw .parameter("the size of the key is missing", .attribute(.keySizeInBits))
    }
    return (family, size)
  }

  /// True if `kSecAttrIsPermanent` in the attributes of the public or private key is true.
  ///
  /// The numbers 0 and 1 are not Booleans.
  ///
  /// - Parameter unsaid: the result if the attribute is missing or is not a Boolean.
  private func isPermanent(_ half: NSDictionary, else unsaid: Bool = false) -> Bool {
    half.entry(kSecAttrIsPermanent).flatMap { RequestValue.boolean($0) } ?? unsaid
  }

  /// Stores one key of the pair, and returns the persistent reference of the key's new item.
  ///
  /// - Throws: an error with the status of `SecItemAdd`.
  private func store(
    _ key: SecKey, _ attributes: NSDictionary
  ) throws(KeychainError) -> AnyObject? {
    let item = NSMutableDictionary()
    item[kSecValueRef] = key
    item.addMissing(attributes)
    for name in [kSecReturnData, kSecReturnAttributes, kSecReturnRef] {
      item.removeObject(forKey: name)
    }
    item[kSecReturnPersistentRef] = kCFBooleanTrue
    var reference: CFTypeRef?
    let status = unsafe SecItemAdd(item, &reference)
    guard status == errSecSuccess else {
      throw .notStored(status)
    }
    // If the item was added to a keychain file, the result is an array of dictionaries.
    guard let results = reference as? NSArray else { return reference }
    let first = PropertyList.elements(of: results).first as? NSDictionary
    return first?.entry(kSecValuePersistentRef)
  }
}

extension NSMutableDictionary {
  /// Adds those entries of another dictionary whose keys are missing in this dictionary.
  fileprivate func addMissing(_ other: NSDictionary) {
    for (key, value) in zip(other.allKeys, other.allValues) {
      guard let name = key as? NSString, entry(name) == nil else { continue }
      self[name] = value
    }
  }
}

extension KeychainError {
  /// The error for `kSecAttrTokenID` in the attributes of only one key of the pair.
  ///
  /// A token, such as the secure element, makes the private key and the public key together.
  fileprivate static func misplacedToken(_ token: AnyObject) -> KeychainError {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else { return .noSuchToken }
    return KeychainError(
      .parameter, "kSecAttrTokenID is set for one half of the pair only",
      context: .attribute(.tokenIdentifier),
      advice: "put kSecAttrTokenID beside kSecPrivateKeyAttrs, not into it")
  }

  /// The error for a token identifier (`kSecAttrTokenID`) that Latchkey does not know.
  static let noSuchToken = KeychainError(.unimplemented, "there is no token with this name")
}

/// The caller's parameters for a new key of the secure element.
private struct ElementRequest {
  private let dictionary: ForeignDictionary
  private let isStored: Bool

  /// Reads the parameters of the new key.
  ///
  /// - Parameters:
  ///   - item: the attributes that the key's new item will have, without the bytes of the key.
  ///   - isStored: true if the key is to be stored as an item.
  init(_ item: NSDictionary, isStored: Bool) {
    dictionary = ForeignDictionary(item)
    self.isStored = isStored
  }

  /// Makes the key in the secure element (Specification/access-control.md, "Evidence of a context,
  /// and SecItem").
  ///
  /// If the access control of the key demands an application password, the user may be asked for
  /// it. The user is asked for nothing else.
  func make() throws(KeychainError) -> SecKey {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    guard let remembered = dictionary.rememberedInstallation else { return try makeHere() }
    let outcome = CurrentInstallation.$scoped.withValue(remembered) {
      Result { () throws(KeychainError) in try makeHere() }
    }
    return try outcome.get()
  }

  private func makeHere() throws(KeychainError) -> SecKey {
    let profile = try ProfileChoice.current()
    let request = dictionary.request(.add, in: profile)
    let service = try ServiceChoice.element(in: profile)
    let reading = try RequestReader.item(request)
    UseNotes.current?.asks(request)
    let item = try reading.outcome.get()
    UseNotes.current?.made(
      UseFact.Key(item.accessControlOfElement, bits: item.bitsOfElement))
    let loop = EvidenceLoop(dictionary, request, for: try ServiceChoice.current(in: profile))
    let key = try loop.run { (evidence) throws(KeychainError) in
      try service.makeElementKey(request.bringing(evidence), isStored: isStored)
    }
    return SecKey(.element(HeldElementKey(key, .init(dictionary, item.interaction))))
  }
}

extension NewItem {
  /// The access control of a new key of the secure element.
  ///
  /// If the caller's parameters contain no access control, a default one is made from the
  /// protection. Nil if that protection is unknown.
  fileprivate var accessControlOfElement: AccessControl? {
    if let accessControl { return accessControl }
    let name = protectionName ?? Protection.standard(for: .key).name
    return try? AccessControl(protectionName: name, flags: .privateKeyUsage)
  }
}
