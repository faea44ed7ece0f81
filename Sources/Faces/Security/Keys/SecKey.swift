// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

/// A key: one half of a pair.
///
/// Never changes, and may be used by many threads. Not `Sendable`, as on Apple's systems: being
/// more than that here would let code compile that fails there.
public final class SecKey {
  /// Where the key's numbers are.
  enum Body {
    case software(SoftwareKey)
    /// In the secure element; a private one.
    case element(HeldElementKey)
    /// Bytes, which import and export alone know.
    case symmetric(SecretBytes)
  }

  /// The name of a key, which export writes beside the key.
  enum Name {
    case unknown
    /// As in the file that it was read from: an item that is made of it gets this label.
    case inFile(String)
    /// The label of its item.
    case ofItem(String)
    /// The label of the key's item, which is not known here: the object was made of an identity,
    /// whose label is the certificate's.
    case ofItemOfIdentity

    /// Creates the name that a file gives; `unknown` if it gives none.
    init(inFile name: String?) {
      if let name { self = .inFile(name) } else { self = .unknown }
    }
  }

  let body: Body
  /// How it may leave by export (spec/certificates.md 5.6).
  let terms: KeyTerms
  let name: Name

  init(_ body: Body, _ terms: KeyTerms = KeyTerms(), name: Name = .unknown) {
    self.body = body
    self.terms = terms
    self.name = name
  }

  convenience init(_ key: SoftwareKey) { self.init(.software(key)) }
}

extension SecKey: Hashable {
  /// Whether both are the same half of the same pair.
  public static func == (left: SecKey, right: SecKey) -> Bool {
    switch (left.body, right.body) {
    case (.software(let left), .software(let right)): left == right
    case (.element(let left), .element(let right)): left.key == right.key
    case (.symmetric(let left), .symmetric(let right)): left == right
    case (.software, _), (.element, _), (.symmetric, _): false
    }
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    switch body {
    case .software(let key):
      hasher.combine(key.half)
      hasher.combine(key.publicForm)
    case .element(let held): hasher.combine(held.key.point)
    case .symmetric(let bytes): hasher.combine(bytes.count)
    }
  }
}

extension SecKey: CustomStringConvertible {
  /// Type and size, with the numbers of a public key; nothing of a private one
  /// (spec/seckey.md 3.4).
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return switch body {
    case .software(let key): "<SecKeyRef \(key.summary), addr: 0x\(address)>"
    case .element: "<SecKeyRef:('\(ElementKey.token)') 0x\(address)>"
    case .symmetric(let bytes):
      "<SecKeyRef symmetric, \(8 * bytes.count) bits, addr: 0x\(address)>"
    }
  }
}

/// The type identifier of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeIdentifier.key.rawValue }

/// Keys as items (spec/secitem.md 4.6, 5.3, spec/seckey.md 6).
extension SecKey {
  /// To be stored: everything with the external form; to be found: what does not change.
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
    case .symmetric(let bytes):
      guard verb == .add else { break }
      pairs.append((ValueKey.secret.rawValue, ResultBytes(bytes)))
    case .element:
      guard verb != .add else { break }
      pairs.append((Attribute.tokenIdentifier.name, kSecAttrTokenIDSecureEnclave))
    }
    return pairs
  }

  /// The key of the secure element; nil for one of software.
  var element: ElementKey? {
    if case .element(let held) = body { held.key } else { nil }
  }

  /// The key of an item; nil where its bytes are none of its type and class.
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
  /// Creates the name of the key in an item or identity.
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

/// The attributes of a key as pairs of a dictionary (spec/seckey.md 3.3): type and class are
/// strings, sizes numbers, the rest truth values.
enum KeyPairs {
  /// All but `kSecValueData`.
  static func all(_ key: KeyAttributes) -> [(name: String, value: NSObject)] {
    [(String(kSecClass), kSecClassKey)] + attributes(key).map { ($0.attribute.name, $0.value) }
  }

  /// Those that are attributes of an item.
  static func attributes(_ key: KeyAttributes) -> [(attribute: Attribute, value: NSObject)] {
    let bits = NSNumber(value: key.bits)
    let flags = key.flags.map { flag in
      (flag.attribute, (flag.isTrue ? kCFBooleanTrue : kCFBooleanFalse) as NSObject)
    }
    return [
      (.keyClass, NSString(string: String(key.keyClass))),
      (.type, NSString(string: String(key.type))),
      (.keySizeInBits, bits), (.effectiveKeySize, bits),
      (.applicationLabel, NSData(data: Data(key.label))),
    ] + flags
  }
}
