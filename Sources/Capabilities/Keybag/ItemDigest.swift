// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// The item digest `sha1`: SHA-1 over the hashed attributes, then the secret.
///
/// Free of local keys, equal on all devices (Documentation/Formats/canonical.md 4).
package enum ItemDigest {
  /// Twenty bytes over `attributes` and `secret`.
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
