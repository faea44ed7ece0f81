// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes
import SecureMemory

extension NewItem {
  /// Whether the object alone is asked for as the result, and the data make no object
  /// (Documentation/Decisions/objects-of-data.md).
  package var lacksObject: Bool {
    guard returns == .reference, element == nil else { return false }
    switch itemClass {
    case .key: return !isKey
    case .certificate:
      return secret.flatMap { secret in secret.withBytes { try? Certificate($0) } } == nil
    case .genericPassword, .internetPassword, .identity: return false
    }
  }

  private var isKey: Bool {
    // A key without a class is a public one (spec/secitem.md 2.3).
    let keyClass = attributes[.keyClass] ?? .number(KeyType.number(of: .publicHalf))
    guard case .number(let type)? = attributes[.type], case .number(let keyClass) = keyClass,
      let secret
    else { return false }
    return (try? SoftwareKey(importing: secret, type: type, keyClass: keyClass)) != nil
  }
}
