// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// What an importer says of the keys of some data (spec/certificates.md 5.6).
package struct ImportedKeyTerms: Hashable, Sendable {
  /// nil: what each key can do.
  package var usage: Set<Attribute>?
  package var isExtractable = true
  /// nil: private keys are, others are not.
  package var isSensitive: Bool?

  package init() {}

  /// Those of one of the items.
  package func terms(of item: ExternalItem) -> KeyTerms {
    var isPrivate = false
    if case .key(let key) = item { isPrivate = key.half == .privateHalf }
    return KeyTerms(
      usage: usage, isExtractable: isExtractable, isSensitive: isSensitive ?? isPrivate)
  }
}
