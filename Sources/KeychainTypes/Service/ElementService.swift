// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Keys of the secure element (spec/seckey.md 7.2): made, used and never read.
package protocol ElementService: Sendable {
  /// Makes a key under the item's access control, and stores it unless told otherwise.
  ///
  /// - Parameter request: of Add, of the class of keys; the attributes are those of the row, and
  ///   the size of the key among them.
  /// - Throws: as Add; nothing is stored then.
  func makeElementKey(_ request: Request, isStored: Bool) throws(KeychainError) -> ElementKey

  /// Computes with a key, where its access control and the lock state permit it.
  ///
  /// - Throws: -25308 while the key's class key is locked, -25300 for a key that is gone, -50 for a
  ///   point that is not on the key's curve, `authorizationRequired` for what evidence is lacking,
  ///   -25293 where no evidence can permit it.
  func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes
}
