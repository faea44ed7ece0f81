// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// What names a certificate where a name would not do: hashes of its bytes.
extension Certificate {
  /// SHA-1, by which `security` lists identities: it finds, and proves nothing.
  package func sha1() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try Hash.sha1(bytes.span)
    }
  }

  package func sha256() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-256 is not to be had") { () throws(CryptoError) in
      try Hash.sha256(bytes.span).bytes
    }
  }
}
