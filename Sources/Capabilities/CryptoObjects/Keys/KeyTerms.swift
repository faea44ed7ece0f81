// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The permitted uses of a key, which were set when it was imported or stored
/// (Specification/certificates.md, "Key parameters").
///
/// Only export enforces these uses. A process that has a key in its memory can do anything with
/// the key.
package struct KeyTerms: Hashable, Sendable {
  /// The permitted operations of the key, as the attributes from `canEncrypt` to `canUnwrap` that
  /// are true.
  ///
  /// Nil if no operations were chosen. The attributes then follow from the kind of the key.
  package var usage: Set<Attribute>?
  /// True if the key may be exported.
  package var isExtractable: Bool
  /// True if the key may be exported only with encryption by a password.
  package var isSensitive: Bool

  package init(
    usage: Set<Attribute>? = nil, isExtractable: Bool = true, isSensitive: Bool = false
  ) {
    self.usage = usage
    self.isExtractable = isExtractable
    self.isSensitive = isSensitive
  }

  /// Reads the rules for export from the attributes of a keychain item.
  ///
  /// If `isExtractable` is missing, the key may be exported. If `isSensitive` is missing, the key
  /// may be exported unencrypted. The operations (`usage`) are not read and stay nil.
  package init(_ attributes: AttributeSet?) {
    let zero = AttributeValue.number(0)
    self.init(
      isExtractable: attributes?[.isExtractable] != zero,
      isSensitive: (attributes?[.isSensitive] ?? zero) != zero)
  }
}
