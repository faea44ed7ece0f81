// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The permitted uses that an import sets for its keys: the operations, and whether a key may be
/// exported (Specification/certificates.md, "Key parameters").
package struct ImportedKeyTerms: Hashable, Sendable {
  /// The operations that are permitted for the imported keys, as attributes such as `canEncrypt`.
  ///
  /// If nil, all operations that a key supports are permitted.
  package var usage: Set<Attribute>?
  package var isExtractable = true
  /// True if the imported keys may be exported only with encryption by a password.
  ///
  /// If nil, private keys are restricted in this way, and other keys are not.
  package var isSensitive: Bool?

  package init() {}

  /// Returns the permitted uses of the given key after its import.
  package func terms(of item: ExternalItem) -> KeyTerms {
    var isPrivate = false
    if case .key(let key) = item { isPrivate = key.half == .privateHalf }
    return KeyTerms(
      usage: usage, isExtractable: isExtractable, isSensitive: isSensitive ?? isPrivate)
  }
}
