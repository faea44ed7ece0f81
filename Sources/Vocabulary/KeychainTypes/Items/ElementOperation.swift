// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A computation that the secure element performs with a private key.
package enum ElementOperation: Sendable {
  /// Makes an ECDSA signature of a digest; the signature is in DER form.
  case sign(digest: [UInt8])
  /// Computes an ECDH shared secret.
  ///
  /// The value is the other party's public point: 04 ‖ X ‖ Y. The point is multiplied by the
  /// private key, and the x coordinate of the product is the shared secret.
  case agree(point: [UInt8])

  /// The operation whose rule in the key's access control decides whether the computation is
  /// allowed (Specification/seckey.md, "Access control entries by operation").
  package var constrained: ConstrainedOperation {
    switch self {
    case .sign: .sign
    case .agree: .computeKey
    }
  }
}
