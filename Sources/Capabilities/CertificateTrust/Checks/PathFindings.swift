// SPDX-License-Identifier: Apache-2.0

/// Which checks the certificates of a path failed.
struct PathFindings {
  /// One set for each certificate.
  private(set) var failed: [Set<TrustCheck>]

  init(count: Int) { failed = Array(repeating: [], count: count) }

  mutating func add(_ check: TrustCheck, at place: Int) { failed[place].insert(check) }

  mutating func add(_ check: TrustCheck, at place: Int, if isFailed: Bool) {
    if isFailed { add(check, at: place) }
  }

  var isClean: Bool { failed.allSatisfy(\.isEmpty) }

  /// Less is better: first how important the worst failure is, then how many there are.
  var badness: (importance: Int, count: Int) {
    let worst = failed.joined().map(\.group).min()
    let importance = worst.map { TrustCheck.Group.allCases.count - $0.rawValue } ?? 0
    return (importance, failed.reduce(0) { $0 + $1.count })
  }
}
