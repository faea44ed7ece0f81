// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// The hash functions with which messages are signed; a raw value is the name in options of
/// `security`.
package enum MessageHash: String, CaseIterable, Sendable {
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  var function: HashFunction {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
