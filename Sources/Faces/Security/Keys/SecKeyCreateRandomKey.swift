// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// A new private key, stored where the parameters say so (spec/seckey.md 5).
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and, for RSA and EC, `kSecAttrKeySizeInBits`; what holds for
///     both halves; what holds for one in `kSecPublicKeyAttrs` and `kSecPrivateKeyAttrs`, which
///     wins. A half is stored when its `kSecAttrIsPermanent` is true.
///   - error: receives a retained error when the answer is nil: errSecParam for a type or size that
///     there is not, else what storing answered; nothing is stored then.
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

/// A new pair; as `SecKeyCreateRandomKey`, with both halves as results (spec/seckey.md 1.2).
///
/// - Returns: the code of the error.
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

/// What a caller says of a key that is to be made.
private struct KeyRequest {
  private let parameters: NSDictionary
  private let publicHalf: NSMutableDictionary
  private let privateHalf: NSMutableDictionary

  /// What is about the pair, and not about an item.
  private static var ofThePair: [NSString] {
    [kSecPublicKeyAttrs, kSecPrivateKeyAttrs, kSecAttrKeyType, kSecAttrKeySizeInBits]
  }
  /// What Apple's systems keep from the store.
  private static let dropped = ["applepay", "osbound", "sealedhashesbound"]

  init(_ parameters: NSDictionary) throws(KeychainError) {
    self.parameters = parameters
    publicHalf = try Self.half(kSecPublicKeyAttrs, of: parameters)
    privateHalf = try Self.half(kSecPrivateKeyAttrs, of: parameters)
  }

  /// What holds for one half: its own entries, and all others that it does not have.
  private static func half(
    _ name: NSString, of parameters: NSDictionary
  ) throws(KeychainError) -> NSMutableDictionary {
    let half = NSMutableDictionary()
    if let said = parameters.entry(name) {
      guard let own = said as? NSDictionary else {
        throw .parameter("what is said of one half of the pair is no dictionary")
      }
      half.addMissing(own)
    }
    half.addMissing(parameters)
    for name in ofThePair + dropped.map({ NSString(string: $0) }) {
      half.removeObject(forKey: name)
    }
    return half
  }

  /// The private key.
  func make() throws(KeychainError) -> SecKey {
    if let token = parameters.entry(kSecAttrTokenID) { return try makeInElement(token) }
    // A key in memory is not what was asked for (Documentation/Decisions/keys.md).
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
      // Both or none, unlike on Apple's systems (Documentation/Decisions/keys.md).
      if let stored { SecItemDelete(NSDictionary(object: stored, forKey: kSecValuePersistentRef)) }
      throw error
    }
    return key
  }

  /// The label that the item of the private key gets.
  private var name: SecKey.Name {
    guard isPermanent(privateHalf), let label = privateHalf.entry(kSecAttrLabel) as? NSString
    else { return .unknown }
    return .ofItem(String(label))
  }

  /// A key that the secure element makes and keeps (spec/seckey.md 7.2).
  private func makeInElement(_ token: AnyObject) throws(KeychainError) -> SecKey {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else { throw .noSuchToken }
    let (family, bits) = try typeAndSize()
    guard family == .ec, let bits, ElementKey.sizes.contains(bits) else {
      throw .parameter("the secure element has keys on P-256 and P-384 only")
    }
    let item = NSMutableDictionary()
    // The other way round than for storing (spec/seckey.md 5.1).
    item[kSecAttrAccessControl] =
      parameters.entry(kSecAttrAccessControl) ?? privateHalf.entry(kSecAttrAccessControl)
    item[kSecClass] = kSecClassKey
    // What is made, whatever the private half says.
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

  /// Takes a key that the element made back; what its item says of it may be the caller's own.
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

  /// The size is nil where nobody needs to say it.
  private func typeAndSize() throws(KeychainError) -> (KeyFamily, Int?) {
    guard let text = parameters.entry(kSecAttrKeyType) as? NSString,
      let family = NumberName.number(text).flatMap({ KeyType.family(generating: $0) })
    else { throw .parameter("no keys of this type are made", .attribute(.type)) }
    let asked = NumberName.number(parameters.entry(kSecAttrKeySizeInBits)).flatMap(
      Int.init(exactly:))
    UseNotes.current?.made(UseFact.Key(type: family.word, bits: asked, keyClass: "private"))
    guard family == .rsa || family == .ec else { return (family, nil) }
    guard let size = asked else {
      throw .parameter("the size of the key is missing", .attribute(.keySizeInBits))
    }
    return (family, size)
  }

  /// A number is no truth value here.
  private func isPermanent(_ half: NSDictionary, else unsaid: Bool = false) -> Bool {
    half.entry(kSecAttrIsPermanent).flatMap { RequestValue.boolean($0) } ?? unsaid
  }

  /// The persistent reference of the item.
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
    return reference
  }
}

extension NSMutableDictionary {
  /// Takes over the entries of names that it does not have.
  fileprivate func addMissing(_ other: NSDictionary) {
    for (key, value) in zip(other.allKeys, other.allValues) {
      guard let name = key as? NSString, entry(name) == nil else { continue }
      self[name] = value
    }
  }
}

extension KeychainError {
  /// The refusal of a token that is named for one half of a pair: a token makes both or none.
  fileprivate static func misplacedToken(_ token: AnyObject) -> KeychainError {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else { return .noSuchToken }
    return KeychainError(
      .parameter, "the secure element is named for one half of the pair only",
      context: .attribute(.tokenIdentifier),
      advice: "put kSecAttrTokenID beside kSecPrivateKeyAttrs, not into it")
  }

  /// No token has the name.
  static let noSuchToken = KeychainError(.unimplemented, "there is no token of this name")
}

/// What a caller says of a key that the secure element is to make.
private struct ElementRequest {
  private let dictionary: ForeignDictionary
  private let isStored: Bool

  /// - Parameter item: what an item of the key would be added with, but for the key.
  init(_ item: NSDictionary, isStored: Bool) {
    dictionary = ForeignDictionary(item)
    self.isStored = isStored
  }

  /// The key; asks for nothing but an application password (spec/access-control.md 1.9).
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
  /// What its key will be used under, as far as that was said or goes without saying.
  fileprivate var accessControlOfElement: AccessControl? {
    if let accessControl { return accessControl }
    let name = protectionName ?? Protection.standard(for: .key).name
    return try? AccessControl(protectionName: name, flags: .privateKeyUsage)
  }
}
