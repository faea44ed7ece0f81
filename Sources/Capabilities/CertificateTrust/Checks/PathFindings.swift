// SPDX-License-Identifier: Apache-2.0

/// The checks that failed in an evaluation of trust, for each certificate of a path.
struct PathFindings {
  /// The failed checks, with one set for each certificate of the path.
  private(set) var failed: [Set<TrustCheck>]

  init(count: Int) { failed = Array(repeating: [], count: count) }

  mutating func add(_ check: TrustCheck, at place: Int) { failed[place].insert(check) }

  mutating func add(_ check: TrustCheck, at place: Int, if isFailed: Bool) {
    if isFailed { add(check, at: place) }
  }

  var isClean: Bool { failed.allSatisfy(\.isEmpty) }

  /// The importance of the worst failure and the number of failures, to compare paths.
  ///
  /// Less is better.
  var badness: (importance: Int, count: Int) {
    let worst = failed.joined().map(\.group).min()
    let importance = worst.map { TrustCheck.Group.allCases.count - $0.rawValue } ?? 0
    return (importance, failed.reduce(0) { $0 + $1.count })
  }
}
