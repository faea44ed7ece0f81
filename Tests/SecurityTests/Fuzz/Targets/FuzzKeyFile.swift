// SPDX-License-Identifier: Apache-2.0
import Foundation
@_spi(Private) import Security

/// Reads keys in each of their file forms, then writes and reads them again.
///
/// The reader is SecItemImport with the item's type given, or SecKeyCreateWithData.
enum FuzzKeyFile {
  /// The forms in which a key comes.
  ///
  /// Each form belongs to one of the two functions.
  enum Form: UInt8, CaseIterable {
    // The forms of SecItemImport with the item's type given.
    case pkcs8, sec1, publicKey, encrypted, text, armoured
    // The forms of SecKeyCreateWithData.
    case rsaPublic, rsaPrivate, ecPublic, ecPrivate, ed25519Public, ed25519Private
    case x25519Public, x25519Private

    init(_ mode: UInt8) { self = Self.allCases[Int(mode) % Self.allCases.count] }
  }

  private static let labels = [
    "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY",
    "RSA PUBLIC KEY", "CERTIFICATE", "PKCS7", "CMS", "PKCS12",
  ]

  /// Reads a key.
  ///
  /// The first byte chooses its form, the rest is the data.
  ///
  /// - Returns: the number of keys and certificates that were read.
  @discardableResult
  static func run(_ bytes: [UInt8]) -> Int {
    guard let mode = bytes.first else { return 0 }
    let form = Data(bytes.dropFirst())
    let (open, half) = (kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate)
    return
      switch Form(mode)
    {
    case .pkcs8: importing(form, .formatBSAFE, .itemTypePrivateKey)
    case .sec1: importing(form, .formatOpenSSL, .itemTypePrivateKey)
    case .publicKey: importing(form, .formatOpenSSL, .itemTypePublicKey)
    case .encrypted: importing(form, .formatWrappedPKCS8, .itemTypePrivateKey)
    case .text: importing(form, .formatUnknown, .itemTypeUnknown)
    case .armoured: importing(armoured(form), .formatUnknown, .itemTypeUnknown)
    case .rsaPublic: make(form, kSecAttrKeyTypeRSA, open)
    case .rsaPrivate: make(form, kSecAttrKeyTypeRSA, half)
    case .ecPublic: make(form, kSecAttrKeyTypeECSECPrimeRandom, open)
    case .ecPrivate: make(form, kSecAttrKeyTypeECSECPrimeRandom, half)
    case .ed25519Public: make(form, kSecAttrKeyTypeEd25519, open)
    case .ed25519Private: make(form, kSecAttrKeyTypeEd25519, half)
    case .x25519Public: make(form, kSecAttrKeyTypeX25519, open)
    case .x25519Private: make(form, kSecAttrKeyTypeX25519, half)
    }
  }

  private static func importing(
    _ data: Data, _ format: SecExternalFormat, _ type: SecExternalItemType
  ) -> Int {
    let items = FuzzImport.items(of: data, format, type)
    for item in items { FuzzImport.export(item) }
    return items.count
  }

  /// Returns the bytes as Base64 between the lines of a label, which the first byte chooses.
  private static func armoured(_ form: Data) -> Data {
    let body = form.dropFirst().base64EncodedString(options: [
      .lineLength64Characters, .endLineWithLineFeed,
    ])
    let label = labels[Int(form.first ?? 0) % labels.count]
    return Data("-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n".utf8)
  }

  private static func make(_ data: Data, _ type: CFString, _ half: CFString) -> Int {
    let attributes: NSDictionary = [kSecAttrKeyType: type, kSecAttrKeyClass: half]
    var error: Unmanaged<CFError>?
    let made = unsafe SecKeyCreateWithData(NSData(data: data), attributes, &error)
    guard let key = made else {
      let code = unsafe error?.takeRetainedValue().code
      precondition(code == Int(errSecParam), "every malformed key is -50")
      return 0
    }
    guard let form = SecKeyCopyExternalRepresentation(key, nil),
      let again = SecKeyCreateWithData(form, attributes, nil)
    else { preconditionFailure("what was read is written and read again") }
    precondition(SecKeyCopyExternalRepresentation(again, nil) == form, "in the same form")
    precondition(SecKeyCopyAttributes(key)?[kSecAttrKeyClass] as? String == String(half))
    precondition(SecKeyGetBlockSize(key) > 0 && SecKeyCopyPublicKey(key) != nil)
    FuzzImport.export(key)
    return 1
  }
}
