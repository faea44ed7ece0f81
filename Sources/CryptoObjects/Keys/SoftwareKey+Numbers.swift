// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

extension SoftwareKey {
  /// A key from data and the numbers of its type and class.
  package init(importing form: SecretBytes, type: Int64, keyClass: Int64) throws(KeychainError) {
    guard keyClass != 2 else {
      throw KeychainError(.unimplemented, "symmetric keys are data and no objects")
    }
    guard let half = KeyType.half(keyClass) else {
      throw .parameter("the class of the key is none that there is", .attribute(.keyClass))
    }
    guard let family = KeyType.family(importing: type, half) else {
      throw .parameter("no keys of this type are made of data", .attribute(.type))
    }
    try self.init(externalForm: form, family, half)
  }
}
