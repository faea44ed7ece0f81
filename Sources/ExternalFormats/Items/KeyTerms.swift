// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes

/// What an importer says of a key: what it may do, and how it may leave (spec/certificates.md 5.6).
///
/// Nothing of it is enforced on a key in memory but by export.
package struct KeyTerms: Hashable, Sendable {
  /// The attributes `canEncrypt` to `canUnwrap` that are to be true; nil: what such a key can do.
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

  /// Those of an item's attributes; what is not said is allowed.
  package init(_ attributes: AttributeSet?) {
    let zero = AttributeValue.number(0)
    isExtractable = attributes?[.isExtractable] != zero
    isSensitive = (attributes?[.isSensitive] ?? zero) != zero
  }

  /// Whether they are those of a key of which nobody has said anything.
  package var areDefault: Bool { self == KeyTerms() }

  /// Sets what the terms say among the attributes of a key.
  package func apply(to attributes: inout AttributeSet) {
    let rows: [(Attribute, Bool)] = [
      (.isExtractable, isExtractable), (.wasNeverExtractable, !isExtractable),
      (.isSensitive, isSensitive), (.wasAlwaysSensitive, isSensitive),
    ]
    for (attribute, isTrue) in rows { attributes[attribute] = .number(isTrue ? 1 : 0) }
    guard let usage else { return }
    for attribute in Self.usages {
      attributes[attribute] = .number(usage.contains(attribute) ? 1 : 0)
    }
  }

  /// What a key may be used for.
  package static let usages: [Attribute] = [
    .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
    .canVerifyRecover, .canWrap, .canUnwrap,
  ]
}

/// What an importer says of the keys of some data (spec/certificates.md 5.6).
package struct ImportedKeyTerms: Hashable, Sendable {
  /// nil: what each key can do.
  package var usage: Set<Attribute>?
  package var isExtractable = true
  /// nil: private keys are, others are not.
  package var isSensitive: Bool?

  package init() {}

  /// Those of one of the keys.
  package func terms(of item: ExternalItem) -> KeyTerms {
    var isPrivate = false
    if case .key(let key) = item { isPrivate = key.half == .privateHalf }
    return KeyTerms(
      usage: usage, isExtractable: isExtractable, isSensitive: isSensitive ?? isPrivate)
  }
}
