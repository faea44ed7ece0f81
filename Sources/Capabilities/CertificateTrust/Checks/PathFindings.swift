// SPDX-License-Identifier: Apache-2.0

/// The checks that failed in an evaluation of trust, for each certificate of a path.
struct PathFindings {
  /// The failed checks, with one set for each certificate of the path.
  private(set) var failed: [Set<TrustCheck>]

  /// True if a failed check was left out, because a trust setting accepts its failure.
  private(set) var hasAccepted = false

  init(count: Int) { failed = Array(repeating: [], count: count) }

  mutating func add(_ check: TrustCheck, at place: Int) { failed[place].insert(check) }

  mutating func add(_ check: TrustCheck, at place: Int, if isFailed: Bool) {
    if isFailed { add(check, at: place) }
  }

  /// Applies the trust settings of the path's certificates to the failures that were found.
  ///
  /// Failures that the settings accept are removed. A certificate that the settings deny gets the
  /// failure `usageConstraints`.
  ///
  /// - Parameter statements: for each certificate of the path, whether the settings deny it and
  ///   which failures they accept. Empty if there are no settings.
  mutating func apply(_ statements: [TrustStatement]) {
    for (place, statement) in zip(failed.indices, statements) {
      if !failed[place].isDisjoint(with: statement.accepted) {
        failed[place].subtract(statement.accepted)
        hasAccepted = true
      }
      add(.usageConstraints, at: place, if: statement.isDenied)
    }
  }

  var isClean: Bool { failed.allSatisfy(\.isEmpty) }

  /// Two numbers with which paths are compared: the importance of the worst failure, then the
  /// number of failures.
  ///
  /// Lower numbers are better. The importance is 0 without a failure, and highest for a failed
  /// check of the most important group (`TrustCheck.Group`).
  var badness: (importance: Int, count: Int) {
    let worst = failed.joined().map(\.group).min()
    let importance = worst.map { TrustCheck.Group.allCases.count - $0.rawValue } ?? 0
    return (importance, failed.reduce(0) { $0 + $1.count })
  }
}
