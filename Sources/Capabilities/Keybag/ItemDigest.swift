// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// Computes the digest of an item, its attribute `sha1`.
///
/// The digest is SHA-1 over certain attributes of the item, then over the item's secret. No key is
/// used, so an item has the same digest on all devices (Documentation/Formats/canonical.md, section
/// 4).
package enum ItemDigest {
  /// Returns the SHA-1 of `attributes`, followed by `secret`: 20 bytes.
  ///
  /// If the item has no secret, only the attributes are hashed.
  package static func make(
    _ attributes: [UInt8], secret: SecretBytes?
  ) throws(SealError) -> [UInt8] {
    do {
      guard let secret, !secret.isEmpty else { return try Hash.sha1(attributes.span) }
      let whole = SecretBytes(count: attributes.count + secret.count) {
        (span: inout MutableSpan<UInt8>) in
        for place in attributes.indices { span[place] = attributes[place] }
        secret.withBytes { bytes in
          for place in bytes.indices { span[attributes.count + place] = bytes[place] }
        }
      }
      return try whole.withBytes { (bytes) throws(CryptoError) in try Hash.sha1(bytes) }
    } catch {
      throw SealError(error)
    }
  }
}
