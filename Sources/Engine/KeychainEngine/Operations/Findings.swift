// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The reasons why items were left out of the result of a search.
struct Findings {
  var demands: [Challenge.Demand] = []
  var damaged = 0
  /// The number of items left out because they need a prompt and the query skips them.
  ///
  /// These items count towards the query's limit (Specification/secitem.md, "Authentication loop").
  var skipped = 0
  var refusal: KeychainError?

  /// True if the whole search has failed, so that `refusal` is the error of the search.
  ///
  /// This is cheaper than `refusal != nil`, which would copy the error.
  var isRefused: Bool {
    if case .some = refusal { true } else { false }
  }

  var isEmpty: Bool { demands.isEmpty && damaged == 0 && skipped == 0 && !isRefused }

  /// Throws the error of a search that has no valid result, and does nothing if the result is
  /// valid.
  ///
  /// - Parameter isFound: true if the search has found an item.
  /// - Throws: `refusal` if it is set, for example -25308 for locked rows. -25330 if the user must
  ///   authenticate, -25300 if nothing matches. If the only matches are damaged: -26275 in
  ///   `dataProtection`, -25300 in other profiles (Specification/secitem.md, "Discrepancies between
  ///   documents and source", D33).
  func require(isFound: Bool, profile: Profile) throws(KeychainError) {
    if let refusal { throw refusal }
    guard demands.isEmpty else { throw .evidence(demands) }
    guard !isFound else { return }
    if damaged > 0, profile == .dataProtection {
      throw KeychainError(
        .decode, "all items that match are damaged", context: .count(damaged),
        advice: "run security check")
    }
    throw .noMatch
  }
}

extension KeychainError {
  static var noMatch: KeychainError { KeychainError(.itemNotFound, "no item matches") }
}
