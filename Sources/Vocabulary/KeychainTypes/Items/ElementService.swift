// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A service that makes keys in the secure element and computes with them, but never reads the
/// private keys (Specification/seckey.md, "Secure Enclave keys").
package protocol ElementService: Sendable {
  /// Makes a private key in the secure element, and adds it to the keychain if `isStored` is true.
  ///
  /// - Parameter request: a request of Add for the class of keys. Its attributes, including the
  ///   size of the key, are the attributes of the key's row. Its access control guards the key.
  /// - Throws: the errors of Add; nothing is stored then.
  func makeElementKey(_ request: Request, isStored: Bool) throws(KeychainError) -> ElementKey

  /// Computes with a private key of the secure element, and returns the result of the computation.
  ///
  /// - Throws:
  ///   - -25308 while the class key of the private key is locked,
  ///   - -25300 if the private key no longer exists,
  ///   - -50 if a point is not on the key's curve,
  ///   - `authorizationRequired` if evidence is missing,
  ///   - -25293 if no evidence can permit the operation.
  func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes
}
