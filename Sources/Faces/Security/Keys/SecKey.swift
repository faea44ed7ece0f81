// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A cryptographic key: the public or private key of a pair, or a symmetric key.
///
/// A key never changes and may be used by many threads. The class is not `Sendable`, as on Apple's
/// systems: if it were, code would compile on Linux that does not compile on Apple's systems.
public final class SecKey {
  /// The content of a key: key material in memory, or a reference to a private key in the secure
  /// element or in a keychain file.
  enum Body {
    case software(SoftwareKey)
    /// A private key that stays in the secure element.
    case element(HeldElementKey)
    /// A private key that stays in its keychain file until it is used.
    case file(HeldFileKey)
    /// The bytes of a symmetric key, which can be exported, stored and wrapped, but not used to
    /// encrypt data.
    case symmetric(SecretBytes)
  }

  /// The name of a key, which is written to the file when the key is exported.
  enum Name {
    case unknown
    /// The name that the key had in the file from which it was imported.
    ///
    /// If the key is stored, its item receives this name as its label.
    case inFile(String)
    /// The label of the keychain item from which this key was read.
    case ofItem(String)
    /// The label of the key's item, which must first be looked up in the store.
    ///
    /// The key was read as part of an identity. The attributes of an identity contain the label of
    /// the certificate's item, not the label of the key's item.
    case ofItemOfIdentity

    /// Makes the name of a key that was imported from a file; `unknown` if the file contains no
    /// name for the key.
    init(inFile name: String?) {
      if let name { self = .inFile(name) } else { self = .unknown }
    }
  }

  let body: Body
  /// The permitted uses of the key, and whether it may be exported unencrypted, encrypted or not at
  /// all (Specification/certificates.md, "Key parameters").
  let terms: KeyTerms
  let name: Name
  /// The item of a keychain file from which the key was read; nil for every other key.
  let fileItem: SecKeychainItem?

  init(
    _ body: Body, _ terms: KeyTerms = KeyTerms(), name: Name = .unknown,
    of fileItem: SecKeychainItem? = nil
  ) {
    self.body = body
    self.terms = terms
    self.name = name
    self.fileItem = fileItem
  }

  convenience init(_ key: SoftwareKey) { self.init(.software(key)) }
}

extension SecKey: Hashable {
  /// True if the two keys have equal contents, and both keys are public, both are private or both
  /// are symmetric.
  public static func == (left: SecKey, right: SecKey) -> Bool {
    switch (left.body, right.body) {
    case (.software(let left), .software(let right)): left == right
    case (.element(let left), .element(let right)): left.key == right.key
    case (.symmetric(let left), .symmetric(let right)): left == right
    // The public key determines the private key.
    case (.file(let left), .file(let right)): left.publicHalf == right.publicHalf
    case (.file(let held), .software(let key)), (.software(let key), .file(let held)):
      key.half == .privateHalf && key.publicForm == held.publicHalf.publicForm
    case (.software, _), (.element, _), (.symmetric, _), (.file, _): false
    }
  }

  /// Hashes the public key of a pair, or the length of a symmetric key.
  public func hash(into hasher: inout Hasher) {
    switch body {
    case .software(let key):
      hasher.combine(key.half)
      hasher.combine(key.publicForm)
    case .element(let held): hasher.combine(held.key.point)
    case .file(let held):
      hasher.combine(KeyHalf.privateHalf)
      hasher.combine(held.publicHalf.publicForm)
    case .symmetric(let bytes): hasher.combine(bytes.count)
    }
  }
}

extension SecKey: CustomStringConvertible {
  /// The type and the size of the key, for logs (Specification/seckey.md, "Object behaviour").
  ///
  /// For a public key the text contains the key itself. The text never contains a private or
  /// symmetric key.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return switch body {
    case .software(let key): "<SecKeyRef \(key.summary), addr: 0x\(address)>"
    case .element: "<SecKeyRef:('\(ElementKey.token)') 0x\(address)>"
    case .file(let held):
      "<SecKeyRef private key in \(held.item.keychain.path), \(held.publicHalf.bits) bits, "
        + "addr: 0x\(address)>"
    case .symmetric(let bytes):
      "<SecKeyRef symmetric, \(8 * bytes.count) bits, addr: 0x\(address)>"
    }
  }
}

/// Returns the type identifier of `SecKey`.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeIdentifier.key.rawValue }

/// Conversions between keys and keychain items.
///
/// See Specification/secitem.md, "v_Ref in queries" and "v_Ref expansion", and
/// Specification/seckey.md, "Keys in SecItem".
extension SecKey {
  /// Returns the pairs that replace `kSecValueRef` (this key) in a caller's dictionary.
  ///
  /// For `SecItemAdd`, the pairs are the key's class, all its attributes and its bytes. For other
  /// calls, they are the key's class and the attributes that never change.
  func pairs(for verb: Request.Verb) throws(KeychainError) -> [(name: String, value: AnyObject)] {
    var pairs: [(name: String, value: AnyObject)] = [("class", kSecClassKey)]
    let own = try attributes()
    for (attribute, value) in KeyPairs.attributes(own)
    where verb == .add || own.isSearched(attribute) {
      pairs.append((attribute.name, value))
    }
    if verb == .add, case .inFile(let name) = name {
      pairs.append((Attribute.label.name, NSString(string: name)))
    }
    switch body {
    case .software(let key):
      guard verb == .add else { break }
      pairs.append((ValueKey.secret.rawValue, ResultBytes(try key.externalForm())))
    case .file(let held):
      guard verb == .add else { break }
      pairs.append((ValueKey.secret.rawValue, ResultBytes(try held.exported().externalForm())))
    case .symmetric(let bytes):
      guard verb == .add else { break }
      pairs.append((ValueKey.secret.rawValue, ResultBytes(bytes)))
    case .element:
      guard verb != .add else { break }
      pairs.append((Attribute.tokenIdentifier.name, kSecAttrTokenIDSecureEnclave))
    }
    return pairs
  }

  /// The reference to the key in the secure element; nil if the key is not in the secure element.
  var element: ElementKey? {
    if case .element(let held) = body { held.key } else { nil }
  }

  /// Makes a key from the decrypted bytes of its keychain item.
  ///
  /// Nil if the item's attributes lack the key type or class, or if the bytes are not a valid key
  /// of that type and class.
  ///
  /// - Parameter itemClass: `identity` if the attributes are those of an identity, whose label is
  ///   not the name of the key.
  convenience init?(
    _ form: SecretBytes, _ attributes: AttributeSet?, of itemClass: ItemClass = .key
  ) {
    guard case .number(let type)? = attributes?[.type],
      case .number(let keyClass)? = attributes?[.keyClass],
      let key = try? SoftwareKey(importing: form, type: type, keyClass: keyClass)
    else { return nil }
    self.init(.software(key), KeyTerms(attributes), name: Name(attributes, of: itemClass))
  }
}

extension SecKey.Name {
  /// Makes the name of a key from the attributes of the item or identity from which the key was
  /// read.
  ///
  /// For an identity, the name is `ofItemOfIdentity`. For an item, the name is its label, or
  /// `unknown` if the item has no label.
  fileprivate init(_ attributes: AttributeSet?, of itemClass: ItemClass) {
    if itemClass == .identity {
      self = .ofItemOfIdentity
    } else if case .text(let label)? = attributes?[.label] {
      self = .ofItem(label)
    } else {
      self = .unknown
    }
  }
}
