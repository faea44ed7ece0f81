// SPDX-License-Identifier: Apache-2.0

/// A place in a chain of certificates.
///
/// The numbers 0, 1, 2 count from the leaf, which is 0. The numbers -1, -2 count from the root,
/// which is -1.
package struct CertificateSlot: Hashable, Sendable {
  package let number: Int32

  static let leaf = CertificateSlot(number: 0)
  static let root = CertificateSlot(number: -1)

  /// Returns the index in a chain of `count` certificates; nil if the chain is too short.
  func index(in count: Int) -> Int? {
    let index = number < 0 ? count + Int(number) : Int(number)
    return (0..<count).contains(index) ? index : nil
  }
}
