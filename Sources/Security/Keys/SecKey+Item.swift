// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

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
