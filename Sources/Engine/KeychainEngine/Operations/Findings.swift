// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What a search came upon beside its answers.
struct Findings {
  var demands: [Challenge.Demand] = []
  var damaged = 0
  /// Items left out since nobody was to be asked: the limit counts them (spec/secitem.md 11.6).
  var skipped = 0
  var refusal: KeychainError?

  /// Asked at each step: `refusal == nil` would copy the error to compare it.
  var isRefused: Bool {
    if case .some = refusal { true } else { false }
  }

  var isEmpty: Bool { demands.isEmpty && damaged == 0 && skipped == 0 && !isRefused }

  /// Refuses a search that has no answer.
  ///
  /// - Throws: -25308 for locked rows, -25330 for evidence, -25300 for nothing; where the only
  ///   matches are damaged -26275 in `dataProtection` and -25300 in the other profiles (D33).
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
