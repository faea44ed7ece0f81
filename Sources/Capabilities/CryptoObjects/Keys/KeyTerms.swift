// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What was said of a key when it was imported or stored: what it may do, and how it may leave
/// (spec/certificates.md 5.6).
///
/// Nothing of it is enforced but by export: a key that is in a process's hands is its own.
package struct KeyTerms: Hashable, Sendable {
  /// Those of `canEncrypt` to `canUnwrap` that are to be true; nil: what such a key can do.
  package var usage: Set<Attribute>?
  /// Whether it may leave at all.
  package var isExtractable: Bool
  /// Whether it may leave under a password only.
  package var isSensitive: Bool

  package init(
    usage: Set<Attribute>? = nil, isExtractable: Bool = true, isSensitive: Bool = false
  ) {
    self.usage = usage
    self.isExtractable = isExtractable
    self.isSensitive = isSensitive
  }

  /// Those of an item; what its attributes do not say is allowed.
  package init(_ attributes: AttributeSet?) {
    let zero = AttributeValue.number(0)
    self.init(
      isExtractable: attributes?[.isExtractable] != zero,
      isSensitive: (attributes?[.isSensitive] ?? zero) != zero)
  }
}
