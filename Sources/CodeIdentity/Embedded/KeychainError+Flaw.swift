// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

extension KeychainError {
  /// What every call of a program with a void entitlements file answers: -34018, with the file and
  /// what is wrong in it.
  package init(_ flaw: EmbeddedIdentity.Flaw) {
    self.init(
      .missingEntitlement, flaw.error.reason, context: .path(flaw.path),
      advice: "correct the file", cause: .invalidIdentity)
    if let key = flaw.error.key { self = about(key) }
  }
}
