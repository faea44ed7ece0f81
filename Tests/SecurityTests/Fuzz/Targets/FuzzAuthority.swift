// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A certificate authority with a public private key, which signs the inputs of the fuzzers.
///
/// Changed bytes never pass a signature check, so the fuzzers sign them after the change.
enum FuzzAuthority {
  /// A point and a private number of P-256, used only here.
  private static let numbers = bytes(
    """
    04d3a8c8322dfc929b4345c6e6df7b7da7aa22d1a2b46560091b8f58c470931e500cda6b8c44adf2e3148f5c274c\
    9f9de95cf53b5a9c8d7426ff513a8cc08e22021a7c3e5f7081a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6\
    f708192a3b
    """)

  @safe nonisolated(unsafe) static let key: SecKey = {
    let attributes: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    ]
    guard let key = SecKeyCreateWithData(NSData(data: Data(numbers)), attributes, nil) else {
      preconditionFailure("the key is one")
    }
    return key
  }()

  /// The authority's private key in PKCS#8.
  static let keyForm: [UInt8] = {
    let point = element(0xa1, element(0x03, [0] + numbers.prefix(65)))
    let form = element(0x30, [0x02, 0x01, 0x01] + element(0x04, Array(numbers.suffix(32))) + point)
    let algorithm: [UInt8] = [
      0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
      0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]
    return element(0x30, [0x02, 0x01, 0x00] + element(0x30, algorithm) + element(0x04, form))
  }()

  /// The algorithm identifier of ECDSA with SHA-256.
  private static let algorithm = element(
    0x30, [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])

  /// Returns an element of DER with this tag and content.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
    }
  }

  /// Returns the bytes of a text of hexadecimal digits.
  static func bytes(_ text: String) -> [UInt8] {
    stride(from: 0, to: text.utf8.count - 1, by: 2).compactMap { place in
      UInt8(text.dropFirst(place).prefix(2), radix: 16)
    }
  }

  /// Returns the part followed by its signature, in the layout of certificates and OCSP responses.
  static func signed(_ part: [UInt8]) -> [UInt8] {
    let made = SecKeyCreateSignature(
      key, SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256, NSData(data: Data(part)), nil)
    guard let made else { preconditionFailure("the key signs") }
    return element(0x30, part + algorithm + element(0x03, [0] + [UInt8](made as Data)))
  }
}
