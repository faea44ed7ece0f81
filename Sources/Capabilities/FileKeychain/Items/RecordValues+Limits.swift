// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
import KeychainTypes
import SecureMemory

/// The limits of sizes that every writer of an item checks (Specification/design.md, "Profiles").
extension RecordValues {
  /// Throws -25302 if an attribute, or the secret, is larger than the limit.
  ///
  /// - Parameters:
  ///   - old: the attributes before a change. An attribute that stays as it is may have any size,
  ///     because files of other programs can have larger attributes.
  ///   - secret: the new secret; nil if the secret stays as it is.
  func requireSizes(
    changing old: RecordValues? = nil, secret: SecretBytes? = nil
  ) throws(KeychainError) {
    for (position, attribute) in relation.attributes.enumerated() {
      guard all[position].contains(where: \.isTooLarge), all[position] != old?.all[position]
      else { continue }
      let column = FileColumn.all(of: relation.id).first { $0.id == attribute.id }
      guard let column else { throw .attributeTooLarge }
      throw KeychainError.attributeTooLarge.about(column.attribute.name)
    }
    if let secret, secret.count > SecretBytes.mostBytes {
      throw KeychainError.secretTooLarge.about(ValueKey.secret.rawValue)
    }
  }
}

extension FileValue {
  /// True if the value is larger than an attribute can be.
  fileprivate var isTooLarge: Bool {
    switch self {
    case .bytes(let bytes): bytes.count > RequestValue.mostAttributeBytes
    case .number, .signed, .numbers: false
    }
  }
}
