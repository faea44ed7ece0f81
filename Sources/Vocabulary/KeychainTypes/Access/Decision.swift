// SPDX-License-Identifier: Apache-2.0

/// The result of checking whether a caller may access an item, with the reason for a denial.
///
/// The check returns this value and throws no error, so that an explanation of the call can repeat
/// the check and describe a denial.
package enum Decision: Hashable, Sendable {
  case allowed
  case denied(Denial)
  case needs(AuthenticationRequirement)

  /// The reason why access is denied.
  package enum Denial: Hashable, Sendable {
    /// The item's access group is not in the caller's list of access groups.
    case foreignGroup
    /// The class key of the item's protection is not available at the moment, for example because
    /// the store is locked.
    case unavailable(Protection)
    /// The item needs evidence (proof by the user), but the caller does not allow prompts.
    case interactionRefused
    /// The item's access control has no rule for the operation.
    case noRule
    /// The item is bound to a biometric enrolment that has been replaced, so it can never be
    /// decrypted again.
    case enrolmentReplaced
  }
}
