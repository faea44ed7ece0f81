// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The data of one prompt: the caller, the required proofs, and the texts to show.
package struct AuthenticationRequest: Sendable {
  package let caller: Caller
  package let requirement: AuthenticationRequirement
  /// The means of authentication that the user has proved already; the prompt asks only for the
  /// missing means.
  package var proved: Set<Proof.Means> = []
  /// True if the caller's authentication context has an application password, so that the prompt
  /// need not ask for it.
  package var hasApplicationPassword = false
  /// The reason for the prompt that the user sees, in the application's words.
  package var reason = ""
  /// The title of the fallback button in the prompt.
  ///
  /// Nil shows the standard title; an empty string hides the button.
  package var fallbackTitle: String?
  /// The title of the cancel button in the prompt.
  ///
  /// Nil or an empty string shows the standard title.
  package var cancelTitle: String?
  /// The label of the item for which the user must give proofs, shown in the prompt; nil if there
  /// is no label to show.
  package var itemLabel: String?
  /// The longest time for the prompt, in microseconds: the time that is left to the keychain call.
  ///
  /// Nil if the call has no time limit. The general time limit of evaluations applies as well and
  /// may be longer.
  package var longest: Int64?

  package init(_ requirement: AuthenticationRequirement, for caller: Caller) {
    self.requirement = requirement
    self.caller = caller
  }
}
