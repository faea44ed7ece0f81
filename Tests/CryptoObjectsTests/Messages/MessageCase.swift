// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

/// Identities, messages and their BER forms for tests of messages.
enum MessageCase {
  static let content = SecretBytes(copying: Array("The content of a message.".utf8))

  /// Returns an identity for a key of Tests/Vectors/seckey/keys.txt.
  ///
  /// The certificate has a subject key identifier, and its signature is invalid.
  static func identity(_ name: String, serial: UInt8 = 1) throws -> MessageIdentity {
    let key = try TestKeys.pair(names[name] ?? name)
    let der = FuzzIdentity.certificate(try key.publicHalf(), name, serial)
    return MessageIdentity(try Certificate(der.span), key)
  }

  private static let names = [
    "rsa2048": "rsa-2048", "p256": "rfc6979-p256", "p384": "rfc6979-p384", "p521": "rfc6979-p521",
    "ed25519": "rfc8032-1", "x25519": "rfc7748-bob",
  ]

  /// Returns the keys of a reader that has some identities.
  static func keys(_ identities: MessageIdentity...) -> ReceivedMessage.Keys {
    ReceivedMessage.Keys { (reference) throws(KeychainError) in
      identities.first { reference.names($0.certificate) }
    }
  }

  static func array(_ secret: SecretBytes?) -> [UInt8]? {
    secret.map { $0.withBytes { bytes in bytes.indices.map { bytes[$0] } } }
  }

  /// Reads a message and verifies its only signature.
  static func verdict(
    _ bytes: [UInt8], detached: SecretBytes? = nil
  ) throws -> (SignatureVerdict, content: [UInt8]?) {
    let message = try ReceivedMessage(SecretBytes(copying: bytes), keys())
    var checks = SignatureChecks(try #require(message.signed), detached: detached)
    let count = try #require(message.signed).signers.count
    return (count == 1 ? try checks.verdict(ofSignerAt: 0) : .unsupported, array(message.content))
  }

  /// Returns the BER form of DER with indefinite lengths, and with strings in pieces of `size`.
  static func indefinite(_ der: [UInt8], pieces size: Int = 7) throws -> [UInt8] {
    var result: [UInt8] = []
    let bytes = der.span
    var walk = DERWalk(bytes)
    while !walk.isAtEnd {
      let element = try walk.next(bytes)
      let content = bytes.array(element.content)
      let isImplicit = element.tag == .context(0, isConstructed: false)
      if element.tag.isConstructed {
        result += [element.tag.rawValue, 0x80] + (try indefinite(content, pieces: size)) + [0, 0]
      } else if element.tag == .octetString || isImplicit && content.count > 8 {
        result += [element.tag.rawValue | 0x20, 0x80]
        for start in stride(from: 0, to: content.count, by: size) {
          result += DERWriter.element(
            .octetString, Array(content[start..<min(start + size, content.count)]))
        }
        result += [0, 0]
      } else {
        result += bytes.array(element.whole)
      }
    }
    return result
  }
}
