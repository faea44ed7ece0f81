// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// When and why evidence (proofs that the user gave) expired, so that it does not meet the
/// requirement of a call any more.
///
/// The evidence would meet the requirement if it were still valid
/// (Specification/access-control.md, "Evidence of a context, and SecItem").
package struct EvidenceLapse: Hashable, Sendable {
  /// The event that made the evidence invalid.
  package enum End: Hashable, Sendable {
    /// The evidence is older than its lifetime.
    case time
    /// The device was locked or restarted after the user gave the evidence.
    case lock
    /// The passcode was changed after the user gave the evidence.
    case passcode
    /// The biometric enrolment was changed after the user gave the evidence.
    case enrolment
  }

  /// The number of seconds since the user gave the evidence.
  package let age: Int
  package let end: End

  package init(age: Int, end: End) {
    self.age = age
    self.end = end
  }
}
