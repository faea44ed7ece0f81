// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

extension StorePlan {
  /// What the plan asks of the rows that the older generation of keys made.
  package struct Older: Equatable, Sendable {
    package var terms: [Term] = []
    package var groups: [Identifier16]?

    package init() {}
  }

  /// One question for each generation.
  fileprivate var questions: [StorePlan] {
    var now = self
    now.older = nil
    guard let older else { return [now] }
    var then = now
    then.terms = older.terms
    then.groups = older.groups
    return then == now ? [now] : [then.normalized(), now]
  }
}

extension PlanReader {
  /// The rows of a plan in order of insertion, whichever generation of keys made them.
  ///
  /// Only while a rotation is under way there is more than one question to ask.
  func answer(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    guard plan.older != nil else { return try rows(plan) }
    var found: [SealedRow] = []
    for question in plan.questions { found += try rows(question) }
    found.sort { $0.id < $1.id }
    var last: Int64?
    found.removeAll { row in
      defer { last = row.id }
      return row.id == last
    }
    guard let limit = plan.limit, found.count > limit else { return found }
    return Array(found[..<limit])
  }
}
